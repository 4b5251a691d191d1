// node Tools/Site/tasks.mjs SITE [PICTURES]: does every task of ten minutes with a finger on a telephone of 360 px: each marble is chosen from the
// tray and put into the row by a touch, the answer is checked, the question why answered, and the next row asked for. Then with a wrong row, and by keys.
import fs from 'node:fs';
import { join, resolve } from 'node:path';
import { browser, open } from '../Playground/tests/browser.mjs';

const site = resolve(process.argv[2] ?? '.build/site'), pictures = process.argv[3];
if (!browser) { console.log('Tools/Site/tasks.mjs: there is no Chromium; nothing was checked'); process.exit(0); }
if (pictures) fs.mkdirSync(pictures, { recursive: true });
const names = [...fs.readFileSync('Course/Tasks/README.md', 'utf8').matchAll(/^- \[(\w+)\]/gm)].map((found) => found[1]);
const problems = [], rest = (time) => new Promise((done) => setTimeout(done, time));
let rows = 0, touches = 0;

/** What the open step asks for, and where everything is. */
const step = `(() => {
  const form = [...document.querySelectorAll('.step:not([hidden]) form.quiz')].at(-1);
  const all = JSON.parse(document.getElementById('questions').textContent).questions;
  const question = all.find((one) => one.identity === form.dataset.identity && one.place === form.dataset.place);
  const symbol = Rows.symbolOf(question, { names: new Map() });
  globalThis.Asked = { form, question };
  return { row: question.row, events: question.events.map((event) => ({ at: event.at, name: 'value' in event ? symbol(event) : 'finished' in event ? 'the finish' : 'a failure' })) };
})()`;
/** The middle of a part of the open step, scrolled to where a finger can reach it, and not on the way there. */
const middle = (expression) => `(() => {
  const part = ${expression};
  part.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
  const box = part.getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2, box.width, box.height];
})()`;
/** The place of an instant in the row, by the times above it. */
const place = (at) => `(() => {
  const { form } = globalThis.Asked, svg = form.querySelector('.boards .board'), track = svg.querySelector('.track'), holder = svg.parentElement;
  track.scrollIntoView({ block: 'center', behavior: 'instant' });
  const units = { s: 1e9, ms: 1e6 }, times = [...svg.querySelectorAll('text')].flatMap((text) => { const found = /^(\\d+)(ms|s)$/.exec(text.textContent); return found && text.getAttribute('opacity') ? [[Number(found[1]) * units[found[2]], Number(text.getAttribute('x'))]] : []; });
  const [[from, left], [to, right]] = [times[0], times.at(-1)], x = left + (${at} - from) * (right - left) / (to - from);
  const scale = svg.getBoundingClientRect().width / svg.viewBox.baseVal.width;
  holder.scrollLeft = Math.max(0, x * scale - holder.clientWidth + 40);
  return [svg.getBoundingClientRect().x + x * scale, track.getBoundingClientRect().y + track.getBoundingClientRect().height / 2];
})()`;

const tap = async (page, expression) => {
  // The page may still be scrolling because of the touch before.
  let [x, y, width, height] = await page.evaluate(expression);
  for (let left = 50, before; left > 0 && before !== `${x} ${y}`; left -= 1) {
    before = `${x} ${y}`;
    await rest(40);
    [x, y, width, height] = await page.evaluate(expression);
  }
  if (width !== undefined && (width < 24 || height < 24)) problems.push(`a target of ${Math.round(width)} × ${Math.round(height)} px: ${expression.slice(20, 120)}`);
  // A busy machine takes its time: the page has taken the touch when it has drawn what came of its click, if there is one.
  await page.evaluate(`(() => {
    const number = globalThis.Touched = (globalThis.Touched ?? 0) + 1;
    const drawn = () => requestAnimationFrame(() => setTimeout(() => { globalThis.Taken = Math.max(globalThis.Taken ?? 0, number); }));
    addEventListener('click', drawn, { capture: true, once: true });
    addEventListener('pointerup', () => setTimeout(drawn, 300), { capture: true, once: true });
  })()`);
  await page.touch('touchStart', [{ x, y }]);
  await page.touch('touchEnd', []);
  touches += 1;
  for (let left = 500; left > 0 && !await page.evaluate('globalThis.Taken >= globalThis.Touched'); left -= 1) await rest(10);
};
const verdict = (page) => page.evaluate(`globalThis.Asked.form.querySelector('.verdict').innerText`);
const shoot = async (page, name, isWhole) => { if (pictures) await page.shot(join(pictures, name + '.png'), isWhole); };

const byTouch = async (name, dark) => {
  const page = await open('', { width: 360, height: 740, touch: true, scale: 2, dark });
  await page.load('file://' + join(site, `tasks/${name}.html`));
  await shoot(page, `task-${name}`);
  const count = await page.evaluate(`document.querySelectorAll('form.quiz').length`);
  if (count < 1 || count > 3) problems.push(`${name}: ${count} rows`);
  if (await page.evaluate(`document.querySelectorAll('.md-content__inner > details:first-of-type > ul > li').length`) !== 4) problems.push(`${name}: what it needs is not said in four lines, folded`);
  const top = await page.evaluate(`document.querySelector('form.quiz .board, form.quiz input').getBoundingClientRect().top`);
  if (!(top < 740)) problems.push(`${name}: the first row begins at ${top} px`);
  for (let number = 0; number < count; number += 1) {
    const { events, row } = await page.evaluate(step);
    if (await page.evaluate(`[...document.querySelectorAll('.step:not([hidden]) form.quiz')].length`) !== number + 1) problems.push(`${name}: row ${number + 1} is not the only new one`);
    if (await page.evaluate(`globalThis.Asked.form.closest('.step').querySelector('details').checkVisibility()`)) problems.push(`${name}: the answer of row ${number + 1} can be seen`);
    for (const { at, name: mark } of events) {
      const label = ['the finish', 'a failure'].includes(mark) ? mark : `marble ${mark}`;
      if (!await page.evaluate(`Boolean(globalThis.Asked.form.querySelector('.tray [aria-label=${JSON.stringify(label)}]'))`)) { problems.push(`${name}: the tray has no ${label} for ${row}`); continue; }
      await tap(page, middle(`globalThis.Asked.form.querySelector('.tray [aria-label=${JSON.stringify(label)}]')`));
      await tap(page, place(at));
    }
    await shoot(page, `task-${name}-${number + 1}-row`);
    await tap(page, middle(`globalThis.Asked.form.querySelector('.keys .first')`));
    const said = await verdict(page);
    if (!/^Right/.test(said)) problems.push(`${name}: ${row} by touch is "${await page.evaluate(`globalThis.Asked.form.querySelector('input').value`)}": ${said.slice(0, 200)}`);
    rows += 1;
    if (await page.evaluate(`Boolean(globalThis.Asked.form.querySelector('.verdict .options button'))`)) {
      if (await page.evaluate(`!document.querySelector('.step:not([hidden]) .task-bar button').hidden`)) problems.push(`${name}: the next row is offered before the question why is answered`);
      await tap(page, middle(`globalThis.Asked.form.querySelector('.verdict .options button')`));
    }
    await shoot(page, `task-${name}-${number + 1}-why`, true);
    await tap(page, middle(`globalThis.Asked.form.closest('.step').querySelector('.task-bar button')`));
    await rest(80);
  }
  if (!await page.evaluate(`[...document.querySelectorAll('.step')].at(-1).checkVisibility()`)) problems.push(`${name}: the end does not come`);
  const over = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
  if (over > 0) problems.push(`${name}: ${over} px too wide`);
  if (page.errors.length) problems.push(`${name}: ${page.errors[0]}`);
  const foreign = page.requests.filter((url) => !/^(file|data|about|blob):/.test(url));
  if (foreign.length) problems.push(`${name}: requests to elsewhere: ${foreign[0]}`);
  await page.close();
};

/** A row of the rival is named as that, and the way on is open; the same by keys alone. */
const byKeys = async () => {
  const page = await open('', {});
  await page.load('file://' + join(site, 'tasks/debounce.html'));
  await page.evaluate(step);
  await page.evaluate(`globalThis.Asked.form.querySelector('input').focus()`);
  await page.type('-a--b---c---|');
  await page.enter();
  if (!/This is the row of throttle/.test(await verdict(page))) problems.push('the row of throttle is not recognized: ' + await verdict(page));
  await page.evaluate(`globalThis.Asked.form.querySelector('.verdict .options button, .verdict .explain').focus()`);
  await page.enter();
  await page.evaluate(`document.querySelector('.step .task-bar button').focus()`);
  await page.enter();
  if (await page.evaluate(`document.querySelectorAll('.step:not([hidden]) form.quiz').length`) !== 2) problems.push('by keys the next row does not come');
  if (await page.evaluate(`document.activeElement.tagName`) !== 'H2') problems.push('the focus does not go on to the next row');
  await shoot(page, 'task-debounce-wide', true);
  await page.close();
};

try {
  for (const [index, name] of names.entries()) await byTouch(name, index % 2 === 1);
  await byKeys();
} catch (error) { problems.push(error.stack); }
for (const one of problems) console.log('Tools/Site/tasks.mjs: ' + one);
console.log(`Tools/Site/tasks.mjs: ${names.length} tasks, ${rows} rows, ${touches} touches, ${problems.length} faults`);
process.exit(problems.length ? 1 : 0);
