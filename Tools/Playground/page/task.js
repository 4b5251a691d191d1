// A task: what somebody is asked to do, with parts of the spec that may not be changed, and a code with what was predicted and tried. Everything
// is in the address; nothing is sent anywhere, and a code is a report, not a proof.
const Task = (() => {
  let task = null, log = null, last = '', handed = null, latest = null, timer = 0;
  const empty = () => ({ predictions: [], tries: 0 });

  /** A spec without the marbles of its rows: what a task with locked parts keeps. */
  const skeleton = (spec) => spec.replace(/\n+$/, '').split('\n')
    .map((line) => /^(?!(?:title|note|family|frame|limit):)(?:hot |cold )?[A-Za-z_]\w*:/.exec(line)?.[0] ?? line).join('\n');
  const permits = (text) => !task?.locks || skeleton(text) === skeleton(task.spec);

  const told = ({ predictions, tries, holds }) => {
    const list = predictions.map(({ guess, isRight, rival }) => element('li', {}, element('code', {}, guess), isRight ? ' right' : rival ? ` not right: that is what ${rival} does` : ' not right'));
    return [
      element('p', {}, predictions.length ? 'Predicted:' : 'Nothing was predicted.'), element('ol', {}, ...list),
      element('p', {}, `${tries === 0 ? 'No change was' : tries === 1 ? 'One change was' : `${tries} changes were`} tried.${holds === true ? ' At the end everything holds.' : holds === false ? ' At the end not everything holds.' : ''}`),
    ];
  };
  const paint = () => {
    document.body.classList.toggle('locked', Boolean(task?.locks));
    $('task').hidden = !task && !handed;
    if (handed) return $('task').replaceChildren(element('strong', {}, 'Handed in'), ...(handed.text ? [element('p', {}, handed.text)] : []), ...told(handed));
    if (!task) return;
    const hand = element('button', { type: 'button', id: 'hand-in', onclick: open }, 'Hand in');
    $('task').replaceChildren(element('strong', {}, 'Task'), element('p', {}, task.text), ...(task.locks ? [element('p', {}, 'Only the rows of marbles may be changed.')] : []), hand);
  };
  const set = (kept) => {
    handed = kept?.handed ?? null;
    task = kept?.task ? { text: String(kept.task.text ?? ''), locks: Boolean(kept.task.locks), spec: kept.task.spec ?? kept.spec } : null;
    log = kept?.log ?? empty();
    [last, latest] = [kept?.spec ?? '', null];
    paint();
  };
  /** The address of a task of the present spec. */
  const address = async (text, locks) => Share.base() + '#s=' + await Share.pack({ ...App.state(), log: undefined, handed: undefined, task: { text, locks, spec: Editor.text } });
  const count = () => {
    clearTimeout(timer);
    if (!task || !latest) return;
    if (latest.spec !== last) log.tries += 1;
    [last, log.holds] = [latest.spec, latest.holds];
    Address.follow();
  };
  /** A pull is one try however long it takes. */
  const countAfterPull = () => { if (Drag.isDragging || document.body.classList.contains('pulling')) later(); else count(); };
  const later = () => { clearTimeout(timer); timer = setTimeout(countAfterPull, 500); };
  const code = async () => Share.base() + '#h=' + await Share.pack({ spec: Editor.text, handed: { text: task.text, ...log } });
  const open = async () => {
    count();
    $('code').value = await code();
    $('handing-report').replaceChildren(...told(log));
    $('handing').showModal();
    $('code').select();
  };
  $('make-task').onclick = async () => {
    $('address').value = await address($('task-text').value.trim(), $('task-locks').checked);
    $('address').select();
    $('copied').textContent = 'The address above is the task.';
  };
  set(null);
  return {
    set, permits,
    get state() { return handed ? { handed } : task ? { task, log } : {}; },
    get isOn() { return Boolean(task); },
    predicted(guess, isRight, rival) { if (task) log.predictions = [...log.predictions, { guess, isRight, rival: rival || undefined }].slice(-50); },
    /** Counts a spec that was drawn, if it is another one and stays for a while: a pull is one change. */
    tried(spec, holds) {
      if (!task) return;
      latest = { spec, holds };
      later();
    },
  };
})();
