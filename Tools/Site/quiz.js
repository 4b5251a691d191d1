// The boxes in which a row is predicted. What happened was executed when the page was made; here rows are only read and compared.
const Quiz = (() => {
  'use strict';
  const data = document.getElementById('questions');
  const questions = data ? JSON.parse(data.textContent).questions : [];
  const make = (name, text, more = {}) => Object.assign(document.createElement(name), text === undefined ? {} : { textContent: text }, more);
  const lineOf = (question) => Number(question.place.split(':').pop()) || 0;

  const { Unreadable, readRow, compare, rows, sentence, hints } = Rows;

  // MARK: The box

  const isPresenting = new URLSearchParams(location.search).has('present');
  const answer = (question, verdict, typed) => {
    const marks = typed === null ? null : readRow(typed, question.frame), result = marks && compare(marks, question, question.events);
    const isRight = Boolean(result && !result.differences.length);
    let rival = null;
    verdict.replaceChildren();
    if (isRight) {
      verdict.append(make('p', 'Right: ' + sentence(question, result), { className: 'good' }));
    } else {
      const pad = (text) => text + ' '.repeat(Math.max(1, question.column - text.length));
      const shown = result && rows(question, marks, result);
      const picture = result ? Board.outcome(question, marks, result) : Board.answer(question);
      if (picture) verdict.append(picture);
      verdict.append(make('pre', shown ?? (result ? pad('you') + typed.trim() + '\n' : '') + pad('=') + question.row, { tabIndex: 0 }));
      // A short value is shown as it is.
      const meanings = shown ? question.meanings.filter((one) => !Rows.isShort(one.split(' = ')[1] ?? '')) : question.meanings;
      if (meanings.length) verdict.append(make('p', meanings.join('   ')));
      if (result) {
        verdict.append(make('p', sentence(question, result), { className: 'bad' }));
        rival = question.rivals.find((one) => !compare(marks, question, one.events).differences.length);
        if (rival) verdict.append(make('p', 'This is the row of ' + rival.name.replaceAll('`', '') + '.', { className: 'rival' }));
      }
    }
    // Why comes first: the explanation is the answer to it.
    const told = make('div', undefined, { className: 'told' });
    const explain = () => {
      skip.remove();
      if (told.childElementCount) return;
      for (const lines of [question.reasons, question.timers]) if (lines.length) told.append(make('pre', lines.join('\n'), { tabIndex: 0 }));
    };
    const skip = make('button', 'Explain', { type: 'button', className: 'explain', onclick: explain });
    if (question.why) verdict.append(...Board.why(question.why, explain), skip, told); else verdict.append(told);
    if (isPresenting || (!question.why && !isRight)) explain();
    verdict.dispatchEvent(new CustomEvent('answered', { bubbles: true, detail: { isRight, rival: rival?.name } }));
  };

  let count = 0;
  const box = (question) => {
    const form = make('form', undefined, { className: 'quiz slide' });
    Object.assign(form.dataset, { identity: question.identity, place: question.place, subscriber: question.subscriber });
    count += 1;
    const lines = question.question.filter((line) => !line.startsWith('title:'));
    while (lines[0] === '') lines.shift();
    const label = make('label', undefined, { className: 'row' });
    const input = make('input', undefined, { type: 'text', autocomplete: 'off', spellcheck: false, id: 'row-' + count });
    input.setAttribute('autocapitalize', 'off');
    const asked = question.subscribers > 1 ? `What does subscriber ${question.subscriber} receive?` : 'Your row';
    const line = make('div');
    line.append(make('b', '=' + ' '.repeat(Math.max(1, question.column - 1))), input);
    label.append(make('span', `${asked} (${question.pipeline})`), line);
    const verdict = make('div', undefined, { className: 'verdict' });
    verdict.setAttribute('role', 'status');
    const keys = make('div', undefined, { className: 'keys' });
    const left = hints(question);
    const show = make('button', 'Show', { type: 'button' }), hint = make('button', 'Hint', { type: 'button' });
    show.onclick = () => answer(question, verdict, null);
    hint.onclick = () => { verdict.replaceChildren(make('p', left.length > 1 ? left.shift() : left[0])); };
    keys.append(make('button', 'Check', { type: 'submit', className: 'first' }), hint, show);
    form.onsubmit = (event) => {
      event.preventDefault();
      const row = input.value.trim().replace(/^=\s*/, '');
      try {
        if (!row) throw new Unreadable("write '-' if nothing happens");
        answer(question, verdict, row);
      } catch (error) {
        if (!(error instanceof Unreadable)) throw error;
        verdict.replaceChildren(make('p', 'This row cannot be read: ' + error.message + '. It costs nothing.'));
      }
    };
    if (question.subscribers > 1) form.append(make('p', asked));
    form.append(make('pre', lines.join('\n'), { className: 'question', tabIndex: 0 }));
    const board = Board.editor(question, input);
    form.append(label, ...(board ? [board] : []), keys, verdict);
    return form;
  };

  for (const place of document.querySelectorAll('.predict')) {
    const [from, to] = [Number(place.dataset.from), Number(place.dataset.to)];
    const own = questions.filter((question) => lineOf(question) >= from && lineOf(question) <= to);
    if (!own.length) continue;
    place.replaceWith(...own.map(box));
  }

  // The options below the heading "Why" become buttons.
  const heading = document.getElementById('why');
  const options = heading && [...document.querySelectorAll('h2#why ~ ul')][0];
  const told = options && [...document.querySelectorAll('h2#why ~ details')][0];
  if (options && told) {
    const answers = [...told.querySelectorAll('li')];
    options.classList.add('options');
    [...options.children].forEach((item, index) => {
      const letter = item.querySelector('strong').textContent.replace('.', '');
      item.querySelector('strong').remove();
      const text = make('span');
      text.append(...item.childNodes);
      const said = make('span', '', { className: 'said', role: 'status' });
      const button = make('button', letter, { type: 'button' });
      button.setAttribute('aria-label', 'Answer ' + letter);
      button.onclick = () => {
        said.innerHTML = answers[index].innerHTML;
        button.style.borderColor = /is right/.test(said.textContent) ? 'var(--good)' : 'var(--bad)';
      };
      text.append(said);
      item.append(button, text);
    });
  }

  // The first answer to a question counts for practice: what was wrong comes back there. Practice has the questions of the lessons; others are kept.
  if (typeof Practice !== 'undefined' && !document.getElementById('practice')) {
    const counted = new Set(), isLesson = /[/]course[/][^/]*$/.test(location.pathname);
    document.addEventListener('answered', ({ target, detail }) => {
      const form = target.closest('form.quiz'), card = questions.find((one) => one.identity === form.dataset.identity && one.place === form.dataset.place && String(one.subscriber) === form.dataset.subscriber);
      if (!card || counted.has(Practice.keyOf(card))) return;
      counted.add(Practice.keyOf(card));
      const results = Practice.record(Practice.load(), card, detail, Date.now());
      Practice.keep(isLesson ? results : Practice.keeping(results, card));
      if (detail.isRight) return;
      const note = make('p', 'This question comes back in ', { className: 'quiet' });
      note.append(make('a', 'practice', { href: '../course/practice.html' }), '.');
      form.append(note);
    });
  }

  return { box };
})();
