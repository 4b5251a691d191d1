// Tries the ES module, the Markdown fence and, where Chromium is installed, the element.   node module.mjs FOLDER MARBLE
import assert from 'node:assert/strict';
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const [folder, marble] = process.argv.slice(2).map((one) => path.resolve(one));
const load = (name) => import(pathToFileURL(path.join(folder, name)));
const { marbles, MarbleError } = await load('marbles.mjs');
const { marbleFence } = await load('fence.mjs');

// The same as the command, byte for byte.
const files = ['debounce', 'switchMap', 'buffer', 'rule-answer', 'merge'].map((name) => `Diagrams/${name}.marble`);
for (const file of files) {
  const spec = fs.readFileSync(file, 'utf8');
  for (const format of ['text', 'svg', 'json']) {
    const want = execFileSync(marble, ['render', file, '--format', format], { encoding: 'utf8', maxBuffer: 1 << 28 });
    assert.equal(marbles(spec, { format }).trimEnd(), want.trimEnd(), `${file} as ${format}`);
  }
  const details = execFileSync(marble, ['render', file, '--stages', '--timers'], { encoding: 'utf8', maxBuffer: 1 << 28 });
  assert.equal(marbles(spec, { format: 'text', stages: true, timers: true }).trimEnd(), details.trimEnd());
}
const delayed = 'a: -1-|\n\n> a.delay(for: 2)\n';
assert.equal(marbles(delayed + '= ---1-|', { format: 'check' }), '');
assert.match(marbles(delayed + '= --1-|', { format: 'check' }), /differs/);

// What nobody should write.
assert.throws(() => marbles('a: -1-|\n> a.dely(for: 2)\n'), (error) => error instanceof MarbleError && /^spec:2:5: error: .*delay/s.test(error.message));
assert.throws(() => marbles(''), MarbleError);
assert.throws(() => marbles(undefined), MarbleError);
assert.throws(() => marbles('\u0000\uD800 \u202E'), MarbleError);
assert.throws(() => marbles(delayed, { format: 'png' }), /'png' is not a format; use text, svg, json, check/);
assert.throws(() => marbles(`a: ${'('.repeat(100000)}`), MarbleError);
// A thousand calls do not fill the memory.
const before = process.memoryUsage().rss;
for (let count = 0; count < 1000; count++) marbles(delayed);
assert.ok(process.memoryUsage().rss - before < 1 << 30, 'the memory of a call is free after it');

// The fence, in a renderer like the one of Markdown-it.
const markdown = () => ({ renderer: { rules: { fence: (tokens, index) => `<pre>${tokens[index].content}</pre>` } } });
const fenced = (info, content, options) => {
  const renderer = markdown();
  marbleFence(renderer, options);
  return renderer.renderer.rules.fence([{ info, content }], 0);
};
assert.match(fenced('marble', delayed), /^<figure class="marbles"><svg [^]*<\/svg>\s*<\/figure>\n$/);
assert.match(fenced(' marble ', delayed), /^<figure/);
assert.equal(fenced('js', '1 < 2'), '<pre>1 < 2</pre>');
assert.match(fenced('marble', 'a: <b>|\n> a.dely()'), /^<pre class="marbles-error">[^<]*<\/pre>\n$/);
assert.throws(() => fenced('marble', 'a: -1', { strict: true }), MarbleError);
console.log(`Tools/Scripts/run module: ${files.length} diagrams are the same in Node, and the fence draws them`);

// The element, in a page that a server of this process gives out.
const browser = ['chromium', 'chromium-browser', 'google-chrome'].find((one) => spawnSync(one, ['--version']).status === 0);
if (!browser) {
  console.log('Tools/Scripts/run module: there is no Chromium: the element was not tried');
  process.exit(0);
}
const page = `<!DOCTYPE html><meta charset="utf-8"><title>Two diagrams</title>
<marble-diagram id="one">
  title: A delay
  a: -1-|

  > a.delay(for: 2)
</marble-diagram>
<marble-diagram id="two">a: -1-|
> a.dely()</marble-diagram>
<script type="module">
  import './element.mjs';
  const [one, two] = ['one', 'two'].map((name) => document.getElementById(name));
  const results = [one.shadowRoot.querySelector('svg > title').textContent, two.shadowRoot.querySelector('pre').textContent.split('\\n')[0]];
  two.spec = 'title: Mended\\na: -1-|\\n> a.delay(for: 1)';
  results.push(two.shadowRoot.querySelector('svg > title').textContent);
  fetch('/result', { method: 'POST', body: results.join(' / ') });
</script>`;
const types = { '.mjs': 'text/javascript', '.wasm': 'application/wasm' };
let received;
const result = new Promise((done) => { received = done; });
const server = http.createServer((request, response) => {
  if (request.url === '/') return response.setHeader('content-type', 'text/html').end(page);
  if (request.url === '/result') {
    let text = '';
    request.on('data', (data) => { text += data; }).on('end', () => received(text));
    return response.end();
  }
  const file = path.join(folder, path.basename(request.url));
  if (!fs.existsSync(file)) return response.writeHead(404).end();
  response.setHeader('content-type', types[path.extname(file)] ?? 'text/plain').end(fs.readFileSync(file));
});
await new Promise((done) => server.listen(0, '127.0.0.1', done));
const profile = fs.mkdtempSync(path.join(os.tmpdir(), 'marbles-'));
const child = spawn(
  browser, ['--headless', '--no-sandbox', '--disable-gpu', `--user-data-dir=${profile}`, '--remote-debugging-port=0', `http://127.0.0.1:${server.address().port}/`],
  { stdio: 'ignore' });
const shown = await Promise.race([result, new Promise((done) => setTimeout(() => done('nothing within a minute'), 60_000))]);
child.kill();
await new Promise((done) => child.on('exit', done));
server.close();
// A browser that has ended may leave a process that still writes there.
try {
  fs.rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
} catch {
  console.error(`${profile} was not removed`);
}
assert.match(shown, /^A delay \/ spec:2:\d+: error: [^\n]* \/ Mended$/);
console.log('Tools/Scripts/run module: the element draws in Chromium');
process.exit(0);
