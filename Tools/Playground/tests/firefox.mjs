// node --experimental-websocket firefox.mjs PAGE [SITE]: a second engine. The playground draws, follows keys, a pointer and a finger; the boxes of the site
// are answered by keys and by touch, and no kind of page is wider than 320 px. Firefox is driven by WebDriver BiDi; where it is not installed, that is said.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const program = [process.env.FIREFOX, '/usr/bin/firefox-esr', '/usr/bin/firefox'].find((one) => one && fs.existsSync(one));
if (!program) { console.log('Firefox is not installed: the pages were not tried in a second engine'); process.exit(0); }
const [file, site] = process.argv.slice(2), folder = fs.mkdtempSync(path.join(os.tmpdir(), 'firefox-'));
fs.writeFileSync(path.join(folder, 'user.js'), 'user_pref("dom.w3c_touch_events.enabled", 1);\n');
const firefox = spawn(program, ['--headless', '--remote-debugging-port=0', '--profile', folder, '--no-remote'], { stdio: ['ignore', 'ignore', 'pipe'] });
const place = await new Promise((done) => {
  let text = '';
  firefox.stderr.on('data', (data) => { text += data; const match = /BiDi listening on (ws:\/\/\S+)/.exec(text); if (match) done(match[1]); });
});
const socket = new WebSocket(place + '/session');
await new Promise((done, fail) => { socket.onopen = done; socket.onerror = fail; });
let next = 0, failures = 0, count = 0;
const waiting = new Map();
socket.onmessage = ({ data }) => { const message = JSON.parse(data); waiting.get(message.id)?.(message); };
const send = (method, params) => new Promise((done, fail) => {
  waiting.set(++next, (answer) => (answer.type === 'error' ? fail(new Error(answer.message)) : done(answer.result)));
  socket.send(JSON.stringify({ id: next, method, params }));
});
await send('session.new', { capabilities: {} });
// A window of its own has the focus, without which a key presses no button.
const { context } = await send('browsingContext.create', { type: 'window' });
await send('browsingContext.activate', { context });
const size = (width, height) => send('browsingContext.setViewport', { context, viewport: { width, height } });
const evaluate = async (expression) => {
  const { result, exceptionDetails } = await send('script.evaluate', { expression, target: { context }, awaitPromise: true });
  if (exceptionDetails) throw new Error(exceptionDetails.text);
  return result.value;
};
const rest = (time) => new Promise((done) => setTimeout(done, time));
const until = async (expression) => { for (let turn = 0; turn < 400 && !(await evaluate(expression)); turn++) await rest(50); };
const go = async (address, isReady = 'true') => {
  await send('browsingContext.navigate', { context, url: 'file://' + address, wait: 'complete' });
  await until(isReady);
};
const equal = (got, want, what) => { count++; if (got !== want) { failures++; console.log(`${what}: expected ${want}, got ${got}`); } };
const keys = (...list) => send('input.performActions', { context, actions: [{ type: 'key', id: 'keys', actions: list.flatMap((value) => [{ type: 'keyDown', value }, { type: 'keyUp', value }]) }] });
const middle = async (selector, number = 0) => JSON.parse(await evaluate(`(() => { const one = document.querySelectorAll(${JSON.stringify(selector)})[${number}]; one.scrollIntoView({ block: 'center' });
  const box = one.getBoundingClientRect(); return JSON.stringify([Math.round(box.x + box.width / 2), Math.round(box.y + box.height / 2)]) })()`));
/** Pulls from one place to another, by mouse or by a finger. */
const pull = (pointerType, [x, y], [toX, toY]) => send('input.performActions', { context, actions: [{ type: 'pointer', id: pointerType, parameters: { pointerType }, actions: [
  { type: 'pointerMove', x, y }, { type: 'pointerDown', button: 0 }, { type: 'pointerMove', x: Math.round((x + toX) / 2), y: Math.round((y + toY) / 2), duration: 100 },
  { type: 'pointerMove', x: toX, y: toY, duration: 100 }, { type: 'pointerUp', button: 0 }] }] });
const [right, enter, escape] = ['\uE014', '\uE006', '\uE00C'];
const row = () => evaluate("Editor.text.split('\\n')[3]");

const tryPlayground = async () => {
  const page = path.resolve(file), isReady = '!!document.documentElement.dataset.engine';
  await size(1280, 800);
  await go(page, isReady);
  equal(await evaluate("document.querySelectorAll('.handle').length"), 5, 'handles');
  console.log('ready after', await evaluate('document.documentElement.dataset.ready'), 'ms');
  await evaluate("document.querySelector('.handle').focus()");
  await keys(right);
  await until("Editor.text.includes('--ab--c------d---|')");
  equal(await row(), 'typed: --ab--c------d---|', 'the arrow moves the marble and the text');
  const step = Number(await evaluate('Math.round(Picture.step / Picture.scale)')), [x, y] = await middle('.handle', 2);
  await pull('mouse', [x, y], [x + 2 * step, y]);
  await rest(500);
  equal(await row(), 'typed: --ab----c----d---|', 'the pointer drags the marble');
  // The operator in its box is its menu, the number a slider.
  await evaluate("document.querySelector('.boxes .number').focus()");
  await keys(right);
  await until("Editor.text.includes('400ms')");
  equal(await evaluate("Editor.text.includes('debounce(for: 400ms)')"), true, 'a key moves the number in the picture');
  await evaluate("Editor.undo()");
  await until("Editor.text.includes('300ms')");
  await rest(300);
  equal(await evaluate(`(() => { const box = document.querySelector('.boxes .call').getBoundingClientRect(), code = document.querySelector('#canvas svg text.code').getBoundingClientRect(); return box.x > code.x && box.right < code.right && Math.abs(box.y + box.height / 2 - code.y - code.height / 2) < 4; })()`), true, 'the operator lies over its letters');
  await evaluate("document.querySelector('.boxes .call').focus()");
  await keys(enter);
  await until("!document.getElementById('menu').hidden");
  equal(await evaluate("document.activeElement.textContent.startsWith('throttle(for: 300ms')"), true, 'the menu begins with a rival');
  await keys(escape);
  equal(await evaluate("document.getElementById('menu').hidden && document.activeElement.className === 'call'"), true, 'Escape closes the menu');
  // A mend.
  await evaluate("Editor.set('a: -1-2-|\\n> a.mpa { $0 * 2 }\\n'); App.draw()");
  await until("document.getElementById('mend')");
  await evaluate("document.getElementById('mend').focus()");
  await keys(enter);
  equal(await evaluate("Editor.text.split('\\n')[1]"), '> a.map { $0 * 2 }', 'a name is mended by a key');
  // A prediction, by keys.
  await go(page, isReady);
  await evaluate('Predict.set(true)');
  await evaluate("document.querySelector('.add[aria-label*=prediction]').focus()");
  await keys(enter);
  await rest(300);
  equal(await evaluate("document.querySelectorAll('.guess').length"), 1, 'a key places a marble of the prediction');
  await evaluate("document.getElementById('run').focus()");
  await keys(enter);
  await until("document.querySelector('#verdict strong')");
  equal(await evaluate("/Not quite|Right/.test(document.getElementById('verdict').textContent)"), true, 'a prediction is judged');
  equal(await evaluate("getComputedStyle(document.getElementById('story')).visibility"), 'hidden', 'the question why comes first');
  await evaluate("document.querySelector('#verdict .options button').focus()");
  await keys(enter);
  await rest(300);
  equal(await evaluate("getComputedStyle(document.getElementById('story')).visibility"), 'visible', 'the answer brings the story');
  // A finger, in a narrow window.
  await size(320, 640);
  await go(page, isReady);
  const narrow = Number(await evaluate('Math.round(Picture.step / Picture.scale)')), [fingerX, fingerY] = await middle('.handle', 1);
  await pull('touch', [fingerX, fingerY], [fingerX + narrow, fingerY]);
  await rest(500);
  equal(await row(), 'typed: -a--b-c------d---|', 'a finger drags the marble at 320 px');
  equal(await evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth'), 0, 'the playground at 320 px');
};

const trySite = async () => {
  const root = path.resolve(site), at = (name) => path.join(root, name);
  await size(1200, 800);
  await go(at('course/02-slowing-down.html'));
  const box = "document.querySelectorAll('form.quiz')[1]";
  await evaluate(`${box}.querySelector('input').focus()`);
  await keys(...'-a--d--e--g----h----|', enter);
  await until(`${box}.querySelector('.verdict .board')`);
  equal(await evaluate(`${box}.querySelectorAll('.verdict .joined').length`), 5, 'lines join what is right');
  equal(await evaluate(`${box}.querySelector('.verdict .told').childElementCount`), 0, 'the question why comes before the explanation');
  await evaluate(`${box}.querySelector('.verdict .options button').focus()`);
  await keys(enter);
  equal(await evaluate(`${box}.querySelector('.verdict .told').childElementCount > 0`), true, 'the answer brings the explanation');
  for (const width of [1200, 320]) {
    await size(width, 700);
    await go(at('course/02-slowing-down.html'));
    const [fromX, fromY] = await middle('form.quiz .tray button', 2), [toX, toY] = JSON.parse(await evaluate(`(() => { const box = document.querySelector('form.quiz .board .track').getBoundingClientRect(); return JSON.stringify([Math.round(Math.min(box.x + box.width / 2, innerWidth - 60)), Math.round(box.y + box.height / 2)]) })()`));
    await pull('touch', [fromX, fromY], [toX, toY]);
    await rest(200);
    equal(await evaluate(`/^-+c$/.test(document.querySelector('form.quiz input').value)`), true, `a finger puts a marble into the row at ${width} px`);
  }
  for (const name of ['index.html', 'course/index.html', 'course/02-slowing-down.html', 'course/practice.html', 'course/handouts.html', 'gallery/index.html', 'gallery/debounce.html', 'operators/index.html', 'operators/debounce.html', 'tasks/index.html', 'tasks/debounce.html', 'documentation/Marbles/GettingStarted.html']) {
    if (!fs.existsSync(at(name))) continue;
    await go(at(name));
    await evaluate(`for (const one of document.querySelectorAll('details.ask')) one.open = true; document.querySelector('form.quiz .keys button:last-child')?.click()`);
    equal(await evaluate('Math.max(0, document.documentElement.scrollWidth - document.documentElement.clientWidth)'), 0, `${name} at 320 px`);
  }
  await size(1200, 800);
  await go(at('gallery/debounce.html'));
  equal(await evaluate("(() => { const box = document.querySelector('.stage svg').getBoundingClientRect(); return document.elementFromPoint(box.x + box.width / 2, Math.min(box.y + box.height / 2, innerHeight - 5)).closest('svg') !== null })()"), true, 'nothing lies over the picture');
  await evaluate("document.querySelector('details.ask summary').focus()");
  await keys(enter);
  equal(await evaluate("document.querySelector('details.ask').open"), true, 'the question opens by a key');
  // An earlier answer of the same run would count, too.
  await go(at('course/practice.html'));
  await evaluate('localStorage.clear()');
  await go(at('course/practice.html'));
  await evaluate("document.querySelector('#practice form.quiz input').focus()");
  await keys('-', enter);
  await until("/^1 of/.test(document.getElementById('score').textContent)");
  equal(await evaluate("/^1 of \\d+ cards asked, 0 known/.test(document.getElementById('score').textContent)"), true, 'a wrong card is counted');
  await evaluate("document.getElementById('next').focus()");
  await keys(enter);
  equal(await evaluate("document.activeElement.tagName + !document.querySelector('#practice .verdict').childElementCount"), 'INPUTtrue', 'another card follows, and has the focus');
};

try {
  if (file && file !== '-') await tryPlayground();
  if (site) await trySite();
} catch (error) { failures++; console.log(error.stack); } finally {
  firefox.kill();
  await new Promise((done) => (firefox.exitCode === null && firefox.signalCode === null ? firefox.once('exit', done) : done()));
  // A browser that has ended may leave a process that still writes there.
  try {
    fs.rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  } catch {
    console.error(`${folder} was not removed`);
  }
}
console.log(failures ? `${failures} of ${count} checks failed in Firefox` : `${count} checks hold in Firefox`);
process.exit(failures ? 1 : 0);
