// Runs `marble watch` as its user does: node watch.mjs PATH/TO/marble [--latencies]
// With --latencies it fails where an answer takes too long (for release builds).
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

const [marble, ...options] = process.argv.slice(2);
const measures = options.includes('--latencies');
const folder = mkdtempSync(join(tmpdir(), 'marble-watch-'));
let problems = 0;
const check = (holds, text) => { if (!holds) { problems += 1; console.log(`FAILED: ${text}`); } };
const pause = (time) => new Promise((done) => setTimeout(done, time));

/** The command, with what it has printed so far. */
class Watch {
  constructor(words) {
    this.output = '';
    this.process = spawn(marble, ['watch', ...words], { cwd: folder });
    this.process.stdout.setEncoding('utf8').on('data', (data) => { this.output += data; this.seen?.(); });
    this.process.stderr.setEncoding('utf8').on('data', (data) => { this.errors = (this.errors ?? '') + data; });
    this.over = new Promise((done) => this.process.on('exit', (code, signal) => done({ code, signal })));
  }
  /** Waits for a text that is printed from now on, and takes it out. */
  async until(text, time = 20000) {
    const start = performance.now();
    while (!this.output.includes(text)) {
      if (performance.now() - start > time) {
        check(false, `waited in vain for '${text}'; there is: ${this.output.slice(-400)}`);
        return time;
      }
      await new Promise((done) => { this.seen = done; setTimeout(done, 50); });
    }
    const took = performance.now() - start;
    this.output = this.output.slice(this.output.indexOf(text) + text.length);
    return took;
  }
  async end(signal = 'SIGINT') {
    this.process.kill(signal);
    return Promise.race([this.over, pause(5000).then(() => ({ code: 'none' }))]);
  }
}
const write = (name, text) => writeFileSync(join(folder, name), text);
/** As many editors save: another file takes the name. */
const rename = (name, text) => { write(name + '~', text); renameSync(join(folder, name + '~'), join(folder, name)); };
const figures = (times) => {
  const sorted = [...times].sort((one, two) => one - two);
  return [sorted[Math.floor(sorted.length / 100)], sorted[Math.floor(sorted.length / 2)], sorted[sorted.length - 1]].map((one) => one.toFixed(1)).join(' / ') + ' ms';
};
const spec = (delay) => `a: -1-2-|\n> a.delay(for: ${delay})\n`;
const row = (delay) => `=  ${'-'.repeat(delay)}-1-2-|`;

// MARK: In a terminal's place

write('a.marble', spec(1));
let watch = new Watch(['a.marble']);
await watch.until(row(1));
rename('a.marble', spec(2));
await watch.until(row(2));
write('a.marble', spec(3));
await watch.until(row(3));
write('a.marble', spec(3).replace('delay', 'dela'));
await watch.until(row(3));
await watch.until("did you mean 'delay'?");
rmSync(join(folder, 'a.marble'));
await watch.until('a.marble is gone');
write('a.marble', spec(4));
await watch.until(row(4));
const ending = await watch.end();
check(ending.signal === 'SIGINT' || ending.code === 130 || ending.code === 0, `Control-C ends it: ${JSON.stringify(ending)}`);

// Somebody who looks at the beginning only.
watch = new Watch(['a.marble']);
await watch.until(row(4));
watch.process.stdout.destroy();
for (let round = 0; round < 20; round += 1) { rename('a.marble', spec(1 + round % 3)); await pause(30); }
const unread = await Promise.race([watch.over, pause(5000).then(() => ({ code: 'none' }))]);
check(unread.code === 0 || unread.signal === 'SIGPIPE', `it ends when nobody reads: ${JSON.stringify(unread)}`);

// From saving to the drawing, over 200 edits of a file of this repository.
const real = readFileSync(join(dirname(fileURLToPath(import.meta.url)), '..', '..', '..', 'Diagrams', 'search.marble'), 'utf8');
write('a.marble', real);
watch = new Watch(['a.marble', '--timers']);
await watch.until('watching');
const times = [];
for (let round = 0; round < 200; round += 1) {
  await pause(round * 7 % 30);
  const start = performance.now();
  (round % 2 ? write : rename)('a.marble', `${real}# ${round}\n`);
  await watch.until('a.marble was saved');
  times.push(performance.now() - start);
}
console.log(`save to drawing ${figures(times)} (first percentile, median, last of 200)`);
await watch.end();

// A folder of 10,000 specs.
mkdirSync(join(folder, 'many'));
for (let index = 0; index < 10000; index += 1) {
  if (index % 100 === 0) mkdirSync(join(folder, 'many', `${index / 100}`));
  write(`many/${Math.floor(index / 100)}/${index}.marble`, spec(1) + `${row(1)}\n`);
}
for (const words of [['many'], ['many', '--check']]) {
  watch = new Watch(words);
  await watch.until('watching 10000 files', 120000);
  const times = [];
  for (let round = 0; round < 60; round += 1) {
    await pause(80 + round * 7 % 60);
    const start = performance.now();
    const name = `many/${round}/${round * 100 + 7}.marble`;
    rename(name, spec(2) + `${row(1)}\n`);
    await watch.until(`${round * 100 + 7}.marble was saved`);
    times.push(performance.now() - start);
    rename(name, spec(1) + `${row(1)}\n`);
    await watch.until(words.length > 1 ? 'all as expected' : 'was saved');
  }
  console.log(`10,000 specs, ${words.slice(1).join() || 'drawn'}: save to answer ${figures(times)}`);
  if (measures) check(Math.max(...times) < 100, '10,000 specs: an answer took longer than 100 ms');
  await watch.end();
}
rmSync(join(folder, 'many'), { recursive: true });

rmSync(folder, { recursive: true, force: true });
console.log('watch: ' + (problems ? `${problems} problems` : 'everything holds'));
process.exit(problems ? 1 : 0);
