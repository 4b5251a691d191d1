// node streams.mjs FOLDER: what Tools/Playground/engine/streams.c splits into streams comes back as it was, byte for byte: the engine, small modules with bytes that
// were changed or cut off, and bytes that are no module. FOLDER is that of Tools/Scripts/wasm. It needs no browser.
import assert from 'node:assert/strict';
import fs from 'node:fs';

const folder = process.argv[2], read = (name) => new Uint8Array(fs.readFileSync(`${folder}/${name}`)), compiled = (name) => new WebAssembly.Module(read(name));
const [splitter, unpacker] = [compiled('split.wasm'), compiled('unpack.wasm')];

/** What the program that splits writes for an input. */
const streamsOf = (bytes) => {
  let at = 0, memory;
  const written = [], view = () => new DataView(memory.buffer);
  const transfer = (body) => (file, parts, count, result) => {
    const start = view().getUint32(parts, true), length = view().getUint32(parts + 4, true);
    view().setUint32(result, body(new Uint8Array(memory.buffer, start, length)), true);
    return 0;
  };
  const { exports } = new WebAssembly.Instance(splitter, { wasi_snapshot_preview1: {
    // In pieces, as a pipe gives them.
    fd_read: transfer((room) => { const piece = bytes.subarray(at, at + Math.min(room.length, 60_000)); room.set(piece); at += piece.length; return piece.length; }),
    fd_write: transfer((piece) => { const part = piece.slice(0, 100_000); written.push(part); return part.length; }),
  } });
  memory = exports.memory;
  exports._start();
  return Buffer.concat(written);
};
const merged = (streams, length) => {
  const { memory, merge, __heap_base: { value: start } } = new WebAssembly.Instance(unpacker).exports, place = start + 3 & ~3;
  memory.grow(Math.ceil((streams.length + length) / 65536) + 1);
  new Uint8Array(memory.buffer).set(streams, place);
  return new Uint8Array(memory.buffer, place + streams.length, merge(place, place + streams.length)).slice();
};
let count = 0;
const holds = (bytes, what) => {
  const streams = streamsOf(bytes);
  assert(streams.length === bytes.length + 32, `${what}: ${streams.length} bytes of streams for ${bytes.length}`);
  assert.deepEqual(Buffer.from(merged(streams, bytes.length)), Buffer.from(bytes), what);
  count++;
};

holds(read('marble.wasm'), 'the engine');
const small = [read('unpack.wasm'), read('split.wasm')];
let seed = 1;
const random = (below) => { seed = (seed * 1103515245 + 12345) % 2147483648; return Math.floor(seed / 2147483648 * below); };
for (const module of small) holds(module, 'a module');
for (let turn = 0; turn < 120; turn++) {
  const changed = small[turn % 2].slice(0, turn % 3 ? undefined : random(4000));
  for (let change = random(8); change > 0; change--) changed[random(changed.length)] = random(256);
  holds(changed, `module ${turn}`);
  holds(Uint8Array.from({ length: turn }, () => random(256)), `bytes ${turn}`);
  // A code section with one function of any bytes, which are mostly operations.
  const body = Array.from({ length: 100 }, () => random(3) ? [0x20, 0x21, 0x28, 0x0e, 0x10, 0x41, 0x44, 0xfc][random(8)] : random(256));
  holds(Uint8Array.from([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, 10, 103, 1, 101, 0, ...body]), `function ${turn}`);
}
console.log(`${count} texts of bytes come back from their streams`);
