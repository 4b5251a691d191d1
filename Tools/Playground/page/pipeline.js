// The parts of the pipelines: numbers are sliders, operators have a menu of what they are confused with. They lie over the picture; above it is what
// the picture does not show.
const Pipeline = (() => {
  const box = $('pipelines'), menu = $('menu');
  const units = [['h', 3.6e12], ['m', 6e10], ['s', 1e9], ['ms', 1e6], ['us', 1e3], ['ns', 1]];
  let held = null;

  const length = (text) => {
    const [, number, unit] = /^([\d.]+)(ns|us|ms|s|m|h)$/.exec(text) || [];
    return unit ? Math.round(Number(number) * units.find(([name]) => name === unit)[1]) : null;
  };
  const duration = (nanoseconds, like) => {
    const unit = /[a-z]+$/.exec(like)[0];
    const kept = units.find(([name]) => name === unit);
    const [name, size] = nanoseconds % kept[1] === 0 ? kept : units.find(([, size]) => nanoseconds % size === 0);
    return `${nanoseconds / size}${name}`;
  };
  /** The number so many steps further on. */
  const moved = (number, steps) => {
    if (number.kind === 'duration') {
      const now = length(number.text), frame = Picture.frame;
      return duration(Math.max(0, steps === 0 ? now : Math.round(now / frame + steps) * frame), number.text);
    }
    if (number.kind === 'decimal') return String(Math.round((Number(number.text) + steps / 10) * 10) / 10).replace(/^(\d+)$/, '$1.0');
    return String(Math.max(0, Number(number.text.replace(/_/g, '')) + steps));
  };
  const attributes = (number) => ({
    role: 'slider', tabindex: '0', class: 'number', title: 'Pull to the left or to the right',
    'aria-label': `${number.kind} ${number.text}`, 'aria-valuetext': number.text, 'aria-valuemin': '0',
    'aria-valuenow': String(number.kind === 'duration' ? length(number.text) / 1e6 : Number(number.text)),
    'aria-valuemax': String(number.kind === 'duration' ? 3600000 : 1000000),
  });

  const control = (part) => {
    const node = part.is === 'number' ? element('span', attributes(part))
      : element('button', { type: 'button', class: 'call', 'aria-haspopup': 'menu', 'aria-label': `${part.name}: its menu`, title: part.sentence });
    node.piece = part;
    return node;
  };
  const ruleButton = (line, words) => element('button', { type: 'button', class: 'rule-menu', 'aria-haspopup': 'menu', 'aria-label': `Add a rule to ${Editor.text.split('\n')[line].slice(1).trim()}`, title: 'Add a rule',
    onclick: (event) => (App.isWrong ? App.refuse() : Rule.open(event.currentTarget, line)) }, words);
  const nodeOf = (piece) => [...document.querySelectorAll('.number, .call')].find((node) => node.piece.line === piece.line && node.piece.start === piece.start);

  const show = (page) => {
    // The picture of an earlier text has the numbers of that text: the one of the present text is on its way.
    if (!held && page.spec !== Editor.text) return;
    const lines = page.spec.split('\n'), active = document.activeElement?.piece;
    const parts = [...page.numbers.map((one) => ({ ...one, is: 'number' })), ...page.calls.map((one) => ({ ...one, to: one.end, end: one.start + one.name.length, is: 'call' }))]
      .sort((one, two) => one.line - two.line || one.start - two.start);
    const shown = Boxes.show(parts, lines, held, control);
    if (held) return;
    const rows = [];
    lines.forEach((text, index) => {
      const own = parts.filter((part) => part.line === index), needsRule = text.startsWith('>'), row = element('div', { class: 'pipe' });
      if (own.every((part) => shown.has(part))) {
        if (needsRule) rows.push(ruleButton(index, `+ rule for ${text.slice(1).trim()}`));
        return;
      }
      const letters = Array.from(text);
      let at = 0;
      for (const part of own) {
        if (part.start < at) continue;
        const node = control(part);
        node.append(letters.slice(part.start, part.end).join(''));
        row.append(letters.slice(at, part.start).join(''), node);
        at = part.end;
      }
      row.append(letters.slice(at).join(''));
      if (needsRule) row.append(ruleButton(index, '+ rule'));
      rows.push(row);
    });
    box.replaceChildren(...rows);
    if (active) nodeOf(active)?.focus({ preventScroll: true });
  };

  /** Writes another number; the part knows from then on what is written. */
  const change = (node, part, text, name) => {
    Editor.replace(part.line, part.start, part.start + Array.from(part.now ?? part.text).length, text, name);
    part.now = text;
    if (node.textContent) node.textContent = text;
    for (const [key, value] of Object.entries(attributes({ ...part, text }))) if (key.startsWith('aria-')) node.setAttribute(key, value);
    return App.draw();
  };

  /** A control that is used while the text is wrong only says so: its place in the text is not known. */
  const isRefused = (node) => { if (node && App.isWrong) App.refuse(); return !node || App.isWrong; };
  const press = (event) => {
    const node = event.target.closest('.number');
    if (!node || event.button !== 0) return;
    event.preventDefault();
    node.focus({ preventScroll: true });
    if (isRefused(node)) return;
    held = { node, part: { ...node.piece }, x: event.clientX, steps: 0 };
    node.setPointerCapture(event.pointerId);
    node.classList.add('held');
    document.body.classList.add('pulling');
  };
  const pull = (event) => {
    if (!held) return;
    const width = held.part.kind === 'duration' ? Math.max(8, Picture.step / Picture.scale) : 14;
    const steps = Math.round((event.clientX - held.x) / width);
    if (steps === held.steps) return;
    held.steps = steps;
    change(held.node, held.part, moved(held.part, steps), 'pull');
  };
  const release = () => {
    if (!held) return;
    held.node.classList.remove('held');
    document.body.classList.remove('pulling');
    held = null;
    Editor.seal();
    App.settled.then(() => Picture.page && !App.isWrong && show(Picture.page));
  };
  const step = (key) => {
    const node = key.target.closest('.number'), steps = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1, PageUp: 5, PageDown: -5 }[key.key];
    if (!node || !steps) return;
    key.preventDefault();
    key.stopPropagation();
    if (isRefused(node)) return;
    const { piece } = node;
    change(node, piece, moved({ ...piece, text: piece.now ?? piece.text }, steps), `number ${piece.line}`);
  };
  for (const place of [box, Boxes.layer]) {
    place.addEventListener('pointerdown', press);
    place.addEventListener('pointermove', pull);
    place.addEventListener('pointerup', release);
    place.addEventListener('pointercancel', release);
    place.addEventListener('keydown', step);
    place.addEventListener('click', (event) => {
      const node = event.target.closest('.call');
      if (!isRefused(node)) open(node);
    });
  }

  // MARK: Swapping

  const close = () => { menu.hidden = true; };
  /** What the calls of a spec are confused with, which the engine says when it is asked. */
  const swapsOf = async (spec) => JSON.parse((await Engine.run(spec, 'swaps')).text);
  const item = (title, note, action) => element('button', { type: 'button', role: 'menuitem', tabindex: '-1', onclick: () => { close(); action(); } },
    element('code', {}, title), element('small', {}, note));
  /** The item that puts another call in place of one. */
  const swapItem = (part, swap) => item(swap.text, swap.sentence, async () => {
    if (!Editor.replace(part.line, part.start, part.to, swap.text, 'whole')) return;
    await App.draw();
    nodeOf(part)?.focus({ preventScroll: true });
    say(`${swap.text}: ${swap.sentence}`);
  });
  const open = async (node) => {
    const { piece: part } = node, spec = Editor.text;
    const found = (await swapsOf(spec)).find((one) => one.line === part.line && one.start === part.start);
    const { swaps, elsewhere } = found ?? { swaps: [], elsewhere: [] };
    const others = elsewhere.filter((one) => !one.text).map(({ library, deed }) => ` ${library} ${deed}.`);
    const head = element('p', { role: 'presentation' }, part.sentence + others.join('') + (swaps.length ? '' : ' Nothing is confused with it.'));
    menu.replaceChildren(head, ...swaps.map((swap) => swapItem(part, swap)), ...swaps.map((swap) => item(`Compare with ${swap.text}`, 'Both over the same input', () => Compare.add(part, swap.text))),
      ...elsewhere.filter((one) => one.text).map(({ library, deed, text }) => item(`Compare with ${library}`, `${library} ${deed}: ${text}`, () => Compare.add(part, text))),
      element('button', { type: 'button', role: 'menuitem', tabindex: '-1', class: 'more', onclick: () => more(part, spec) }, 'All other operators that fit …'));
    unfold(node);
  };
  /** Every operator that can stand there, below those that are confused with it. */
  const more = async (part, spec) => {
    const others = JSON.parse((await Engine.step(spec, 'others', `${part.line} ${part.start}`)).text);
    if (menu.hidden) return;
    const items = others.map((swap) => swapItem(part, swap));
    menu.querySelector('.more').replaceWith(...items);
    items[0]?.focus();
  };
  /** Shows the menu beside a button. */
  const unfold = (node) => {
    menu.hidden = false;
    const at = node.getBoundingClientRect();
    menu.style.left = `${Math.max(8, Math.min(at.left, innerWidth - menu.offsetWidth - 8))}px`;
    menu.style.top = `${at.bottom + 4 + menu.offsetHeight > innerHeight ? Math.max(8, at.top - 4 - menu.offsetHeight) : at.bottom + 4}px`;
    menu.from = node;
    const first = menu.querySelector('[role=menuitem]');
    first?.setAttribute('tabindex', '0');
    first?.focus();
  };
  /** The focus goes back to the button of the menu, also if the picture was drawn anew. */
  const leave = () => { close(); (menu.from.isConnected ? menu.from : nodeOf(menu.from.piece ?? {}))?.focus({ preventScroll: true }); };
  menu.addEventListener('keydown', (key) => {
    const items = [...menu.querySelectorAll('[role=menuitem]')], index = items.indexOf(document.activeElement);
    const direction = { ArrowDown: 1, ArrowUp: -1 }[key.key], end = { Home: 0, End: items.length - 1 }[key.key];
    // A letter leads to the next item that begins with it.
    const named = /^[a-z]$/i.test(key.key) && !key.ctrlKey && !key.metaKey && !key.altKey
      ? [...items.slice(index + 1), ...items.slice(0, index + 1)].find((one) => one.textContent.toLowerCase().startsWith(key.key.toLowerCase())) : undefined;
    if (direction) items[(index + direction + items.length) % items.length].focus();
    else if (end !== undefined) items[end]?.focus();
    else if (named) named.focus();
    else if (key.key === 'Escape' || key.key === 'Tab') leave(); else return;
    key.preventDefault();
    key.stopPropagation();
  });
  document.addEventListener('pointerdown', (event) => { if (!menu.hidden && !menu.contains(event.target)) close(); });

  return { show, moved, swapsOf, unfold, close };
})();

// Two pipelines over the same input: what only one of them gives is ringed.
const Compare = (() => {
  const add = (part, text) => {
    const lines = Editor.text.replace(/\n+$/, '').split('\n'), row = Array.from(lines[part.line]);
    let first = part.line;
    while (first > 0 && /^\s/.test(lines[first])) first--;
    let last = part.line + 1;
    while (last < lines.length && /^\s+[.})]/.test(lines[last])) last++;
    const copy = lines.slice(first, last);
    copy[part.line - first] = row.slice(0, part.start).join('') + text + row.slice(part.to).join('');
    Editor.set([...lines, '', ...copy].join('\n') + '\n');
    App.draw();
    say('Compared below.');
  };
  /** Two pipelines answer one question if they are made of the same sources, also by way of streams with a name. */
  const isOneQuestion = (page) => {
    const named = new Map(Editor.text.split('\n').flatMap((line) => { const [, name, call] = /^let (\w+) *= *(.*)$/.exec(line) ?? []; return name ? [[name, call]] : []; }));
    const sources = (text, seen = new Set()) => {
      for (const [word] of text.replace(/"(?:[^"\\]|\\.)*"/g, '').matchAll(/(?<![.\w])[A-Za-z_]\w*/g)) {
        if (seen.has(word)) continue;
        if (page.sources.includes(word)) seen.add(word);
        if (named.has(word)) { seen.add(word); sources(named.get(word), seen); }
      }
      return new Set([...seen].filter((word) => page.sources.includes(word)));
    };
    const [one, two] = page.runs.map((run) => [...sources(run.pipeline)].sort().join());
    return one === two;
  };
  const show = (page) => {
    for (const node of document.querySelectorAll('.difference')) node.remove();
    const verdict = $('verdict');
    if (Predict.hides || Predict.judges(page.spec)) return;
    if (page.runs.length !== 2 || !isOneQuestion(page)) { verdict.textContent = ''; return; }
    const [one, two] = page.runs.map((run) => run.events[0] || []);
    const key = (event) => `${event.at} ${event.text}`;
    const missing = (list, other) => list.filter((event) => !other.some((match) => key(match) === key(event)));
    const rows = page.rows.filter((row) => row.role === 'result' && row.subscriber === 0);
    let count = 0;
    [missing(one, two), missing(two, one)].forEach((list, index) => {
      const row = rows.find((other) => other.run === index);
      for (const event of list) {
        count++;
        const ring = element('div', { class: 'difference', title: 'Only here' });
        Picture.put(ring, Picture.place(event.at), Number(row.y));
        $('canvas').append(ring);
      }
    });
    verdict.textContent = count ? `The two differ in ${count} place${count > 1 ? 's' : ''}, ringed below. ` : 'Both give the same for this input. ';
    verdict.append(element('button', { type: 'button', id: 'differ', onclick: find }, 'Where do these two differ?'));
  };
  /** Puts the shortest input on which the two pipelines differ into the rows. */
  const find = async () => {
    const { code, text } = await Engine.run(Editor.text, 'difference');
    const answer = code === 0 ? JSON.parse(text) : { problem: text };
    if (!answer.spec) { $('verdict').textContent = answer.same ?? answer.problem; return; }
    Editor.set(answer.spec);
    await App.draw();
    say('The shortest input on which the two differ.');
  };
  return { add, show };
})();
