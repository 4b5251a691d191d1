// The outcome is hidden; the learner puts marbles on the empty row, and the engine says what really happens.
const Predict = (() => {
  /** How far the cover reaches above the line of the outcome: to the row above. */
  const above = 19;
  const cover = element('div', { class: 'cover', hidden: true });
  $('canvas').prepend(cover);
  let isOn = false, text = '', marks = [], y = null;
  // The spec whose prediction was judged, and whether the outcome is still hidden behind the question why.
  let judged = null, isAsking = false;

  /** The color that a symbol has in the rows of the sources. */
  const color = (sign) => Board.coloring(Board.sources({ frame: Picture.frame, question: Editor.text.split('\n') }))(sign);
  const row = () => isOn && y !== null ? { role: 'guess', name: 'your prediction', line: -1, start: 0, end: 0, y, text, marks } : null;
  const result = () => Picture.page.rows.find((one) => one.role === 'result' && one.run === 0 && one.subscriber === 0);

  const hide = () => {
    // Another spec is another question.
    if (isAsking && judged !== Editor.text) explain();
    const found = result();
    y = found ? found.y : null;
    cover.hidden = !(isOn || isAsking) || y === null;
    // Nothing below the empty row is of use before the answer.
    $('stage').style.maxHeight = cover.hidden ? '' : `${(Number(y) + 84) / Picture.scale}px`;
    if (cover.hidden) return;
    cover.style.top = `${(Number(y) - above) / Picture.size.height * 100}%`;
    cover.replaceChildren(element('i'), element('span', {}, isAsking ? 'The picture and the story come with your answer to the question above.' : 'What comes out? Choose a marble above; double-click the line or press + to place it. Drag it, then Run.'));
    cover.firstChild.style.top = `${above / (Picture.size.height - Number(y) + above) * 100}%`;
    cover.lastChild.style.top = `${(above + 30) / Picture.scale}px`;
  };
  const apply = async (edit, words) => {
    const answer = await Engine.run(Editor.text, 'text', {}, { ...edit, text, line: -1, start: 0, end: 0 });
    if (!answer.edited || answer.edited.text === undefined || typeof answer.edited !== 'object') return null;
    [text, marks] = [answer.edited.text, answer.edited.marks];
    if (!Drag.isDragging) { Drag.redraw(); if (words) say(words); }
    return answer.edited;
  };
  const set = async (on) => {
    if (on && !Picture.page) return;
    [isOn, isAsking, judged, text, marks] = [on, false, null, '-', []];
    document.body.classList.toggle('predicting', on);
    $('predict').setAttribute('aria-pressed', String(on));
    $('verdict').replaceChildren();
    Finding.close();
    if (on) offer(Editor.text);
    if (on) $('verdict').append(tray, element('button', { type: 'button', id: 'run', onclick: run }, 'Run'), Finding.button(() => asked(text, Editor.text)), ' Place what you expect on the empty row.');
    await App.draw();
    hide();
    Drag.redraw();
    if (on) say('Prediction: the outcome is hidden. Add marbles to your prediction, then press Run.');
  };
  /** The spec with the guess as its expectation: rows of expectations it may have are left out. */
  const asked = (guess, spec) => {
    const lines = spec.split('\n').filter((line) => !/^(=|subs )/.test(line));
    const first = lines.findIndex((line) => line.startsWith('>'));
    let next = first + 1;
    while (next < lines.length && /^\s+[.})]/.test(lines[next])) next++;
    lines.splice(next, 0, `= ${guess}`);
    return lines.join('\n');
  };
  /** The spec with each of the calls that one of its own is confused with. */
  const rivals = async (spec) => (await Pipeline.swapsOf(spec)).flatMap(({ line, start, swaps }) => swaps.filter((one) => !one.invented).map((swap) => {
    const { end } = Picture.page.calls.find((call) => call.line === line && call.start === start);
    const lines = spec.split('\n'), letters = Array.from(lines[line]);
    lines[line] = letters.slice(0, start).join('') + swap.text + letters.slice(end).join('');
    return { text: swap.text, spec: lines.join('\n') };
  }));
  /** The first call of the table's rivals with which the guess is what happens; empty if there is none. */
  const rivalOf = async (guess, spec) => {
    for (const rival of await rivals(spec)) if ((await Engine.run(asked(guess, rival.spec), 'check')).code === 0) return rival.text;
    return '';
  };
  /** The symbols of the sources: in a guess they mean themselves, and any other symbol may name a computed value. */
  const symbols = (spec) => spec.split('\n').flatMap((line) => {
    const [, row] = /^(?!(?:title|note|family|frame|limit):)(?:hot |cold )?[A-Za-z_]\w*:(.*)$/.exec(line) ?? [];
    try { return row ? Rows.readRow(row.replace('^', '-'), 1).flatMap(({ name, end }) => (end ? [] : [{ symbol: name, value: name }])) : []; } catch { return []; }
  });
  /** What the first pipeline sends, with the values that its symbols stand for; nothing if it cannot be run. */
  const sent = async (spec) => {
    const lines = asked('-', spec).split('\n'), end = lines.findIndex((line) => line.startsWith('= ')), alone = lines.slice(0, end).join('\n');
    const [page, text] = [await Engine.run(alone, 'page'), await Engine.run(alone, 'text')], run = page.code === 0 ? JSON.parse(page.text) : {};
    if (!run.runs || run.runs[0].stopped || text.code !== 0) return null;
    const own = new Set(symbols(spec).map((one) => one.symbol)), meant = new Map();
    for (const line of text.text.split('\n').filter((one) => /^\s+\S+ = /.test(one))) {
      for (const [, symbol, value] of line.matchAll(/(\S+) = ("(?:[^"\\]|\\.)*"|.+?)(?=   |$)/g)) if (!own.has(symbol)) meant.set(symbol, value);
    }
    try {
      return Rows.readRow(run.runs[0].received[0], run.frame).map(({ at, end: kind, name }) => (
        kind === 'finished' ? { at, finished: true } : kind === 'failure' ? { at, failure: name ?? '' } : { at, value: meant.get(name) ?? name }));
    } catch { return null; }
  };
  // MARK: New marbles

  const tray = element('div', { id: 'new-marbles', role: 'group', 'aria-label': 'The next marble' });
  let offered = [], chosen = 0, others = [];
  const quoted = (name) => (/^[^-|#()[\]'\s^!?{}*@]$/u.test(name) ? name : `'${name.replace(/['\\]/g, '\\$&')}'`);
  const paint = () => {
    tray.replaceChildren(...offered.map((sign, index) => {
      const name = { '|': 'the finish', '#': 'a failure' }[sign] ?? sign.replace(/^'|'$/g, '');
      const node = element('button', { type: 'button', 'aria-pressed': String(index === chosen), 'aria-label': `Next: ${name}`, onclick: () => { chosen = index; paint(); tray.children[index].focus(); } }, sign === '#' ? '×' : sign === '|' ? '|' : name);
      return node;
    }));
  };
  /** What the outcome may hold: the values of the sources, what the pipeline or one of its rivals computes, a finish, a failure. The order says nothing. */
  const offer = async (spec) => {
    const own = symbols(spec), question = { frame: Picture.frame, question: spec.split('\n'), input: own };
    [offered, chosen, others] = [[], 0, []];
    paint();
    const all = [await sent(spec)];
    for (const rival of (await rivals(spec)).slice(0, 12)) all.push(await sent(rival.spec));
    if (!isOn || Editor.text !== spec) return;
    const [events, ...rest] = all.map((one) => one ?? []);
    others = rest.map((one) => ({ events: one }));
    offered = [...Board.offers({ ...question, events, rivals: others }).map(quoted), '|', '#'];
    paint();
  };
  /** The sign of the next marble; the one after it is the next in the tray. */
  const sign = () => {
    const found = offered[chosen] ?? 'a';
    chosen = Math.min(chosen + 1, Math.max(0, offered.length - 1));
    paint();
    return found;
  };

  /** The guess above the row that was received, and what differs, with the instants of that; nothing if one of them cannot be read. */
  const told = (guess, events, spec) => {
    const nothing = { nodes: [], instants: new Set(), isRight: false };
    if (!events) return nothing;
    try {
      const question = { frame: Picture.frame, column: 5, question: spec.split('\n'), input: symbols(spec), meanings: [], events, rivals: others }, marks = Rows.readRow(guess, Picture.frame);
      const result = Rows.compare(marks, question, events);
      if (!result.differences.length) return { ...nothing, isRight: true };
      const lines = Rows.rows(question, marks, result), picture = Board.outcome(question, marks, result);
      const nodes = [element('p', {}, Rows.sentence(question, result)), ...(picture ? [picture] : []), ...(lines ? [element('pre', { tabindex: '0' }, lines)] : [])];
      return { nodes, isRight: false, instants: new Set(result.differences.flatMap((one) => [one.at, ...(one.guess ? [one.guess.at] : [])])) };
    } catch (error) {
      if (error instanceof Rows.Unreadable) return nothing;
      throw error;
    }
  };
  /** Shows the picture and the story: the explanation is the answer to the question. */
  const explain = () => {
    if (!isAsking) return;
    isAsking = false;
    $('explain')?.remove();
    document.body.classList.remove('predicting');
    hide();
    App.draw();
  };
  const run = async () => {
    const guess = text, spec = Editor.text;
    Finding.close();
    // Right is also who names a computed value otherwise.
    const answer = await Engine.run(asked(guess, spec), 'check'), found = told(guess, await sent(spec), spec);
    const isRight = answer.code === 0 || found.isRight, rival = isRight ? '' : await rivalOf(guess, spec), why = await Why.question(spec, found.instants);
    // Somebody may have gone on meanwhile.
    if (!isOn || Editor.text !== spec) return;
    [isOn, isAsking, judged] = [false, Boolean(why), spec];
    hide();
    document.body.classList.toggle('predicting', isAsking);
    $('predict').setAttribute('aria-pressed', 'false');
    await App.draw();
    Task.predicted(guess, isRight, rival);
    Address.follow();
    $('verdict').replaceChildren(element('strong', {}, isRight ? 'Right: that is what happens.' : rival ? `Not quite: that is what ${rival} does.` : 'Not quite.'), ...found.nodes,
      ...(why ? [...Board.why(why, explain), element('button', { type: 'button', id: 'explain', onclick: explain }, 'Explain')] : []),
      ...(isRight ? [] : [Finding.button(() => asked(guess, spec))]));
  };
  $('predict').onclick = () => set(!isOn);
  /** Ends a prediction, for another spec. */
  const forget = () => { judged = null; if (isOn || isAsking) set(false); };
  return {
    apply, hide, set, color, forget, sign,
    get isOn() { return isOn; },
    /** Whether the outcome is hidden: while somebody predicts, and until the question why is answered. */
    get hides() { return isOn || isAsking; },
    /** Whether the verdict says something of a prediction of this spec. */
    judges: (spec) => judged === spec,
    get row() { return row(); },
  };
})();
