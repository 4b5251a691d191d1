// Runs the extension for Visual Studio Code under Node, with the real server and a stub of the module `vscode`: node vscode.mjs PATH/TO/marble
import Module, { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const [marble] = process.argv.slice(2);
const folder = join(dirname(fileURLToPath(import.meta.url)), '..', 'vscode');
let problems = 0;
const equal = (found, expected, text) => {
  if (JSON.stringify(found) === JSON.stringify(expected)) return;
  problems += 1;
  console.log(`FAILED: ${text}: expected ${JSON.stringify(expected)}, got ${JSON.stringify(found)}`);
};
const check = (holds, text) => equal(Boolean(holds), true, text);

// MARK: The stub: what the extension uses of the module, and nothing else.

class Emitter { constructor() { this.listeners = []; this.on = (listener) => (this.listeners.push(listener), { dispose() {} }); } fire(event) { this.listeners.forEach((one) => one(event)); } }
const plain = (...names) => class { constructor(...values) { names.forEach((name, index) => { this[name] = values[index]; }); } };
const [opened, changed, closed, configured] = [new Emitter(), new Emitter(), new Emitter(), new Emitter()];
const providers = {}, warnings = [], commands = {}, shown = new Map();
let pressed; // The button of the next warning.
const provide = (name) => (languages, provider) => { providers[name] = provider; return { dispose() {} }; };
const Range = class { constructor(start, end) { [this.start, this.end] = [start, end]; } };
const vscode = {
  Position: plain('line', 'character'), Range, Diagnostic: plain('range', 'message', 'severity'), MarkdownString: plain('value'),
  CompletionItem: plain('label', 'kind'), Hover: plain('contents', 'range'), InlayHint: plain('position', 'label'), CodeLens: plain('range', 'command'),
  CodeAction: plain('title', 'kind'), CodeActionKind: plain('value'), TextEdit: plain('range', 'newText'), SnippetString: plain('value'),
  DocumentHighlight: plain('range', 'kind'), DocumentSymbol: plain('name', 'detail', 'kind', 'range', 'selectionRange'),
  Location: plain('uri', 'range'), SemanticTokens: plain('data'), SemanticTokensLegend: plain('types', 'modifiers'),
  WorkspaceEdit: class { constructor() { this.edits = []; } set(uri, edits) { this.edits.push([uri.toString(), edits]); } },
  Uri: { parse: (text) => ({ toString: () => text }) },
  languages: {
    createDiagnosticCollection: () => ({ set: (uri, list) => shown.set(uri.toString(), list), delete: (uri) => shown.delete(uri.toString()), clear: () => shown.clear(), dispose() {} }),
    registerCompletionItemProvider: provide('completion'), registerHoverProvider: provide('hover'), registerInlayHintsProvider: provide('hints'),
    registerCodeLensProvider: provide('lenses'), registerCodeActionsProvider: provide('actions'), registerDefinitionProvider: provide('definition'),
    registerDocumentFormattingEditProvider: provide('formatting'), registerDocumentSemanticTokensProvider: provide('tokens'),
    registerDocumentRangeSemanticTokensProvider: provide('visible tokens'), registerReferenceProvider: provide('references'),
    registerDocumentHighlightProvider: provide('highlights'), registerRenameProvider: provide('rename'), registerDocumentSymbolProvider: provide('symbols'),
  },
  window: { showWarningMessage: async (text) => { warnings.push(text); return pressed; } },
  commands: { registerCommand: (name, run) => { commands[name] = run; return { dispose() {} }; } },
  workspace: {
    textDocuments: [], getConfiguration: () => ({ get: () => marble }), onDidChangeConfiguration: configured.on,
    onDidOpenTextDocument: opened.on, onDidChangeTextDocument: changed.on, onDidCloseTextDocument: closed.on,
  },
};
const load = Module._load;
Module._load = (name, ...more) => (name === 'vscode' ? vscode : load(name, ...more));

const documentOf = (name, languageId, text) => ({ uri: vscode.Uri.parse(`file:///${name}`), languageId, version: 1, text, getText() { return this.text; } });
const at = (line, character) => new vscode.Position(line, character);
const change = (document, start, end, text) => {
  const lines = document.text.split('\n');
  const offset = (place) => lines.slice(0, place.line).reduce((sum, line) => sum + line.length + 1, 0) + place.character;
  document.text = document.text.slice(0, offset(start)) + text + document.text.slice(offset(end));
  document.version += 1;
  changed.fire({ document, contentChanges: [{ range: new Range(start, end), text }] });
};
const until = async (condition, text) => {
  for (let round = 0; round < 400; round += 1) {
    if (condition()) return;
    await new Promise((done) => setTimeout(done, 25));
  }
  check(false, `waited in vain for ${text}`);
};
const place = ({ start, end }) => [start.line, start.character, end.line, end.character];

// MARK: What its user does

const typed = readFileSync(join(dirname(folder), '..', '..', 'Diagrams', 'debounce.marble'), 'utf8');
const extension = createRequire(import.meta.url)(join(folder, 'extension.js'));
const context = { subscriptions: [] };
const document = documentOf('a.marble', 'marble', 'a: -1-2-|\n> a.dela(for: 1)\n= --1-2-|\n');
vscode.workspace.textDocuments.push(document, documentOf('b.js', 'javascript', 'nope'));
const { processID } = await extension.activate(context);
equal(warnings, [], 'warnings');
await until(() => shown.get('file:///a.marble')?.length === 1, 'a diagnostic');
const [diagnostic] = shown.get('file:///a.marble');
// `> a.` has four characters, `dela` four; severities begin at 0 here.
equal([place(diagnostic.range), diagnostic.message, diagnostic.severity], [[1, 4, 1, 8], "unknown operator 'dela'; did you mean 'delay'?", 0], 'the diagnostic');
const none = { onCancellationRequested() {} };
const [fix] = await providers.actions.provideCodeActions(document, diagnostic.range, { diagnostics: [diagnostic] }, none);
equal([fix.title, fix.kind.value, fix.edit.edits.map(([uri, list]) => [uri, list.map((one) => [place(one.range), one.newText])])],
  ["Change to 'delay'", 'quickfix', [['file:///a.marble', [[[1, 4, 1, 8], 'delay']]]]], 'the quick fix');
change(document, at(1, 8), at(1, 8), 'y');
await until(() => shown.get('file:///a.marble')?.length === 0, 'a spec that holds');

const words = (list) => list.map((one) => one.label);
const operators = await providers.completion.provideCompletionItems(document, at(1, 4), none);
check(words(operators).includes('throttleTime → throttle(for:latest:)'), 'completion by the Rx name');
const hover = await providers.hover.provideHover(document, at(1, 6), none);
check(hover.contents.value.includes('delay(for:)') && hover.contents.value.includes('```marble'), 'the page of delay');
const marbleHover = await providers.hover.provideHover(document, at(2, 4), none);
check(marbleHover.contents.value.startsWith('**2ms**: the value `1`') && marbleHover.contents.value.includes('which came at 1ms'), `a marble: ${marbleHover.contents.value}`);
const definition = await providers.definition.provideDefinition(document, at(1, 2), none);
equal(place(definition.range), [0, 0, 0, 1], 'the definition');
// The extension offers lenses: an editor that says nothing about inlay hints gets these.
const outcomes = providers.lenses ? (await providers.lenses.provideCodeLenses(document, none)).map((one) => one.command.title)
  : (await providers.hints.provideInlayHints(document, new Range(at(0, 0), at(3, 0)), none)).map((one) => one.label);
equal(outcomes, ['✓ = --1-2-|'], 'the outcome');
equal((await providers.formatting.provideDocumentFormattingEdits(document, {}, none)).map((one) => one.newText), ['=  --1-2-|'], 'formatting');
const tokens = await providers.tokens.provideDocumentSemanticTokens(document, none);
// `a` is a variable (1) of one character.
equal([...tokens.data].slice(0, 5), [0, 0, 1, 1, 0], 'colors');
check((await providers['visible tokens'].provideDocumentRangeSemanticTokens(document, new Range(at(1, 0), at(1, 9)), none)).data.length < tokens.data.length, 'colors of a part');

const delay = operators.find((one) => one.label === 'delay(for:)');
equal(delay.insertText.value, 'delay(for: ${1:3})', 'an argument is a place of a snippet');
// A name: its places, another name, and the outline.
const places = await providers.references.provideReferences(document, at(1, 2), { includeDeclaration: true }, none);
equal(places.map((one) => place(one.range)), [[0, 0, 0, 1], [1, 2, 1, 3]], 'the places of a name');
equal((await providers.highlights.provideDocumentHighlights(document, at(1, 2), none)).map((one) => one.kind), [2, 1], 'written, then read');
const prepared = await providers.rename.prepareRename(document, at(1, 2), none);
equal([place(prepared.range), prepared.placeholder], [[1, 2, 1, 3], 'a'], 'the name to rename');
const renamed = await providers.rename.provideRenameEdits(document, at(1, 2), 'typed', none);
equal(renamed.edits[0][1].map((one) => [place(one.range), one.newText]), [[[0, 0, 0, 9], 'typed: -1-2-|'], [[1, 0, 1, 17], '> typed.delay(for: 1)']], 'another name');
const refusal = await providers.rename.provideRenameEdits(document, at(1, 2), '2nd', none).catch((error) => error.message);
check(/^'2nd' is not a name/.test(refusal), `a word that is no name: ${refusal}`);
const nothing = await providers.rename.prepareRename(document, at(1, 6), none).catch((error) => error.message);
check(/^there is nothing to rename here/.test(nothing), `an operator has no name of its own: ${nothing}`);
const outline = await providers.symbols.provideDocumentSymbols(document, none);
equal(outline.map((one) => [one.name, one.detail, one.kind]), [['a', '-1-2-|', 23], ['a.delay(for: 1)', '', 11]], 'the outline');

// Of many pipelines only some run at once; the others when they are seen.
const many = documentOf('many.md', 'markdown', '```marble\n> Just(1)\n```\n'.repeat(60));
opened.fire(many);
const lenses = await providers.lenses.provideCodeLenses(many, none);
equal(lenses.length, 60, 'lenses');
const last = lenses[59].command ? lenses[59] : await providers.lenses.resolveCodeLens(lenses[59], none);
equal([last.command.title, place(last.range)[0]], ['= (1|)', 178], 'the last lens');

// Markdown and closing.
const page = documentOf('page.md', 'markdown', '# A\n```marble\n> nope\n```\n');
opened.fire(page);
await until(() => shown.get('file:///page.md')?.length === 1, 'a diagnostic in a fence');
closed.fire(page);
await until(() => !shown.has('file:///page.md') || shown.get('file:///page.md').length === 0, 'no diagnostic of what is closed');
check(typed.length > 0 && warnings.length === 0, 'no warning so far');

// A page gets its first fence while it is written.
const notes = documentOf('notes.md', 'markdown', '# Notes\n');
opened.fire(notes);
equal(await providers.completion.provideCompletionItems(notes, at(0, 7), none), [], 'nothing is asked about a page without a spec');
change(notes, at(1, 0), at(1, 0), '```marble\n> nope\n```\n');
await until(() => shown.get('file:///notes.md')?.length === 1, 'a diagnostic in the first fence');

// A server that dies is started again, and knows the texts as they are now.
change(document, at(1, 4), at(1, 9), 'delai');
await until(() => shown.get('file:///a.marble')?.length === 1, 'a diagnostic before the crash');
const first = processID();
process.kill(first, 'SIGKILL');
await until(() => processID() && processID() !== first, 'another server');
await until(() => shown.get('file:///a.marble')?.[0]?.message.includes("'delai'"), 'the diagnostic after the crash');
equal(warnings, [], 'no warning of a crash that is mended');
// It is given up when it dies again and again; a button and a command start it again.
for (let round = 2; round <= 5; round += 1) {
  const id = processID();
  process.kill(id, 'SIGKILL');
  await until(() => (round < 5 ? processID() && processID() !== id : warnings.length === 1), `the end of server ${round}`);
}
check(warnings[0]?.includes('has ended 5 times'), `the warning: ${warnings}`);
await new Promise((done) => setTimeout(done, 700));
check(!processID(), 'it is not started again by itself');
await commands['marble.restart']();
check(processID() && warnings.length === 1, 'the command starts it');
await until(() => shown.get('file:///a.marble')?.length === 1, 'a diagnostic after the command');
// Once more, and this time its user presses the button.
pressed = 'Restart';
for (let round = 1; round <= 5; round += 1) {
  const id = processID();
  process.kill(id, 'SIGKILL');
  await until(() => processID() && processID() !== id, `a server after the end ${round}`);
}
equal(warnings.length, 2, 'a warning with a button');
pressed = undefined;
const before = processID();
configured.fire({ affectsConfiguration: (name) => name === 'marble.path' });
await until(() => processID() && processID() !== before, 'a server of the new path');

for (const one of context.subscriptions) one.dispose();
await new Promise((done) => setTimeout(done, 300));
equal(warnings.length, 2, 'warnings after the end');
check(!processID(), 'no server after the end');

// A command that is not there: nothing is said as long as there is no spec, and then it is said once.
warnings.length = 0;
for (const emitter of [opened, changed, closed, configured]) emitter.listeners.length = 0;
vscode.workspace.getConfiguration = () => ({ get: () => join(folder, 'no-such-command') });
vscode.workspace.textDocuments = [documentOf('plain.md', 'markdown', '# Plain\n\nA `marble`.\n\n```swift\nlet marble = 1\n```\n')];
await extension.activate({ subscriptions: [] });
opened.fire(documentOf('other.md', 'markdown', '```sh\nmarble check\n```\n'));
await new Promise((done) => setTimeout(done, 200));
equal(warnings, [], 'no warning for Markdown without a spec');
opened.fire(documentOf('b.marble', 'marble', '> Just(1)\n'));
await until(() => warnings.length === 1, 'a warning where there is no server');
opened.fire(documentOf('c.marble', 'marble', '> Just(1)\n'));
await new Promise((done) => setTimeout(done, 200));
equal(warnings.length, 1, 'one warning');
check(warnings[0]?.includes('"marble.path"'), 'the warning says what to set');
// The right path is tried at once.
vscode.workspace.getConfiguration = () => ({ get: () => marble });
configured.fire({ affectsConfiguration: () => true });
await until(() => shown.has('file:///c.marble'), 'the command is there now');

console.log('Visual Studio Code: ' + (problems ? `${problems} problems` : 'everything holds'));
process.exit(problems ? 1 : 0);
