// node --experimental-websocket firefox.mjs PAGE [SHOT.png]: the page starts, draws and follows a key in Firefox, driven by WebDriver BiDi.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
const [file, shot] = process.argv.slice(2), folder = fs.mkdtempSync(path.join(os.tmpdir(), 'firefox-'));
const firefox = spawn('firefox-esr', ['--headless', '--remote-debugging-port=0', '--profile', folder, '--no-remote'], { stdio: ['ignore', 'ignore', 'pipe'] });
const place = await new Promise((done) => {
  let text = '';
  firefox.stderr.on('data', (data) => { text += data; const match = /BiDi listening on (ws:\/\/\S+)/.exec(text); if (match) done(match[1]); });
});
const socket = new WebSocket(place + '/session');
await new Promise((done, fail) => { socket.onopen = done; socket.onerror = fail; });
let next = 0;
const waiting = new Map();
socket.onmessage = ({ data }) => { const message = JSON.parse(data); waiting.get(message.id)?.(message); };
const send = (method, params) => new Promise((done, fail) => {
  waiting.set(++next, (answer) => (answer.type === 'error' ? fail(new Error(answer.message)) : done(answer.result)));
  socket.send(JSON.stringify({ id: next, method, params }));
});
await send('session.new', { capabilities: {} });
const { contexts: [{ context }] } = await send('browsingContext.getTree', {});
await send('browsingContext.setViewport', { context, viewport: { width: 1280, height: 800 } });
await send('browsingContext.navigate', { context, url: 'file://' + path.resolve(file), wait: 'complete' });
const evaluate = async (expression) => (await send('script.evaluate', { expression, target: { context }, awaitPromise: true })).result.value;
let failures = 0;
const equal = (got, want, what) => { if (got !== want) { failures++; console.log(`${what}: expected ${want}, got ${got}`); } };
for (let turn = 0; turn < 400 && !(await evaluate('!!document.documentElement.dataset.engine')); turn++) await new Promise((done) => setTimeout(done, 50));
equal(await evaluate("document.querySelectorAll('.handle').length"), 5, 'handles');
console.log('ready after', await evaluate('document.documentElement.dataset.ready'), 'ms');
await evaluate("document.querySelector('.handle').focus()");
await send('input.performActions', { context, actions: [{ type: 'key', id: 'keys', actions: [{ type: 'keyDown', value: '\uE014' }, { type: 'keyUp', value: '\uE014' }] }] });
await new Promise((done) => setTimeout(done, 500));
equal(await evaluate("Editor.text.split('\\n')[3]"), 'typed: --ab--c------d---|', 'the arrow moves the marble and the text');
const [x, y] = JSON.parse(await evaluate("(() => { const box = document.querySelectorAll('.handle')[2].getBoundingClientRect(); return JSON.stringify([Math.round(box.x + box.width / 2), Math.round(box.y + box.height / 2)]) })()"));
const step = Number(await evaluate('Math.round(Picture.step / Picture.scale)'));
await send('input.performActions', { context, actions: [{ type: 'pointer', id: 'mouse', actions: [{ type: 'pointerMove', x, y }, { type: 'pointerDown', button: 0 },
  { type: 'pointerMove', x: x + step, y, duration: 100 }, { type: 'pointerMove', x: x + 2 * step, y, duration: 100 }, { type: 'pointerUp', button: 0 }] }] });
await new Promise((done) => setTimeout(done, 500));
equal(await evaluate("Editor.text.split('\\n')[3]"), 'typed: --ab----c----d---|', 'the pointer drags the marble');
if (shot) fs.writeFileSync(shot, Buffer.from((await send('browsingContext.captureScreenshot', { context })).data, 'base64'));
firefox.kill();
await new Promise((done) => firefox.on('exit', done));
fs.rmSync(folder, { recursive: true, force: true });
console.log(failures ? `${failures} failed in Firefox` : 'Firefox does the same');
process.exit(failures ? 1 : 0);
