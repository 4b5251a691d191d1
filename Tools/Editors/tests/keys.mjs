// node keys.mjs MARBLE: how long the language server takes for a key in documents of a megabyte, from the change to the diagnostics that follow it and to
// what an editor asks for then: the colors and the outcomes of the lines that it shows. Median and worst, in milliseconds. KEYS=100 presses that many.
import { spawn } from 'node:child_process';

const keys = Number(process.env.KEYS ?? 60), size = 1_000_000, letters = 'abcdefghijklmnopqrstuvwxyz';
const row = (count) => letters.repeat(Math.ceil(count / 26)).slice(0, count);
const fence = (n) => ['```marble', 'a: -1-2-3-|', '', `> a.map { $0 + ${n % 7} }.filter { $0 > 2 }`, '```', ''];
const documents = {
  'one row of a million symbols': { name: 'row.marble', text: `a: ${row(size)}|\n\n> a.map { $0 }\n`, places: [[0, 5], [0, size / 2], [0, size]] },
  'the same with an emoji': { name: 'emoji.marble', text: `a: ${row(size / 2)}🍎${row(size / 2)}|\n\n> a.map { $0 }\n`, places: [[0, 5], [0, size / 2], [0, size]] },
  '20,000 rows of one spec': { name: 'rows.marble', text: Array.from({ length: 20_000 }, (_, n) => `s${n}: ${row(40)}|\n`).join('') + '\n> s0\n', places: [[0, 10], [10_000, 20], [19_999, 30]] },
  '15,000 fences of Markdown': { name: 'fences.md', text: Array.from({ length: 15_000 }, (_, n) => fence(n).join('\n') + '\n').join(''), places: [[1, 5], [45_001, 5], [89_995, 5]] },
  'one line of Markdown': { name: 'line.md', text: `${fence(1).join('\n')}\n${row(size)}\n${fence(2).join('\n')}\n`, places: [[6, 5], [6, size / 2], [6, size]] },
};

const server = spawn(process.argv[2], ['lsp'], { stdio: ['pipe', 'pipe', 'inherit'] });
let bytes = Buffer.alloc(0), heard = [];
const waiting = [];
server.stdout.on('data', (data) => {
  bytes = Buffer.concat([bytes, data]);
  for (;;) {
    const head = bytes.indexOf('\r\n\r\n'), length = head < 0 ? 0 : Number(/\d+/.exec(bytes.subarray(0, head))[0]);
    if (head < 0 || bytes.length < head + 4 + length) break;
    heard.push(JSON.parse(bytes.subarray(head + 4, head + 4 + length)));
    bytes = bytes.subarray(head + 4 + length);
  }
  for (const look of [...waiting]) look();
});
const send = (method, params, id) => {
  const body = Buffer.from(JSON.stringify({ jsonrpc: '2.0', id, method, params }));
  server.stdin.write(Buffer.concat([Buffer.from(`Content-Length: ${body.length}\r\n\r\n`), body]));
};
const until = (test) => new Promise((done) => {
  const look = () => {
    const found = heard.find(test);
    if (!found) return;
    heard = heard.filter((one) => one !== found);
    waiting.splice(waiting.indexOf(look), 1);
    done(found);
  };
  waiting.push(look);
  look();
});
let last = 0;
const ask = (method, params) => { const id = ++last; send(method, params, id); return until((message) => message.id === id); };
const told = (uri, version) => until(({ method, params }) => method === 'textDocument/publishDiagnostics' && params.uri === uri && params.version === version);
const words = (list) => { const times = [...list].sort((one, two) => one - two); return `median ${times[times.length >> 1].toFixed(1)} ms, worst ${times.at(-1).toFixed(1)} ms`; };

await ask('initialize', { capabilities: { textDocument: { inlayHint: {} } } });
for (const [title, { name, text, places }] of Object.entries(documents)) {
  const uri = `file:///${name}`;
  let version = 1;
  const start = performance.now();
  send('textDocument/didOpen', { textDocument: { uri, languageId: name.endsWith('md') ? 'markdown' : 'marble', version, text } });
  await told(uri, version);
  console.log(`${title}, ${(text.length / 1e6).toFixed(2)} MB: opened in ${(performance.now() - start).toFixed(0)} ms`);
  for (const [line, character] of places) {
    const changes = [], shown = [];
    for (let key = 0; key < keys; key++) {
      // A letter is written, and taken back.
      const from = { line, character }, range = { start: from, end: key % 2 ? { line, character: character + 1 } : from };
      const start = performance.now(), seen = { start: { line: Math.max(0, line - 20), character: 0 }, end: { line: line + 20, character: 0 } };
      send('textDocument/didChange', { textDocument: { uri, version: ++version }, contentChanges: [{ range, text: key % 2 ? '' : 'x' }] });
      await told(uri, version);
      changes.push(performance.now() - start);
      await Promise.all([ask('textDocument/inlayHint', { textDocument: { uri }, range: seen }), ask('textDocument/semanticTokens/full', { textDocument: { uri } })]);
      shown.push(performance.now() - start);
    }
    console.log(`  line ${line + 1}, column ${character}: to the diagnostics ${words(changes)}; with outcomes and colors ${words(shown)}`);
  }
  send('textDocument/didClose', { textDocument: { uri } });
}
server.kill();
