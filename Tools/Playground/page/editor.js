// The text: line numbers, colors, problems at their place, undo, completion.
const $ = (id) => document.getElementById(id);
const say = (words) => { $('live').textContent = ''; requestAnimationFrame(() => { $('live').textContent = words; }); };
const element = (name, attributes = {}, ...children) => {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith('on')) node[key] = value; else if (value !== false && value != null) node.setAttribute(key, value === true ? '' : value);
  }
  node.append(...children);
  return node;
};

const Editor = (() => {
  const area = $('text'), colors = $('colors'), gutter = $('gutter'), sheet = $('sheet'), words = $('words');
  let past = [], future = [], current = { text: '', from: 0, to: 0 }, kind = '', since = 0;
  let problem = null, changed = () => {}, permits = () => true, operators = [], sources = [];

  // MARK: Colors

  const escape = (text) => text.replace(/[&<>]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[sign]);
  const paint = (text, pattern, names) => {
    let out = '', at = 0;
    for (const match of text.matchAll(pattern)) {
      const index = match.slice(1).findIndex((group) => group !== undefined);
      out += escape(text.slice(at, match.index)) + `<span class="${names[index]}">${escape(match[0])}</span>`;
      at = match.index + match[0].length;
    }
    return out + escape(text.slice(at));
  };
  const code = (text) => paint(text,
    /("(?:[^"\\]|\\.)*")|(\.[a-zA-Z_]\w*(?=[({]| \{|\.|$))|(\b\d[\d.]*(?:ns|us|ms|s|m|h)?\b)|(\$\d|\b(?:in|true|false|nil|throw)\b)/g,
    ['t-text', 't-call', 't-number', 't-word']);
  const rule = (text) => paint(text,
    /('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")|(\b\d[\d.]*(?:ns|us|ms|s|m|h)?\b)|(^!|\b(?:each|is followed by|within|no|after|at most|at least|only|never|more|than|as many|as|two equal|in a row|always|finishes|fails|ends|is cancelled|unless|if any|but is broken|or open|or by the next|at the end)\b)/g,
    ['t-text', 't-number', 't-word']);
  const marbles = (text) => paint(text, /('(?:[^'\\]|\\.)*')|((?:^| )@?\d[\d.]*(?:ns|us|ms|s|m|h)(?= |$))|([-]+)|([|#!^?*(){}[\]])|(\S)/g,
    ['t-value', 't-number', 't-dash', 't-sign', 't-value']);
  const line = (text) => {
    let match;
    if (/^#/.test(text)) return `<span class="t-note">${escape(text)}</span>`;
    if ((match = /^(title|note|family|frame|limit)(:)(.*)$/.exec(text))) return `<span class="t-key">${match[1]}:</span><span class="t-note">${escape(match[3])}</span>`;
    if (/^!/.test(text)) return rule(text);
    if (/^(>|==|let |\s+\.)/.test(text)) return code(text);
    if ((match = /^((?:=|from|demand|(?:subs|busy) [^:]*:)\s?)(.*?)( demand | = |$)(.*)$/.exec(text))) {
      return `<span class="t-key">${escape(match[1])}</span>${marbles(match[2])}${match[3] ? `<span class="t-key">${escape(match[3])}</span>` : ''}${marbles(match[4])}`;
    }
    if ((match = /^((?:hot |cold )?)([A-Za-z_]\w*)(:)(.*)$/.exec(text))) {
      return `<span class="t-key">${match[1]}</span><span class="t-name">${match[2]}</span>:${marbles(match[4])}`;
    }
    return code(text);
  };

  const render = () => {
    const lines = area.value.split('\n');
    colors.innerHTML = lines.map((text, index) => {
      if (!problem || problem.line !== index + 1) return line(text);
      const letters = Array.from(text), from = problem.column - 1, to = from + Math.max(1, problem.width);
      const cut = (a, b) => escape(letters.slice(a, b).join(''));
      return `${cut(0, from)}<span class="wrong">${cut(from, to) || ' '}</span>${cut(to)}`;
    }).join('\n') + '\n';
    gutter.innerHTML = lines.map((_, index) => (problem && problem.line === index + 1 ? `<b>${index + 1}</b>` : index + 1)).join('\n');
    area.style.height = 'auto';
    sheet.style.minHeight = `${lines.length * 1.5 + 1}em`;
    area.style.width = `max(100%, ${Math.max(...lines.map((text) => text.length)) + 2}ch)`;
  };

  // MARK: Changes and undo

  /** A task may lock parts of the text: a change of those is taken back, and said. */
  const refuse = () => {
    area.value = current.text;
    area.setSelectionRange(current.from, current.to);
    render();
    say('Only the rows of marbles may be changed.');
    $('task').classList.add('refused');
    setTimeout(() => $('task').classList.remove('refused'), 700);
  };
  const snapshot = () => ({ text: area.value, from: area.selectionStart, to: area.selectionEnd });
  /** Goes on from the present text; changes of one kind in a row are one step of undo. */
  const commit = (name) => {
    const now = snapshot();
    if (now.text === current.text) { current = now; return false; }
    // A pull is one step however long it takes; typing is a step again after a pause.
    const goesOn = name === kind && name !== 'whole' && (/^(drag|pull)$/.test(name) || performance.now() - since < 1200);
    if (!goesOn) past.push(current);
    if (past.length > 500) past.shift();
    [future, current, kind, since] = [[], now, name, performance.now()];
    return true;
  };
  const restore = (entry) => {
    [current, kind] = [entry, ''];
    area.value = entry.text;
    area.setSelectionRange(entry.from, entry.to);
    render();
    changed('undo');
  };
  const undo = () => { if (past.length && permits(past[past.length - 1].text)) { future.push(current); restore(past.pop()); } };
  const redo = () => { if (future.length) { past.push(current); restore(future.pop()); } };
  /** A text from elsewhere: a drag, a slider, an example. */
  const set = (text, name = 'whole') => {
    if (!permits(text)) { refuse(); return false; }
    if (text !== area.value) {
      const [from, to] = [area.selectionStart, area.selectionEnd];
      area.value = text;
      area.setSelectionRange(Math.min(from, text.length), Math.min(to, text.length));
    }
    const isNew = commit(name);
    render();
    return isNew;
  };

  area.addEventListener('input', (event) => {
    hide();
    if (!permits(area.value)) return refuse();
    commit(event.inputType || 'typing');
    render();
    changed('typing');
    if (event.inputType === 'insertText') complete(false);
  });
  area.addEventListener('blur', () => setTimeout(hide, 150));
  area.addEventListener('scroll', () => { area.scrollTop = 0; });
  $('undo').onclick = undo;
  $('redo').onclick = redo;
  document.addEventListener('keydown', (key) => {
    if (!(key.ctrlKey || key.metaKey) || key.altKey || (key.target.tagName === 'INPUT' && key.target.type !== 'range')) return;
    const isUndo = key.key.toLowerCase() === 'z';
    if (isUndo && !key.shiftKey) undo(); else if ((isUndo && key.shiftKey) || key.key.toLowerCase() === 'y') redo(); else return;
    key.preventDefault();
  });

  // MARK: Completion

  let choices = [], chosen = 0, start = 0;
  const hide = () => { words.hidden = true; area.removeAttribute('aria-activedescendant'); };
  const complete = (isAsked) => {
    const before = area.value.slice(0, area.selectionStart), text = before.slice(before.lastIndexOf('\n') + 1);
    if (!/^(>|let |\s)/.test(text)) return false;
    const match = /(\.?)([A-Za-z_]\w*)?$/.exec(text), typed = match[2] || '';
    if (match[1]) choices = operators.filter((one) => one.receiver === 'stream' && one.name.startsWith(typed));
    else if (typed || isAsked) choices = sources.filter((name) => name.startsWith(typed) && name !== typed).map((name) => ({ name, sentence: 'a stream', isName: true }))
      .concat(operators.filter((one) => one.receiver !== 'stream' && typed && one.name.startsWith(typed)));
    else return false;
    const names = new Set();
    choices = choices.filter((one) => !names.has(one.name) && names.add(one.name)).slice(0, 40);
    if (!choices.length || (!isAsked && !match[1] && typed.length < 2)) { hide(); return false; }
    [chosen, start] = [0, area.selectionStart - typed.length];
    list();
    const row = before.split('\n').length, column = text.length - typed.length;
    words.style.top = `calc(${row * 1.5}em + 0.6em)`;
    // As wide as a letter of the text is, and inside the window.
    const letter = colors.getBoundingClientRect().width / Math.max(1, ...area.value.split('\n').map((one) => one.length));
    words.hidden = false;
    const left = sheet.offsetLeft + column * letter - sheet.scrollLeft;
    words.style.left = `${Math.max(0, Math.min(left, $('editor').clientWidth - words.offsetWidth))}px`;
    return true;
  };
  const list = () => {
    words.replaceChildren(...choices.map((one, index) => element('li', {
      id: `word-${index}`, role: 'option', 'aria-selected': String(index === chosen),
      onpointerdown: (event) => { event.preventDefault(); accept(index); },
    }, element('code', {}, one.name), element('small', {}, one.sentence))));
    words.children[chosen]?.scrollIntoView({ block: 'nearest' });
    area.setAttribute('aria-activedescendant', `word-${chosen}`);
  };
  const accept = (index) => {
    const one = choices[index], open = one.isName || one.receiver === 'value' ? '' : one.call.slice(one.name.length);
    area.setRangeText(one.name + open, start, area.selectionStart, 'end');
    if (!permits(area.value)) { hide(); return refuse(); }
    const hole = open.indexOf('…');
    if (hole >= 0) area.setSelectionRange(start + one.name.length + hole, start + one.name.length + hole + 1);
    hide();
    commit('whole');
    render();
    changed('typing');
    area.focus();
  };
  area.addEventListener('keydown', (key) => {
    if (!words.hidden) {
      const direction = { ArrowDown: 1, ArrowUp: -1 }[key.key];
      if (direction) { chosen = (chosen + direction + choices.length) % choices.length; list(); return key.preventDefault(); }
      if (key.key === 'Tab' || key.key === 'Enter') { accept(chosen); return key.preventDefault(); }
      if (key.key === 'Escape') { hide(); key.stopPropagation(); return key.preventDefault(); }
      if (key.key.startsWith('Arrow')) hide();
    } else if (key.key === 'Tab' && !key.shiftKey && !key.ctrlKey && area.selectionStart === area.selectionEnd) {
      // Only behind a name is a tab a completion; elsewhere it moves the focus, as everywhere.
      const before = area.value.slice(0, area.selectionStart);
      if (/[.\w]$/.test(before) && complete(true)) key.preventDefault();
    } else if (key.key === ' ' && key.ctrlKey) {
      complete(true);
      key.preventDefault();
    }
  });

  return {
    get text() { return area.value; },
    set,
    undo,
    /** What comes next is another step of undo. */
    seal() { kind = ''; },
    onchange(handler) { changed = handler; },
    /** Changes for which `test` is false are refused. */
    guard(test) { permits = test; },
    know(list, names) { operators = list ?? operators; sources = names ?? sources; },
    /** Shows what is wrong, or that nothing is. */
    mark(found) {
      const isSame = JSON.stringify(found) === JSON.stringify(problem);
      problem = found;
      area.setAttribute('aria-invalid', String(Boolean(found)));
      if (!isSame) render();
    },
    /** Lights a part of a line, for what is pointed at in the picture. */
    select(row, from, to) {
      const lines = area.value.split('\n');
      const offset = lines.slice(0, row).reduce((sum, text) => sum + text.length + 1, 0);
      const units = (count) => Array.from(lines[row] || '').slice(0, count).join('').length;
      area.setSelectionRange(offset + units(from), offset + units(to));
    },
    focus() { area.focus(); },
    replace(row, from, to, text, name) {
      const lines = area.value.split('\n'), letters = Array.from(lines[row]);
      lines[row] = letters.slice(0, from).join('') + text + letters.slice(to).join('');
      return set(lines.join('\n'), name);
    },
  };
})();
