// Makes the pictures of the page Tools/Editors/README.md: what tmux shows while `marble watch` and Neovim run in it.
// node Tools/Editors/captures.mjs PATH/TO/marble, from the root of the repository. Needs tmux and nvim.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const marble = resolve(process.argv[2]), root = process.cwd();
const folder = mkdtempSync(join(tmpdir(), 'captures-')), socket = `captures-${process.pid}`;
const pause = (time) => new Promise((done) => setTimeout(done, time));
const tmux = (...words) => execFileSync('tmux', ['-L', socket, ...words], { encoding: 'utf8', cwd: folder, env: { ...process.env, LC_ALL: 'C.UTF-8', TERM: 'xterm-256color', NO_COLOR: '' } });
mkdirSync(join(folder, 'bin'));
symlinkSync(marble, join(folder, 'bin', 'marble'));

// MARK: From a screen to a picture

const palette = ['#1e2228', '#e06c75', '#98c379', '#e5c07b', '#61afef', '#c678dd', '#56b6c2', '#abb2bf',
  '#5c6370', '#e06c75', '#98c379', '#e5c07b', '#61afef', '#c678dd', '#56b6c2', '#ffffff'];
const color = (number) => {
  if (number < 16) return palette[number];
  if (number >= 232) return `rgb(${Array(3).fill(8 + (number - 232) * 10).join()})`;
  const level = (part) => (part ? 55 + part * 40 : 0), index = number - 16;
  return `rgb(${[level(Math.floor(index / 36)), level(Math.floor(index / 6) % 6), level(index % 6)].join()})`;
};
const styled = (old, codes) => {
  const style = { ...old };
  for (let index = 0; index < codes.length; index += 1) {
    const code = codes[index];
    if (code === 0) for (const name of Object.keys(style)) delete style[name];
    else if (code === 1) style.bold = true;
    else if (code === 2) style.dim = true;
    else if (code === 3) style.italic = true;
    else if (code === 4) style.underline = true;
    else if (code === 7) style.reverse = true;
    else if (code === 22) { delete style.bold; delete style.dim; }
    else if (code === 23) delete style.italic;
    else if (code === 24) delete style.underline;
    else if (code === 27) delete style.reverse;
    else if (code >= 30 && code <= 37) style.front = palette[code - 30];
    else if (code >= 90 && code <= 97) style.front = palette[code - 82];
    else if (code === 39) delete style.front;
    else if (code >= 40 && code <= 47) style.back = palette[code - 40];
    else if (code >= 100 && code <= 107) style.back = palette[code - 92];
    else if (code === 49) delete style.back;
    else if (code === 38 || code === 48) {
      const name = code === 38 ? 'front' : 'back';
      if (codes[index + 1] === 5) { style[name] = color(codes[index + 2]); index += 2; }
      else { style[name] = `rgb(${codes.slice(index + 2, index + 5).join()})`; index += 4; }
    }
  }
  return style;
};
const escaped = (text) => text.replace(/[&<>]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[sign]);
const picture = (screen, columns, title) => {
  const [width, height] = [8, 18], lines = screen.replace(/\n+$/, '').split('\n');
  let [boxes, texts, style] = ['', '', {}];
  lines.forEach((line, row) => {
    let column = 0;
    for (const [, codes, text] of line.matchAll(/(?:\x1b\[([0-9;]*)m)?([^\x1b]*)/g)) {
      if (codes !== undefined) style = styled(style, (codes || '0').split(';').map(Number));
      const characters = [...text];
      if (!characters.length) continue;
      let [front, back] = [style.front ?? '#d7dae0', style.back];
      if (style.reverse) [front, back] = [back ?? '#1e2228', front];
      const x = 12 + column * width, length = characters.length * width;
      if (back) boxes += `<rect x="${x}" y="${8 + row * height}" width="${length}" height="${height}" fill="${back}"/>`;
      if (text.trim()) {
        const more = (style.bold ? ' font-weight="bold"' : '') + (style.italic ? ' font-style="italic"' : '') + (style.dim ? ' opacity="0.65"' : '')
          + (style.underline ? ' text-decoration="underline"' : '');
        const lead = text.length - text.trimStart().length, shown = text.trim();
        texts += `<text x="${x + lead * width}" y="${8 + row * height + 13}" fill="${front}" textLength="${[...shown].length * width}"${more}>${escaped(shown)}</text>\n`;
      }
      column += characters.length;
    }
  });
  const [w, h] = [24 + columns * width, 16 + lines.length * height];
  return `<svg xmlns="http://www.w3.org/2000/svg" role="img" width="${w}" height="${h}" viewBox="0 0 ${w} ${h}">
<title>${escaped(title)}</title>
<rect width="${w}" height="${h}" rx="6" fill="#1e2228"/>${boxes}
<g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'Liberation Mono', 'DejaVu Sans Mono', monospace" font-size="13" xml:space="preserve">
${texts}</g>
</svg>
`;
};
const capture = (name, columns, title) => writeFileSync(join(root, 'Tools', 'Editors', name), picture(tmux('capture-pane', '-p', '-e', '-t', 's'), columns, title));
const screen = async (columns, rows, command) => {
  tmux('new-session', '-d', '-s', 's', '-x', `${columns}`, '-y', `${rows}`, command);
  tmux('set-option', '-g', 'status', 'off');
};
const until = async (text) => {
  for (let round = 0; round < 200; round += 1) {
    if (tmux('capture-pane', '-p', '-t', 's').includes(text)) return;
    await pause(50);
  }
  throw new Error(`waited in vain for '${text}'; the screen is:\n${tmux('capture-pane', '-p', '-t', 's')}`);
};
const keys = (...words) => tmux('send-keys', '-t', 's', ...words);

// MARK: marble watch

const spec = `title: A pause\nframe: 100ms\ntyped: -a-b-c------d---|\n  a = "S"   b = "Sw"   c = "Swift"   d = "Swifty"\n\n> typed.debounce(for: 200ms)\n`;
writeFileSync(join(folder, 'search.marble'), spec);
await screen(84, 20, `'${join(folder, 'bin', 'marble')}' watch search.marble --timers`);
await until('watching 1 file');
writeFileSync(join(folder, 'new'), spec.replace('debounce', 'debonce'));
renameSync(join(folder, 'new'), join(folder, 'search.marble'));
await until('did you mean');
capture('watch.svg', 84, 'marble watch in tmux: the last good drawing, and below it what is wrong now');
tmux('kill-server');

// MARK: Neovim

const page = readFileSync(join(root, 'Tools', 'Editors', 'README.md'), 'utf8');
const fences = [...page.matchAll(/```lua\n([\s\S]*?)```/g)].map(([, text]) => text);
const isOld = / v0\.[0-7]\./.test(execFileSync('nvim', ['--version'], { encoding: 'utf8' }));
const configuration = fences[isOld ? 1 : 0].replaceAll('PATH/TO/swift-marbles', root).replaceAll("'marble', 'lsp'", `'${marble}', 'lsp'`);
writeFileSync(join(folder, 'init.lua'), `${configuration}\nvim.o.termguicolors = false\nvim.o.signcolumn = 'yes'\nvim.o.swapfile = false\nvim.o.shada = ''
vim.o.background = 'dark'
vim.cmd('highlight NormalFloat ctermbg=236 | highlight SignColumn ctermbg=NONE | highlight EndOfBuffer ctermfg=240')\n`);
writeFileSync(join(folder, 'search.marble'), `${spec}= -------c------d-|\n\n> typed.trottle(for: 300ms, latest: true)\n`);
await screen(100, 30, `nvim -u '${join(folder, 'init.lua')}' -i NONE search.marble`);
await until("unknown operator 'trottle'");
keys(':lua vim.lsp.codelens.refresh()', 'Enter');
await pause(500);
capture('neovim-errors.svg', 100, 'Neovim: an error with its suggestion behind the pipeline');
keys(':9s/trottle/throttle/', 'Enter');
await until('throttle');
await pause(600);
keys(':lua vim.lsp.codelens.refresh()', 'Enter');
await until('= -a');
keys(':6', 'Enter', '0', 'f.', 'l', ':lua vim.lsp.buf.hover()', 'Enter');
await until('In Rx');
capture('neovim.svg', 100, 'Neovim: the outcome of each pipeline, and the page of debounce with its diagram');
tmux('kill-server');
rmSync(folder, { recursive: true, force: true });
