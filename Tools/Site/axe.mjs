// node axe.mjs SITE: runs axe on all kinds of pages of the site and on the playground, in light and in dark, in a wide and in a narrow window: the axe
// that AXE names, or that of requirements.txt. Nothing is fetched; axe is a tool of this check and no part of the project.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { browser, open } from '../Playground/tests/browser.mjs';

const site = resolve(process.argv[2] ?? '.build/site'), python = process.env.PYTHON ?? 'python3';
const installed = "import importlib.util as found; package = found.find_spec('axe_playwright_python'); print(package.submodule_search_locations[0] + '/axe.min.js' if package else '')";
const tool = process.env.AXE ?? (spawnSync(python, ['-c', installed], { encoding: 'utf8' }).stdout ?? '').trim();
if (!tool || !existsSync(tool)) { console.log('Tools/Site/axe.mjs: axe is not installed (Tools/Site/requirements.txt): the pages were not checked with it'); process.exit(0); }
if (!browser) { console.log('Tools/Site/axe.mjs: Chromium is not installed: the pages were not checked with axe'); process.exit(0); }
const source = readFileSync(tool, 'utf8');

const answer = (row) => `{ const form = document.querySelector('form.quiz'); form.querySelector('input').value = ${JSON.stringify(row)}; form.requestSubmit(); }`;
/** Each kind of page, and what is done on it before it is looked at. */
const kinds = [
  ['index.html'], ['course/index.html'], ['course/00-over-time.html'], ['course/02-slowing-down.html'],
  ['course/02-slowing-down.html', answer('-a--c--e--h----g----|'), 'a wrong row'],
  ['course/02-slowing-down.html', `for (const button of document.querySelectorAll('form.quiz .keys button:last-child')) button.click(); for (const button of document.querySelectorAll('h2#why ~ ul button')) button.click(); for (const one of document.querySelectorAll('details')) one.open = true`, 'everything shown'],
  ['course/05-several-streams.html', `for (const form of document.querySelectorAll('form.quiz')) { form.querySelector('.keys button:last-child').click(); form.querySelector('.verdict .options button')?.click(); }`, 'everything shown'],
  ['course/01-cold-and-hot.html?present'], ['course/teaching.html'], ['course/handouts.html'],
  ['course/practice.html'], ['course/practice.html', answer('-'), 'answered'],
  ['gallery/index.html'], ['index.html', `(async () => { const toggle = document.getElementById('__search'); toggle.checked = true; toggle.dispatchEvent(new Event('change', { bubbles: true })); const box = document.querySelector('.md-search__input'); box.focus(); box.value = 'debounceTime'; box.dispatchEvent(new Event('keyup', { bubbles: true })); for (let turn = 0; turn < 100 && !document.querySelector('.md-search-result__item'); turn++) await new Promise((done) => setTimeout(done, 25)); })()`, 'searched'],
  ['tasks/index.html'], ['tasks/debounce.html'], ['tasks/debounce.html', answer('-a--b---c---|'), 'a wrong row'], ['tasks/switchMap.html', `document.querySelector('form.quiz .keys button:last-child').click(); document.querySelector('.verdict .options button')?.click()`, 'explained'],
  ['gallery/debounce.html'], ['gallery/debounce.html', `document.querySelector('details.ask').open = true`, 'asking'], ['gallery/share-replay.html'],
  ['operators/index.html'], ['operators/debounce.html'], ['documentation/Marbles/GettingStarted.html'], ['documentation/Marbles/Glossary.html'], ['documentation/CHANGELOG.html'],
  ['api/index.html'], ['api/documentation/pipes/publisher/debounce(for:scheduler:options:)/index.html'],
];
const spec = '#spec=' + encodeURIComponent('a: -1-2-3-|\nb: --x-|\n> a.map { $0 * 2 }\n> a.zip(b)\n'), wait = (until) => `(async () => { for (let turn = 0; turn < 200 && !(${until}); turn++) await new Promise((done) => setTimeout(done, 25)); })()`;
const run = `(async () => { await Predict.set(true); document.getElementById('run').click(); await ${wait(`document.querySelector('#verdict strong')`)} })()`;
const playground = [
  ['playground.html'], ['playground.html?embed'], ['playground.html' + spec],
  ['playground.html', `Predict.set(true)`, 'predicting'], ['playground.html', run, 'predicted'],
  ['playground.html', `{ Editor.set('a: -1-|\\n> a.mapp { $0 }\\n'); App.draw(); }`, 'a mistake'],
  ['playground.html', `(async () => { document.querySelector('.call').click(); await ${wait(`!document.getElementById('menu').hidden`)}; })()`, 'a menu'],
  ['playground.html', `document.getElementById('examples').click()`, 'examples'], ['playground.html', `document.getElementById('share').click()`, 'sharing'],
  ['playground.html', `(async () => { Task.set({ spec: Editor.text, task: { text: 'Move a marble.', locks: true } }); document.getElementById('hand-in').click(); })()`, 'a task'],
  ['playground.html', `document.getElementById('present').click()`, 'presented'],
];

/** Looks at all pages in one window. Returns the kind and the place of each finding, and the number of pages. */
const look = async ([width, dark]) => {
  const page = await open('', { width, height: 900, dark, calm: true }), findings = [];
  let looked = 0;
  for (const [path, act, name] of [...kinds, ...playground]) {
    const file = path.replace(/[?#].*$/, '');
    if (!existsSync(join(site, file))) { if (width === 1200 && !dark) console.log(`Tools/Site/axe.mjs: there is no ${file}`); continue; }
    const address = 'file://' + join(site, file).split('/').map(encodeURIComponent).join('/') + path.slice(file.length);
    if (file === 'playground.html') await page.go(address); else await page.load(address);
    await page.evaluate('localStorage.clear()');
    if (act) await page.evaluate(act);
    // Until the page has been laid out again: what can be scrolled by keys is known then.
    await page.evaluate('new Promise((done) => setTimeout(() => requestAnimationFrame(() => requestAnimationFrame(done)), 60))');
    await page.evaluate(source);
    const violations = JSON.parse(await page.evaluate(`axe.run(document, { resultTypes: ['violations'], iframes: false }).then((result) => JSON.stringify(result.violations.map(({ id, help, impact, nodes }) => (
      { id, help, impact, nodes: nodes.slice(0, 3).map((node) => [node.target.join(' '), (node.any[0] ?? node.all[0] ?? node.none[0])?.message ?? '']), count: nodes.length }))))`));
    looked += 1;
    for (const one of violations) {
      findings.push([`${one.id} (${one.impact}): ${one.help}`, `  ${path}${name ? ', ' + name : ''}, ${width} px${dark ? ', dark' : ''}: ${one.count}, as ${one.nodes.map((pair) => pair.join(': ')).join('; ').slice(0, 400)}`]);
    }
  }
  await page.close();
  return { findings, looked };
};

// Two windows at a time, each in a browser of its own: a look is work for one core.
const windows = [[1200, false], [1200, true], [320, false], [320, true]], looks = [];
const lane = async (from) => { for (let index = from; index < windows.length; index += 2) looks[index] = await look(windows[index]); };
await Promise.all([lane(0), lane(1)]);
const found = new Map(), looked = looks.reduce((sum, one) => sum + one.looked, 0);
for (const [key, place] of looks.flatMap((one) => one.findings)) found.set(key, [...(found.get(key) ?? []), place]);
for (const [key, places] of found) console.log([`Tools/Site/axe.mjs: ${key}`, ...places.slice(0, Number(process.env.PLACES ?? 6)), ...(places.length > 6 ? [`  and ${places.length - 6} more`] : [])].join('\n'));
console.log(`Tools/Site/axe.mjs: ${looked} pages looked at, ${found.size} kinds of findings`);
process.exit(found.size ? 1 : 0);
