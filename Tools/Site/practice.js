// Practice: cards that come back. What was wrong comes again soon, what is known comes later and later, and the results stay in this browser.
const Practice = (() => {
  'use strict';
  const minute = 60_000, day = 24 * 60 * minute;
  /** How long a card rests after so many right answers in a row. */
  const rests = [minute, day, 3 * day, 7 * day, 21 * day, 60 * day];
  const empty = () => ({ version: 1, cards: {}, confused: {}, kept: {} });
  const keyOf = (card) => `${card.identity}/${card.subscriber}`;

  /** The results with one answer more; nothing of the earlier results is changed. An answer that was looked up is no right one. */
  const record = (results, card, { isRight, rival }, now) => {
    const key = keyOf(card), before = results.cards[key] ?? { level: 0, asked: 0, right: 0 };
    const level = isRight ? Math.min(before.level + 1, rests.length - 1) : 0;
    const confused = { ...results.confused };
    if (rival) {
      const pair = `${rival} for ${card.pipeline}`;
      confused[pair] = (confused[pair] ?? 0) + 1;
    }
    const known = { level, asked: before.asked + 1, right: before.right + (isRight ? 1 : 0), due: now + rests[level] };
    return { ...results, cards: { ...results.cards, [key]: known }, confused };
  };

  /** The results with a question that this page does not have: that of a picture or of an operator comes back here only if it was answered there. */
  const keeping = (results, card) => ({ ...results, kept: { ...results.kept, [keyOf(card)]: card } });

  /** The cards of this page, and those that were kept. The same question in two places is one card. */
  const all = (cards, results) => [...new Map([...Object.values(results.kept), ...cards].map((card) => [keyOf(card), card])).values()];

  /** The card to ask: the one that has been due for the longest time, else the first that was never asked, else none. */
  const next = (cards, results, now, last = null) => {
    const due = cards.filter((card) => results.cards[keyOf(card)]?.due <= now && keyOf(card) !== last);
    due.sort((one, two) => results.cards[keyOf(one)].due - results.cards[keyOf(two)].due);
    return due[0] ?? cards.find((card) => !results.cards[keyOf(card)]) ?? null;
  };

  /** When the next card is due, if all were asked. */
  const nextTime = (cards, results) => Math.min(...cards.map((card) => results.cards[keyOf(card)]?.due ?? 0));

  /** What was taken for what, the most frequent first: the operators by name. */
  const confusions = (results) => {
    const nameOf = (call) => (/([A-Za-z]+)[({ ]/.exec(call.replaceAll('`', '').replace(/^[a-z]+[.]/, ''))?.[1] ?? call);
    const counts = new Map();
    for (const [pair, count] of Object.entries(results.confused)) {
      const [rival, own] = pair.split(' for ').map(nameOf);
      const words = rival === own ? `two kinds of ${own}` : `${own} with ${rival}`;
      counts.set(words, (counts.get(words) ?? 0) + count);
    }
    return [...counts].sort((one, two) => two[1] - one[1]).map(([words, count]) => ({ words, count }));
  };

  /** Whether a box can be made of a kept question. */
  const isCard = (card) => {
    const texts = (list) => Array.isArray(list) && list.every((one) => typeof one === 'string'), events = (list) => Array.isArray(list) && list.every((one) => Number.isFinite(one?.at));
    return ['identity', 'place', 'pipeline', 'row'].every((name) => typeof card?.[name] === 'string') && ['frame', 'column', 'subscriber', 'subscribers'].every((name) => Number.isFinite(card[name]))
      && ['question', 'meanings', 'reasons', 'timers'].every((name) => texts(card[name])) && events(card.events)
      && Array.isArray(card.input) && card.input.every((one) => typeof one?.value === 'string') && Array.isArray(card.rivals) && card.rivals.every((one) => typeof one?.name === 'string' && events(one.events))
      && (!card.why || (Array.isArray(card.why.options) && card.why.options.every((one) => typeof one?.text === 'string')));
  };
  /** Results that were kept or exported, if they can be read. */
  const read = (text) => {
    try {
      const results = JSON.parse(text);
      if (results?.version !== 1 || typeof results.cards !== 'object' || typeof results.confused !== 'object') return null;
      return { ...results, kept: Object.fromEntries(Object.values(results.kept ?? {}).filter(isCard).map((card) => [keyOf(card), card])) };
    } catch { return null; }
  };

  // The results stay in this browser. One that keeps nothing forgets them with the page.
  const shelf = 'marbles-practice';
  const load = () => { try { return read(localStorage.getItem(shelf)) ?? empty(); } catch { return empty(); } };
  const keep = (results) => { try { localStorage.setItem(shelf, JSON.stringify(results)); } catch { /* They can still be exported. */ } };

  return { empty, record, keeping, all, next, nextTime, confusions, read, keyOf, load, keep };
})();

if (typeof document !== 'undefined' && document.getElementById('practice')) (() => {
  'use strict';
  const own = JSON.parse(document.getElementById('questions').textContent).questions, place = document.getElementById('practice');
  const find = (id) => document.getElementById(id);
  let results = Practice.load(), cards = Practice.all(own, results), last = null;
  const keep = () => Practice.keep(results);

  const tell = () => {
    const asked = cards.map((card) => results.cards[Practice.keyOf(card)]).filter(Boolean), known = asked.filter((card) => card.level > 0).length;
    find('score').textContent = `${asked.length} of ${cards.length} cards asked, ${known} known.`;
    const list = Practice.confusions(results).slice(0, 5).map(({ words, count }) => Object.assign(document.createElement('li'), { textContent: `You confuse ${words}: ${count === 1 ? 'once' : count + ' times'}.` }));
    find('confusions').replaceChildren(...list);
  };
  const ask = () => {
    const card = Practice.next(cards, results, Date.now(), last);
    find('next').hidden = true;
    if (!card) {
      const due = new Date(Practice.nextTime(cards, results));
      place.replaceChildren(Object.assign(document.createElement('p'), { textContent: `Nothing is due. The next card comes back on ${due.toLocaleString('en')}.` }));
      return;
    }
    last = Practice.keyOf(card);
    const form = Quiz.box(card);
    let isFirst = true;
    form.addEventListener('answered', (event) => {
      // The first answer counts; after it one may try what one likes.
      if (isFirst) {
        results = Practice.record(results, card, event.detail, Date.now());
        keep();
        tell();
      }
      isFirst = false;
      find('next').hidden = false;
    });
    place.replaceChildren(form);
  };
  const begin = (found) => {
    [results, cards, last] = [found, Practice.all(own, found), null];
    keep();
    tell();
    ask();
  };
  find('next').onclick = () => { ask(); place.querySelector('input')?.focus(); };
  find('export').onclick = () => {
    const link = Object.assign(document.createElement('a'), { href: URL.createObjectURL(new Blob([JSON.stringify(results, null, 1)], { type: 'application/json' })), download: 'marbles-results.json' });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  };
  find('import').onchange = async () => {
    const found = Practice.read(await find('import').files[0]?.text());
    find('kept').textContent = found ? 'Read.' : 'These are no results of this page.';
    if (found) begin(found);
  };
  find('forget').onclick = () => {
    if (!confirm('Forget all results of this page?')) return;
    begin(Practice.empty());
  };
  tell();
  ask();
})();
