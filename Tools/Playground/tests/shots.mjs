// node shots.mjs PAGE FOLDER: pictures of the page to look at.
import { open } from './browser.mjs';
import path from 'node:path';
const [file, folder] = process.argv.slice(2), address = 'file://' + path.resolve(file);
const shot = async (name, options, act = async () => {}) => {
  const page = await open(address, options);
  await act(page);
  await new Promise((done) => setTimeout(done, 250));
  await page.shot(path.join(folder, name + '.png'));
  if (page.errors.length) console.log(name, page.errors);
  await page.close();
};
const middle = (page, selector, number = 0) => page.evaluate(`(() => { const b = document.querySelectorAll(${JSON.stringify(selector)})[${number}].getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2] })()`);
const write = (page, spec) => page.evaluate(`App.open(${JSON.stringify(spec)})`);
await shot('first', {});
await shot('drag', {}, async (page) => {
  const [x, y] = await middle(page, '.handle.value', 2);
  await page.mouse('mousePressed', x, y);
  for (let step = 1; step < 20; step++) await page.mouse('mouseMoved', x + step * 5, y);
});
await shot('error', {}, (page) => write(page, 'typed: -a-b--c------d---|\n\n> typed.debouce(for: 300ms)\n'));
await shot('dark', { dark: true }, () => {});
await shot('narrow', { width: 320, height: 720, touch: true });
await shot('present', {}, (page) => page.evaluate("document.getElementById('present').click()"));
await shot('menu', {}, async (page) => { await page.evaluate("document.querySelector('.call').click()"); });
await shot('compare', {}, (page) => write(page, 'frame: 100ms\n\na: -1-2--3------4---|\n\n> a.debounce(for: 300ms)\n\n> a.throttle(for: 300ms, latest: true)\n'));
await shot('predict', {}, async (page) => { await page.evaluate("Predict.set(true)"); });
await shot('examples', {}, (page) => page.evaluate("document.getElementById('examples').click()"));
await shot('share', {}, (page) => page.evaluate("document.getElementById('share').click()"));
await shot('words', {}, async (page) => { await page.evaluate("document.getElementById('text').focus(), document.getElementById('text').setSelectionRange(Editor.text.length - 1, Editor.text.length - 1)"); await page.type('.de'); });
