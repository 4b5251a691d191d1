// node page.mjs PAGE [MARBLE]: what a person does on the page, done in Chromium by real pointers and keys. With the
// built command also: every diagram's picture in the page is the command's, byte for byte. AXE=axe.min.js looks for barriers; TIMES=500 measures.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { browser, open } from './browser.mjs';

if (!browser) { console.log('There is no Chromium: the playground was not tried'); process.exit(0); }
const [file, marble] = process.argv.slice(2), address = 'file://' + path.resolve(file);
let failures = 0, count = 0;
const equal = (got, want, what) => {
  count++;
  if (JSON.stringify(got) === JSON.stringify(want)) return;
  failures++;
  console.log(`${what}:\n  expected ${JSON.stringify(want)}\n  got      ${JSON.stringify(got)}`);
};
const middle = (page, selector, number = 0) => page.evaluate(`(() => {
  const box = document.querySelectorAll(${JSON.stringify(selector)})[${number}].getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2] })()`);
const text = (page) => page.evaluate('Editor.text');
const write = (page, spec) => page.evaluate(`App.open(${JSON.stringify(spec)})`);
const line = async (page, number) => (await text(page)).split('\n')[number];
const pull = async (page, [x, y], [dx, dy]) => {
  await page.mouse('mouseMoved', x, y);
  await page.mouse('mousePressed', x, y);
  for (let step = 1; step <= 10; step++) await page.mouse('mouseMoved', x + dx * step / 10, y + dy * step / 10);
  await page.mouse('mouseReleased', x + dx, y + dy);
  await settled(page);
};
/** Waits until the engine has answered everything, and nobody has asked again: however slow the machine is. */
const settled = async (page) => {
  for (let turn = 0, calm = 0; turn < 400 && calm < 4; turn++) calm = await page.evaluate('new Promise((done) => setTimeout(done, 15)).then(() => App.settled).then(() => Engine.waiting === 0)') ? calm + 1 : 0;
};
const scale = (page) => page.evaluate('Picture.step / Picture.scale');
const spec = 'frame: 100ms\n\ntyped: -a-b--c------d---|\n\n> typed.debounce(for: 300ms)\n';
const handle = (sign, row = 'typed') => `.handle[aria-label^="value ${sign} of ${row}"]`;
const focus = (page, selector) => page.evaluate(`document.querySelector(${JSON.stringify(selector)}).focus()`);
const received = (page, run = 0) => page.evaluate(`Picture.page.runs[${run}].received[0]`);

const page = await open(address);
const tests = {
  async 'a marble is dragged by mouse, and the text follows'() {
    await write(page, spec);
    equal(await received(page), '---------c------d-|'.replace('d-|', 'd|'), 'before');
    const frame = await scale(page);
    await pull(page, await middle(page, handle('c')), [3 * frame, 0]);
    equal(await line(page, 2), 'typed: -a-b-----c---d---|', 'c three frames later');
    equal(await received(page), '------b-----c---d|', 'the picture follows');
    equal(await page.evaluate(`document.querySelector(${JSON.stringify(handle('c'))}).getAttribute('aria-label')`), 'value c of typed, 900ms', 'its time');
    await pull(page, await middle(page, handle('c')), [-3 * frame, 0]);
    equal(await line(page, 2), 'typed: -a-b--c------d---|', 'and back');
    await page.key('z', 2);
    await settled(page);
    equal(await line(page, 2), 'typed: -a-b-----c---d---|', 'one pull is one step of undo');
  },
  async 'a marble that is pulled off its row is removed; a double click adds one'() {
    await write(page, spec);
    await pull(page, await middle(page, handle('a')), [0, 90]);
    equal(await line(page, 2), 'typed: ---b--c------d---|', 'a is gone');
    const [x, y] = await middle(page, handle('c')), frame = await scale(page);
    for (const clickCount of [1, 2]) {
      await page.mouse('mousePressed', x + 3 * frame, y, { clickCount });
      await page.mouse('mouseReleased', x + 3 * frame, y, { clickCount });
    }
    await settled(page);
    equal(await line(page, 2), 'typed: ---b--c--e---d---|', 'the next letter');
  },
  async 'keys move, rename, add and remove; a reader is told'() {
    await write(page, spec);
    await focus(page, handle('b'));
    for (let turn = 0; turn < 2; turn++) { await page.key('ArrowRight'); await settled(page); }
    equal(await line(page, 2), 'typed: -a---bc------d---|', 'two to the right');
    equal(await page.evaluate("document.getElementById('live').textContent"), 'value b of typed, 500ms', 'announced');
    equal(await page.evaluate('document.activeElement.getAttribute("aria-label")'), 'value b of typed, 500ms', 'the focus stays');
    await page.key('x');
    await settled(page);
    equal(await line(page, 2), 'typed: -a---xc------d---|', 'renamed');
    await page.key('Delete');
    await settled(page);
    equal(await line(page, 2), 'typed: -a----c------d---|', 'removed');
    await focus(page, handle('a'));
    await page.key('+');
    await settled(page);
    equal(await line(page, 2), 'typed: -ae---c------d---|', 'added');
    await page.key('Enter');
    await page.until("document.activeElement.className === 'rename'");
    await page.type('new');
    await page.key('Enter');
    await settled(page);
    equal(await line(page, 2), "typed: -a'new'---c------d---|", 'a name of several letters');
  },
  async 'the end can be pulled, and a subscriber'() {
    await write(page, 'frame: 100ms\n\nhot a: -1-2-3-|\n\n> a\nfrom --^---!\n');
    await focus(page, '.handle.subscribe');
    await page.key('ArrowRight');
    await settled(page);
    equal(await line(page, 5), 'from ---^--!', 'the subscriber comes later');
    await focus(page, '.handle.finished');
    await page.key('ArrowRight');
    await settled(page);
    equal(await line(page, 2), 'hot a: -1-2-3--|', 'the end comes later');
  },
  async 'a number of a pipeline is pulled, and the debounce breaks'() {
    await write(page, spec);
    const frame = await scale(page);
    await pull(page, await middle(page, '.number'), [-2 * frame, 0]);
    equal(await line(page, 4), '> typed.debounce(for: 100ms)', 'shorter');
    equal(await received(page), '--a-b--c------d--|', 'all values come');
    await focus(page, '.number');
    await page.key('ArrowUp');
    await settled(page);
    equal(await line(page, 4), '> typed.debounce(for: 200ms)', 'by key');
  },
  async 'an operator is swapped for what it is confused with'() {
    await write(page, spec);
    await page.evaluate("document.querySelector('.call').click()");
    await page.until("!document.getElementById('menu').hidden", 'the menu');
    const items = await page.evaluate("[...document.querySelectorAll('#menu [role=menuitem] code')].map((node) => node.textContent)");
    equal(items.some((item) => item.startsWith('throttle(for: 300ms')), true, `throttle is among ${items}`);
    const index = items.findIndex((item) => item.startsWith('throttle'));
    await page.evaluate(`document.querySelectorAll('#menu [role=menuitem]')[${index}].click()`);
    await settled(page);
    equal((await line(page, 4)).startsWith('> typed.throttle(for: 300ms'), true, 'it stands in the text');
    await page.evaluate('Editor.undo()');
    await settled(page);
    equal(await line(page, 4), '> typed.debounce(for: 300ms)', 'undone');
  },
  async 'in the picture the operator is its menu and the number its slider'() {
    await write(page, spec);
    // Each lies over its letters, and nothing says it a second time above the picture.
    const off = await page.evaluate(`['.boxes .call', '.boxes .number'].map((selector) => {
      const box = document.querySelector(selector).getBoundingClientRect(), code = document.querySelector('#canvas svg text.code'), word = document.querySelector(selector).matches('.call') ? 'debounce' : '300ms';
      const at = code.textContent.indexOf(word), place = document.querySelector('#canvas svg').getBoundingClientRect();
      const x = (code.getStartPositionOfChar(at).x + code.getEndPositionOfChar(at + word.length - 1).x) / 2 / Picture.scale + place.x;
      return Math.abs(box.x + box.width / 2 - x) < 3 && Math.min(box.width, box.height) >= 24;
    })`);
    equal(off, [true, true], 'each lies over its letters and can be hit');
    equal(await page.evaluate("document.querySelectorAll('#pipelines > :not(.rule-menu)').length"), 0, 'above the picture is only the button for a rule');
    // The menu by key, and back.
    await focus(page, '.boxes .call');
    await page.key(' ');
    await page.until("!document.getElementById('menu').hidden", 'the menu');
    equal(await page.evaluate("[document.activeElement.querySelector('code').textContent, [...document.querySelectorAll('#menu [role=menuitem]')].at(-1).textContent]"),
      ['throttle(for: 300ms, latest: true)', 'All other operators that fit …'], 'rivals come first');
    await page.key('Escape');
    equal(await page.evaluate("[document.getElementById('menu').hidden, document.activeElement.className]"), [true, 'call'], 'Escape closes it, and the focus is back');
    // All that fit: counting takes no argument, and a letter leads to it.
    await page.mouse('mousePressed', ...await middle(page, '.boxes .call'));
    await page.mouse('mouseReleased', ...await middle(page, '.boxes .call'));
    await page.until("!document.getElementById('menu').hidden", 'the menu by a click');
    await page.key('End');
    await page.key(' ');
    await page.until("document.querySelectorAll('#menu [role=menuitem]').length > 60", 'the other operators');
    const others = await page.evaluate("[...document.querySelectorAll('#menu [role=menuitem] code')].map((one) => one.textContent)");
    equal([others.indexOf('count()') > others.indexOf('throttle(for: 300ms, latest: true)'), others.includes('timeout(300ms)'), others.includes('map { $0 }')], [true, true, true], 'below the rivals, with the same time or an example');
    for (let turn = 0; turn < 40 && await page.evaluate("document.activeElement.querySelector('code').textContent !== 'count()'"); turn++) await page.key('c');
    await page.key(' ');
    await settled(page);
    equal(await line(page, 4), '> typed.count()', 'one of them is chosen by keys');
    equal(await page.evaluate("document.activeElement.getAttribute('aria-label')"), 'count: its menu', 'the focus is on the new operator');
    await page.key('z', 2);
    await settled(page);
    // The number: a pull of several steps is one step of undo, and keys go on from what is written.
    const frame = await scale(page);
    await pull(page, await middle(page, '.boxes .number'), [-2 * frame, 0]);
    equal(await line(page, 4), '> typed.debounce(for: 100ms)', 'pulled');
    await page.key('z', 2);
    await settled(page);
    equal(await line(page, 4), '> typed.debounce(for: 300ms)', 'one pull is one step of undo');
    await focus(page, '.boxes .number');
    for (let turn = 0; turn < 8; turn++) await page.key('ArrowUp');
    await settled(page);
    equal(await line(page, 4), '> typed.debounce(for: 1100ms)', 'eight quick keys');
    equal(await page.evaluate("[document.activeElement.className, document.activeElement.getAttribute('aria-valuetext')]"), ['number', '1100ms'], 'the focus stays, and the value is said');
    await write(page, 'a: -1-2-3|\n\n> a.prefix(2)\n');
    await focus(page, '.boxes .number');
    await page.key('ArrowLeft');
    await settled(page);
    equal(await line(page, 2), '> a.prefix(1)', 'a count, too');
  },
  async 'in every picture each part of a pipeline has its control, once'() {
    // Two pipelines of the same text, several lines, and a stream with a name.
    for (const [source, count] of [['a: -1|\n\n> a.delay(for: 2)\n\n> a.delay(for: 2)\n', 4], ['a: -1|\nb: -2|\nlet c = a.delay(for: 2)\n\n> c.merge(with: b)\n    .prefix(1)\n', 5]]) {
      await write(page, source);
      const found = await page.evaluate("[...document.querySelectorAll('.boxes .number, .boxes .call, #pipelines .number, #pipelines .call')].map((node) => `${node.piece.line}:${node.piece.start}`).sort()");
      equal([found.length, new Set(found).size], [count, count], source);
      equal(await page.evaluate("document.querySelectorAll('.rule-menu').length"), source.split('\n').filter((one) => one.startsWith('>')).length, 'a button for the rules of each pipeline');
    }
  },
  async 'while the text is wrong, the controls of the picture say so'() {
    await write(page, spec);
    await write(page, spec.replace('typed.debounce', 'typd.debounce'));
    for (const [selector, act] of [['.boxes .call', 'Enter'], ['.boxes .number', 'ArrowUp']]) {
      await focus(page, selector);
      equal(await page.evaluate("document.activeElement.getAttribute('aria-disabled')"), 'true', `${selector} is disabled`);
      if (act === 'Enter') await page.evaluate('document.activeElement.click()'); else await page.key(act);
      await page.until("document.getElementById('live').textContent === 'The text has to be mended first.'", `${selector} says it`);
      await page.evaluate("document.getElementById('live').textContent = ''");
    }
    await pull(page, await middle(page, '.boxes .number'), [60, 0]);
    equal([await line(page, 4), await page.evaluate("document.getElementById('menu').hidden")], ['> typd.debounce(for: 300ms)', true], 'and nothing happens');
    await write(page, spec);
    equal(await page.evaluate("document.querySelectorAll('[aria-disabled]').length"), 0, 'they work again');
  },
  async 'the shortest input on which two pipelines differ comes into the rows'() {
    await write(page, 'a: -1-1-|\n\n> a.removeDuplicates()\n\n> a.distinct()\n');
    equal(await page.evaluate("document.getElementById('verdict').textContent.startsWith('Both give the same for this input.')"), true, 'the same at first');
    await page.evaluate("document.getElementById('differ').click()");
    await page.until("Editor.text.includes('a: 121')", 'the shortest input');
    await settled(page);
    equal(await page.evaluate("document.getElementById('verdict').textContent.startsWith('The two differ in 1 place')"), true, 'they differ now');
    await page.evaluate('Editor.undo()');
    await settled(page);
    equal(await line(page, 0), 'a: -1-1-|', 'undone');
  },
  async 'an error is shown at its place while the last picture stays, and goes away'() {
    await write(page, spec);
    const before = await page.evaluate("document.querySelector('#canvas svg').outerHTML.length");
    await write(page, spec.replace('debounce', 'debouce'));
    const words = await page.evaluate("document.getElementById('problem').textContent");
    equal(words.includes('debounce') && words.includes('Line 5'), true, `the message: ${words}`);
    equal(await page.evaluate("document.querySelector('#colors .wrong').textContent"), 'debouce', 'underlined');
    equal(await page.evaluate("document.querySelector('#canvas svg').outerHTML.length"), before, 'the picture stays');
    await page.evaluate(`document.getElementById('text').focus(); document.getElementById('text').setSelectionRange(${spec.indexOf('nce(')}, ${spec.indexOf('nce(')})`);
    await page.type('n');
    await settled(page);
    equal(await text(page), spec, 'mended');
    equal(await page.evaluate("document.getElementById('problem').textContent"), '', 'nothing is wrong any more');
  },
  async 'a tab completes an operator'() {
    await write(page, spec.trimEnd());
    await page.evaluate("document.getElementById('text').focus(); document.getElementById('text').setSelectionRange(1e6, 1e6)");
    await page.type('.removeDup');
    await page.key('Tab');
    await settled(page);
    equal((await line(page, 4)).startsWith('> typed.debounce(for: 300ms).removeDuplicates('), true, await line(page, 4));
    equal(await page.evaluate("document.getElementById('words').hidden"), true, 'the list is closed');
  },
  async 'a runaway is stopped and said'() {
    await write(page, '> interval(1)\n');
    equal((await page.evaluate("document.getElementById('problem').textContent")).slice(0, 7), 'Stopped', 'said');
    await write(page, spec);
    equal(await page.evaluate("document.getElementById('problem').textContent"), '', 'and the page lives');
  },
  async 'the address holds everything'() {
    const other = spec.replace('300ms', '200ms');
    await write(page, other);
    const shared = await page.evaluate('Share.address()');
    const second = await open(shared);
    equal(await text(second), other, 'the spec');
    await second.go(address + '#spec=' + encodeURIComponent('a: -1-|\n\n> a.map { $0 * 2 }\n'));
    equal(await received(second), '-2-|', 'a spec as it is');
    equal(second.errors, [], 'no errors');
    await second.close();
  },
  async 'the address follows the work: Back and a reload restore it'() {
    const own = await open(address);
    const wait = () => own.evaluate('new Promise((done) => setTimeout(done, 250)).then(() => Address.settled)');
    equal(await own.evaluate('location.hash'), '', 'the first spec needs no address');
    await write(own, spec);
    await own.evaluate("Editor.set(Editor.text.replace('300ms', '200ms')), App.draw()");
    await wait();
    await write(own, 'a: -1|\n\n> a\n');
    await wait();
    await own.evaluate('history.back()');
    await own.until(`Editor.text === ${JSON.stringify(spec.replace('300ms', '200ms'))}`, 'the edited spec');
    await own.go(await own.evaluate('location.href'));
    equal(await text(own), spec.replace('300ms', '200ms'), 'as after a reload');
    equal(own.errors, [], 'no errors');
    await own.close();
  },
  async 'a mistake is mended by a button'() {
    await page.evaluate("Editor.set('a: -1-2-|\\n> a.mpa { $0 * 2 }\\n'); App.draw()");
    await page.until("document.getElementById('mend')", 'the mend');
    await page.evaluate("document.getElementById('mend').click()");
    await settled(page);
    equal(await line(page, 1), '> a.map { $0 * 2 }', 'the name is rewritten');
    equal(await received(page), '-2-4-|', 'and runs');
  },
  async 'a frame has the picture and no menus'() {
    const own = await open(address + '?embed#spec=' + encodeURIComponent('a: -1|\n\n> a.map { $0 + 1 }\n'), { width: 320, height: 480 });
    equal(await own.evaluate("getComputedStyle(document.querySelector('header nav')).display"), 'none', 'no menu');
    equal(await own.evaluate("document.getElementById('hint').textContent.includes('Drag a marble')"), true, 'it says what to do');
    equal(await received(own), '-2|', 'the spec of the address');
    equal(await own.evaluate('document.documentElement.scrollWidth') <= 320, true, 'not wider than the frame');
    await own.evaluate("document.getElementById('whole').onclick()");
    equal(await own.evaluate("document.getElementById('whole').href.includes('embed')"), false, 'the whole playground is behind a link');
    await own.close();
  },
  async 'two pipelines are compared'() {
    await write(page, 'frame: 100ms\n\na: -1-2--3------4---|\n\n> a.debounce(for: 300ms)\n\n> a.delay(for: 300ms)\n');
    // debounce: 3 at 9, 4 at 16, all else lost; delay: 1 at 4, 2 at 6, 3 at 9, 4 at 16, end at 20. Only the end and two values differ.
    equal(await page.evaluate("document.querySelectorAll('.difference').length"), 4, 'rings');
  },
  async 'a prediction is judged, and the rival named'() {
    await write(page, spec);
    await page.evaluate('Predict.set(true)');
    equal(await page.evaluate("getComputedStyle(document.querySelector('.cover')).display !== 'none'"), true, 'covered');
    for (const [frame, sign] of [[9, 'c'], [16, 'd']]) await page.evaluate(`Predict.apply({ action: 'expectation 100000000 add ${frame * 1e8} ${sign}' })`);
    await page.evaluate("Predict.apply({ action: 'expectation 100000000 add 1700000000 |' })");
    await page.evaluate("document.getElementById('run').click()");
    await page.until("document.getElementById('verdict').textContent.length > 10 && !document.getElementById('run')");
    equal(await page.evaluate("document.querySelector('#verdict strong').textContent"), 'Right: that is what happens.', 'right');
    await page.evaluate('Predict.set(true)');
    await page.evaluate("Predict.apply({ action: 'expectation 100000000 add 0 x' })");
    await page.evaluate("document.getElementById('run').click()");
    await page.until("document.getElementById('verdict').textContent.length > 10 && !document.getElementById('run')");
    equal((await page.evaluate("document.querySelector('#verdict strong').textContent")).startsWith('Not quite'), true, 'wrong');
    const words = await page.evaluate("document.querySelector('#verdict p').textContent");
    equal(words.includes('extra: your x at 0s') && words.includes('missing: at 900ms c is sent'), true, `what differs, in words about the learner: ${words}`);
    equal((await page.evaluate("document.getElementById('verdict').textContent")).includes('expected'), false, 'nobody is told what was expected');
    // x is only in the guess; c, d and the completion, which are only in the outcome, have rings below.
    equal(await page.evaluate("document.querySelectorAll('#verdict .board .alone').length"), 4, 'the guess lies above the outcome');
  },
  async 'after a prediction the question is why, and the explanation is the answer'() {
    await write(page, spec);
    await page.evaluate('Predict.set(true)');
    await page.evaluate("Predict.apply({ action: 'expectation 100000000 add 900000000 c' })");
    await page.evaluate("document.getElementById('run').click()");
    await page.until("document.querySelector('#verdict .options')", 'the question');
    await settled(page);
    const isHidden = "getComputedStyle(document.getElementById('story')).visibility === 'hidden' && !document.querySelector('.cover').hidden";
    // d is missing at 1600 ms; the last value before is d itself, at 1300 ms. By hand: debounce waits, throttle has nothing open and passes it on.
    const options = await page.evaluate("[...document.querySelectorAll('#verdict .options span')].map((one) => one.textContent)");
    equal(await page.evaluate("document.querySelector('#verdict .options').previousElementSibling.textContent"), 'What happens at 1300ms, and why?', 'about what was missing');
    equal([options.includes('typed sends d; the operator waits 300ms'), options.length >= 3, new Set(options).size === options.length, options.some((one) => /debounce|throttle|audit|sample|delay/.test(one))], [true, true, true, false],
      `the reasons are different and name no operator: ${options}`);
    equal(await page.evaluate(isHidden), true, 'nothing is explained yet');
    const wrong = options.findIndex((one) => one !== 'typed sends d; the operator waits 300ms');
    await page.evaluate(`document.querySelectorAll('#verdict .options button')[${wrong}].focus()`);
    await page.key(' ');
    await settled(page);
    equal(/^No: [a-z]+[(].* does that[.] The answer is [abcd][.]$/.test(await page.evaluate("document.querySelector('#verdict .options + p').textContent")), true, 'a wrong reason is that of one rival');
    equal(await page.evaluate(isHidden), false, 'now it is explained');
    equal(await page.evaluate("[document.activeElement.textContent.length, document.querySelector('#story').textContent.includes('debounce waits 300ms'), document.getElementById('explain')]"), [1, true, null], 'the focus stays, and the story is there');
    // Somebody who skips the question gets the explanation, and another text ends it.
    for (const act of ["document.getElementById('explain').click()", "Editor.set(Editor.text.replace('300ms', '200ms')), App.draw()"]) {
      await page.evaluate('Predict.set(true)');
      await page.evaluate("document.getElementById('run').click()");
      await page.until("document.querySelector('#verdict .options')", 'the question');
      await page.evaluate(`${act}, App.settled`);
      await settled(page);
      equal(await page.evaluate(`${isHidden} || document.body.classList.contains('predicting')`), false, act);
    }
    // Where no rival does anything else there is no question.
    await write(page, 'a: -1|\n\n> a\n');
    await page.evaluate('Predict.set(true)');
    await page.evaluate("document.getElementById('run').click()");
    await page.until("document.querySelector('#verdict strong')", 'the verdict');
    equal(await page.evaluate(`[document.querySelector('#verdict .options'), ${isHidden}]`), [null, false], 'nothing to ask');
  },
  async 'a prediction is that of a rival'() {
    await write(page, spec);
    await page.evaluate('Predict.set(true)');
    // By hand, throttle(for: 300ms, latest: true): a at once; b waits until 400 ms, c until 700 ms; d comes when nothing waits.
    for (const [frame, sign] of [[1, 'a'], [4, 'b'], [7, 'c'], [13, 'd'], [17, '|']]) await page.evaluate(`Predict.apply({ action: 'expectation 100000000 add ${frame * 1e8} ${sign}' })`);
    await page.evaluate("document.getElementById('run').click()");
    await page.until("document.getElementById('verdict').textContent.length > 10 && !document.getElementById('run')");
    equal(await page.evaluate("document.querySelector('#verdict strong').textContent"), 'Not quite: that is what throttle(for: 300ms, latest: true) does.', 'the rival');
  },
  async 'the marbles of a prediction are what the outcome may hold'() {
    // By hand: a1 at 1 + 2; b comes at 5 and cancels a2; b1 at 5 + 2, b2 at 5 + 5. flatMap, a rival, also sends a2.
    const asked = 'city: -a---b------|\npage: --1--2|\n\n> city.switchMap { c in page.map { n in "\\(c)\\(n)" } }\n', tray = "[...document.querySelectorAll('#new-marbles button')]";
    const predict = async (act) => {
      await write(page, asked);
      await page.evaluate('Predict.set(true)');
      await page.until(`${tray}.length > 4`, 'the tray');
      await act();
      await page.evaluate("document.getElementById('run').click()");
      await page.until("document.querySelector('#verdict strong')", 'the verdict');
      return page.evaluate("document.querySelector('#verdict strong').textContent");
    };
    const said = await predict(async () => {
      equal(await page.evaluate(`${tray}.map((one) => one.textContent).join(' ')`), 'a b 1 2 a1 a2 b1 b2 | ×', 'what is offered');
      for (const [name, frames] of [['a1', 2], ['b1', 3], ['b2', 2], ['|', 1]]) {
        await page.evaluate(`${tray}.find((one) => one.textContent === ${JSON.stringify(name)}).click()`);
        await page.evaluate(`document.querySelector('.add[aria-label="Add to your prediction"]').click()`);
        await settled(page);
        // Each comes one frame behind the last one, and is moved on by keys.
        await page.evaluate(`[...document.querySelectorAll('.handle.guess')].at(-1).focus()`);
        for (let turn = 0; turn < frames; turn++) {
          await page.key('ArrowRight');
          await settled(page);
          await page.evaluate(`[...document.querySelectorAll('.handle.guess')].at(-1).focus()`);
        }
      }
      equal(await page.evaluate('Predict.row.text'), "---'a1'---'b1'--'b2'-|", 'the row');
    });
    equal(said, 'Right: that is what happens.', 'values that were computed');
    const letters = (list) => predict(async () => { for (const [frame, sign] of [[3, list[0]], [7, list[1]], [10, list[2]], [12, '|']]) await page.evaluate(`Predict.apply({ action: 'expectation 1000000 add ${frame * 1e6} ${sign}' })`); });
    equal([await letters('xyz'), (await letters('xxz')).slice(0, 9)], ['Right: that is what happens.', 'Not quite'], 'other letters for the values, and one for two of them');
  },
  async 'the examples begin with six, each with its picture'() {
    await page.evaluate("document.getElementById('examples').click()");
    await page.until("[...document.querySelectorAll('#shelf .begin img')].filter((one) => one.complete && one.naturalWidth > 100).length === 6", 'six pictures');
    equal(await page.evaluate("[...document.querySelectorAll('#shelf section')][0].querySelectorAll('code').length"), 6, 'they are the first');
    equal(await page.evaluate("[...document.querySelectorAll('#shelf .begin code')].map((one) => one.textContent).join()"), 'debounce,throttle,zip,combineLatest,switchMap,retry', 'the six');
    await page.evaluate("document.getElementById('gallery').close()");
  },
  async 'a wide picture is scrolled, and a wide window has the story beside it'() {
    const wide = 'left: ' + '-a--b--c--d--e--f--g--h--i--j-'.repeat(3) + '|\nright: ' + '----1----2----3----4----5-----'.repeat(3) + '|\n\n> left.merge(with: right)\n\n> left.zip(right)\n';
    const own = await open(address + '#spec=' + encodeURIComponent(wide), { width: 1920, height: 1000 });
    const lines = await own.evaluate("[...new Set([...document.querySelectorAll('.track')].map((one) => Math.round(one.getBoundingClientRect().y)))].sort((one, two) => one - two)");
    // What lies over a row is 30 px high: no row begins within the row above.
    equal(lines.length >= 2 && lines.every((y, index) => index === 0 || y - lines[index - 1] >= 30), true, `the rows are apart: ${lines}`);
    equal(await own.evaluate("document.getElementById('stage').scrollWidth > document.getElementById('stage').clientWidth && document.documentElement.scrollWidth === document.documentElement.clientWidth"), true, 'it is scrolled');
    equal(await own.evaluate("(() => { const [story, stage] = ['story', 'stage'].map((id) => document.getElementById(id).getBoundingClientRect()); return story.left >= stage.right && story.top < stage.bottom && innerWidth - story.right < 40; })()"), true, 'the story is beside the picture');
    await own.close();
  },
  async 'the pipelines that send a drawn row are found, and one is put into the spec'() {
    // By hand: each value and the completion come one frame later, which delay and delaySubscription do.
    await write(page, 'a: -1-2-3-|\n\n> a.map { $0 }\n');
    await page.evaluate('Predict.set(true)');
    for (const [frame, sign] of [[2, '1'], [4, '2'], [6, '3'], [8, '|']]) await page.evaluate(`Predict.apply({ action: 'expectation 1000000 add ${frame * 1e6} ${sign}' })`);
    await focus(page, '#verdict .which');
    await page.key(' ');
    await page.until("document.querySelector('#which [role=status]').textContent.startsWith('These pipelines')", 'the candidates');
    const found = await page.evaluate("[...document.querySelectorAll('#which li code')].map((node) => node.textContent)");
    equal(found.includes('a.delay(for: 1)') && found.includes('a.delaySubscription(for: 1)'), true, `found: ${found}`);
    equal(await page.evaluate("document.querySelector('#which li small').textContent"), 'Sends each value and the completion after a given time.', 'the simplest has its sentence');
    await focus(page, '#which li button');
    await page.key(' ');
    await settled(page);
    equal(await text(page), 'a: -1-2-3-|\n\n> a.delay(for: 1)\n= --1-2-3-|\n', 'in the spec, with the drawn row');
    equal(await page.evaluate("document.getElementById('problem').textContent"), 'As "=" says.', 'it runs');
    equal(await page.evaluate("document.getElementById('which').hidden"), true, 'the list is gone');
    await page.evaluate('Editor.undo()');
    await settled(page);
    equal(await line(page, 2), '> a.map { $0 }', 'undone');
  },
  async 'a search for two operators shows how far it is, can be stopped, and leaves the page usable'() {
    await write(page, 'a: -1-2-3-|\n\n> a.map { $0 }\n');
    await page.evaluate('Predict.set(true)');
    // By hand: doubled and one frame later, which no single operator does.
    for (const [frame, sign] of [[2, '2'], [4, '4'], [6, '6'], [8, '|']]) await page.evaluate(`Predict.apply({ action: 'expectation 1000000 add ${frame * 1e6} ${sign}' })`);
    await page.evaluate("document.querySelector('#verdict .which').click()");
    await page.until("/^Tried [0-9,]+ of [0-9,]+ pipelines/.test(document.querySelector('#which [role=status]').textContent)", 'progress');
    // A picture is drawn between two steps.
    equal(await page.evaluate("Engine.run('b: -7|\\n\\n> b\\n', 'page').then(({ code }) => code)"), 0, 'another run');
    await page.until("[...document.querySelectorAll('#which li code')].some((node) => node.textContent.includes('delay(for: 1)'))", 'found');
    await page.evaluate("document.querySelector('#which .stop')?.click()");
    await page.evaluate('Predict.set(false)');
    equal(await page.evaluate("document.getElementById('which').hidden"), true, 'closed');
  },
  async 'a spec that holds says what its rows do not exercise'() {
    // By hand: 1 is replaced by 2, which is sent; the shortest rows that find a value pending are 1| and 1#.
    await write(page, 'a: -1-2----|\n\n> a.debounce(for: 3)\n= ------2-|\n');
    await focus(page, '#strength button');
    await page.key(' ');
    await page.until("document.querySelectorAll('#strength li').length === 2", 'the gaps');
    equal(await page.evaluate("document.querySelector('#strength [role=status]').textContent"), 'The rows exercise 2 of 4 behaviors. Each of these rows would exercise one more:', 'how many');
    equal(await page.evaluate("[...document.querySelectorAll('#strength pre')].map((node) => node.textContent)"), ['a: 1|', 'a: 1#'], 'the rows');
    await write(page, 'a: -1-2----|\n\n> a.debounce(for: 2)\n= -----2--|\n');
    equal(await page.evaluate("document.querySelectorAll('#strength li').length"), 0, 'a change ends it');
    await write(page, 'a: -1-2----|\n\n> a.debounce(for: 2)\n= ------2-|\n');
    equal(await page.evaluate("document.getElementById('strength').hidden"), true, 'only a spec that holds has strong rows');
  },
  async 'candidates fit into 320 pixels'() {
    const own = await open(address + '#spec=' + encodeURIComponent('frame: 100ms\n\na: -1-2-3-|\n\n> a\n'), { width: 320, height: 640 });
    await own.until('document.documentElement.dataset.engine', 'the engine');
    await own.evaluate('Predict.set(true)');
    for (const [frame, sign] of [[2, '1'], [4, '2'], [6, '3'], [8, '|']]) await own.evaluate(`Predict.apply({ action: 'expectation 100000000 add ${frame * 1e8} ${sign}' })`);
    await own.evaluate("document.querySelector('#verdict .which').click()");
    await own.until("document.querySelectorAll('#which li').length >= 2", 'the candidates');
    equal(await own.evaluate('document.documentElement.scrollWidth') <= 320, true, 'not wider than the window');
    equal(own.errors, [], 'no errors');
    await own.close();
  },
  async 'the empty row and the marbles lie where they are seen'() {
    await write(page, 'frame: 100ms\n\nask: -a---b------|\nfound: ---c---------|\n\n> ask.merge(with: found)\n');
    await page.evaluate('Predict.set(true)');
    const off = await page.evaluate(`[...document.querySelectorAll('.handle.value:not(.guess)')].map((node) => {
      const box = node.getBoundingClientRect(), sign = /value (.) of/.exec(node.getAttribute('aria-label'))[1];
      const text = [...document.querySelectorAll('#canvas svg text.letter')].find((one) => one.textContent === sign).getBoundingClientRect();
      return Math.hypot(box.x + box.width / 2 - text.x - text.width / 2, box.y + box.height / 2 - text.y - text.height / 2) < 4;
    })`);
    equal(off, [true, true, true], 'each handle is on its marble');
    const frame = await scale(page), add = await middle(page, '.add[aria-label="Add to your prediction"]');
    await page.mouse('mousePressed', ...add);
    await page.mouse('mouseReleased', ...add);
    await settled(page);
    await pull(page, await middle(page, '.handle.guess'), [4 * frame, 0]);
    equal(await page.evaluate('Predict.row.marks[0][0] > 3e8'), true, 'a marble of the guess is dragged');
    await page.evaluate('Predict.set(false)');
  },
  async 'each handle lies on its mark'() {
    // An input that is subscribed later, values at one instant, computed values, a subscriber with demand, a stream that is cancelled.
    const specs = ['t: -a-b-c------|\nx: -1--2|\n\n> t.debounce(for: 3).switchMap { _ in x }\n', 'a: -[12]-3|\nb: --(4|)\n\n> a.zip(b) { $0 * 100 + $1 }\n', 'hot h: -1-2-3-|\n\n> h\nfrom -^---!\ndemand -2\n',
      'a: -1#\n\n> a.retry(2)\n', 'a: -1-2|\n\n> a.map { $0 * 1000 }\n\n> a.delay(for: 2)\n'];
    for (const source of specs) {
      await write(page, source);
      const far = await page.evaluate(`[...document.querySelectorAll('.handle.value, .handle.failure, .handle.request, .handle.finished')].map((node) => {
        const box = node.getBoundingClientRect(), x = box.x + box.width / 2, y = box.y + box.height / 2;
        const marks = [...document.querySelectorAll('#canvas .marble, #canvas .failure, #canvas .finish, #canvas .request')].map((one) => one.getBoundingClientRect());
        // An end that shares its instant with a marble is behind it; its handle is right of both, so that each can be pulled.
        const right = node.matches('.finished') ? 34 : 3, isOn = (one) => x - one.x - one.width / 2 < right && x - one.x - one.width / 2 > -3;
        return marks.some((one) => isOn(one) && Math.abs(one.y + one.height / 2 - y) < 3) ? '' : node.getAttribute('aria-label');
      }).filter(Boolean)`);
      equal(far, [], source);
      const rows = source.split('\n').filter((one) => /^(hot )?[a-z]:/.test(one)).length;
      equal(await page.evaluate("new Set([...document.querySelectorAll('.add')].filter((one) => !/demand/.test(one.ariaLabel)).map((one) => one.ariaLabel)).size"), rows, `each row of ${source} can be changed`);
    }
  },
  async 'an operator is a window into it, but not while its outcome is predicted'() {
    await write(page, spec);
    const seen = () => page.evaluate("[document.querySelector('#canvas svg').classList.contains('poster'), document.querySelectorAll('#canvas svg .bar').length]");
    // By hand: each of the four values begins a timer.
    equal(await seen(), [true, 4], 'four timers in the box');
    await page.evaluate('Predict.set(true)');
    equal(await seen(), [true, 0], 'the box is closed');
    await page.evaluate('Predict.set(false)');
    await settled(page);
    equal(await seen(), [true, 4], 'and open again');
  },
  async 'a damaged address says so'() {
    for (const hash of ['#s=damaged', '#s=', '#spec=%E0%A4']) {
      const own = await open(address + hash);
      await settled(own);
      equal(await own.evaluate("document.getElementById('hint').textContent.startsWith('The diagram in this address cannot be read')"), true, hash);
      equal(await own.evaluate("Editor.text.includes('debounce')"), true, 'the first diagram is there');
      await own.close();
    }
    const whole = await open(address + '#spec=' + encodeURIComponent('a: -1|\n\n> a\n'));
    await settled(whole);
    equal(await whole.evaluate("document.getElementById('hint').textContent.startsWith('Drag')"), true, 'a whole address says nothing');
    await whole.close();
  },
  async 'on a phone the outcome is seen to its end'() {
    for (const width of [320, 360, 414]) {
      const phone = await open(address, { width, height: 720, touch: true });
      await settled(phone);
      equal(await phone.evaluate("(() => { const box = document.querySelector('#canvas svg').getBoundingClientRect(); return box.left >= 0 && box.right <= innerWidth; })()"), true, 'the whole picture');
      const small = await phone.evaluate("Math.min(...[...document.querySelectorAll('#canvas svg text')].map((one) => Number(one.getAttribute('font-size')) / Picture.scale))");
      equal(small >= 10, true, `its smallest text is ${small} px`);
      const lines = await phone.evaluate("[...new Set([...document.querySelectorAll('.track')].map((one) => Math.round(one.getBoundingClientRect().y)))].sort((one, two) => one - two)");
      equal(lines.every((y, index) => index === 0 || y - lines[index - 1] >= 28), true, `the rows are apart: ${lines}`);
      const covered = await phone.evaluate(`[...document.querySelectorAll('.add')].filter((add) => {
        const a = add.getBoundingClientRect();
        const over = [...document.querySelectorAll('.handle')].map((one) => one.getBoundingClientRect()).some((b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom);
        return over || a.right > innerWidth;
      }).length`);
      equal(covered, 0, `"+" covers no handle and can be seen at ${width}`);
      await phone.evaluate('Predict.set(true)');
      await phone.evaluate("document.getElementById('run').click()");
      await phone.until("document.querySelector('#verdict strong')", 'the verdict');
      const cut = await phone.evaluate("[...document.querySelectorAll('#verdict .board')].filter((one) => one.getBoundingClientRect().right > innerWidth).length");
      equal(cut, 0, 'the outcome beside the prediction, too');
      await phone.close();
    }
  },
  async 'the colors of the text can be read on every ground'() {
    // Nine for text, 4.5 to 1, on the ground and on the panel; those of shapes 3 to 1.
    for (const dark of [false, true]) {
      const own = await open(address, { dark });
      const low = await own.evaluate(`(() => {
        const style = getComputedStyle(document.documentElement);
        const light = (name) => {
          const hex = style.getPropertyValue('--' + name).trim().slice(1).replace(/^(.)(.)(.)$/, '$1$1$2$2$3$3');
          const [r, g, b] = [0, 2, 4].map((at) => parseInt(hex.slice(at, at + 2), 16) / 255).map((one) => (one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4));
          return 0.2126 * r + 0.7152 * g + 0.0722 * b;
        };
        const contrast = (one, other) => { const [low, high] = [light(one), light(other)].sort((a, b) => a - b); return (high + 0.05) / (low + 0.05); };
        const found = [];
        for (const [names, least] of [[['ink', 'soft', 'accent', 'bad', 'warn', 'good', 'number', 'call', 'string', 'value'], 4.5], [['glow', 'soft'], 3]]) {
          for (const name of names) for (const ground of ['ground', 'panel']) if (!(contrast(name, ground) >= least)) found.push(name + ' on ' + ground + ': ' + contrast(name, ground).toFixed(2));
        }
        if (!(contrast('line', 'ground') < 3)) found.push('a pale color is found');
        return found;
      })()`);
      equal(low, [], dark ? 'dark' : 'light');
      await own.close();
    }
  },
  async 'a rule is added from a menu, and goes red while a marble is dragged'() {
    await write(page, 'frame: 100ms\n\nask: -a----------|\nfound: --b----------|\n\n> ask.merge(with: found)\n');
    await page.evaluate("document.querySelector('.rule-menu').click()");
    await page.until("!document.getElementById('menu').hidden", 'the menu');
    const items = await page.evaluate("[...document.querySelectorAll('#menu [role=menuitem]')].map((node) => [node.querySelector('code').textContent, node.querySelector('b').className])");
    // b comes 100 ms after a, and the text of b is no number, so no condition on numbers is offered.
    equal(items[0], ['each ask is followed by found within 300ms', 'holds'], 'the first rule, and that it holds');
    equal(items.find(([rule]) => rule === 'no found within 300ms after ask')?.[1], 'breaks', 'the opposite does not');
    equal(items.some(([rule]) => rule.includes('>= 0')), false, 'no condition that cannot be read');
    await page.evaluate("document.querySelector('#menu [role=menuitem]').click()");
    await settled(page);
    equal(await line(page, 6), '! each ask is followed by found within 300ms', 'it stands below its pipeline');
    equal(await page.evaluate("document.getElementById('problem').textContent"), 'The rules hold.', 'said');
    equal(await page.evaluate("document.querySelectorAll('#canvas .broken').length"), 0, 'nothing is red');
    const [x, y] = await middle(page, handle('b', 'found')), frame = await scale(page);
    await page.mouse('mouseMoved', x, y);
    await page.mouse('mousePressed', x, y);
    for (let step = 1; step <= 10; step++) await page.mouse('mouseMoved', x + 5 * frame * step / 10, y);
    await page.until("document.querySelectorAll('#canvas .broken').length > 0", 'red while it is held');
    await page.mouse('mouseReleased', x + 5 * frame, y);
    await settled(page);
    equal((await page.evaluate("document.getElementById('problem').textContent")).startsWith('A rule does not holdLine 7: rule broken for ask a at 100ms: no found until 400ms'), true, 'said with its line');
    // The bar from 100 ms on is undecided until its deadline at 400 ms.
    await page.evaluate("document.getElementById('restart').click()");
    const seen = [];
    for (let turn = 0; turn < 3; turn++) {
      await page.evaluate("document.getElementById('step').click()");
      seen.push(await page.evaluate("document.getElementById('now').textContent + ' ' + (document.querySelector('#canvas [data-decided]:not(.later):not(.open)') !== null)"));
    }
    equal(seen, ['100ms false', '400ms true', '700ms true'], 'the verdict comes with its instant');
    await page.evaluate("document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }))");
  },
  async 'a task has locked parts, survives a reload, and is handed in as a code'() {
    const teacher = await open(address);
    await write(teacher, spec);
    await teacher.evaluate("document.getElementById('share').click()");
    await teacher.until("document.getElementById('address').value.includes('#s=')", 'the address');
    await teacher.evaluate("document.getElementById('task-text').value = 'Let b come out, too.'; document.getElementById('make-task').click()");
    await teacher.until("document.getElementById('copied').textContent.includes('task')", 'the task');
    const given = await teacher.evaluate("document.getElementById('address').value");
    await teacher.close();

    const learner = await open(given);
    equal(await learner.evaluate("document.getElementById('task').textContent.includes('Let b come out, too.')"), true, 'the task is said');
    await learner.evaluate(`document.getElementById('text').focus(); document.getElementById('text').setSelectionRange(${spec.indexOf('300')}, ${spec.indexOf('300') + 3})`);
    await learner.type('100');
    await settled(learner);
    equal(await text(learner), spec, 'the pipeline cannot be changed');
    equal(await learner.evaluate("Editor.replace(4, 0, 1, '#', 'whole'), Editor.text"), spec, 'nor by a menu');
    const frame = await scale(learner);
    await pull(learner, await middle(learner, handle('c')), [2 * frame, 0]);
    equal(await line(learner, 2), 'typed: -a-b----c----d---|', 'a row can');
    equal(await received(learner), '------b----c----d|', 'b comes out');
    await learner.evaluate('Predict.set(true)');
    await learner.evaluate("Predict.apply({ action: 'expectation 100000000 add 300000000 b' })");
    await learner.evaluate("document.getElementById('run').click()");
    await learner.until("document.getElementById('verdict').textContent.length > 10 && !document.getElementById('run')");
    await learner.evaluate('new Promise((done) => setTimeout(done, 800)).then(() => Address.settled)');
    await learner.go(await learner.evaluate('location.href'));
    equal(await line(learner, 2), 'typed: -a-b----c----d---|', 'a reload keeps the work');
    await learner.evaluate("document.getElementById('hand-in').click()");
    await learner.until("document.getElementById('code').value.includes('#h=')", 'the code');
    const code = await learner.evaluate("document.getElementById('code').value");
    equal(learner.errors, [], 'no errors');
    await learner.close();

    const reader = await open(code);
    const report = await reader.evaluate("document.getElementById('task').textContent");
    equal(report.includes('Handed in') && report.includes('---b not right') && report.includes('One change was tried'), true, `the report: ${report}`);
    equal(await line(reader, 2), 'typed: -a-b----c----d---|', 'with the spec as it was handed in');
    await reader.close();
  },
  async 'pipelines of other sources are not compared'() {
    await write(page, 'a: -1-2-|\nb: --3--|\nlet c = a.map { $0 + 1 }\n\n> c\n\n> b\n');
    equal(await page.evaluate("[document.getElementById('verdict').textContent, document.querySelectorAll('.difference').length]"), ['', 0], 'a and b');
    await write(page, 'a: -1-2-|\nlet c = a.map { $0 + 1 }\n\n> c\n\n> a\n');
    equal((await page.evaluate("document.getElementById('verdict').textContent")).startsWith('The two differ in'), true, 'a by way of c');
  },
  async 'a marble asks to be dragged, once; while the text is wrong, dragging says so'() {
    const fresh = await open(address);
    equal(await fresh.evaluate("[...document.querySelectorAll('.nudge')].map((node) => node.getAttribute('aria-label'))"), ['value c of typed, 600ms'], 'one marble');
    await pull(fresh, await middle(fresh, handle('c')), [await scale(fresh), 0]);
    equal(await fresh.evaluate("document.querySelectorAll('.nudge').length"), 0, 'it was dragged');
    await fresh.go(address + '?again');
    equal(await fresh.evaluate("document.querySelectorAll('.nudge').length"), 0, 'it asks once');
    await fresh.evaluate("Editor.set(Editor.text.replace('debounce', 'debouce')), App.draw()");
    await settled(fresh);
    const [x, y] = await middle(fresh, handle('c'));
    await fresh.mouse('mousePressed', x, y);
    equal(await fresh.evaluate("document.getElementById('problem').classList.contains('asked')"), true, 'the mistake is pointed at');
    await fresh.mouse('mouseReleased', x, y);
    await fresh.close();
  },
  async 'what another library does is compared'() {
    await write(page, spec.replace('debounce(for: 300ms)', 'throttle(for: 300ms, latest: false)'));
    await page.evaluate("document.querySelector('.call').click()");
    await page.until("!document.getElementById('menu').hidden", 'the menu');
    await page.evaluate("[...document.querySelectorAll('#menu [role=menuitem]')].find((node) => node.textContent.includes('RxJS')).click()");
    await settled(page);
    equal(await line(page, 6), '> typed.throttle(for: 300ms, leading: true, trailing: false)', 'it stands below');
    // By hand: here a at 1, b at 4, c at 7, d at 13; there only a, then c at 6 and d.
    equal([await received(page), await received(page, 1)], ['-a--b--c-----d---|', '-a----c------d---|'], 'both outcomes');
  },
  async 'the first picture is what the engine draws'() {
    const fresh = await open(address);
    equal(await fresh.evaluate(`(async () => {
      const first = FIRST, now = await Engine.run(first.spec, 'page', { width: 480 });
      return JSON.stringify(first.page) === JSON.stringify({ ...JSON.parse(now.text), spec: first.spec });
    })()`), true, 'the same');
    await fresh.close();
  },
  async 'a finger drags a marble at 320 pixels'() {
    const phone = await open(address, { width: 320, height: 720, touch: true, calm: true });
    equal(await phone.evaluate('document.documentElement.scrollWidth') <= 320, true, 'nothing is wider than the window');
    await phone.evaluate(`document.querySelector(${JSON.stringify(handle('b'))}).scrollIntoView({ block: 'center', inline: 'center' })`);
    const [x, y] = await middle(phone, handle('b')), frame = await scale(phone);
    await phone.touch('touchStart', [{ x, y }]);
    for (let step = 1; step <= 8; step++) await phone.touch('touchMove', [{ x: x + frame * step / 8, y }]);
    await phone.touch('touchEnd', []);
    await settled(phone);
    equal(await line(phone, 3), 'typed: -a--b-c------d---|', 'b is one frame later');
    // The operator and its number are at hand, too: in the picture, or above it if the picture has to be scrolled.
    const seen = `(selector) => [...document.querySelectorAll(selector)].find((node) => { const box = node.getBoundingClientRect(); return box.x >= 0 && box.right <= 320 && box.width >= 24 && box.height >= 24; })`;
    const at = (selector) => phone.evaluate(`{ const node = (${seen})('${selector}'); node.scrollIntoView({ block: 'center' }); const box = node.getBoundingClientRect(); [box.x + box.width / 2, box.y + box.height / 2] }`);
    // The picture has been laid out anew.
    const [numberX, numberY] = await at('.number'), step = await scale(phone);
    await phone.touch('touchStart', [{ x: numberX, y: numberY }]);
    for (let turn = 1; turn <= 8; turn++) await phone.touch('touchMove', [{ x: numberX - step * 2 * turn / 8, y: numberY }]);
    await phone.touch('touchEnd', []);
    await settled(phone);
    equal(await line(phone, 5), '> typed.debounce(for: 100ms)', 'a finger pulls the number');
    const [callX, callY] = await at('.call');
    // Chromium makes no click of a touch right after a pull; and both at once, because on a slow machine a tap must not become a long press.
    await phone.evaluate('new Promise((done) => setTimeout(done, 500))');
    await Promise.all([phone.touch('touchStart', [{ x: callX, y: callY }]), phone.touch('touchEnd', [])]);
    await phone.until("!document.getElementById('menu').hidden", 'a finger opens the menu');
    equal(await phone.evaluate("{ const box = document.getElementById('menu').getBoundingClientRect(); box.x >= 0 && box.right <= 320 }"), true, 'the menu is inside of the window');
    await phone.close();
  },
  async 'what happens at one instant is stepped through, too'() {
    await write(page, 'a: -[12]|\n\n> a.map { $0 * 10 }\n');
    await page.evaluate("document.getElementById('each').click(); document.getElementById('restart').click()");
    const seen = [];
    for (let turn = 0; turn < 12; turn++) {
      seen.push(await page.evaluate("[document.getElementById('time').value, document.querySelectorAll('.marbles .later').length]"));
      await page.evaluate("document.getElementById('step').click()");
    }
    equal(seen.some(([time, later], index) => index && seen[index - 1][0] === time && seen[index - 1][1] > later), true, `two steps at one instant: ${JSON.stringify(seen)}`);
    equal(seen[11][1], 0, 'all is there at the end');
    await page.evaluate("document.getElementById('each').click()");
  },
  async 'time is stepped'() {
    await write(page, spec);
    await page.evaluate("document.getElementById('restart').click()");
    equal(await page.evaluate("document.querySelectorAll('.marbles .later').length > 3"), true, 'what comes later is hidden');
    for (let turn = 0; turn < 30; turn++) await page.evaluate("document.getElementById('step').click()");
    equal(await page.evaluate("document.querySelectorAll('.marbles .later').length"), 0, 'all is there at the end');
  },
  async 'nothing is requested from anywhere'() {
    equal(page.requests.filter((url) => !/^(file|blob|data|about):/.test(url)), [], 'requests');
    equal(page.errors, [], 'errors');
  },
};
for (const [name, test] of Object.entries(tests)) {
  try { await test(); } catch (error) { failures++; console.log(`${name}: ${error.message}`); }
}

if (marble) {
  const specs = await page.evaluate('Share.specs()');
  let same = 0;
  for (const [name, source] of Object.entries(specs)) {
    const draws = async (options, looks) => {
      const native = spawnSync(marble, ['render', '-', '--format', 'svg', ...options], { input: source, encoding: 'utf8', maxBuffer: 1 << 28 }).stdout;
      return native.trimEnd() === (await page.evaluate(`Engine.run(${JSON.stringify(source)}, 'svg', ${JSON.stringify(looks)}).then(({ text }) => text)`)).trimEnd();
    };
    if (await draws([], {})) same++; else { failures++; console.log(`${name}: the page draws something else than the command`); }
  }
  console.log(`${same} of ${Object.keys(specs).length} diagrams the same as the command's`);
}

if (process.env.AXE) {
  const axe = fs.readFileSync(process.env.AXE, 'utf8');
  for (const options of [{}, { dark: true }, { width: 320, height: 700 }]) {
    const looked = await open(address, options);
    await looked.evaluate(axe + ';0');
    for (const act of ['0', "Predict.set(true)", "Predict.set(false).then(() => document.getElementById('examples').click())", "document.getElementById('gallery').close(), document.getElementById('share').click()",
      "document.getElementById('sharing').close(), App.open('a: -1|\\n> a.mpa()')"]) {
      await looked.evaluate(`Promise.resolve(${act}).then(() => new Promise((done) => setTimeout(done, 200)))`);
      const found = await looked.evaluate('axe.run().then(({ violations }) => violations.map((one) => one.id + ": " + one.nodes.map((node) => node.html.slice(0, 120) + " " + node.failureSummary.slice(0, 200)).slice(0, 3).join(" | ")))');
      equal(found, [], `barriers ${JSON.stringify(options)} ${act}`);
    }
    await looked.close();
  }
}

if (process.env.TIMES) {
  const turns = Number(process.env.TIMES), sorted = (list) => [...list].sort((one, two) => one - two);
  const tell = (name, list) => { const times = sorted(list); console.log(`${name}: median ${times[times.length >> 1].toFixed(1)} ms, 95 % ${times[Math.floor(times.length * 0.95)].toFixed(1)} ms, worst ${times.at(-1).toFixed(1)} ms of ${times.length}`); };
  const starts = [];
  for (let turn = 0; turn < 15; turn++) { await page.go(address + '?' + turn); starts.push(Number(await page.evaluate('document.documentElement.dataset.ready'))); }
  tell('start to first picture', starts);
  await write(page, spec);
  tell('key to picture', await page.evaluate(`(async () => {
    const area = document.getElementById('text'), times = [];
    for (let turn = 0; turn < ${turns}; turn++) {
      const start = performance.now();
      area.setRangeText(turn % 2 ? '-' : 'x', ${spec.indexOf('-a-b')}, ${spec.indexOf('-a-b') + 1}, 'end');
      area.dispatchEvent(new InputEvent('input', { inputType: 'insertText' }));
      await App.settled;
      times.push(performance.now() - start);
      await new Promise(requestAnimationFrame);
    }
    return times;
  })()`));
  await write(page, spec);
  tell('drag to picture', await page.evaluate(`(async () => {
    const node = document.querySelector(${JSON.stringify(handle('c'))}), box = node.getBoundingClientRect(), times = [];
    const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    node.setPointerCapture = () => {};
    const send = (type, x) => node.dispatchEvent(new PointerEvent(type, { bubbles: true, pointerId: 1, clientX: x, clientY: at.y, button: 0 }));
    send('pointerdown', at.x);
    for (let turn = 0; turn < ${turns}; turn++) {
      const start = performance.now(), seen = App.times.length;
      send('pointermove', at.x + (turn % 5 + (turn % 2 ? 1 : 0) - 2) * Picture.step / Picture.scale);
      while (App.times.length === seen && performance.now() - start < 60) await new Promise((done) => { const channel = new MessageChannel(); channel.port1.onmessage = done; channel.port2.postMessage(0); });
      if (App.times.length > seen) times.push(performance.now() - start);
      await new Promise(requestAnimationFrame);
    }
    send('pointerup', at.x);
    return times;
  })()`));
  const big = (frames, streams, every) => 'frame: 10ms\\n\\n' + Array.from({ length: streams }, (_, n) => `s${n}: ${Array.from({ length: frames }, (_, at) => (at + n) % every ? '-' : 'abcdefghij'[n % 10]).join('')}|`).join('\\n')
    + `\\n\\n> ${Array.from({ length: streams }, (_, n) => `s${n}`).reduce((one, two) => `${one}.merge(with: ${two})`)}\\n`;
  for (const [name, source] of [['200 frames, 60 streams, 600 events', big(200, 60, 20)], ['200 frames, 60 streams, 5,000 events', big(200, 60, 2.4 | 0 || 2)]]) {
    const time = await page.evaluate(`(async () => { const start = performance.now(); await App.open("${source}"); return performance.now() - start; })()`);
    console.log(`${name}: ${time.toFixed(0)} ms, ${await page.evaluate("document.getElementById('problem').textContent.slice(0, 200)")}`);
  }
  console.log(`file: ${fs.statSync(file).size.toLocaleString('en')} bytes`);
}
await page.close();
console.log(failures ? `${failures} of ${count} checks failed` : `${count} checks hold`);
process.exit(failures ? 1 : 0);
