// Once, a marble asks to be dragged.
const Nudge = (() => {
  const shelf = 'marbles-nudged';
  let isOver = true;
  const known = () => { try { return localStorage.getItem(shelf) !== null; } catch { return false; } };
  const show = (layer) => {
    if (isOver) return;
    const marbles = layer.querySelectorAll('.handle.value:not(.guess)');
    marbles[Math.min(2, marbles.length - 1)]?.classList.add('nudge');
  };
  const stop = () => {
    if (isOver) return;
    isOver = true;
    for (const node of document.querySelectorAll('.nudge')) node.classList.remove('nudge');
    try { localStorage.setItem(shelf, 'yes'); } catch { /* It asks again the next time. */ }
  };
  return { show, stop, begin() { isOver = known(); } };
})();

// What can be pulled in the picture: marbles, ends, subscriptions, requests. Each is a button over the picture.
const Drag = (() => {
  const canvas = $('canvas'), layer = element('div', { class: 'handles' });
  canvas.append(layer);
  let drag = null, focused = null;
  const kinds = { value: 'value', finished: 'end', failure: 'failure', subscribe: 'subscription', cancel: 'cancel', request: 'request' };
  const label = (row, mark) => `${kinds[mark[4]]}${['value', 'request', 'failure'].includes(mark[4]) ? ' ' + mark[1] : ''} of ${row.name}, ${Picture.words(mark[0])}`;
  /** The middle of a mark in the picture. */
  const spot = (row, mark) => {
    const x = Picture.place(mark[0]), y = Number(row.y), [start, end] = [row.startShift ?? 0, row.endShift ?? 0].map(Number);
    const own = row.places?.[row.marks.indexOf(mark)];
    if (own !== undefined) return [Number(own), y];
    if (['value', 'failure'].includes(mark[4]) && row.role !== 'demand') {
      // Only the picture knows the places beside each other; a prediction has none yet.
      const count = row.role === 'guess' ? row.marks.filter((other) => other[0] === mark[0] && ['value', 'failure'].includes(other[4])).length : 0;
      return [x, count > 1 ? y + (mark[5] - (count - 1) / 2) * 28 : y];
    }
    return [x + (mark[4] === 'subscribe' ? start : ['finished', 'cancel'].includes(mark[4]) ? end : 0), y];
  };

  const handle = (row, mark, number) => {
    const node = element('button', { type: 'button', class: `handle ${mark[4]}`, 'aria-label': label(row, mark), 'aria-roledescription': 'marble that can be moved' });
    node.row = row;
    node.number = number;
    if (row.role === 'guess') {
      node.classList.add('guess');
      if (mark[4] !== 'finished') node.textContent = mark[4] === 'failure' ? '×' : mark[1].replace(/'/g, '').slice(0, 3);
      if (mark[4] === 'value') node.style.background = Predict.color(mark[1].replace(/'/g, ''));
    }
    Picture.put(node, ...spot(row, mark));
    return node;
  };
  const rowsOf = (page) => page.rows.filter((row) => row.marks && row.y !== null);

  const show = (page) => {
    if (drag) { move(); return; }
    const nodes = [];
    const rows = Predict.isOn ? [...rowsOf(page), Predict.row].filter(Boolean) : rowsOf(page);
    for (const row of rows) {
      if (row.role !== 'window') {
        const track = element('div', { class: 'track', title: 'Double-click to add a marble' });
        track.row = row;
        Picture.put(track, 0, Number(row.y));
        nodes.push(track);
      }
      row.marks.forEach((mark, number) => nodes.push(handle(row, mark, number)));
      if (row.role !== 'window') {
        const last = row.marks.length ? row.marks[row.marks.length - 1][0] : 0;
        const add = element('button', { type: 'button', class: 'add', 'aria-label': `Add to ${row.name}`, title: 'Add a marble' }, '+');
        add.row = row;
        // It may be beside the picture, so that it covers no handle at the end of the row.
        Picture.put(add, Math.min(Picture.place(last) + 34 * Picture.scale, Picture.size.width + 20 * Picture.scale), Number(row.y));
        nodes.push(add);
      }
    }
    layer.replaceChildren(...nodes);
    Nudge.show(layer);
    if (focused) {
      const node = [...layer.children].find((one) => one.row?.line === focused.line && one.number === focused.number);
      node?.focus({ preventScroll: true });
      focused = null;
    }
  };

  // MARK: Edits

  /** The row's action in the engine's words. */
  const edit = (row, action) => ({
    line: row.line, start: row.start, end: row.end, text: row.text,
    action: `${row.role === 'guess' ? 'expectation' : row.role} ${Picture.frame} ${action}`,
  });
  const apply = async (row, action, name, words) => {
    if (row.role === 'guess') return Predict.apply(edit(row, action), words);
    if (App.isStale) return App.refuse();
    Nudge.stop();
    const answer = await App.change({ ...edit(row, action), text: rowText(row) }, name);
    if (!answer) return say('That is not possible there.');
    focused = answer.mark === null ? null : { line: row.line, number: answer.mark };
    await App.settled;
    show(Picture.page);
    const now = Picture.page.rows.find((one) => one.line === row.line);
    say(answer.mark === null ? words || 'removed' : label(now, now.marks[answer.mark]));
  };
  const rowText = (row) => Array.from(Editor.text.split('\n')[row.line]).slice(row.start, row.end).join('');
  /** The sign that a new marble gets: the next digit or letter after those of the row. */
  const nextSign = (row) => {
    if (row.role === 'demand') return '1';
    const signs = row.marks.filter((mark) => mark[4] === 'value').map((mark) => mark[1]).filter((sign) => /^[0-9A-Za-z]$/.test(sign));
    const last = signs.sort().pop();
    if (!last) return 'a';
    const next = String.fromCharCode(last.charCodeAt(0) + 1);
    return /[0-9A-Za-z]/.test(next) ? next : last;
  };
  const add = (row, instant) => apply(row, `add ${instant} ${row.role === 'guess' ? Predict.sign() : nextSign(row)}`, 'whole');

  // MARK: The pointer

  const instantAt = (event) => {
    const box = Picture.svg.getBoundingClientRect();
    const x = (event.clientX - box.left) * Picture.scale;
    return Math.max(0, Math.round(Picture.instant(x) / Picture.frame) * Picture.frame);
  };
  const move = () => {
    const row = drag.page().rows?.find((one) => one.line === drag.row.line) ?? (drag.row.role === 'guess' ? Predict.row : null);
    const mark = row?.marks[drag.mark];
    if (mark) Picture.put(drag.node, ...spot(row, mark));
  };
  layer.addEventListener('pointerdown', (event) => {
    const node = event.target.closest('.handle');
    if (!node || event.button !== 0) return;
    if (App.isStale && node.row.role !== 'guess') return App.refuse();
    Nudge.stop();
    const { row, number } = node, mark = row.marks[number];
    drag = {
      node, row, number, mark: number, x: event.clientX, y: event.clientY, from: mark[0], at: mark[0], text: row.role === 'guess' ? row.text : rowText(row),
      whole: Editor.text, scale: Picture.scale, step: Picture.step, frame: Picture.frame, isOff: false, moved: false,
      page: () => Picture.page, isBusy: false,
    };
    node.setPointerCapture(event.pointerId);
    node.classList.add('held');
    document.body.classList.add('dragging');
    node.focus({ preventScroll: true });
    event.preventDefault();
  });
  /** Brings the row to where the pointer is, also when the pointer is up before the engine has answered. */
  const follow = async (own) => {
    while (!own.isOver && own.at !== own.shown) {
      const at = own.at;
      const action = edit({ ...own.row, text: own.text }, `move ${own.number} ${at}`);
      const answer = own.row.role === 'guess' ? await Predict.apply(action) : await App.drag(own.whole, { ...action, text: own.text });
      own.shown = at;
      if (answer) own.mark = answer.mark ?? own.mark;
      if (answer && drag === own) move();
    }
    own.isBusy = false;
  };
  const run = () => {
    if (!drag || drag.isBusy) return;
    drag.isBusy = true;
    drag.ended = follow(drag);
  };
  layer.addEventListener('pointermove', (event) => {
    if (!drag) return;
    const dx = (event.clientX - drag.x) * drag.scale, dy = Math.abs(event.clientY - drag.y);
    if (Math.abs(dx) > 3 || dy > 6) drag.moved = true;
    const isOff = dy > 56 && drag.row.role !== 'window';
    if (isOff !== drag.isOff) { drag.isOff = isOff; drag.node.classList.toggle('off', isOff); }
    // In frames of the picture as it was when the pull began, so that the marble keeps to the pointer.
    const next = Math.max(0, drag.from + Math.round(dx / drag.step) * drag.frame);
    if (next !== drag.at) { drag.at = next; run(); }
  });
  const drop = async (event) => {
    if (!drag) return;
    const own = drag;
    drag = null;
    own.node.classList.remove('held', 'off');
    document.body.classList.remove('dragging');
    if (!own.moved) return;
    own.isOver = own.isOff || event.type === 'pointercancel';
    await own.ended;
    if (event.type === 'pointercancel') { App.drag(own.whole, null); return; }
    if (own.isOff) {
      if (own.row.role === 'guess') return apply({ ...own.row, text: own.text }, `remove ${own.number}`);
      Editor.set(own.whole, 'drag');
      Editor.seal();
      return apply({ ...own.row }, `remove ${own.number}`, 'whole', 'removed');
    }
    await App.settled;
    focused = { line: own.row.line, number: own.mark };
    Editor.seal();
    show(Picture.page);
    const row = own.row.role === 'guess' ? Predict.row : Picture.page.rows.find((one) => one.line === own.row.line);
    if (row?.marks[own.mark]) say(label(row, row.marks[own.mark]));
  };
  layer.addEventListener('pointerup', drop);
  layer.addEventListener('pointercancel', drop);
  layer.addEventListener('dblclick', (event) => {
    const node = event.target.closest('.handle');
    if (node) return rename(node);
    const track = event.target.closest('.track');
    if (track) add(track.row, instantAt(event));
  });
  layer.addEventListener('click', (event) => {
    const button = event.target.closest('.add');
    if (!button) return;
    const { row } = button, end = row.marks.find((mark) => ['finished', 'failure'].includes(mark[4]));
    const last = row.marks.filter((mark) => mark !== end).map((mark) => mark[0]).pop();
    add(row, last === undefined ? Picture.frame : last + Picture.frame);
  });
  // Hover and focus show the causes and where the marble stands in the text.
  layer.addEventListener('pointerover', (event) => light(event.target.closest('.handle')));
  layer.addEventListener('pointerout', () => { if (!drag) Picture.trace([]); });
  layer.addEventListener('focusin', (event) => light(event.target.closest('.handle')));
  layer.addEventListener('focusout', () => { if (!drag) Picture.trace([]); });
  const light = (node) => {
    if (!node || drag || node.row.role === 'guess') return;
    const [instant] = node.row.marks[node.number];
    const [x, y] = spot(node.row, node.row.marks[node.number]);
    const found = [...Picture.svg.querySelectorAll('[data-events]')].find((one) => {
      const shape = one.querySelector('circle, rect.marble');
      if (!shape || Number(one.dataset.at) !== instant) return false;
      const box = shape.getBBox();
      return Math.abs(box.x + box.width / 2 - x) < 2 && Math.abs(box.y + box.height / 2 - y) < 2;
    });
    if (found) Picture.trace(Picture.eventsOf(found));
  };

  // MARK: Keys

  layer.addEventListener('keydown', (key) => {
    const node = key.target.closest('.handle');
    if (!node || key.altKey || key.ctrlKey || key.metaKey || key.target.tagName === 'INPUT') return;
    const { row, number } = node, mark = row.marks[number];
    const far = key.shiftKey ? 5 : 1;
    const direction = { ArrowRight: far, ArrowLeft: -far }[key.key];
    if (direction) apply(row, `move ${number} ${Math.max(0, mark[0] + direction * Picture.frame)}`, `key ${row.line}`);
    else if (key.key === 'Delete' || key.key === 'Backspace') apply(row, `remove ${number}`, 'whole', `${label(row, mark)} removed`);
    else if (key.key === 'Enter' || key.key === 'F2') rename(node);
    else if (key.key === 'Insert' || key.key === '+') add(row, mark[0] + Picture.frame);
    else if (key.key === 'Home') apply(row, `move ${number} 0`, 'whole');
    else if (/^[0-9A-Za-z]$/.test(key.key) && mark[4] === 'value') apply(row, `rename ${number} ${key.key}`, 'whole');
    else return;
    key.preventDefault();
    key.stopPropagation();
  });

  const rename = (node) => {
    const { row, number } = node, mark = row.marks[number];
    const input = element('input', { class: 'rename', value: mark[1], 'aria-label': `New name of ${label(row, mark)}`, size: 3 });
    Picture.put(input, ...spot(row, mark));
    layer.append(input);
    input.select();
    let isDone = false;
    const close = (takes) => {
      if (isDone) return;
      isDone = true;
      const text = input.value.trim();
      input.remove();
      if (takes && text && text !== mark[1]) apply(row, `rename ${number} ${/^'.*'$|^.$|^#/u.test(text) ? text : `'${text.replace(/['\\]/g, '\\$&')}'`}`, 'whole');
      else node.focus();
    };
    input.onkeydown = (key) => {
      if (key.key === 'Enter') close(true); else if (key.key === 'Escape') close(false); else return;
      key.preventDefault();
      key.stopPropagation();
    };
    input.onblur = () => close(true);
    input.focus();
  };

  return {
    show, label,
    get isDragging() { return drag !== null; },
    redraw() { if (Picture.page) show(Picture.page); },
  };
})();
