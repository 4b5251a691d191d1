// node Tools/Site/practice.mjs: cards come back when they should. It needs no browser.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import vm from 'node:vm';

const context = {};
vm.runInNewContext(fs.readFileSync(new URL('practice.js', import.meta.url), 'utf8') + '; this.Practice = Practice;', context);
const { empty, record, keeping, all, next, nextTime, confusions, read } = context.Practice;
const plain = (value) => JSON.parse(JSON.stringify(value));
const minute = 60_000, day = 24 * 60 * minute;
const cards = ['a', 'b', 'c'].map((identity) => ({ identity, subscriber: 1, pipeline: 'key.debounce(for: 300ms)' }));
const right = { isRight: true }, wrong = { isRight: false, rival: '`throttle(for: 300ms, latest: true)`' };
let failures = 0;
const test = (name, body) => { try { body(); } catch (error) { failures += 1; console.log(`${name}: ${error.message}`); } };

test('new cards come in their order', () => {
  let results = empty();
  assert.equal(next(cards, results, 0).identity, 'a');
  results = record(results, cards[0], right, 0);
  assert.equal(next(cards, results, 0).identity, 'b');
});
test('a card that was wrong comes back after a minute, before new ones', () => {
  const results = record(empty(), cards[0], wrong, 0);
  assert.equal(next(cards, results, minute - 1).identity, 'b');
  assert.equal(next(cards, results, minute).identity, 'a');
});
test('but not twice in a row', () => {
  const results = record(empty(), cards[0], wrong, 0);
  assert.equal(next(cards, results, minute, 'a/1').identity, 'b');
});
test('a known card rests a day, then three, and a mistake begins anew', () => {
  let results = record(empty(), cards[0], right, 0);
  assert.equal(results.cards['a/1'].due, day);
  results = record(results, cards[0], right, day);
  assert.equal(results.cards['a/1'].due, day + 3 * day);
  results = record(results, cards[0], wrong, 4 * day);
  assert.deepEqual(plain(results.cards['a/1']), { level: 0, asked: 3, right: 2, due: 4 * day + minute });
});
test('nothing is asked while everything rests', () => {
  let results = empty();
  for (const card of cards) results = record(results, card, right, 0);
  assert.equal(next(cards, results, day - 1), null);
  assert.equal(nextTime(cards, results), day);
});
test('what is confused is counted, by operator', () => {
  let results = record(record(empty(), cards[0], wrong, 0), cards[1], wrong, 0);
  results = record(results, { identity: 'd', subscriber: 1, pipeline: 'key.throttle(for: 300ms, latest: false)' }, wrong, 0);
  assert.deepEqual(plain(confusions(results)), [{ words: 'debounce with throttle', count: 2 }, { words: 'two kinds of throttle', count: 1 }]);
});
test('what was kept is read, and nothing else', () => {
  const results = record(empty(), cards[0], wrong, 0);
  assert.deepEqual(plain(read(JSON.stringify(results))), plain(results));
  for (const text of ['', '{}', 'null', '{"version":2,"cards":{},"confused":{}}', undefined]) assert.equal(read(text), null, text);
});
const asked = { identity: 'p', place: 'Diagrams/p.marble:9', pipeline: 'a.count()', row: '-', frame: 1e6, column: 3, subscriber: 1, subscribers: 1, question: ['a: -|'], input: [], meanings: [], events: [{ at: 1e6, finished: true }],
  rivals: [], reasons: [], timers: [] };
test('a question that was answered elsewhere is a card from then on, also after an export', () => {
  const results = keeping(record(empty(), asked, wrong, 0), asked);
  assert.deepEqual(plain(all(cards, empty())).map((card) => card.identity), ['a', 'b', 'c']);
  const later = read(JSON.stringify(results));
  assert.deepEqual(plain(later), plain(results));
  assert.equal(next(all(cards, later), later, minute).identity, 'p');
  assert.equal(all([...cards, asked], later).length, 4);
});
test('results from before questions were kept are read, and a kept question that is none is left out', () => {
  assert.deepEqual(plain(read('{"version":1,"cards":{},"confused":{}}')), plain(empty()));
  for (const [name, value] of [['question', 'text'], ['events', [null]], ['input', [{}]], ['rivals', [{ name: 'x' }]], ['frame', 'x'], ['why', { options: [null] }]]) {
    const text = JSON.stringify({ ...empty(), kept: { 'p/1': { ...asked, [name]: value } } });
    assert.deepEqual(plain(read(text).kept), {}, name);
  }
});
test('earlier results are not changed', () => {
  const before = empty();
  record(before, cards[0], wrong, 0);
  assert.deepEqual(plain(before), plain(empty()));
});
console.log(failures ? `${failures} tests of practice failed` : 'tests of practice hold');
process.exit(failures ? 1 : 0);
