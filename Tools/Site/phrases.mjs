// node Tools/Site/phrases.mjs SITE: types what people ask for into the search of the site, in Chromium and from the file system. Each phrase of
// phrases.txt leads to its operator within three results.
import fs from 'node:fs';
import { join, resolve } from 'node:path';
import { browser, open } from '../Playground/tests/browser.mjs';

const site = resolve(process.argv[2] ?? '.build/site'), limit = 3;
if (!browser) { console.log('Tools/Site/phrases.mjs: there is no Chromium; nothing was checked'); process.exit(0); }
const phrases = fs.readFileSync(new URL('phrases.txt', import.meta.url), 'utf8').split('\n').filter((line) => line && !line.startsWith('#')).map((line) => line.split(': '));
const page = await open('', {}), wrong = [];
await page.load('file://' + join(site, 'index.html'));
await page.evaluate(`(() => { const toggle = document.getElementById('__search'); toggle.checked = true; toggle.dispatchEvent(new Event('change', { bubbles: true })); })()`);
/** The pages that the search shows for a phrase, the best first. */
const found = async (phrase) => {
  await page.evaluate(`(() => { const box = document.querySelector('.md-search__input'); box.focus(); box.value = ''; box.dispatchEvent(new Event('keyup', { bubbles: true })); })()`);
  await page.until(`!document.querySelector('.md-search-result__item')`, 'an empty search');
  await page.evaluate(`(() => { const box = document.querySelector('.md-search__input'); box.value = ${JSON.stringify(phrase)}; box.dispatchEvent(new Event('keyup', { bubbles: true })); })()`);
  for (let turn = 0; turn < 100 && !(await page.evaluate(`/^(No|\\d+) matching/.test(document.querySelector('.md-search-result__meta').textContent.trim())`)); turn += 1) await new Promise((done) => setTimeout(done, 20));
  return page.evaluate(`[...document.querySelectorAll('.md-search-result__item > a')].slice(0, 8).map((one) => one.href.replace(/[?#].*$/, '').split('/').slice(-2).join('/'))`);
};
for (const [phrase, name] of phrases) {
  const list = await found(phrase), place = list.findIndex((one) => one === `operators/${name}.html`);
  if (place < 0 || place >= limit) wrong.push(`"${phrase}" leads to ${name} as ${place < 0 ? 'none' : `number ${place + 1}`} of ${list.slice(0, 5).join(', ')}`);
}
// What nobody calls anything finds nothing.
const nothing = await found('xyzzyqq');
if (nothing.length) wrong.push(`"xyzzyqq" finds ${nothing[0]}`);
const foreign = page.requests.filter((url) => !/^(file|data|about|blob):/.test(url));
if (foreign.length) wrong.push('requests to elsewhere: ' + foreign.join(' '));
if (page.errors.length) wrong.push('errors in scripts: ' + [...new Set(page.errors)].join('\n'));
await page.close();
for (const one of wrong) console.log('Tools/Site/phrases.mjs: ' + one);
console.log(`Tools/Site/phrases.mjs: ${phrases.length} phrases, ${wrong.length} faults`);
process.exit(wrong.length ? 1 : 0);
