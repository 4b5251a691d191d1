// marble quiz --format json Course | node Tools/Site/rows.mjs: predictions are compared and told as they should be. It needs no browser.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import vm from 'node:vm';

const context = {};
vm.runInNewContext(fs.readFileSync(new URL('rows.js', import.meta.url), 'utf8') + '; this.Rows = Rows;', context);
const { readRow, compare, sentence, rows, Unreadable } = context.Rows;
const plain = (value) => JSON.parse(JSON.stringify(value));
let failures = 0;
const test = (name, body) => { try { body(); } catch (error) { failures += 1; console.log(`${name}: ${error.message}`); } };

test('rows are read', () => {
  assert.deepEqual(plain(readRow('-a[bc] 30ms (d|)', 1e6)).map(({ at, text }) => [at, text]), [[1e6, 'a'], [2e6, 'b'], [2e6, 'c'], [33e6, 'd'], [33e6, '|']]);
  for (const row of ['-(a', "-'a", '|a', '-!']) assert.throws(() => readRow(row, 1e6), Unreadable, row);
});

// Two values and a finish: 1 at 3 ms, 2 at 9 ms, the finish at 10 ms.
const events = [{ at: 3e6, value: '1' }, { at: 9e6, value: '2' }, { at: 10e6, finished: true }];
const question = { frame: 1e6, column: 3, input: [{ symbol: '1', value: '1' }, { symbol: '2', value: '2' }], meanings: [], events };
const say = (row) => sentence(question, compare(readRow(row, 1e6), question, events));
test('the right row', () => assert.equal(say('---1-----2|'), '3 of 3 events.'));
test('late', () => assert.equal(say('----1----2|'), '2 of 3 events; 1 is 1 frame late (you: 4ms, really: 3ms).'));
test('early', () => assert.equal(say('---1--2---|'), '2 of 3 events; 2 is 3 frames early (you: 6ms, really: 9ms).'));
test('missing', () => assert.equal(say('---1------|'), '2 of 3 events; missing: at 9ms 2 is sent.'));
test('extra', () => assert.equal(say('-2-1-----2|'), '3 of 3 events; extra: your 2 at 1ms.'));
test('another value', () => assert.equal(say('---2-----2|'), '2 of 3 events; at 3ms 1 is sent, not 2.'));
test('an end that is a failure', () => assert.equal(say('---1-----2#'), '2 of 3 events; at 10ms the stream finishes, not #.'));
test('the guess stands above the outcome, with carets below what differs', () => {
  const marks = readRow('----1----2|', 1e6);
  assert.equal(rows(question, marks, compare(marks, question, events)), 'you ----1----2|\n=   ---1-----2|\n       ^^');
});

// Values that are computed: right times with the right values under other letters are right.
const made = (...values) => ({ frame: 1e6, column: 3, input: [{ symbol: 'a', value: '"a"' }, { symbol: 'b', value: '"b"' }], meanings: [],
  events: [...values.map((value, index) => ({ at: (2 * index + 1) * 1e6, value: JSON.stringify(value) })), { at: 2 * values.length * 1e6, finished: true }] });
const holds = (row, asked) => compare(readRow(row, 1e6), asked, asked.events).differences.length === 0;
for (const [row, isRight, ...values] of [
  ['-x-y|', true, 'a1', 'b1'], ["-'a1'-'b1'|", true, 'a1', 'b1'], ['-a-b|', true, 'a1', 'b1'], ['-b-a|', false, 'a1', 'b1'], ['-x-x|', false, 'a1', 'b1'],
  ['-x-x|', true, 'a1', 'a1'], ['-x-y|', false, 'a1', 'a1'], ["-'b1'-'a1'|", false, 'a1', 'b1'], ['-a-b|', true, 'a', 'b'], ['-b-a|', false, 'a', 'b'], ['-x-y|', false, 'a', 'b'],
]) test(`${row} for ${values}`, () => assert.equal(holds(row, made(...values)), isRight));
// Any letters for any values: the same letter for the same value is right, and two letters exchanged are not.
for (let seed = 1; seed <= 300; seed += 1) {
  let state = seed;
  const random = (limit) => { state = (state * 48271) % 0x7fffffff; return state % limit; };
  const values = Array.from({ length: 2 + random(4) }, () => `a${random(3)}`), letters = [...'mnopqrs'].sort(() => random(3) - 1);
  const names = new Map([...new Set(values)].map((value, index) => [value, letters[index]])), row = (of) => values.map((value) => '-' + of(value)).join('') + '|';
  test(`seed ${seed}: ${values}`, () => {
    assert.ok(holds(row((value) => names.get(value)), made(...values)));
    const [one, other] = [values[0], values.find((value) => value !== values[0])];
    if (other) assert.ok(!holds(row((value) => `'${value === one ? other : value === other ? one : value}'`), made(...values)), 'exchanged');
    if (other) assert.ok(!holds(row(() => 'm'), made(...values)), 'one letter for all');
  });
}

// Every question that it is given: the row that was sent is right, and a frame later it is not.
const { questions } = JSON.parse(fs.readFileSync(0, 'utf8'));
for (const one of questions) {
  test(one.place, () => {
    const differences = (row) => compare(readRow(row, one.frame), one, one.events).differences.length;
    assert.equal(differences(one.row), 0, one.row);
    if (one.events.length) assert.notEqual(differences('-' + one.row), 0, `a frame late: ${one.row}`);
  });
}
console.log(failures ? `${failures} tests of rows failed` : `tests of rows hold, ${questions.length} questions among them`);
process.exit(failures ? 1 : 0);
