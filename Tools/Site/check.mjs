// Walks through the site in a headless Chromium: links, quiz boxes, present mode, 320 px, light and dark.
// node Tools/Site/check.mjs FOLDER [PICTURES] writes pictures of what it saw, if it is given a folder for them.
// It talks over a pipe, by the DevTools protocol, and needs no package. `people.mjs` has the rules about what keeps people out, `axe.mjs` asks axe.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const site = resolve(process.argv[2] ?? '.build/site'), pictures = process.argv[3];
const browsers = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const browser = browsers.find((path) => path && existsSync(path));
if (!browser) {
  console.log('Tools/Site/check.mjs: there is no Chromium; nothing was checked');
  process.exit(0);
}
if (pictures) mkdirSync(pictures, { recursive: true });

const problems = [];
const check = (holds, text) => { if (!holds) problems.push(text); };

// MARK: Files

const pages = [];
const collect = (folder) => {
  for (const name of readdirSync(join(site, folder))) {
    const path = join(folder, name);
    if (statSync(join(site, path)).isDirectory()) collect(path); else if (name.endsWith('.html')) pages.push(path);
  }
};
collect('.');
check(pages.length > 150, `there are only ${pages.length} pages`);
{
  const index = readFileSync(join(site, 'gallery/index.html'), 'utf8');
  for (const page of pages.filter((one) => /^gallery.(?!index)/.test(one))) check(index.includes(`href="${page.slice(8)}"`), `gallery/index.html: there is no ${page.slice(8)}, whose family is not listed`);
}
for (const page of pages.filter((one) => /^operators.(?!index)/.test(one))) {
  const [first, name] = [readFileSync(join(site, page), 'utf8').match(/<h1[^]*?<p[^]*?<\/p>/)?.[0] ?? '', page.slice(10, -5)];
  check(new RegExp(`<img src="(../gallery/)?${name}[-.]`).test(first), `${page}: it does not begin with a picture of ${name}`);
}
let links = 0;
// The specs behind "Change it".
const changed = new Set();
for (const page of pages) {
  const text = readFileSync(join(site, page), 'utf8').replace(/(<script[^>]*>)[\s\S]*?<\/script>/g, '$1');
  const ids = [...text.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
  check(new Set(ids).size === ids.length, `${page}: two parts have the id ${ids.find((id, index) => ids.indexOf(id) !== index)}`);
  // Attributes of tags only: code that a page shows may have others.
  const tags = (text.match(/<[a-zA-Z](?:[^<>"]|"[^"]*")*>/g) ?? []).join('');
  for (const [, kind, address] of tags.matchAll(/(href|src)="([^"]*)"/g)) {
    if (/^(data:|#|https?:|\?|javascript:)/.test(address)) {
      check(!(kind === 'src' && /^https?:/.test(address)), `${page}: ${address} is somewhere else`);
      continue;
    }
    links += 1;
    const [path, anchor] = address.split('#');
    const target = join(site, page, '..', path.replace(/[?].*/, ''));
    check(existsSync(target), `${page}: there is no ${address}`);
    if (anchor?.startsWith('spec=')) {
      changed.add(decodeURIComponent(anchor.replace(/&amp;predict$|^spec=/g, '')));
    } else if (anchor && existsSync(target)) check(readFileSync(target, 'utf8').includes(`id="${anchor}"`), `${page}: there is no ${address}`);
  }
}

// MARK: The browser

const profile = mkdtempSync(join(tmpdir(), 'site-check-'));
const options = ['--headless', '--no-sandbox', '--disable-gpu', '--no-first-run', '--remote-debugging-pipe', `--user-data-dir=${profile}`];
const child = spawn(browser, [...options, 'about:blank'], { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] });
let number = 0, rest = '', session, loaded = () => {};
const waiting = new Map(), requests = [], errors = [];
const hear = ({ method, params }) => {
  if (method === 'Page.loadEventFired') loaded();
  if (method === 'Network.requestWillBeSent') requests.push(params.request.url);
  if (method === 'Runtime.exceptionThrown') errors.push(params.exceptionDetails.exception?.description ?? params.exceptionDetails.text);
};
child.stdio[4].setEncoding('utf8').on('data', (data) => {
  const parts = (rest + data).split('\0');
  rest = parts.pop();
  for (const part of parts) {
    const message = JSON.parse(part);
    if (!message.id) { hear(message); continue; }
    const { done, fail } = waiting.get(message.id);
    waiting.delete(message.id);
    if (message.error) fail(new Error(message.error.message)); else done(message.result);
  }
});
const send = (method, params = {}) => new Promise((done, fail) => {
  number += 1;
  waiting.set(number, { done, fail });
  child.stdio[3].write(JSON.stringify({ id: number, method, params, ...(session ? { sessionId: session } : {}) }) + '\0');
});
const run = async (expression) => {
  let answer;
  try { answer = await send('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true }); } catch (error) {
    // A click that leads to another page may be answered by nobody.
    if (/navigated or closed|Cannot find context|context was destroyed/.test(error.message)) return undefined;
    throw error;
  }
  const { result, exceptionDetails } = answer;
  if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
  return result.value;
};
const open = async (path) => {
  const isLoaded = new Promise((done) => { loaded = done; });
  const [file, query] = path.split('?');
  const [name, hash] = file.split('#');
  await send('Page.navigate', { url: pathToFileURL(join(site, name)).href + (query ? '?' + query : '') + (hash ? '#' + hash : '') });
  await isLoaded;
};
const key = async (name, text) => {
  const event = { key: name, code: name, windowsVirtualKeyCode: { ArrowRight: 39, ArrowLeft: 37, Enter: 13 }[name] };
  await send('Input.dispatchKeyEvent', { type: 'keyDown', ...event, text });
  await send('Input.dispatchKeyEvent', { type: 'keyUp', ...event });
};
const look = async (width, scheme) => {
  await send('Emulation.setDeviceMetricsOverride', { width, height: width < 500 ? 640 : 800, deviceScaleFactor: width < 500 ? 2 : 1, mobile: width < 500 });
  await send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-color-scheme', value: scheme }] });
};
const picture = async (name) => {
  if (!pictures) return;
  const { data } = await send('Page.captureScreenshot', { format: 'png' });
  writeFileSync(join(pictures, name + '.png'), Buffer.from(data, 'base64'));
};
// The Tab key leads through the controls in the order of the page.
const tabs = async (name) => {
  await run(`document.activeElement?.blur(); window.getSelection().removeAllRanges(); window.scrollTo(0, 0); globalThis.passed = []`);
  for (let turn = 0; turn < 12; turn += 1) {
    await send('Input.dispatchKeyEvent', { type: 'keyDown', key: 'Tab', code: 'Tab', windowsVirtualKeyCode: 9 });
    await send('Input.dispatchKeyEvent', { type: 'keyUp', key: 'Tab', code: 'Tab', windowsVirtualKeyCode: 9 });
    const fault = await run(`(() => {
      const one = document.activeElement, last = globalThis.passed.at(-1);
      if (!one || one === document.body) return globalThis.passed.length ? 'end' : 'nothing has the focus';
      if (globalThis.passed.includes(one)) return globalThis.passed[0] === one ? 'end' : '';
      globalThis.passed.push(one);
      // Inside of a frame a control of its own page shows the focus.
      if (one instanceof HTMLIFrameElement) return '';
      const style = getComputedStyle(one);
      if (!one.getClientRects().length) return 'the focus is on something that is not shown: ' + one.outerHTML.slice(0, 90);
      // A marble of a row has a thick edge in place of a frame.
      const edge = one.querySelector('circle, path'), isEdged = one instanceof SVGElement && edge && parseFloat(getComputedStyle(edge).strokeWidth) >= 3;
      if (style.outlineStyle === 'none' && style.boxShadow === 'none' && !isEdged) return 'the focus cannot be seen: ' + one.outerHTML.slice(0, 90);
      return last && last.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_PRECEDING ? 'the focus goes back: ' + one.outerHTML.slice(0, 90) : '';
    })()`);
    if (fault === 'end') return;
    if (fault) { problems.push(`${name}: ${fault}`); return; }
  }
};
const people = readFileSync(new URL('people.mjs', import.meta.url), 'utf8');
const accessible = async (name) => {
  for (const fault of (await run(people)).slice(0, 8)) problems.push(`${name}: ${fault}`);
  await tabs(name);
};

// The row that was sent is right in each box of a page, and a row that is one frame late is not.
const everyBox = `(() => {
  const list = JSON.parse(document.getElementById('questions').textContent).questions, forms = [...document.querySelectorAll('form.quiz')];
  const wrong = list.length === forms.length ? [] : ['boxes: ' + forms.length + ' for ' + list.length];
  for (const question of list) {
    const form = forms.find((one) => one.dataset.identity === question.identity && one.dataset.place === question.place);
    if (!form) { wrong.push('no box for ' + question.place); continue; }
    for (const [row, isRight] of [[question.row, true], ['-' + question.row, !question.events.length]]) {
      form.querySelector('input').value = row;
      form.requestSubmit();
      if (/^Right/.test(form.querySelector('.verdict').textContent) !== isRight) wrong.push(question.place + ' ' + row);
    }
  }
  return wrong.concat(list.length);
})()`;

const walk = async () => {
  const { targetId } = await send('Target.createTarget', { url: 'about:blank' });
  ({ sessionId: session } = await send('Target.attachToTarget', { targetId, flatten: true }));
  for (const domain of ['Page', 'Runtime', 'Network']) await send(domain + '.enable');
  await look(1200, 'light');
  await open('index.html');
  await run('new Promise((done) => requestAnimationFrame(() => setTimeout(done, 100)))');
  const first = Math.round(await run('performance.getEntriesByType("paint").find((one) => one.name === "first-contentful-paint")?.startTime ?? 0'));
  check(await run('document.querySelectorAll(".doors a").length') === 3, 'index.html: three doors');
  await accessible('index.html');
  // The rules find what they look for.
  await run(`document.body.insertAdjacentHTML('beforeend', '<div id="planted"><button></button><img src="data:,"><h6>deep</h6><a tabindex="3" href="#x">x</a><p style="color: #999; background: #fff">pale</p><ul><p>no entry</p></ul></div>')`);
  const planted = await run(people);
  for (const [name, words] of [['name', 'no name'], ['words', 'no words'], ['heading', 'skips a level'], ['focus', 'focus jumps'], ['contrast', 'contrast of 2.8'], ['list', 'something else']]) {
    check(planted.some((fault) => fault.includes(words)), `the rule about ${name} finds nothing`);
  }
  await run(`document.getElementById('planted').remove()`);
  await picture('start-light-1200');

  // A lesson: a row that cannot be read, the row of a rival, the right one, other names, a hint, reasons.
  await open('course/02-slowing-down.html');
  check(!(await run(`[...document.querySelectorAll('form.quiz')].map((one) => one.innerText).join()`)).includes('--g-----h'), 'lesson 2: the answer can be seen');
  await picture('lesson-light-1200');
  const predict = async (row, box = 0) => {
    await run(`{ const form = document.querySelectorAll('form.quiz')[${box}]; form.scrollIntoView(); form.querySelector('input').value = ''; form.querySelector('input').focus(); }`);
    await send('Input.insertText', { text: row });
    await key('Enter', '\r');
    return run(`document.querySelectorAll('form.quiz')[${box}].querySelector('.verdict').innerText`);
  };
  check(/the group is not closed/.test(await predict('--(a')), 'a row that cannot be read is explained');
  const rival = await predict('-a--c--e--g----h----|');
  check(/This is the row of throttle\(for: 300ms, latest: true\)/.test(rival) && /1 of 3 events/.test(rival), 'a rival is recognized: ' + rival);
  // By hand: a, c and e (1, 4, 7) are not sent; g is sent at 12 instead of 10, h at 18 instead of 15; the end at 20 is right.
  const carets = rival.split('\n').find((line) => /^ *\^/.test(line)) ?? '';
  check(carets.trim() === '^  ^  ^  ^ ^  ^  ^', 'carets stand below what differs: ' + carets);
  await picture('quiz-light-1200');
  check(/Right: 3 of 3 events/.test(await predict('------------g-----h-|')), 'the right row is right');
  check(/Right/.test(await predict('---x--y--z-----w---|', 5)), 'any names for computed values');
  check(/i is 1 frame late/.test(await predict('---c--f--h------i--|', 4)), 'a value that is late');
  const hint = `{ const form = document.querySelectorAll('form.quiz')[3]; form.querySelectorAll('.keys button')[1].click(); form.querySelector('.verdict').innerText }`;
  check(await run(hint) === '4 events, including the completion.', 'a hint');
  // The guess above the outcome: c, f, h and the completion are joined by straight lines, i by a slanted one with its times.
  const joins = `[...document.querySelectorAll('form.quiz')[4].querySelectorAll('.verdict .joined, .verdict .moved')].map((one) => one.getAttribute('class')).sort().join()`;
  check(await run(joins) === 'joined,joined,joined,joined,moved', 'lines between the guess and the outcome: ' + await run(joins));
  check((await run(`document.querySelectorAll('form.quiz')[4].querySelector('.verdict .board').textContent`)).includes('you: 1600ms; really: 1500ms'), 'the line says both times');
  await picture('guess-light-1200');
  // Marbles are dragged into the row, moved and removed; the text follows.
  const middle = (selector, index = 0) => run(`(() => { const box = document.querySelectorAll('form.quiz')[1].querySelectorAll(${JSON.stringify(selector)})[${index}].getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2, box.width]; })()`);
  const mouse = (type, x, y) => send('Input.dispatchMouseEvent', { type, x, y, button: 'left', buttons: type === 'mouseReleased' ? 0 : 1, clickCount: 1 });
  const pull = async ([x, y], [toX, toY]) => {
    await mouse('mousePressed', x, y);
    for (let step = 1; step <= 6; step += 1) await mouse('mouseMoved', x + (toX - x) * step / 6, y + (toY - y) * step / 6);
    await mouse('mouseReleased', toX, toY);
  };
  const row = () => run(`document.querySelectorAll('form.quiz')[1].querySelector('input').value`);
  await run(`{ const form = document.querySelectorAll('form.quiz')[1]; form.scrollIntoView(); form.querySelector('input').value = ''; form.querySelector('input').dispatchEvent(new Event('input')); }`);
  const [trackX, trackY, wide] = await middle('.board .track');
  await pull(await middle('.tray button', 2), [trackX, trackY]);
  check(/^-+c$/.test(await row()), 'a marble is dragged from the tray: ' + await row());
  const before = (await row()).length;
  await pull(await middle('.board .marble'), [trackX - wide / 4, trackY]);
  check(/^-+c$/.test(await row()) && (await row()).length < before, 'it is moved: ' + await row());
  await mouse('mousePressed', trackX, trackY);
  await mouse('mouseReleased', trackX, trackY);
  check(/^-+c-+d$/.test(await row()), 'a click on the row puts the next one: ' + await row());
  const [marbleX, marbleY] = await middle('.board .marble');
  await pull([marbleX, marbleY], [marbleX, marbleY + 150]);
  check(/^-+d$/.test(await row()), 'one that is pulled off is removed: ' + await row());
  await run(`document.querySelectorAll('form.quiz')[1].querySelector('.board .marble').focus()`);
  const there = (await row()).length;
  await key('ArrowLeft');
  check((await row()).length === there - 1 && await run(`document.activeElement.classList.contains('marble')`), 'keys move it, and the focus stays: ' + await row());
  await run(`document.querySelectorAll('form.quiz')[1].querySelectorAll('.tray button')[7].focus()`);
  const end = await row();
  await key('Enter', '\r');
  check(await row() === end + 'h', 'a key puts a marble of the tray behind the last one: ' + await row());
  await run(`document.querySelectorAll('form.quiz')[1].querySelector('.tray input').focus()`);
  await send('Input.insertText', { text: '42' });
  await key('Enter', '\r');
  check(await row() === end + "h'42'", 'any other value is put into the row: ' + await row());
  await predict('-a--c--e--g----h----|', 1);
  check(await run(`document.querySelectorAll('form.quiz')[1].querySelectorAll('.board .marble').length`) === 6, 'what is typed is drawn');
  await run(`document.querySelector('.verdict .options button').focus()`);
  await key('Enter', '\r');
  check(/Right|No: .* does that/.test(await run(`document.querySelector('.verdict .options + p').innerText`)), 'a reason is answered');
  await run(`document.querySelector('h2#why ~ ul button').click()`);
  check((await run(`document.querySelector('h2#why ~ ul .said').innerText`)).length > 20, 'a misconception is named');
  await accessible('course/02-slowing-down.html');
  let asked = 0;
  for (const name of readdirSync(join(site, 'course')).filter((one) => /^\d.*html$/.test(one))) {
    await open('course/' + name);
    const wrong = await run(everyBox);
    asked += wrong.pop();
    for (const one of wrong) problems.push(`course/${name}: ${one}`);
  }

  // Practice: a card is asked, a wrong row is counted, and another card follows.
  await run('localStorage.clear()');
  await open('course/02-slowing-down.html');
  check((await run(`{ const form = document.querySelector('form.quiz'); form.querySelector('input').value = '-'; form.requestSubmit(); form.innerText }`)).includes('comes back in practice'), 'a lesson says that a wrong row comes back');
  await open('course/practice.html');
  check(/^1 of \d+ cards asked, 0 known/.test(await run(`document.getElementById('score').textContent`)), 'what was wrong in a lesson comes back in practice');
  await run('localStorage.clear()');
  await open('course/practice.html');
  check(/^0 of \d+ cards asked/.test(await run(`document.getElementById('score').textContent`)), 'practice begins with nothing');
  await run(`{ const form = document.querySelector('#practice form.quiz'); form.querySelector('input').value = '-'; form.requestSubmit(); }`);
  check(/^1 of \d+ cards asked, 0 known/.test(await run(`document.getElementById('score').textContent`)), 'a wrong card was asked and is not known');
  const asked1 = await run(`document.querySelector('#practice form').dataset.identity`);
  await run(`document.getElementById('next').click()`);
  check(await run(`document.querySelector('#practice form').dataset.identity`) !== asked1, 'another card follows');
  await accessible('course/practice.html');

  // An answer in the gallery or on the page of an operator counts, too: its question comes back as a card, and is exported with the results.
  await run('localStorage.clear()');
  await open('course/practice.html');
  const cards = Number(/of (\d+) cards/.exec(await run(`document.getElementById('score').textContent`))[1]), answered = [];
  for (const path of ['gallery/debounce.html', 'operators/throttle.html']) {
    await open(path);
    answered.push(await run(`{ const form = document.querySelector('form.quiz'); form.querySelector('input').value = '-'; form.requestSubmit(); form.dataset.identity }`));
    check(await run(`document.querySelector('form.quiz').textContent.includes('comes back in practice')`), `${path} says that a wrong row comes back`);
    const link = await run(`document.querySelector('form.quiz a').href`);
    check(link === pathToFileURL(join(site, 'course/practice.html')).href, `${path} leads to practice: ${link}`);
  }
  await open('course/practice.html');
  check(await run(`document.getElementById('score').textContent`) === `2 of ${cards + 2} cards asked, 0 known.`, 'what was wrong in the gallery and on the page of an operator counts: ' + await run(`document.getElementById('score').textContent`));
  // As if the minute after a wrong answer were over, and then by way of a file into an empty browser.
  const exported = await run(`{ const results = Practice.load(); for (const card of Object.values(results.cards)) card.due = 0; JSON.stringify(results) }`);
  await run('localStorage.clear()');
  await open('course/practice.html');
  await run(`{
    const files = new DataTransfer();
    files.items.add(new File([${JSON.stringify(exported)}], 'results.json'));
    document.getElementById('import').files = files.files;
    document.getElementById('import').dispatchEvent(new Event('change'));
  }`);
  await run('new Promise((done) => setTimeout(done, 200))');
  check(answered.includes(await run(`document.querySelector('#practice form').dataset.identity`)), 'a question of the gallery comes back, also from a file');
  await picture('practice-from-gallery');

  // The gallery, the operators, then a picture that steps. `phrases.mjs` tries the search.
  for (const path of ['gallery/index.html', 'operators/index.html']) { await open(path); await accessible(path); }
  await open('operators/debounce.html');
  check(await run(`[...document.querySelectorAll('main a')].some((one) => one.textContent === 'throttle')`), 'the page of debounce links what to see also');
  check(await run(`[...document.querySelectorAll('main a')].some((one) => one.getAttribute('href').includes('02-slowing-down.html#rule-debounce'))`), 'the page of debounce links its lesson');
  check(await run(`document.querySelectorAll('form.quiz').length`) === 1, 'the page of debounce asks for a row');
  const differing = await run(`[...document.querySelectorAll('p.foreign')].map((one) => one.textContent)`);
  check(differing.some((one) => /^In Rx it sends the pending value when/.test(one)), 'the page of debounce says what differs: ' + JSON.stringify(differing));
  await accessible('operators/debounce.html');
  const declaration = pages.find((one) => one.startsWith('api/documentation/pipes/publisher/debounce(for'));
  if (declaration) {
    await open(declaration);
    check(await run(`[...document.querySelectorAll('main a')].some((one) => one.textContent === 'throttle' && one.getAttribute('href').endsWith('operators/throttle.html'))`), 'the declaration of debounce links what to see also');
    await accessible(declaration);
  }
  await open('gallery/debounce.html');
  check(await run(`document.querySelectorAll('form.quiz').length`) === 1, 'gallery/debounce.html asks for its row');
  // The picture is the first thing, and nothing lies over it; the question is below it, and opens on request.
  check(await run(`(() => { const picture = document.querySelector('.stage svg').getBoundingClientRect(), top = document.elementFromPoint(picture.x + picture.width / 2, Math.min(picture.y + picture.height / 2, innerHeight - 5)); return picture.top < innerHeight && top.closest('svg') !== null })()`), 'gallery/debounce.html shows its picture at the top');
  check(await run(`!document.querySelector('details.ask').open && document.querySelector('details.ask').getBoundingClientRect().top > document.querySelector('.stage svg').getBoundingClientRect().bottom`), 'gallery/debounce.html asks below its picture, on request');
  await run(`document.querySelector('details.ask').open = true`);
  check(await run(`document.querySelector('form.quiz .row').getBoundingClientRect().top >= document.querySelector('form.quiz .question').getBoundingClientRect().bottom - 1`), 'the row stands below its spec');
  // The reasons stand beside their buttons, also on a page that has buttons of its own.
  await run(`document.querySelector('form.quiz .keys button:last-child').click()`);
  check(await run(`[...document.querySelectorAll('.verdict .options li')].every((one) => one.querySelector('button').getBoundingClientRect().width < 80 && one.querySelector('span').getBoundingClientRect().width > 120)`), 'gallery/debounce.html: the reasons stand beside their buttons');
  check(await run(`[...document.querySelectorAll('.extra a')].some((one) => one.textContent === 'throttle')`), 'debounce is confused with throttle');
  check(/m\.expect/.test(await run(`document.querySelector('.extra').innerText`)), 'gallery/debounce.html has a Swift test');
  await run(`document.getElementById('restart').click(); document.getElementById('step').click()`);
  check((await run(`document.getElementById('told').innerText`)).length > 5, 'a picture steps');
  await accessible('gallery/debounce.html');

  // Present mode: a question, its answer, the next one, and back.
  await open('course/01-cold-and-hot.html?present');
  check(await run(`document.querySelector('#slides h1') !== null`), 'the first slide is the title');
  await key('ArrowRight');
  check(await run(`document.querySelector('#slides form.quiz .verdict').childElementCount`) === 0, 'a question comes without its answer');
  await picture('present-question');
  const top = `document.querySelector('#slides form.quiz .question').getBoundingClientRect().top + ' ' + document.querySelector('#slides form.quiz .question').getBoundingClientRect().width`;
  const before1 = await run(top);
  await key('ArrowRight');
  check(await run(`document.querySelector('#slides form.quiz .verdict').childElementCount > 0`), 'then comes its answer');
  check(await run(top) === before1, 'the question does not jump: ' + before1 + ', ' + await run(top));
  await picture('present-answer');
  const place = await run(`document.querySelector('#slides .place').innerText`);
  await key('ArrowRight');
  check(await run(`document.querySelector('#slides .place').innerText`) !== place, 'then the next question');
  await key('ArrowLeft');
  check(await run(`document.querySelector('#slides .place').innerText`) === place, 'and back');
  await accessible('present mode');
  await open('gallery/debounce.html?present');
  await key('ArrowRight');
  await picture('present-gallery');
  check(await run(`getComputedStyle(document.querySelector('.extra')).display`) === 'none', 'a picture is presented alone');

  const shown = ['index.html', 'course/02-slowing-down.html', 'gallery/debounce.html', 'gallery/index.html', 'documentation/Marbles/GettingStarted.html', 'operators/index.html', 'operators/debounce.html', 'course/handouts.html', 'course/practice.html', 'tasks/index.html', 'tasks/switchMap.html'];
  for (const [width, scheme] of [[320, 'light'], [1200, 'dark'], [320, 'dark']]) {
    await look(width, scheme);
    for (const path of shown) {
      await open(path);
      const over = await run('document.documentElement.scrollWidth - document.documentElement.clientWidth');
      check(over <= 0, `${path}: ${over} px too wide at ${width} px`);
      if (width === 320 && path === 'gallery/debounce.html') {
        check(await run(`[...document.querySelectorAll('figure')].some((one) => one.scrollWidth > one.clientWidth)`), `${path}: no picture scrolls at ${width} px`);
      }
      if (path.startsWith('course/0')) {
        await run(`{ const form = document.querySelector('form.quiz'); form.querySelector('input').value = '-a--c--e--g----h----|'; form.requestSubmit(); form.scrollIntoView(); }`);
      }
      if (scheme === 'dark' && width > 320) await accessible(`${path}, dark`);
      await picture(`${path.replace(/\W/g, '-')}-${scheme}-${width}`);
    }
  }

  // Behind every picture and every fence lies the playground, which can read all of them.
  const hasPlayground = existsSync(join(site, 'playground.html'));
  if (hasPlayground) {
    const diagram = (page) => new URL(`../../Diagrams/${page.replace(/^gallery.|\.html$/g, '')}.marble`, import.meta.url);
    for (const page of pages.filter((one) => /^gallery./.test(one) && existsSync(diagram(one)))) check(readFileSync(join(site, page), 'utf8').includes('id="change"'), `${page}: nothing to change it with`);
    await look(1200, 'light');
    await open('playground.html#spec=' + encodeURIComponent('a: -1|\n> a.map { $0 + 1 }\n'));
    const until = async (expression) => { for (let turn = 0; turn < 400 && !(await run(expression)); turn += 1) await new Promise((done) => setTimeout(done, 25)); };
    await until('document.documentElement.dataset.engine');
    check(await run('Picture.page.runs[0].received[0]') === '-2|', 'an address opens its spec');
    const unread = await run(`(async () => {
      const wrong = [];
      for (const spec of ${JSON.stringify([...changed])}) { const page = JSON.parse((await Engine.run(spec, 'page')).text); if (page.problem) wrong.push(page.problem.text); }
      return wrong;
    })()`);
    for (const one of unread) problems.push('the playground cannot read what it is given: ' + one);
    await open('gallery/debounce.html');
    await run(`document.getElementById('change').click()`);
    await until(`typeof Picture !== 'undefined' && document.documentElement.dataset.engine`);
    check(await run(`Editor.text`) === readFileSync('Diagrams/debounce.marble', 'utf8'), 'a picture of the gallery is changed');
    await open('course/02-slowing-down.html');
    await run(`document.querySelector('.change a').click()`);
    await until(`typeof Predict !== 'undefined' && Predict.isOn`);
    check(await run(`typeof Predict !== 'undefined' && Predict.isOn`), 'a question of the course stays one in the playground');
    await picture('playground-predict');
  }

  // Without scripts everything can be read.
  await send('Emulation.setScriptExecutionDisabled', { value: true });
  await open('course/02-slowing-down.html');
  await send('Emulation.setScriptExecutionDisabled', { value: false });
  const text = await run(`document.querySelector('.md-content').textContent`);
  check(text.includes('> key.debounce(for: 300ms)') && text.includes('=        ------------g-----h-|'), 'a lesson can be read without scripts');
  const foreign = requests.filter((url) => !/^(file|data|about|blob):/.test(url));
  check(!foreign.length, 'requests to elsewhere: ' + foreign.join(' '));
  check(!errors.length, 'errors in scripts: ' + [...new Set(errors)].join('\n'));
  console.log(`Tools/Site/check.mjs: ${pages.length} pages, ${links} links, ${asked} questions of the course, ${hasPlayground ? changed.size + ' specs that open in the playground' : 'no playground, which Tools/Scripts/run playground makes before the site'}, first paint after ${first} ms`);
};

try { await walk(); } catch (error) { problems.push(error.stack); } finally {
  child.kill();
  await new Promise((done) => (child.exitCode === null && child.signalCode === null ? child.once('exit', done) : done()));
  // A browser that has ended may leave a process that still writes there.
  try {
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  } catch {
    console.error(`${profile} was not removed`);
  }
}
for (const problem of problems) console.log('Tools/Site/check.mjs: ' + problem);
process.exit(problems.length ? 1 : 0);
