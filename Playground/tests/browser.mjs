// A page in headless Chromium, driven through its debugging protocol: real pointers and keys, screenshots, what was requested.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

export const open = async (address, { width = 1280, height = 800, dark = false, calm = false, touch = false } = {}) => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'chromium-'));
  const process = spawn('chromium', ['--headless=new', '--no-sandbox', '--disable-gpu', `--window-size=${width},${height}`, '--remote-debugging-port=0',
    `--user-data-dir=${folder}`, 'about:blank'], { stdio: ['ignore', 'ignore', 'pipe'] });
  const place = await new Promise((done, fail) => {
    let text = '';
    process.stderr.on('data', (data) => { text += data; const match = /ws:\/\/\S+/.exec(text); if (match) done(match[0]); });
    process.on('exit', () => fail(new Error('Chromium does not start: ' + text.slice(0, 500))));
  });
  const socket = new WebSocket(place);
  await new Promise((done) => { socket.onopen = done; });
  let next = 0;
  const waiting = new Map(), errors = [], requests = [];
  socket.onmessage = ({ data }) => {
    const message = JSON.parse(data);
    if (message.id) { waiting.get(message.id)(message); waiting.delete(message.id); }
    if (message.method === 'Runtime.exceptionThrown') errors.push(message.params.exceptionDetails.exception?.description ?? message.params.exceptionDetails.text);
    if (message.method === 'Log.entryAdded' && message.params.entry.level === 'error') errors.push(message.params.entry.text);
    if (message.method === 'Network.requestWillBeSent') requests.push(message.params.request.url.slice(0, 80));
  };
  const raw = (method, params = {}, sessionId) => new Promise((done) => { waiting.set(++next, done); socket.send(JSON.stringify({ id: next, method, params, sessionId })); });
  const { result: { targetId } } = await raw('Target.createTarget', { url: 'about:blank' });
  const { result: { sessionId } } = await raw('Target.attachToTarget', { targetId, flatten: true });
  const send = async (method, params) => {
    const answer = await raw(method, params, sessionId);
    if (answer.error) throw new Error(`${method}: ${answer.error.message}`);
    return answer.result;
  };
  for (const domain of ['Runtime', 'Page', 'Log', 'Network']) await send(`${domain}.enable`);
  await send('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor: 1, mobile: touch });
  if (touch) await send('Emulation.setTouchEmulationEnabled', { enabled: true });
  await send('Emulation.setEmulatedMedia', { features: [
    { name: 'prefers-color-scheme', value: dark ? 'dark' : 'light' }, { name: 'prefers-reduced-motion', value: calm ? 'reduce' : 'no-preference' }] });

  const page = {
    errors, requests,
    async evaluate(expression) {
      const { result, exceptionDetails } = await send('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true });
      if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
      return result.value;
    },
    async until(expression, what = expression) {
      for (let turn = 0; turn < 400; turn++) {
        if (await page.evaluate(expression)) return;
        await new Promise((done) => setTimeout(done, 25));
      }
      throw new Error(`waited in vain for ${what}: ${errors.join("; ")}`);
    },
    async go(to) {
      await send('Page.navigate', { url: 'about:blank' });
      await send('Page.navigate', { url: to });
      await page.until('!!document.documentElement?.dataset.ready', 'the page');
    },
    mouse: (type, x, y, more = {}) => send('Input.dispatchMouseEvent', { type, x, y, button: 'left', buttons: type === 'mouseReleased' ? 0 : 1, clickCount: 1, ...more }),
    touch: (type, points) => send('Input.dispatchTouchEvent', { type, touchPoints: points }),
    async key(key, modifiers = 0) {
      const codes = { ArrowLeft: 37, ArrowRight: 39, ArrowUp: 38, ArrowDown: 40, Enter: 13, Delete: 46, Backspace: 8, Tab: 9, Escape: 27, ' ': 32, z: 90 };
      const event = { key, windowsVirtualKeyCode: codes[key] ?? key.charCodeAt(0), modifiers };
      await send('Input.dispatchKeyEvent', { ...event, type: key.length > 1 || modifiers ? 'rawKeyDown' : 'keyDown', text: key.length > 1 || modifiers ? undefined : key });
      await send('Input.dispatchKeyEvent', { ...event, type: 'keyUp' });
    },
    type: (text) => send('Input.insertText', { text }),
    async shot(file) {
      const { data } = await send('Page.captureScreenshot', { format: 'png' });
      fs.writeFileSync(file, Buffer.from(data, 'base64'));
    },
    async close() {
      await raw('Browser.close');
      await new Promise((done) => process.on('exit', done));
      fs.rmSync(folder, { recursive: true, force: true });
    },
  };
  if (address) await page.go(address);
  return page;
};
