// Which operator? The pipelines that send a drawn row, the simplest first. The engine searches in steps, between which the page draws as always.
const Finding = (() => {
  const box = element('div', { id: 'which', role: 'region', 'aria-label': 'Which operator?', hidden: true });
  const told = element('p', { role: 'status' }), list = element('ol');
  box.append(told, list);
  $('verdict').after(box);
  let turn = 0;

  /** Ends the search and hides what it found. */
  const close = () => { turn++; box.hidden = true; };
  /** The button that searches for the row of a spec. */
  const button = (spec) => element('button', { type: 'button', class: 'which', onclick: () => search(spec()) }, 'Which operator?');

  const count = (number) => number.toLocaleString('en');
  const words = ({ found, tried, of, next }) => {
    if (next !== null) return `Tried ${count(tried)} of ${count(of)} pipelines${found.length ? `, ${found.length} of them fit` : ''} … `;
    if (!found.length) return `None of ${count(tried)} pipelines of one or two operators sends this row.`;
    return found.length === 1 ? 'One pipeline sends this row. Choose it to run it.' : 'These pipelines send this row, the simplest first. Choose one to run it.';
  };
  /** The spec with another pipeline in place of its first one. */
  const replaced = (spec, pipeline) => {
    const lines = spec.split('\n'), first = lines.findIndex((line) => line.startsWith('>'));
    let next = first + 1;
    while (next < lines.length && /^\s+[.})]/.test(lines[next])) next++;
    lines.splice(first, next - first, `> ${pipeline}`);
    return lines.join('\n');
  };
  const pick = async (spec, pipeline) => {
    close();
    if (Predict.isOn) await Predict.set(false);
    if (!Editor.set(replaced(spec, pipeline))) return;
    await App.draw();
    $('text').focus();
    say(`The pipeline is ${pipeline}`);
  };
  const show = (spec, answer) => {
    told.replaceChildren(words(answer));
    if (answer.next !== null) told.append(element('button', { type: 'button', class: 'stop', onclick: close }, 'Stop'));
    const known = new Map([...list.children].map((node) => [node.pipeline, node]));
    answer.found.forEach(({ pipeline, sentences }, index) => {
      let node = known.get(pipeline);
      if (!node) {
        const choose = element('button', { type: 'button', onclick: () => pick(spec, pipeline) }, element('code', {}, pipeline));
        node = element('li', {}, choose, element('small', {}, sentences.join(' ')));
        node.pipeline = pipeline;
      }
      // A button that has the focus keeps it if it stays where it is.
      if (list.children[index] !== node) list.insertBefore(node, list.children[index] ?? null);
    });
    while (list.children.length > answer.found.length) list.lastChild.remove();
  };
  const search = async (spec) => {
    const mine = ++turn, text = Editor.text;
    list.replaceChildren();
    told.textContent = 'Searching …';
    box.hidden = false;
    for (let step = 0; step !== null;) {
      const { code, text: answer } = await Engine.step(spec, 'find', step);
      if (mine !== turn) return;
      if (Editor.text !== text) return close();
      const found = code === 0 ? JSON.parse(answer) : { problem: answer };
      if (found.problem) { told.textContent = found.problem; return; }
      show(spec, found);
      step = found.next;
    }
  };
  return { button, close };
})();
