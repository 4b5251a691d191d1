// Are my rows strong enough? What the rows of a spec that holds do not exercise, each with the shortest row that would.
const Strength = (() => {
  const told = element('p', { role: 'status' }), list = element('ul');
  const button = element('button', { type: 'button', onclick: () => ask() }, 'Are my rows strong enough?');
  const box = element('div', { id: 'strength', role: 'region', 'aria-label': 'Are my rows strong enough?', hidden: true });
  box.append(button, told, list);
  $('problem').after(box);
  let turn = 0;

  /** Ends a search, hides what it found, and offers the next one for a spec that holds. */
  const offer = (holds) => {
    turn++;
    told.textContent = '';
    list.replaceChildren();
    box.hidden = !holds;
  };
  const words = ({ shown, all, gaps }) =>
    `The rows exercise ${shown} of ${all} behaviors.${gaps.some((gap) => gap.input) ? ' Each of these rows would exercise one more:' : ''}`;
  const ask = async () => {
    const mine = ++turn;
    list.replaceChildren();
    told.textContent = 'Searching …';
    const { code, text: answer } = await Engine.step(Editor.text, 'strength', 0);
    if (mine !== turn) return;
    const found = code === 0 ? JSON.parse(answer) : { problem: answer };
    told.textContent = found.problem ?? words(found);
    list.replaceChildren(...(found.gaps ?? []).map(({ line, sentence, input }) =>
      element('li', {}, `Line ${line}: ${sentence}`, input ? element('pre', { tabindex: '0' }, input.join('\n')) : element('small', {}, ' No row was found that shows it.'))));
  };
  return { offer };
})();
