// The pipelines in the words of RxJS, to be read: the operator table has them, and what differs is said below each.
const RxJS = (() => {
  const box = $('foreign'), toggle = $('rxjs');
  let count = 0;
  const show = async () => {
    box.hidden = !toggle.checked;
    if (box.hidden) return;
    const own = ++count, lines = JSON.parse((await Engine.run(Editor.text, 'rxjs')).text);
    // A later text has a later answer.
    if (own !== count) return;
    box.replaceChildren(...lines.flatMap(({ code, notes }) => [
      element('pre', { tabindex: '0' }, element('code', {}, code)), ...notes.map((note) => element('p', {}, note)),
    ]));
    if (!lines.length) box.replaceChildren(element('p', {}, 'There is no pipeline that can be read.'));
  };
  toggle.onchange = () => { Address.follow(); show(); };
  return { show };
})();
