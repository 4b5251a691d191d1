// A page in headless Chromium, driven through its debugging protocol: real pointers and keys, screenshots, what was requested.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** The path of Chromium; nothing where there is none. */
export const browser = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((path) => path && fs.existsSync(path));

export const open = async (address, { width = 1280, height = 800, dark = false, calm = false, touch = false, scale = 1 } = {}) => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'chromium-'));
  const child = spawn(browser, ['--headless=new', '--no-sandbox', '--disable-gpu', '--no-first-run', `--window-size=${width},${height}`, '--remote-debugging-pipe',
    `--user-data-dir=${folder}`, 'about:blank'], { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] });
  let next = 0, rest = '';
  const waiting = new Map(), errors = [], requests = [];
  const hear = ({ id, method, params, ...answer }) => {
    if (id) { waiting.get(id)(answer); waiting.delete(id); }
    if (method === 'Runtime.exceptionThrown') errors.push(params.exceptionDetails.exception?.description ?? params.exceptionDetails.text);
    if (method === 'Log.entryAdded' && params.entry.level === 'error') errors.push(params.entry.text);
    if (method === 'Network.requestWillBeSent') requests.push(params.request.url.slice(0, 80));
  };
  child.stdio[4].setEncoding('utf8').on('data', (data) => {
    const parts = (rest + data).split('\0');
    rest = parts.pop();
    for (const part of parts) hear(JSON.parse(part));
  });
  const raw = (method, params = {}, sessionId) => new Promise((done) => {
    waiting.set(++next, done);
    child.stdio[3].write(JSON.stringify({ id: next, method, params, sessionId }) + '\0');
  });
  const { result: { targetId } } = await raw('Target.createTarget', { url: 'about:blank' });
  const { result: { sessionId } } = await raw('Target.attachToTarget', { targetId, flatten: true });
  const send = async (method, params) => {
    const answer = await raw(method, params, sessionId);
    if (answer.error) throw new Error(`${method}: ${answer.error.message}`);
    return answer.result;
  };
  for (const domain of ['Runtime', 'Page', 'Log', 'Network']) await send(`${domain}.enable`);
  await send('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor: scale, mobile: touch });
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
      await page.until('!!document.documentElement?.dataset.engine', 'the page');
    },
    mouse: (type, x, y, more = {}) => send('Input.dispatchMouseEvent', { type, x, y, button: 'left', buttons: type === 'mouseReleased' ? 0 : 1, clickCount: 1, ...more }),
    touch: (type, points) => send('Input.dispatchTouchEvent', { type, touchPoints: points }),
    async key(key, modifiers = 0) {
      const codes = { ArrowLeft: 37, ArrowRight: 39, ArrowUp: 38, ArrowDown: 40, Enter: 13, Delete: 46, Backspace: 8, Tab: 9, Escape: 27, ' ': 32, z: 90 };
      const event = { key, windowsVirtualKeyCode: codes[key] ?? key.charCodeAt(0), modifiers };
      await send('Input.dispatchKeyEvent', { ...event, type: key.length > 1 || modifiers ? 'rawKeyDown' : 'keyDown', text: key.length > 1 || modifiers ? undefined : key });
      await send('Input.dispatchKeyEvent', { ...event, type: 'keyUp' });
    },
    /** The key that submits a form, with its sign. */
    async enter() {
      const event = { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 13 };
      await send('Input.dispatchKeyEvent', { ...event, type: 'keyDown', text: '\r' });
      await send('Input.dispatchKeyEvent', { ...event, type: 'keyUp' });
    },
    type: (text) => send('Input.insertText', { text }),
    /** Any page of the site: it is there when it has loaded. */
    async load(to) {
      await send('Page.navigate', { url: to });
      await page.until(`document.readyState === 'complete' && location.href !== 'about:blank'`, 'the page');
    },
    /** A picture of the window, or of the whole page. */
    async shot(file, isWhole = false) {
      const { cssContentSize: { width, height } } = await send('Page.getLayoutMetrics');
      const clip = isWhole ? { captureBeyondViewport: true, clip: { x: 0, y: 0, width, height: Math.min(height, 6000), scale: 1 } } : {};
      const { data } = await send('Page.captureScreenshot', { format: 'png', ...clip });
      fs.writeFileSync(file, Buffer.from(data, 'base64'));
    },
    async close() {
      await raw('Browser.close');
      await new Promise((done) => (child.exitCode === null && child.signalCode === null ? child.once('exit', done) : done()));
      // A browser that has ended may leave a process that still writes there.
      try {
        fs.rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
      } catch {
        console.error(`${folder} was not removed`);
      }
    },
  };
  if (address) await page.go(address);
  return page;
};
