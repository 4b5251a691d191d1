// A client for `marble lsp`: starts the server and passes on what the editor asks. One file, no packages.
'use strict';
const vscode = require('vscode');
const { spawn } = require('child_process');

/** Messages of JSON-RPC over the standard input and output of a child process. */
class Connection {
  constructor(command, onNotification, onExit) {
    this.pending = new Map();
    this.nextID = 1;
    this.received = Buffer.alloc(0);
    this.onNotification = onNotification;
    this.process = spawn(command, ['lsp'], { stdio: ['pipe', 'pipe', 'inherit'] });
    this.process.stdin.on('error', () => {});
    this.process.stdout.on('data', (data) => this.read(data));
    const end = (reason) => {
      if (!this.process) return;
      this.process = undefined;
      for (const { reject } of this.pending.values()) reject(new Error('marble lsp has ended'));
      this.pending.clear();
      onExit(reason);
    };
    this.process.on('error', (error) => end(error.message));
    this.process.on('exit', (code) => end(`exit code ${code}`));
  }
  write(message) {
    if (!this.process) return;
    const body = Buffer.from(JSON.stringify({ jsonrpc: '2.0', ...message }), 'utf8');
    this.process.stdin.write(`Content-Length: ${body.length}\r\n\r\n`);
    this.process.stdin.write(body);
  }
  notify(method, params) {
    this.write({ method, params });
  }
  request(method, params, token) {
    if (!this.process) return Promise.reject(new Error('marble lsp does not run'));
    const id = this.nextID++;
    const answer = new Promise((resolve, reject) => this.pending.set(id, { resolve, reject }));
    if (token) token.onCancellationRequested(() => this.notify('$/cancelRequest', { id }));
    this.write({ id, method, params });
    return answer;
  }
  read(data) {
    this.received = Buffer.concat([this.received, data]);
    for (;;) {
      const headEnd = this.received.indexOf('\r\n\r\n');
      if (headEnd < 0) return;
      const length = /content-length: *(\d+)/i.exec(this.received.subarray(0, headEnd).toString('ascii'));
      const start = headEnd + 4;
      const end = start + Number(length ? length[1] : 0);
      if (this.received.length < end) return;
      const message = JSON.parse(this.received.subarray(start, end).toString('utf8'));
      this.received = this.received.subarray(end);
      this.dispatch(message);
    }
  }
  dispatch(message) {
    if (message.method !== undefined) {
      // Requests of the server need an answer, even where there is nothing to say.
      if (message.id !== undefined) this.write({ id: message.id, result: null });
      else this.onNotification(message.method, message.params);
      return;
    }
    const waiting = this.pending.get(message.id);
    if (!waiting) return;
    this.pending.delete(message.id);
    if (message.error) waiting.reject(new Error(message.error.message));
    else waiting.resolve(message.result);
  }
}

const languages = [{ language: 'marble' }, { language: 'markdown' }];
const position = (p) => ({ line: p.line, character: p.character });
const place = (p) => new vscode.Position(p.line, p.character);
const range = (r) => new vscode.Range(place(r.start), place(r.end));
const textRange = (r) => ({ start: position(r.start), end: position(r.end) });
const markdown = (contents) => new vscode.MarkdownString(typeof contents === 'string' ? contents : contents.value);
const lens = (one) => new vscode.CodeLens(range(one.range), one.command && { title: one.command.title, command: '' });
const edits = (list) => (list || []).map((edit) => new vscode.TextEdit(range(edit.range), edit.newText));

function workspaceEdit(edit) {
  const all = new vscode.WorkspaceEdit();
  for (const [uri, list] of Object.entries(edit.changes || {})) all.set(vscode.Uri.parse(uri), edits(list));
  return all;
}

/** Whether a document has a spec: any other Markdown is none of our business, and does not even start the server. */
const hasSpecs = (document) =>
  document.languageId === 'marble' || (document.languageId === 'markdown' && /^\s*(`{3,}|~{3,})\s*marble\b/m.test(document.getText()));

// A server that ends by itself is started again, but not for ever.
const restartDelay = 500;
const crashLimit = 4;
const crashPeriod = 3 * 60 * 1000;

async function activate(context) {
  const diagnostics = vscode.languages.createDiagnosticCollection('marble');
  const opened = new Map();
  let server;
  let isStopping = false;
  let hasProviders = false;
  let hasFailed = false; // Said once, not for each document.
  let crashes = [];

  const command = () => vscode.workspace.getConfiguration('marble').get('path') || 'marble';
  const onNotification = (method, params) => {
    if (method !== 'textDocument/publishDiagnostics') return;
    const list = params.diagnostics.map((one) => {
      // The severities of the protocol begin at 1, those of the editor at 0.
      const diagnostic = new vscode.Diagnostic(range(one.range), one.message, (one.severity || 1) - 1);
      diagnostic.source = 'marble';
      return diagnostic;
    });
    diagnostics.set(vscode.Uri.parse(params.uri), list);
  };
  const warn = async (text) => {
    if ((await vscode.window.showWarningMessage(text, 'Restart')) === 'Restart') restart();
  };

  // The documents. The server is told of a document when it has a first spec, and of all again after a restart.
  const id = (document) => ({ uri: document.uri.toString() });
  const tell = (document) => {
    const { languageId, version } = document;
    server.notify('textDocument/didOpen', { textDocument: { ...id(document), languageId, version, text: document.getText() } });
  };
  const open = async (document) => {
    const key = document.uri.toString();
    if (opened.has(key) || !hasSpecs(document)) return;
    opened.set(key, document);
    if (!server) {
      if (!hasFailed) await start();
    } else if (server.isReady) tell(document);
  };

  /** Starts the server, and tells it of the documents that are open. */
  async function start() {
    const path = command();
    const onExit = (reason) => {
      if (server !== connection) return;
      diagnostics.clear();
      server = undefined;
      if (isStopping) return;
      const now = Date.now();
      crashes = [...crashes.filter((time) => now - time < crashPeriod), now];
      if (connection.isReady && crashes.length <= crashLimit) {
        setTimeout(() => {
          if (!server && !isStopping) start();
        }, restartDelay);
      } else if (connection.isReady) {
        hasFailed = true;
        warn(`'${path} lsp' has ended ${crashes.length} times (${reason}) and is not started again.`);
      } else {
        hasFailed = true;
        warn(`'${path} lsp' does not run (${reason}). Set "marble.path" to the marble command.`);
      }
    };
    const connection = new Connection(path, onNotification, onExit);
    server = connection;
    let answer;
    try {
      answer = await connection.request('initialize', {
        processId: process.pid,
        rootUri: null,
        capabilities: {
          general: { positionEncodings: ['utf-16'] },
          textDocument: { completion: { completionItem: { snippetSupport: true } } },
        },
      });
    } catch {
      return; // onExit has said why.
    }
    connection.isReady = true;
    connection.notify('initialized', {});
    for (const document of opened.values()) tell(document);
    if (!hasProviders) provide(answer.capabilities);
    hasProviders = true;
  }
  function stop() {
    const connection = server;
    server = undefined;
    if (!connection) return;
    diagnostics.clear();
    connection.request('shutdown').then(() => connection.notify('exit'), () => {});
  }
  async function restart() {
    stop();
    crashes = [];
    hasFailed = false;
    await start();
  }

  context.subscriptions.push(
    diagnostics,
    { dispose: () => { isStopping = true; stop(); } },
    vscode.commands.registerCommand('marble.restart', restart),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration('marble.path') && opened.size) restart();
    }),
    vscode.workspace.onDidOpenTextDocument(open),
    vscode.workspace.onDidChangeTextDocument(({ document, contentChanges: changes }) => {
      if (!changes.length) return;
      if (!opened.has(document.uri.toString())) {
        open(document);
        return;
      }
      if (!server || !server.isReady) return; // It gets the whole text when it runs.
      const textDocument = { ...id(document), version: document.version };
      const contentChanges = changes.map((change) => ({ range: textRange(change.range), text: change.text }));
      server.notify('textDocument/didChange', { textDocument, contentChanges });
    }),
    vscode.workspace.onDidCloseTextDocument((document) => {
      if (!opened.delete(document.uri.toString())) return;
      if (server && server.isReady) server.notify('textDocument/didClose', { textDocument: id(document) });
      diagnostics.delete(document.uri);
    }),
  );

  // What the editor asks for. Each question names the document and, where there is one, the place.
  const ask = async (method, document, more, token) => {
    if (!server || !opened.has(document.uri.toString())) return null;
    try {
      return await server.request(`textDocument/${method}`, { textDocument: id(document), ...more }, token);
    } catch {
      return null;
    }
  };
  // The same, but a refusal is an error with the sentence of the server.
  const demand = async (method, document, more, token) => {
    if (!server || !opened.has(document.uri.toString())) throw new Error('marble lsp does not run');
    return server.request(`textDocument/${method}`, { textDocument: id(document), ...more }, token);
  };
  function provide(can) {
    const add = (isSupported, register) => {
      if (isSupported) context.subscriptions.push(register());
    };
    add(can.completionProvider, () =>
      vscode.languages.registerCompletionItemProvider(
        languages,
        {
          async provideCompletionItems(document, at, token) {
            const result = await ask('completion', document, { position: position(at) }, token);
            const items = Array.isArray(result) ? result : (result && result.items) || [];
            return items.map((one) => {
              const item = new vscode.CompletionItem(one.label, one.kind === undefined ? undefined : one.kind - 1);
              item.detail = one.detail;
              item.filterText = one.filterText;
              item.sortText = one.sortText;
              if (one.documentation) item.documentation = markdown(one.documentation);
              if (one.textEdit) {
                item.range = range(one.textEdit.range);
                item.insertText = one.textEdit.newText;
              } else if (one.insertText) item.insertText = one.insertText;
              if (item.insertText && one.insertTextFormat === 2) item.insertText = new vscode.SnippetString(item.insertText);
              return item;
            });
          },
        },
        ...((can.completionProvider && can.completionProvider.triggerCharacters) || []),
      ));
    add(can.hoverProvider, () =>
      vscode.languages.registerHoverProvider(languages, {
        async provideHover(document, at, token) {
          const result = await ask('hover', document, { position: position(at) }, token);
          return result && new vscode.Hover(markdown(result.contents), result.range && range(result.range));
        },
      }));
    add(can.inlayHintProvider, () =>
      vscode.languages.registerInlayHintsProvider(languages, {
        async provideInlayHints(document, visible, token) {
          const result = await ask('inlayHint', document, { range: textRange(visible) }, token);
          return (result || []).map((one) => {
            const hint = new vscode.InlayHint(place(one.position), one.label);
            hint.paddingLeft = one.paddingLeft;
            return hint;
          });
        },
      }));
    add(can.codeLensProvider, () =>
      vscode.languages.registerCodeLensProvider(languages, {
        async provideCodeLenses(document, token) {
          const result = await ask('codeLens', document, {}, token);
          return (result || []).map((one) => Object.assign(lens(one), { data: one }));
        },
        // A document with many pipelines has lenses whose outcome is asked for when they are seen.
        async resolveCodeLens(unresolved, token) {
          const one = server ? await server.request('codeLens/resolve', unresolved.data, token).catch(() => unresolved.data) : unresolved.data;
          return lens(one.command ? one : { ...one, command: { title: '' } });
        },
      }));
    add(can.codeActionProvider, () =>
      vscode.languages.registerCodeActionsProvider(languages, {
        async provideCodeActions(document, where, { diagnostics: here }, token) {
          const list = here.map((one) => ({ range: textRange(one.range), message: one.message, severity: one.severity + 1 }));
          const result = await ask('codeAction', document, { range: textRange(where), context: { diagnostics: list } }, token);
          return (result || []).map((one) => {
            const action = new vscode.CodeAction(one.title, new vscode.CodeActionKind(one.kind || ''));
            if (one.edit) action.edit = workspaceEdit(one.edit);
            return action;
          });
        },
      }));
    add(can.documentFormattingProvider, () =>
      vscode.languages.registerDocumentFormattingEditProvider(languages, {
        async provideDocumentFormattingEdits(document, options, token) {
          return edits(await ask('formatting', document, { options }, token));
        },
      }));
    add(can.definitionProvider, () =>
      vscode.languages.registerDefinitionProvider(languages, {
        async provideDefinition(document, at, token) {
          const result = await ask('definition', document, { position: position(at) }, token);
          const first = Array.isArray(result) ? result[0] : result;
          return first && new vscode.Location(vscode.Uri.parse(first.uri), range(first.range));
        },
      }));
    add(can.referencesProvider, () =>
      vscode.languages.registerReferenceProvider(languages, {
        async provideReferences(document, at, context, token) {
          const result = await ask('references', document, { position: position(at), context }, token);
          return (result || []).map((one) => new vscode.Location(vscode.Uri.parse(one.uri), range(one.range)));
        },
      }));
    add(can.documentHighlightProvider, () =>
      vscode.languages.registerDocumentHighlightProvider(languages, {
        async provideDocumentHighlights(document, at, token) {
          const result = await ask('documentHighlight', document, { position: position(at) }, token);
          return (result || []).map((one) => new vscode.DocumentHighlight(range(one.range), one.kind - 1));
        },
      }));
    add(can.renameProvider, () =>
      vscode.languages.registerRenameProvider(languages, {
        // The editor shows the sentence of a refusal.
        async prepareRename(document, at, token) {
          const one = await demand('prepareRename', document, { position: position(at) }, token);
          return { range: range(one.range), placeholder: one.placeholder };
        },
        async provideRenameEdits(document, at, newName, token) {
          return workspaceEdit(await demand('rename', document, { position: position(at), newName }, token));
        },
      }));
    add(can.documentSymbolProvider, () => {
      const symbol = (one) => {
        const found = new vscode.DocumentSymbol(one.name, one.detail, one.kind - 1, range(one.range), range(one.selectionRange));
        found.children = (one.children || []).map(symbol);
        return found;
      };
      return vscode.languages.registerDocumentSymbolProvider(languages, {
        async provideDocumentSymbols(document, token) {
          return ((await ask('documentSymbol', document, {}, token)) || []).map(symbol);
        },
      });
    });
    add(can.semanticTokensProvider, () => {
      const { tokenTypes, tokenModifiers } = can.semanticTokensProvider.legend;
      const legend = new vscode.SemanticTokensLegend(tokenTypes, tokenModifiers);
      const tokens = (result) => result && new vscode.SemanticTokens(new Uint32Array(result.data));
      const all = {
        async provideDocumentSemanticTokens(document, token) {
          return tokens(await ask('semanticTokens/full', document, {}, token));
        },
      };
      const visible = {
        async provideDocumentRangeSemanticTokens(document, where, token) {
          return tokens(await ask('semanticTokens/range', document, { range: textRange(where) }, token));
        },
      };
      context.subscriptions.push(vscode.languages.registerDocumentRangeSemanticTokensProvider(languages, visible, legend));
      return vscode.languages.registerDocumentSemanticTokensProvider(languages, all, legend);
    });
  }

  // `start` returns when the server has been told of the documents, so one call is enough for all that are open.
  const known = vscode.workspace.textDocuments.filter(hasSpecs);
  for (const document of known) opened.set(document.uri.toString(), document);
  if (known.length) await start();
  // For tests: the process that serves, if one does.
  return { processID: () => server && server.isReady && server.process && server.process.pid };
}

module.exports = { activate, deactivate() {} };
