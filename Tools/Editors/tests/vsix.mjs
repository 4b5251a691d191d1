// Packs the extension with Tools/Scripts/vsix, opens the package by its own reader of zips, and looks whether an editor finds what it needs.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inflateRawSync } from 'node:zlib';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..', '..');
let problems = 0;
const check = (holds, text) => {
  if (holds) return;
  problems += 1;
  console.log(`FAILED: ${text}`);
};
const equal = (found, expected, text) =>
  check(JSON.stringify(found) === JSON.stringify(expected), `${text}: expected ${JSON.stringify(expected)}, got ${JSON.stringify(found)}`);

/** The files of a zip, by the directory at its end. */
function unzip(bytes) {
  const end = bytes.lastIndexOf('PK\x05\x06', undefined, 'latin1');
  const count = bytes.readUInt16LE(end + 10);
  equal(bytes.readUInt32LE(end + 12) + bytes.readUInt32LE(end + 16), end, 'the directory ends where the end begins');
  const files = new Map();
  let at = bytes.readUInt32LE(end + 16);
  for (let index = 0; index < count; index += 1) {
    equal(bytes.toString('latin1', at, at + 4), 'PK\x01\x02', 'an entry of the directory');
    const length = bytes.readUInt16LE(at + 28), name = bytes.toString('utf8', at + 46, at + 46 + length);
    const size = bytes.readUInt32LE(at + 20), place = bytes.readUInt32LE(at + 42);
    equal(bytes.toString('latin1', place, place + 4), 'PK\x03\x04', `the head of ${name}`);
    equal(bytes.toString('utf8', place + 30, place + 30 + bytes.readUInt16LE(place + 26)), name, 'the name in the head');
    const start = place + 30 + bytes.readUInt16LE(place + 26) + bytes.readUInt16LE(place + 28);
    const content = inflateRawSync(bytes.subarray(start, start + size));
    equal(content.length, bytes.readUInt32LE(at + 24), `the size of ${name}`);
    files.set(name, content);
    at += 46 + length + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  return files;
}

const folder = mkdtempSync(join(tmpdir(), 'vsix-'));
const pack = (name, environment) => {
  execFileSync(join(root, 'Tools', 'Scripts', 'vsix'), [join(folder, name)], { env: { ...process.env, REPOSITORY_URL: '', PUBLISHER: '', ...environment } });
  return readFileSync(join(folder, name));
};
const bytes = pack('a.vsix', {});
check(bytes.equals(pack('b.vsix', {})), 'the same folder gives the same bytes');
const files = unzip(bytes);
const text = (name) => (files.get(name) || Buffer.alloc(0)).toString('utf8');

// The manifest names the extension, and only files that are there.
const extension = JSON.parse(text('extension/package.json'));
const manifest = text('extension.vsixmanifest');
check(manifest.includes(`Id="${extension.name}" Version="${extension.version}" Publisher="${extension.publisher}"`), 'the identity');
const assets = [...manifest.matchAll(/<Asset [^>]*Path="([^"]*)"/g)].map((one) => one[1]);
equal(assets.length, 4, 'assets');
const named = [
  ...assets, manifest.match(/<Icon>(.*)<\/Icon>/)[1], manifest.match(/<License>(.*)<\/License>/)[1],
  ...[extension.main, ...extension.contributes.languages.map((one) => one.configuration), ...extension.contributes.grammars.map((one) => one.path)]
    .map((path) => 'extension/' + path.replace(/^\.\//, '')),
];
for (const name of named) check(files.has(name), `${name} is named and missing`);
check([...files.keys()].every((name) => name.startsWith('extension/') || ['[Content_Types].xml', 'extension.vsixmanifest'].includes(name)), 'nothing else');
check(!files.has('extension/.vscodeignore'), '.vscodeignore is left out');
// Every kind of file has a type.
for (const name of files.keys()) {
  const ending = (name.match(/\.[a-z]+$/) || [''])[0];
  const part = ending ? `Extension="${ending}"` : `PartName="/${name}"`;
  check(name === '[Content_Types].xml' || text('[Content_Types].xml').includes(part), `the type of ${name}`);
}
for (const name of files.keys()) if (name.endsWith('.json')) JSON.parse(text(name));
// A PNG of 128 by 128.
const icon = files.get('extension/icon.png');
equal([icon.toString('latin1', 1, 4), icon.readUInt32BE(16), icon.readUInt32BE(20)], ['PNG', 128, 128], 'the icon');
equal(text('extension/LICENSE'), readFileSync(join(root, 'LICENSE'), 'utf8'), 'the license is that of the package');

// Without an address the package names none; with one, both files do.
check(!extension.repository && !manifest.includes('Links.Source'), 'no invented address');
const address = 'https://git.example/marbles', hosted = unzip(pack('c.vsix', { REPOSITORY_URL: address, PUBLISHER: 'somebody' }));
equal(JSON.parse(hosted.get('extension/package.json')).repository.url, address, 'the address in package.json');
check(hosted.get('extension.vsixmanifest').includes(`Value="${address}"`), 'the address in the manifest');
check(hosted.get('extension.vsixmanifest').includes('Publisher="somebody"'), 'the publisher in the manifest');
// A setting of the machine: a folder that is opened must not name a program.
equal(extension.contributes.configuration.properties['marble.path'].scope, 'machine', 'the scope of marble.path');

rmSync(folder, { recursive: true });
console.log('The package of the extension: ' + (problems ? `${problems} problems` : 'everything holds'));
process.exit(problems ? 1 : 0);
