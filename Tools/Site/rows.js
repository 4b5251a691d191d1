// Rows of marbles: reads them, compares a prediction with the events that were sent, and says in words what differs. The quiz of the site and the
// playground use it. It runs nothing and draws nothing.
const Rows = (() => {
  // MARK: Reading a row

  class Unreadable extends Error {}
  const units = { ns: 1, us: 1e3, ms: 1e6, s: 1e9, m: 60e9, h: 3600e9 };
  const readRow = (text, frame) => {
    const marks = [];
    let at = 0, index = 0, clock = 0, pinned = null;
    const add = (mark) => {
      marks.push({ ...mark, at: pinned ?? clock });
      if (pinned !== null) clock = pinned;
      pinned = null;
    };
    const quoted = () => {
      let name = '';
      for (index += 1; index < text.length && text[index] !== "'"; index += 1) {
        if (text[index] === '\\') index += 1;
        name += text[index] ?? '';
      }
      if (index >= text.length) throw new Unreadable("a name in quotes is not closed; write ' at its end");
      index += 1;
      return name;
    };
    const event = () => {
      const sign = text[index];
      if (sign === '|') { index += 1; return { end: 'finished', text: '|' }; }
      if (sign === '#') {
        index += 1;
        return text[index] === "'" ? { end: 'failure', name: quoted(), text: '#' } : { end: 'failure', text: '#' };
      }
      if (sign === "'") { const name = quoted(); return { name, text: name, isQuoted: true }; }
      if ('^!?{}*)]'.includes(sign)) throw new Unreadable(`'${sign}' has no meaning here; a row has values, '-', '|' and '#'`);
      const sign1 = String.fromCodePoint(text.codePointAt(index));
      index += sign1.length;
      return { name: sign1, text: sign1 };
    };
    while (index < text.length) {
      const sign = text[index];
      const time = /^ *(@?)(\d+(?:\.\d+)?)(ns|us|ms|s|m|h)(?= |$)/.exec(text.slice(index));
      if (time && (sign === ' ' || sign === '@' || index === 0)) {
        const length = Math.round(Number(time[2]) * units[time[3]]);
        if (time[1]) pinned = length; else clock += length;
        index += time[0].length;
      } else if (sign === ' ') {
        index += 1;
      } else if (sign === '-') {
        index += 1;
        clock += frame;
      } else if (sign === '(' || sign === '[') {
        const close = sign === '(' ? ')' : ']', start = index;
        index += 1;
        at = clock;
        while (index < text.length && text[index] !== close) {
          if (text[index] === ' ') index += 1; else marks.push({ ...event(), at });
        }
        if (index >= text.length) throw new Unreadable(`the group is not closed; write '${close}' at its end`);
        index += 1;
        clock += frame * (sign === '(' ? index - start : 1);
      } else {
        add(event());
        clock += frame;
      }
    }
    const end = marks.findIndex((mark) => mark.end);
    if (end >= 0 && end < marks.length - 1) throw new Unreadable('nothing can follow the completion');
    return marks;
  };

  // MARK: Comparing

  const plain = (value) => (value.startsWith('"') ? value.slice(1, -1).replace(/\\(.)/g, '$1') : value);
  const kind = (value) => (/^"/.test(value) ? 'text' : /^-?\d+(\.\d+)?$/.test(value) ? 'number' : /^\d/.test(value) ? 'duration'
    : /^(true|false)$/.test(value) ? 'truth' : value[0]);
  const same = (one, other) => one === other || (kind(one) === 'number' && kind(other) === 'number' && Number(one) === Number(other));
  // What each name in a row stands for: an input's symbol its value, anything else whatever it fits first.
  const meanings = (marks, question, events) => {
    const values = events.filter((event) => 'value' in event).map((event) => event.value);
    const found = new Map(), isInput = (value) => question.input.some((one) => one.value === value);
    // Where no value of the sources is sent, by the pipeline or by a rival, a letter can only stand for a value that is computed.
    const isComputed = values.length > 0 && ![question, ...(question.rivals ?? [])].some((one) => (one.events ?? []).some((event) => isInput(event.value)));
    // Of several computed values a letter means one in which it occurs, as the `a` of `a1`, if there is any.
    const fits = (name, value) => plain(value).includes(name) || !values.some((one) => plain(one).includes(name));
    for (const mark of marks.filter((one) => !one.end)) {
      const known = question.input.find((entry) => entry.symbol === mark.name)?.value;
      const own = values.find((value) => value === mark.name || plain(value) === mark.name);
      if (known !== undefined && (!isComputed || /^\d/.test(mark.name)) && (!values.length || values.some((value) => kind(value) === kind(known)))) found.set(mark.name, known);
      else if (own !== undefined) found.set(mark.name, own);
      else if (/^\d/.test(mark.name) && values.some((value) => kind(value) === 'number')) found.set(mark.name, mark.name);
    }
    const names = new Map();
    const isNamed = (value) => isInput(value) || [...found.values()].includes(value);
    const give = (name, value) => { found.set(name, value); names.set(value, name); };
    for (const at of [...new Set(marks.map((mark) => mark.at))].sort((one, two) => one - two)) {
      const sent = events.filter((event) => event.at === at);
      marks.filter((mark) => mark.at === at).forEach((mark, index) => {
        const value = sent[index]?.value;
        if (!mark.end && value !== undefined && !found.has(mark.name) && !isNamed(value) && fits(mark.name, value)) give(mark.name, value);
      });
    }
    for (const mark of marks) {
      if (mark.end || found.has(mark.name)) continue;
      const next = values.find((value) => !isNamed(value) && fits(mark.name, value));
      if (next !== undefined) give(mark.name, next);
    }
    return { found, names };
  };
  const compare = (marks, question, events) => {
    const { found, names } = meanings(marks, question, events);
    const means = (mark, event) => (mark.end === 'finished' ? 'finished' in event
      : mark.end === 'failure' ? 'failure' in event && (mark.name === undefined || plain(event.failure) === mark.name)
      : 'value' in event && found.has(mark.name) && same(found.get(mark.name), event.value));
    let guesses = [...marks], open = [...events];
    const differences = [], matches = [];
    const pair = (rule, body) => {
      for (const guess of [...guesses]) {
        const event = open.find((one) => rule(guess, one));
        if (!event) continue;
        guesses = guesses.filter((one) => one !== guess);
        open = open.filter((one) => one !== event);
        body(guess, event);
      }
    };
    pair((guess, event) => guess.at === event.at && means(guess, event), (guess, event) => matches.push({ guess, event }));
    pair(means, (guess, event) => differences.push({ at: event.at, event, guess, shift: event.at - guess.at }));
    pair((guess, event) => guess.at === event.at, (guess, event) => differences.push({ at: event.at, event, guess, other: true }));
    for (const event of open) differences.push({ at: event.at, event });
    for (const guess of guesses) differences.push({ at: guess.at, guess });
    for (const at of new Set(events.map((event) => event.at))) {
      const own = marks.filter((mark) => mark.at === at), sent = events.filter((event) => event.at === at);
      const isMixed = own.length === sent.length && own.length > 1 && !own.every((mark, index) => means(mark, sent[index]));
      if (isMixed && !differences.some((one) => one.at === at)) differences.push({ at, order: true });
    }
    differences.sort((one, two) => one.at - two.at);
    return { right: matches.length, matches, differences, names };
  };

  // MARK: Words

  const time = (nanoseconds) => {
    for (const [unit, length] of [['s', 1e9], ['ms', 1e6], ['us', 1e3]]) {
      if (nanoseconds >= length && nanoseconds % length === 0) return nanoseconds / length + unit;
    }
    return nanoseconds ? nanoseconds + 'ns' : '0s';
  };
  const isShort = (value) => Array.from(plain(value)).length <= 3;
  const symbolOf = (question, result) => (event) => result.names.get(event.value)
    ?? (isShort(event.value) && !question.input.some((one) => one.value === event.value) ? plain(event.value) : undefined)
    ?? question.meanings.find((one) => one.endsWith(' = ' + event.value))?.split(' = ')[0]
    ?? question.input.find((one) => one.value === event.value)?.symbol ?? plain(event.value);
  /** The predicted row and the row that was sent, instant below instant, with carets below those that differ. */
  const rows = (question, marks, result) => {
    const symbol = symbolOf(question, result), quoted = (name) => (Array.from(name).length > 1 ? `'${name}'` : name);
    const sent = question.events.map((event) => ({ at: event.at, text: 'value' in event ? quoted(symbol(event)) : 'finished' in event ? '|' : '#' }));
    const lists = [marks.map((mark) => ({ at: mark.at, text: mark.end ? mark.text : quoted(mark.name) })), sent];
    const all = lists.flat().map((one) => one.at), last = Math.max(0, ...all), { frame } = question;
    if (last / frame > 300) return null;
    const frames = Array.from({ length: Math.floor(last / frame) + 1 }, (_, index) => index * frame);
    const different = new Set(result.differences.flatMap((one) => [one.at, ...(one.guess ? [one.guess.at] : [])]));
    const lines = ['you', '='].map((name) => name.padEnd(Math.max(question.column, 4)));
    let carets = ' '.repeat(lines[0].length);
    for (const at of [...new Set([...frames, ...all])].sort((one, two) => one - two)) {
      const cells = lists.map((list) => {
        const own = list.filter((one) => one.at === at).map((one) => one.text);
        if (own.length) return own.length > 1 ? `[${own.join('')}]` : own[0];
        return at % frame === 0 && at < (list[list.length - 1]?.at ?? Infinity) ? '-' : '';
      });
      const width = Math.max(...cells.map((cell) => Array.from(cell).length));
      cells.forEach((cell, index) => { lines[index] += cell + ' '.repeat(width - Array.from(cell).length); });
      carets += (different.has(at) ? '^' : ' ').repeat(width);
    }
    return [...lines, carets].map((line) => line.trimEnd()).join('\n');
  };
  const sentence = (question, result) => {
    const symbol = symbolOf(question, result);
    const name = (event) => ('value' in event ? symbol(event) : 'finished' in event ? 'the completion' : 'the failure');
    const deed = (event) => ('value' in event ? symbol(event) + ' is sent' : 'finished' in event ? 'the stream finishes' : 'the stream fails');
    const distance = (shift) => {
      const frames = Math.abs(shift) / question.frame;
      return (Number.isInteger(frames) ? frames + (frames === 1 ? ' frame' : ' frames') : time(Math.abs(shift))) + (shift > 0 ? ' early' : ' late');
    };
    const words = result.differences.map((one) => (
      one.shift ? `${name(one.event)} is ${distance(one.shift)} (you: ${time(one.guess.at)}, really: ${time(one.event.at)})`
        : one.other ? `at ${time(one.at)} ${deed(one.event)}, not ${one.guess.text}` : one.order ? `at ${time(one.at)} the order is different`
          : one.event ? `missing: at ${time(one.at)} ${deed(one.event)}` : `extra: your ${one.guess.text} at ${time(one.at)}`));
    const more = words.length > 4 ? [`and ${words.length - 4} more`] : [];
    const count = question.events.length;
    return [`${result.right} of ${count} event${count === 1 ? '' : 's'}`, ...words.slice(0, 4), ...more].join('; ') + '.';
  };
  const hints = (question) => {
    const count = question.events.length;
    const list = [count ? `${count} event${count === 1 ? '' : 's'}, including the completion.` : 'Nothing happens.'];
    if (count) list.push('Something happens at ' + question.events.map((event) => time(event.at)).join(', ') + '.');
    for (const event of question.events) {
      list.push(`At ${time(event.at)}: ` + ('value' in event ? `the value ${event.value}.` : 'finished' in event ? 'the stream finishes.' : 'the stream fails.'));
    }
    return list;
  };

  return { Unreadable, readRow, compare, plain, isShort, time, rows, sentence, hints, symbolOf };
})();
