// node rxjs.mjs MODULE: the pipelines of the gallery in the words of RxJS, run by RxJS in its virtual time. Each gives what the engine gives, or the page
// says that RxJS differs. MODULE is the marble.wasm of Tools/Scripts/wasm. RxJS is found as Node finds packages; where it is not installed, that is said.
import fs from 'node:fs';
import Module from 'node:module';

// Debian's packages are where only NODE_PATH leads.
process.env.NODE_PATH ??= '/usr/share/nodejs';
Module._initPaths();
const require = Module.createRequire(import.meta.url);
const load = (name) => { try { return require(name); } catch { return null; } };
const rx = load('rxjs'), testing = load('rxjs/testing');
if (!rx || !testing) { console.log('RxJS is not installed: its words were not run'); process.exit(0); }
const [module] = process.argv.slice(2), all = process.argv.includes('--all');
const engine = (await WebAssembly.instantiate(fs.readFileSync(module), {})).instance.exports;
const call = (spec, format) => {
  const bytes = new TextEncoder().encode(spec), place = engine.malloc(bytes.length || 1), name = engine.malloc(1);
  new Uint8Array(engine.memory.buffer, place, bytes.length).set(bytes);
  const answer = engine.marble_run(place, bytes.length, name, 0, format, 0), view = new DataView(engine.memory.buffer);
  const text = new TextDecoder().decode(new Uint8Array(engine.memory.buffer, answer + 8, view.getInt32(answer + 4, true)));
  for (const one of [answer, place, name]) engine.free(one);
  return text;
};

const names = Object.keys({ ...rx, ...(load('rxjs/operators') ?? {}) }).filter((name) => /^[a-zA-Z]\w*$/.test(name));
const library = { ...(load('rxjs/operators') ?? {}), ...rx };
/** The value that a symbol stands for; nothing for one that JavaScript has no value for. */
const valueOf = (symbol, meanings) => {
  const text = meanings[symbol] ?? (/^\d+$/.test(symbol) ? symbol : JSON.stringify(symbol.replace(/^'|'$/g, '')));
  const [, length, unit] = /^(\d+)(ms|s)$/.exec(text) ?? [];
  if (unit) return Number(length) * (unit === 's' ? 1000 : 1);
  try { return JSON.parse(text.replace(/\(/g, '[').replace(/\)/g, ']').replace(/\bnil\b/g, 'null')); } catch { return undefined; }
};
// An error that RxJS makes itself has its own name.
const shown = (event) => `${event.at} ${event.kind === 'finished' ? '|' : event.kind === 'failure' ? '#' + (event.value === undefined || event.value instanceof Error ? '' : JSON.stringify(event.value)) : JSON.stringify(event.value)}`;

/** What RxJS sends for a pipeline: the source rows as observables, everything in virtual time. */
const received = (streams, lines, code, last) => new testing.TestScheduler(() => {}).run(({ flush }) => {
  const scheduler = rx.asyncScheduler, events = [], sources = {};
  const play = (events, subscriber, from) => {
    for (const event of events) {
      const act = () => (event.kind === 'finished' ? subscriber.complete() : event.kind === 'failure' ? subscriber.error(event.value) : subscriber.next(event.value));
      subscriber.add(scheduler.schedule(act, event.at - from));
    }
  };
  const hot = [];
  for (const { name, kind, events: own } of streams) {
    if (kind === 'hot') {
      const subject = new rx.Subject();
      sources[name] = subject;
      hot.push([own, subject]);
    } else sources[name] = new rx.Observable((subscriber) => play(own, subscriber, 0));
  }
  const scope = [...names, ...Object.keys(sources)], given = [...names.map((name) => library[name]), ...Object.values(sources)];
  const kept = scope.map((name, index) => [name, given[index]]).filter(([name], index) => scope.lastIndexOf(name) === index);
  const stream = new Function(...kept.map(([name]) => name), `${lines.join('\n')}\nreturn ${code};`)(...kept.map(([, value]) => value));
  const put = (event) => { if (scheduler.now() <= last) events.push({ at: scheduler.now(), ...event }); };
  let subscription;
  const begin = () => { subscription = stream.subscribe({ next: (value) => put({ kind: 'value', value }), error: (value) => put({ kind: 'failure', value }), complete: () => put({ kind: 'finished' }) }); };
  // As here: the subscription is the first action, and the events of hot rows are scheduled before it is made.
  scheduler.schedule(begin, 0);
  for (const [own, subject] of hot) for (const event of own) scheduler.schedule(() => (event.kind === 'finished' ? subject.complete() : event.kind === 'failure' ? subject.error(event.value) : subject.next(event.value)), event.at);
  scheduler.schedule(() => subscription.unsubscribe(), last + 1);
  flush();
  return events;
});

// Differences that no sentence in the page can tell, because they depend on the instants of the rows.
const known = { 'throttle-early.marble': 'the timer of a value that comes with the subscription is scheduled after the row here and before it there, so they meet in another order at 400 ms' };

let [same, said, left] = [0, 0, 0];
const different = [];
for (const file of fs.readdirSync('Diagrams').filter((one) => one.endsWith('.marble')).sort()) {
  const spec = fs.readFileSync('Diagrams/' + file, 'utf8');
  if (/^(demand|connect|from)\b/m.test(spec)) { left += 1; continue; }
  const diagram = JSON.parse(call(spec, 3)), lines = JSON.parse(call(spec, 12));
  const declared = spec.split('\n').flatMap((line) => /^(?:hot |cold )?(\w+):/.exec(line)?.[1] ?? []);
  if (diagram.streams.some((one) => !one.events || declared.filter((name) => name === one.name).length > 1)) { left += 1; continue; }
  const meanings = Object.assign({}, diagram.meanings, ...[...diagram.streams, ...diagram.runs].map((one) => one.meanings));
  const constants = lines.filter((line) => line.code.startsWith('const ')), pipelines = lines.filter((line) => !line.code.startsWith('const '));
  const eventsOf = (list, meanings) => list.map(({ instant, kind, symbol }) => {
    const [, failure] = /^#'(.*)'$/.exec(symbol) ?? [];
    return { at: instant / 1e6, kind, value: kind === 'finished' ? undefined : kind === 'failure' ? failure : valueOf(symbol, meanings) };
  });
  const streams = diagram.streams.map(({ name, kind, events }) => ({ name, kind, events: eventsOf(events, meanings) }));
  if (streams.some((one) => one.events.some((event) => event.kind === 'value' && event.value === undefined))) { left += 1; continue; }
  diagram.runs.forEach((run, index) => {
    const { code, notes } = pipelines[index] ?? { code: '', notes: ['?'] }, notesOf = constants.flatMap((line) => line.notes).concat(notes);
    const want = eventsOf(run.subscribers[0].events, meanings).map(shown);
    const last = Math.max(60, ...diagram.streams.flatMap((one) => one.events.map((event) => event.instant / 1e6)), ...run.subscribers[0].events.map((event) => event.instant / 1e6)) + (run.stopped ? 0 : 1);
    if (notesOf.length && !all) { said += 1; return; }
    let got;
    try { got = received(streams, constants.map((line) => line.code), code, last).map(shown); } catch (error) { got = [String(error)]; }
    const bare = (list) => JSON.stringify(list.map((one) => (/ #/.test(one) && [got, want].some((other) => other.some((event) => / #$/.test(event))) ? one.replace(/#.*/, "#") : one)));
    if (bare(got) === bare(want)) { same += 1; if (notesOf.length) console.log(`${file}: the same, though something is said: ${code} ${notesOf.join(' ')}`); } else different.push({ file, code, want: want.join(', '), got: got.join(', '), notes: notesOf });
  });
}
const open = different.filter(({ file }) => !known[file]), gone = all ? [] : Object.keys(known).filter((file) => !different.some((one) => one.file === file));
for (const file of gone) console.log(`${file}: it is the same now; it is not a known difference any more`);
for (const [file, reason] of Object.entries(known)) if (!gone.includes(file)) console.log(`${file} differs for a known reason: ${reason}`);
for (const { file, code, want, got, notes } of open) console.log(`${file}: ${code}\n  here   ${want}\n  RxJS   ${got}${notes.length ? '\n  said   ' + notes.join(' ') : ''}`);
console.log(`RxJS ${load('rxjs/package.json').version}: ${same} pipelines of the gallery do the same, ${said} are said to differ, ${Object.keys(known).length} known, ${open.length} differ and nothing is said; ${left} specs have rows that RxJS has not`);
process.exit((open.length && !all) || gone.length ? 1 : 0);
