// node letters.mjs: bytes that are written into the page as text are read from it as they were, and the text has no letter that a page cannot have. It needs
// od, awk and no browser.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import vm from 'node:vm';

const folder = new URL('../', import.meta.url), source = fs.readFileSync(new URL('page/boot.js', folder), 'utf8');
const bytesOf = vm.runInNewContext(/const (bytesOf = [^]*?\n\});/m.exec(source)[1]);
const lettersOf = (bytes) => execFileSync('bash', ['-c', 'od -An -v -tu1 | LC_ALL=C awk -f "$0"', new URL('engine/letters.awk', folder).pathname], { input: bytes, maxBuffer: 1 << 26 });
let seed = 1;
const random = (below) => { seed = (seed * 1103515245 + 12345) % 2147483648; return Math.floor(seed / 2147483648 * below); };
// Bytes whose sevens are often a NUL, a carriage return or the beginning of a tag, at each place in a byte.
const unsafe = [0, 0x1a, 0x34, 0x78, 0xf0, 0x0d, 0x3c, 0xe1, 0x06, 0x9e, 0x1e, 0x80];

let count = 0;
for (let turn = 0; turn < 150; turn++) {
  const bytes = Buffer.from(Array.from({ length: turn < 40 ? turn : random(700) }, () => (turn % 2 ? unsafe[random(unsafe.length)] : random(256))));
  const letters = lettersOf(bytes), text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(letters);
  assert(!/[\0\r<]/.test(text), `turn ${turn}: a letter that a page cannot have`);
  assert.deepEqual(Buffer.from(bytesOf(text)), bytes, `turn ${turn}`);
  assert(letters.length <= Math.ceil(bytes.length * 8 / 7) + 1, `turn ${turn}: ${letters.length} letters for ${bytes.length} bytes`);
  count++;
}
console.log(`${count} texts give back their bytes`);
