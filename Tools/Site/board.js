// Rows of marbles to see and to touch: a row into which marbles are put, and a prediction above its outcome with lines between what belongs
// together. The boxes of the site and the playground use it.
const Board = (() => {
  'use strict';
  const fills = ['#8ecbff', '#ffc078', '#96dfa3', '#f7a8c9', '#f9e07f', '#c3b1f7', '#7fdcd3', '#cfe07a', '#dcc3a5', '#b4c4d8', '#e6b0f0'];
  const longest = 90;
  /** Room for the names before the rows, and behind them; on a telephone there is less. */
  const isNarrow = () => innerWidth < 500;
  const margins = () => (isNarrow() ? { left: 64, space: 18 } : { left: 82, space: 30 });
  const node = (name, attributes = {}, ...children) => {
    const made = document.createElementNS('http://www.w3.org/2000/svg', name);
    for (const [key, value] of Object.entries(attributes)) if (value !== undefined && value !== false) made.setAttribute(key, value);
    made.append(...children);
    return made;
  };
  const words = (tag, text, more = {}) => Object.assign(document.createElement(tag), text === undefined ? {} : { textContent: text }, more);
  const textOf = (mark) => (mark.end ? mark.text[0] : mark.name);
  /** A box that is wider than its place can be scrolled by keys, too. */
  const scrolled = (box, name) => {
    box.setAttribute('role', 'group');
    box.setAttribute('aria-label', name);
    new ResizeObserver(() => { if (box.scrollWidth > box.clientWidth) box.tabIndex = 0; else box.removeAttribute('tabindex'); }).observe(box);
    return box;
  };
  const title = (mark) => (mark.end === 'finished' ? 'the finish' : mark.end ? 'the failure' : mark.name);

  /** The rows of the sources that a question shows, from the subscription on. */
  const sources = (question) => (question.question ?? []).flatMap((line) => {
    const [, name, row] = /^(?!(?:title|note|family|frame|limit):)(?:hot |cold )?([A-Za-z_]\w*):(.*)$/.exec(line) ?? [];
    if (!name) return [];
    try { return [{ name, marks: Rows.readRow(row.replace(/^.*\^/, '-').trim(), question.frame) }]; } catch { return []; }
  });
  /** The same symbol has the same color in every row: those of the sources in their order, then any other. */
  const coloring = (rows) => {
    const known = new Map();
    const color = (name) => {
      if (!known.has(name)) known.set(name, fills[known.size % fills.length]);
      return known.get(name);
    };
    for (const row of rows) for (const mark of row.marks) if (!mark.end) color(mark.name);
    return color;
  };

  // MARK: Drawing

  /** A place for rows: `at` in nanoseconds becomes a place on a sheet of `last` nanoseconds. Rows that are only seen, `you` and `really`, need less room. */
  const scale = (frame, last, isSeen = false) => {
    const { left, space } = isSeen && isNarrow() ? { left: 50, space: 14 } : margins(), wide = isNarrow() ? Math.max(260, innerWidth - 62) : 720;
    // A finger needs more room than a mouse: what does not fit then is scrolled.
    const frames = Math.max(6, Math.ceil(last / frame) + 1), step = Math.max(!isNarrow() ? 13 : isSeen ? 10 : 15, Math.min(34, Math.floor((wide - left - space) / frames)));
    const radius = Math.min(13, step / 2 + 1);
    return { frame, frames, step, radius, left, width: left + frames * step + space, x: (at) => left + at / frame * step };
  };
  /** Marks of one instant stand below each other. */
  const stacked = (marks) => marks.map((mark, index) => {
    const own = marks.filter((one) => one.at === mark.at && !(one.end === 'finished')), place = own.indexOf(mark);
    return { mark, index, shift: place < 0 ? 0 : place - (own.length - 1) / 2 };
  });
  const height = (marks, radius) => Math.max(34, ...stacked(marks).map(({ shift }) => (Math.abs(shift) * 2 + 1) * (radius + 1) * 2));
  const sign = (mark, sheet, y, color) => {
    const x = sheet.x(mark.at), { radius } = sheet;
    if (mark.end === 'finished') return [node('path', { d: `M${x} ${y - radius - 4}V${y + radius + 4}`, stroke: 'currentColor', 'stroke-width': 3 }), node('rect', { x: x - 8, y: y - 20, width: 16, height: 40, fill: 'transparent' })];
    if (mark.end) return [node('path', { d: `M${x - 8} ${y - 8}L${x + 8} ${y + 8}M${x - 8} ${y + 8}L${x + 8} ${y - 8}`, stroke: 'var(--bad, #b3261e)', 'stroke-width': 3 }), node('rect', { x: x - 12, y: y - 12, width: 24, height: 24, fill: 'transparent' })];
    const text = Array.from(mark.name), shown = text.length > 3 ? text.slice(0, 2).join('') + '…' : mark.name;
    return [
      node('circle', { cx: x, cy: y, r: radius, fill: color(mark.name), stroke: '#16202c', 'stroke-width': 1.5 }),
      node('text', { x, y: y + radius * 0.36, 'text-anchor': 'middle', 'font-size': Math.max(9, text.length > 1 ? radius * 0.85 : radius * 1.1), fill: '#16202c' }, shown),
    ];
  };
  const line = (sheet, y, name, end) => [
    node('text', { x: 4, y: y + 4, 'font-size': 13, fill: 'currentColor' }, name),
    node('path', { d: `M${sheet.left - 10} ${y}H${end ?? sheet.width - 8}`, stroke: 'currentColor', 'stroke-width': 1.5 }),
  ];
  const ruler = (sheet) => {
    // As many times as have room: every 1, 2, 5, 10, … frames.
    const every = [1, 2, 5, 10, 20, 50].find((count) => count * sheet.step >= 60) ?? 100, list = [];
    for (let frame = 0; frame <= sheet.frames; frame += every) list.push(node('text', { x: sheet.x(frame * sheet.frame), y: 14, 'text-anchor': 'middle', 'font-size': 11, fill: 'currentColor', opacity: 0.75 }, Rows.time(frame * sheet.frame)));
    return list;
  };
  const endOf = (sheet, row) => { const end = row.marks.find((mark) => mark.end); return end ? sheet.x(end.at) : undefined; };
  const paper = (sheet, tall, label) => node('svg', { viewBox: `0 0 ${sheet.width} ${tall}`, width: sheet.width, height: tall, class: 'board', 'aria-label': label, role: 'group', 'font-family': 'system-ui, sans-serif' });

  // MARK: The outcome

  const eventsOf = (question, symbol) => question.events.map((event) => ('value' in event ? { at: event.at, name: symbol(event), event }
    : { at: event.at, end: 'finished' in event ? 'finished' : 'failure', text: 'finished' in event ? '|' : '#', event }));
  /** The sources and the outcome below them. */
  const answer = (question) => {
    const really = eventsOf(question, Rows.symbolOf(question, { names: new Map() })), rows = [...sources(question), { name: 'really', marks: really }];
    const sheet = scale(question.frame, Math.max(0, ...rows.flatMap((row) => row.marks.map((mark) => mark.at))));
    if (sheet.frames > longest * 2) return null;
    const color = coloring(rows), svg = paper(sheet, 0, 'The outcome');
    let y = 24;
    svg.append(...ruler(sheet));
    for (const row of rows) {
      const tall = height(row.marks, sheet.radius);
      svg.append(...line(sheet, y + tall / 2, row.name, endOf(sheet, row)));
      for (const { mark, shift } of stacked(row.marks)) svg.append(node('g', {}, node('title', {}, `${row.name}: ${title(mark)} at ${Rows.time(mark.at)}`), ...sign(mark, sheet, y + tall / 2 + shift * 2 * (sheet.radius + 1), color)));
      y += tall + 4;
    }
    svg.setAttribute('viewBox', `0 0 ${sheet.width} ${y + 6}`);
    svg.setAttribute('height', y + 6);
    const box = scrolled(words('div', undefined, { className: 'boards' }), 'The rows as marbles');
    box.append(svg);
    return box;
  };

  /** The prediction above the outcome: lines join what belongs together, rings are around what only one of the rows has. */
  const outcome = (question, marks, result) => {
    const really = eventsOf(question, Rows.symbolOf(question, result));
    const sheet = scale(question.frame, Math.max(0, ...marks.concat(really).map((mark) => mark.at)), true);
    if (sheet.frames > longest * 2) return null;
    const color = coloring([...sources(question), { marks }, { marks: really }]);
    const late = result.differences.filter((one) => one.shift), told = late.slice(0, 4);
    const above = height(marks, sheet.radius), below = height(really, sheet.radius);
    const one = 24 + above / 2, two = one + above / 2 + 26 + told.length * 16 + below / 2, tall = two + below / 2 + 6;
    const svg = paper(sheet, tall, 'Your row above the outcome');
    svg.append(...ruler(sheet), ...line(sheet, one, 'you', endOf(sheet, { marks })), ...line(sheet, two, 'really', endOf(sheet, { marks: really })));
    const places = (list, y) => new Map(stacked(list).map(({ mark, shift }) => [mark.event ?? mark, { x: sheet.x(mark.at), y: y + shift * 2 * (sheet.radius + 1) }]));
    const [from, to] = [places(marks, one), places(really, two)], { radius } = sheet;
    const join = ({ guess, event }, isRight) => {
      const [start, end] = [from.get(guess), to.get(event)];
      svg.append(node('path', { class: isRight ? 'joined' : 'moved', d: `M${start.x} ${start.y + radius}L${end.x} ${end.y - radius}`, stroke: isRight ? 'var(--good, #1a6e33)' : 'var(--bad, #b3261e)', 'stroke-width': isRight ? 1.5 : 2, 'stroke-dasharray': isRight ? undefined : '5 3' }));
    };
    for (const pair of result.matches) join(pair, true);
    for (const pair of late) join(pair, false);
    told.forEach(({ guess, event }, index) => {
      const [start, end] = [from.get(guess), to.get(event)], y = one + above / 2 + 16 + index * 16;
      const text = `you: ${Rows.time(guess.at)}; really: ${Rows.time(event.at)}`, half = text.length * 3.2;
      const x = Math.min(Math.max((start.x + end.x) / 2, half + 4), sheet.width - half - 4);
      svg.append(node('text', { x, y, 'text-anchor': 'middle', 'font-size': 12, fill: 'currentColor', stroke: 'var(--ground, Canvas)', 'stroke-width': 4, 'paint-order': 'stroke' }, text));
    });
    for (const { mark, shift } of stacked(marks)) svg.append(node('g', {}, node('title', {}, `you: ${title(mark)} at ${Rows.time(mark.at)}`), ...sign(mark, sheet, one + shift * 2 * (radius + 1), color)));
    for (const { mark, shift } of stacked(really)) svg.append(node('g', {}, node('title', {}, `really: ${title(mark)} at ${Rows.time(mark.at)}`), ...sign(mark, sheet, two + shift * 2 * (radius + 1), color)));
    const ring = ({ x, y }) => svg.append(node('circle', { class: 'alone', cx: x, cy: y, r: radius + 4, fill: 'none', stroke: 'var(--bad, #b3261e)', 'stroke-width': 2, 'stroke-dasharray': '4 3' }));
    for (const { guess, event, shift } of result.differences) {
      if (shift) continue;
      if (guess) ring(from.get(guess));
      if (event) ring(to.get(event));
    }
    const box = scrolled(words('div', undefined, { className: 'boards' }), 'Your row and the outcome, as marbles');
    box.append(svg);
    const has = (test) => result.differences.some(test);
    const legend = [has((one) => one.shift) && 'a dashed line: it comes at another time', has((one) => !one.shift && one.guess) && 'a ring above: only you have it', has((one) => !one.shift && one.event) && 'a ring below: you do not have it'].filter(Boolean);
    if (legend.length) box.append(words('p', legend.join('; ') + '.', { className: 'legend' }));
    return box;
  };

  // MARK: The empty row

  /** What the outcome may hold: the values of the sources, and what the pipeline or one of its rivals computes, in an order that tells nothing of the
      outcome. A symbol that stands for another value stands for it here, too. */
  const offers = (question) => {
    const own = sources(question).flatMap((row) => row.marks.filter((mark) => !mark.end).map((mark) => mark.name));
    const known = new Set((question.input ?? []).map((one) => one.value));
    const sent = [question, ...(question.rivals ?? [])].flatMap((one) => one.events ?? []).filter((event) => 'value' in event && !known.has(event.value));
    const made = [...new Set(sent.map((event) => Rows.plain(event.value)))];
    return [...new Set([...own, ...made.sort((one, two) => one.length - two.length || (one < two ? -1 : 1))])];
  };

  /** A row as text: a dash for each frame, groups for what shares an instant; nothing if a mark is between frames. */
  const written = (marks, frame) => {
    if (marks.some((mark) => mark.at % frame)) return null;
    const text = (mark) => (mark.end ? mark.text : Array.from(mark.name).length === 1 && !/[-|#()[\]'\s^!?{}*@]/.test(mark.name) ? mark.name : `'${mark.name.replace(/['\\]/g, '\\$&')}'`);
    const failure = (mark) => (mark.end === 'failure' && mark.name !== undefined ? `#'${mark.name}'` : text(mark));
    let row = '', next = 0;
    for (const at of [...new Set(marks.map((mark) => mark.at))].sort((one, two) => one - two)) {
      const own = marks.filter((mark) => mark.at === at);
      row += '-'.repeat(at / frame - next) + (own.length > 1 ? `[${own.map(failure).join('')}]` : failure(own[0]));
      next = at / frame + 1;
    }
    return row || '-';
  };

  /** The sources of a question and below them a row for marbles, which follows the text of `input` and writes it. Nothing where a row would be too long. */
  const editor = (question, input) => {
    const { frame } = question, rows = sources(question);
    const last = Math.max(0, ...rows.flatMap((row) => row.marks.map((mark) => mark.at)));
    if (!rows.length || last / frame > longest) return null;
    // There is room behind the sources, and it is the same for every question: it tells nothing of the outcome.
    const room = last + Math.max(6, Math.ceil(last / frame / 3)) * frame;
    const box = words('div', undefined, { className: 'boards' }), holder = scrolled(words('div', undefined, { className: 'holder' }), 'Rows to put marbles into');
    const tray = words('div', undefined, { className: 'tray' });
    tray.setAttribute('role', 'group');
    tray.setAttribute('aria-label', 'Marbles for your row');
    let marks = [], sheet = scale(frame, room), mine = 0, chosen = null, held = null, svg = null;
    const names = offers(question);

    const read = () => {
      try { marks = Rows.readRow(input.value.trim().replace(/^=\s*/, ''), frame); } catch (error) { if (!(error instanceof Rows.Unreadable)) throw error; return; }
      draw();
    };
    const write = (next) => {
      const ends = next.filter((mark) => mark.end), end = ends[ends.length - 1];
      // One completion, and nothing behind it.
      next = next.filter((mark) => !mark.end && (!end || mark.at <= end.at)).sort((one, two) => one.at - two.at);
      if (end) next.push(end);
      const text = written(next, frame);
      if (text === null) return;
      input.value = text === '-' ? '' : text;
      marks = next;
      draw();
    };
    const draw = (focus = svg?.contains(document.activeElement) ? Number(document.activeElement.dataset.index) : -1) => {
      sheet = scale(frame, Math.max(room, ...marks.map((mark) => mark.at + 2 * frame)));
      const color = coloring([...rows, { marks }]);
      let y = 24;
      const drawn = paper(sheet, 0, 'Your row, as marbles');
      drawn.append(...ruler(sheet));
      for (const row of rows) {
        const tall = height(row.marks, sheet.radius);
        y += tall / 2;
        drawn.append(...line(sheet, y, row.name, endOf(sheet, row)));
        for (const { mark, shift } of stacked(row.marks)) drawn.append(node('g', {}, ...sign(mark, sheet, y + shift * 2 * (sheet.radius + 1), color)));
        y += tall / 2 + 4;
      }
      const tall = height(marks, sheet.radius);
      mine = y + tall / 2 + 4;
      drawn.append(node('rect', { class: 'track', x: sheet.left - 12, y: mine - tall / 2 - 2, width: sheet.width - sheet.left + 6, height: tall + 4, rx: 6, fill: 'currentColor', 'fill-opacity': 0.06 }));
      drawn.append(...line(sheet, mine, isNarrow() ? 'you' : 'your row'));
      for (const { mark, index, shift } of stacked(marks)) {
        const one = node('g', { class: 'marble', tabindex: 0, role: 'button', 'data-index': index, 'aria-label': `your row: ${title(mark)} at ${Rows.time(mark.at)}` });
        one.append(...sign(mark, sheet, mine + shift * 2 * (sheet.radius + 1), color));
        drawn.append(one);
      }
      const bottom = mine + tall / 2 + 8;
      drawn.setAttribute('viewBox', `0 0 ${sheet.width} ${bottom}`);
      drawn.setAttribute('height', bottom);
      if (svg) svg.replaceWith(drawn); else holder.append(drawn);
      svg = drawn;
      if (focus >= 0) svg.querySelector(`[data-index="${focus}"]`)?.focus({ preventScroll: true });
      for (const button of tray.querySelectorAll('button')) {
        button.setAttribute('aria-pressed', String(button.mark === chosen));
        if (button.mark && !button.mark.end) button.style.background = color(button.mark.name);
      }
    };
    const instantAt = (event) => {
      const bounds = svg.getBoundingClientRect(), x = (event.clientX - bounds.left) * sheet.width / bounds.width;
      return Math.max(0, Math.round((x - sheet.left) / sheet.step)) * frame;
    };
    const isOnRow = (event) => { const bounds = svg.getBoundingClientRect(); return Math.abs((event.clientY - bounds.top) * sheet.width / bounds.width - mine) < 42; };
    /** The next marble of the tray is chosen, so that one after the other can be put down. */
    const advance = () => { const list = [...tray.querySelectorAll('button')].map((button) => button.mark); if (list.includes(chosen)) chosen = list[Math.min(list.indexOf(chosen) + 1, list.length - 1)]; };

    holder.addEventListener('pointerdown', (event) => {
      if (event.button !== 0) return;
      const one = event.target.closest('.marble');
      if (one) {
        // A finger is wider than a marble: a touch beside or on one, which does not move it, is a touch on the row.
        held = { mark: marks[Number(one.dataset.index)], before: marks, isNew: false, touched: event.pointerType === 'touch' ? instantAt(event) : null };
        event.preventDefault();
        one.focus({ preventScroll: true });
      } else if (isOnRow(event) && chosen) {
        const added = { ...chosen, at: instantAt(event) };
        write([...marks, added]);
        advance();
        draw();
      }
    });
    tray.addEventListener('pointerdown', (event) => {
      const button = event.target.closest('button');
      if (!button || event.button !== 0) return;
      chosen = button.mark;
      held = { mark: { ...chosen, at: 0 }, before: marks, isNew: true };
      other.value = '';
      draw();
      button.setPointerCapture?.(event.pointerId);
    });
    const move = (event) => {
      if (!held) return;
      const rest = held.before.filter((mark) => mark !== held.mark && !(held.mark.end && mark.end));
      const isOn = isOnRow(event), at = instantAt(event);
      held.moved ||= held.isNew || !isOn || at !== held.mark.at;
      const next = isOn ? [...rest, { ...held.mark, at }] : held.isNew ? held.before : rest;
      const key = next.map((mark) => textOf(mark) + mark.at).join();
      if (key !== held.key) { held.key = key; write(next); }
    };
    const drop = () => {
      if (held?.isNew && held.moved) { advance(); draw(); }
      const { mark, moved, touched } = held ?? {};
      held = null;
      if (!moved && chosen && typeof touched === 'number' && (touched !== mark.at || textOf(chosen) !== textOf(mark))) {
        write([...marks, { ...chosen, at: touched }]);
        advance();
        draw();
      }
    };
    // A finger on a marble drags it, and does not scroll.
    holder.addEventListener('touchstart', (event) => { if (event.target.closest('.marble')) event.preventDefault(); }, { passive: false });
    addEventListener('pointermove', move);
    addEventListener('pointerup', drop);
    addEventListener('pointercancel', () => { if (held) write(held.before); drop(); });
    /** The chosen marble comes behind the last one. */
    const append = () => {
      const values = marks.filter((mark) => !mark.end || chosen.end), at = values.length ? Math.max(...values.map((mark) => mark.at)) + frame : 0;
      write([...marks, { ...chosen, at }]);
      draw();
    };
    tray.addEventListener('click', (event) => {
      const button = event.target.closest('button');
      // A click by key has no place: the marble comes behind the last one.
      if (!button || event.detail !== 0) return;
      chosen = button.mark;
      append();
    });
    holder.addEventListener('keydown', (key) => {
      const one = key.target.closest('.marble');
      if (!one || key.ctrlKey || key.metaKey || key.altKey) return;
      const index = Number(one.dataset.index), mark = marks[index], direction = { ArrowRight: 1, ArrowLeft: -1 }[key.key];
      const rest = marks.filter((other) => other !== mark);
      if (direction) {
        const moved = { ...mark, at: Math.max(0, mark.at + direction * frame * (key.shiftKey ? 5 : 1)) };
        write([...rest, moved]);
        draw(marks.indexOf(moved));
      } else if (key.key === 'Delete' || key.key === 'Backspace') {
        write(rest);
        draw(Math.min(index, marks.length - 1));
      } else if (/^[0-9A-Za-z]$/.test(key.key) && !mark.end) {
        const renamed = { ...mark, name: key.key, text: key.key };
        write(marks.map((other) => (other === mark ? renamed : other)));
        draw(index);
      } else return;
      key.preventDefault();
      key.stopPropagation();
    });
    input.addEventListener('input', read);

    const offered = [...names.map((name) => ({ name, text: name })), { end: 'finished', text: '|' }, { end: 'failure', text: '#' }];
    for (const mark of offered) {
      const long = Array.from(textOf(mark)), button = words('button', mark.end === 'failure' ? '✕' : long.length > 16 ? long.slice(0, 15).join('') + '…' : textOf(mark), { type: 'button', title: mark.end === 'finished' ? 'the finish' : mark.end ? 'a failure' : `a marble ${mark.name}` });
      button.mark = mark;
      button.setAttribute('aria-label', mark.end === 'finished' ? 'the finish' : mark.end ? 'a failure' : `marble ${mark.name}`);
      if (!mark.end) button.className = 'value';
      tray.append(button);
    }
    // Any other value: what is written becomes the chosen marble.
    const other = Object.assign(document.createElement('input'), { type: 'text', size: 3, maxLength: 12, placeholder: 'other', autocomplete: 'off', spellcheck: false });
    other.setAttribute('aria-label', 'Another value, for a marble');
    other.addEventListener('input', () => {
      const name = other.value.trim();
      chosen = name ? { name, text: name } : offered[0];
      draw();
    });
    other.addEventListener('keydown', (key) => {
      if (key.key !== 'Enter') return;
      key.preventDefault();
      if (other.value.trim()) { append(); other.select(); }
    });
    tray.append(other);
    [chosen] = offered;
    box.append(holder, tray, words('p', 'Drag marbles into your row, or choose one and click the row; pull one off the row to remove it. The text follows.', { className: 'legend' }));
    read();
    return box;
  };

  // MARK: Why

  /** The question about a reason, its options with a button each, and what the answer is. `explain` is called with the first answer, and from then on. */
  const why = (asked, explain) => {
    const said = words('p', '', { role: 'status' }), list = words('ul', undefined, { className: 'options' });
    const right = 'abcd'[asked.options.findIndex((option) => option.rival === null)];
    asked.options.forEach((option, index) => {
      const item = words('li'), button = words('button', 'abcd'[index], { type: 'button' });
      button.setAttribute('aria-label', `Answer ${'abcd'[index]}: ${option.text}`);
      button.onclick = () => {
        said.className = option.rival === null ? 'good' : 'bad';
        said.textContent = option.rival === null ? 'Right.' : `No: ${option.rival.replaceAll('`', '')} does that. The answer is ${right}.`;
        explain();
      };
      item.append(button, words('span', option.text));
      list.append(item);
    });
    return [words('p', asked.question), list, said];
  };

  return { editor, outcome, answer, written, sources, coloring, offers, why };
})();
