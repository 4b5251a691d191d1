// node address.mjs: the address of the playground follows the work. It runs address.js over a history of its own and needs no browser.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import vm from 'node:vm';

const source = fs.readFileSync(new URL('../page/address.js', import.meta.url), 'utf8');
/** A page: its entries in the order of the history, and the state that it would restore. */
const page = (isLocked = false) => {
  const entries = [''], state = { spec: 'first', looks: [], theme: 'auto', predicts: false };
  const change = (isNew) => (_, title, address) => {
    if (isLocked) throw new Error('a frame that refuses');
    if (isNew) entries.push(address); else entries[entries.length - 1] = address;
  };
  const context = {
    history: { pushState: change(true), replaceState: change(false) }, location: { search: '?embed' }, setTimeout, clearTimeout,
    // Packing takes longer for an earlier state than for a later one: the order must hold nevertheless.
    Share: { pack: (one) => new Promise((done) => setTimeout(() => done(one.spec + (one.predicts ? '&predicts' : '')), one.spec.length * 3)) },
  };
  vm.runInNewContext(source + '; this.Address = Address;', context);
  context.Address.begin(() => state);
  return { entries, state, address: context.Address };
};
const rest = (time = 170) => new Promise((done) => setTimeout(done, time));

const tests = {
  async 'nothing was changed, so the address is as it was'() {
    const { entries, address } = page();
    address.follow();
    await rest();
    await address.settled;
    assert.deepEqual(entries, ['']);
  },
  async 'edits replace the address, the last one of a pull counts'() {
    const { entries, state, address } = page();
    for (const spec of ['a', 'ab', 'abc']) { state.spec = spec; address.follow(); }
    await rest();
    await address.settled;
    assert.deepEqual(entries, ['?embed#s=abc']);
  },
  async 'another spec is a further entry, and the work before it is kept in its own'() {
    const { entries, state, address } = page();
    state.spec = 'a long text that was written a moment ago';
    address.follow();
    address.opening(() => { state.spec = 'other'; });
    await address.settled;
    await rest();
    assert.deepEqual(entries, ['?embed#s=a long text that was written a moment ago', '?embed#s=other']);
  },
  async 'the same spec opened again is no further entry'() {
    const { entries, state, address } = page();
    address.opening(() => { state.spec = 'first'; });
    await address.settled;
    assert.deepEqual(entries, ['']);
  },
  async 'an address that was restored is not written again, and an edit after it is'() {
    const { entries, state, address } = page();
    state.spec = 'kept';
    address.restored({ predicts: true });
    state.predicts = true;
    address.follow();
    await rest();
    await address.settled;
    assert.deepEqual(entries, ['']);
    state.predicts = false;
    address.follow();
    await rest();
    await address.settled;
    assert.deepEqual(entries, ['?embed#s=kept']);
  },
  async 'a frame that refuses loses the address only'() {
    const { entries, state, address } = page(true);
    address.opening(() => { state.spec = 'other'; });
    await address.settled;
    assert.deepEqual(entries, ['']);
    assert.equal(state.spec, 'other');
  },
};
let failures = 0;
for (const [name, test] of Object.entries(tests)) {
  try { await test(); } catch (error) { failures += 1; console.log(`${name}: ${error.message}`); }
}
console.log(failures ? `${failures} of ${Object.keys(tests).length} tests of the address failed` : `${Object.keys(tests).length} tests of the address hold`);
process.exit(failures ? 1 : 0);
