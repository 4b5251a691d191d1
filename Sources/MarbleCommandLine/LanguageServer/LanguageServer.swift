import MarbleDiagrams
import MarbleRuns
import MarbleSpecs

/// A language server for specs: it reads messages of the Language Server Protocol 3.17 and answers them.
///
/// It has no thread and no clock. The caller passes the bytes that have arrived and then asks for one answer after the
/// other; so a request that was cancelled meanwhile, or a text that was changed again, costs nothing.
struct LanguageServer {
  /// The exit code after the message `exit`: 0 if `shutdown` preceded it, else 1; `nil` before that.
  private(set) var exitCode: Int32?

  private var reader = MessageReader()
  private var queue: [MessageReader.Message] = []
  private var documents: [String: ServerDocument] = [:]
  /// The documents whose diagnostics have not been sent since they were changed.
  private var changed: [String] = []
  private var isShutDown = false
  private var isInitialized = false
  private var hasInlayHints = false
  private var hasSnippets = false

  init() {}

  /// Whether the server has nothing to do until more bytes arrive.
  var isIdle: Bool { queue.isEmpty && changed.isEmpty }
  /// Whether there are messages that have not been handled.
  var hasMessages: Bool { !queue.isEmpty }

  /// Takes bytes from the client.
  mutating func receive(_ bytes: some Collection<UInt8>) {
    reader.receive(bytes)
    while let message = reader.next() { queue.append(message) }
  }

  /// Handles the next message, or analyzes and sends the diagnostics of a changed document. Returns the bytes to send,
  /// which may be none; `nil` if there is nothing to do.
  mutating func step() -> [UInt8]? {
    if exitCode != nil { return nil }
    guard !queue.isEmpty else {
      guard let uri = changed.first else { return nil }
      // One spec at a time, so that a request that arrives meanwhile does not wait for all of them.
      if documents[uri]?.analyzeNext() == true { return [] }
      return MessageReader.framed(diagnostics(of: changed.removeFirst()))
    }
    switch queue.removeFirst() {
    case .unreadable(let reason): return MessageReader.framed(LanguageServer.error(.null, -32_700, reason))
    case .message(let message): return handle(message).map(MessageReader.framed) ?? []
    }
  }

  private static func error(_ id: JSONText, _ code: Int64, _ message: String) -> JSONText {
    .object([
      ("jsonrpc", "2.0"), ("id", id),
      ("error", .object([("code", .number(code)), ("message", .string(message))])),
    ])
  }

  private mutating func handle(_ message: JSONText) -> JSONText? {
    guard let method = message["method"]?.string else {
      // A response, which the server needs for nothing, or no message at all.
      return message["id"] == nil ? LanguageServer.error(.null, -32_600, "a message has no method") : nil
    }
    let parameters = message["params"] ?? .null
    guard let id = message["id"] else {
      notified(method, parameters)
      return nil
    }
    if isCancelled(id) { return LanguageServer.error(id, -32_800, "cancelled") }
    if isShutDown { return LanguageServer.error(id, -32_600, "the server is shut down") }
    if !isInitialized, method != "initialize" {
      return LanguageServer.error(id, -32_002, "the first request is 'initialize'")
    }
    do throws(ServerDocument.RenameRefusal) {
      guard let result = try result(of: method, parameters) else {
        return LanguageServer.error(id, -32_601, "there is no method '\(method)'")
      }
      return .object([("jsonrpc", "2.0"), ("id", id), ("result", result)])
    } catch {
      return LanguageServer.error(id, -32_803, error.message)
    }
  }

  /// Whether the client has cancelled a request that has not been answered.
  private func isCancelled(_ id: JSONText) -> Bool {
    queue.contains { waiting in
      guard case .message(let message) = waiting, message["method"]?.string == "$/cancelRequest" else { return false }
      return message["params"]?["id"]?.compact == id.compact
    }
  }

  // MARK: Notifications

  private mutating func notified(_ method: String, _ parameters: JSONText) {
    let document = parameters["textDocument"]
    let uri = document?["uri"]?.string
    switch method {
    case "exit": exitCode = isShutDown ? 0 : 1
    case "textDocument/didOpen":
      guard let uri, let text = document?["text"]?.string else { return }
      open(
        ServerDocument(
          uri: uri, version: document?["version"]?.integer, text: text, language: document?["languageId"]?.string))
    case "textDocument/didChange":
      guard let uri, let old = documents[uri], let changes = parameters["contentChanges"]?.items,
        let new = old.changed(by: changes, version: document?["version"]?.integer)
      else { return }
      open(new)
    case "textDocument/didClose":
      guard let uri, documents.removeValue(forKey: uri) != nil else { return }
      changed.removeAll { $0 == uri }
      changed.append(uri)
    default: break
    }
  }
  private mutating func open(_ document: ServerDocument) {
    documents[document.uri] = document
    changed.removeAll { $0 == document.uri }
    changed.append(document.uri)
  }

  /// The diagnostics of a document; none for a closed document.
  private func diagnostics(of uri: String) -> JSONText {
    let document = documents[uri]
    var parameters: [(String, JSONText)] = [("uri", .string(uri))]
    if let version = document?.version { parameters.append(("version", .number(version))) }
    parameters.append(("diagnostics", .list(document?.diagnostics ?? [])))
    return .object([
      ("jsonrpc", "2.0"), ("method", "textDocument/publishDiagnostics"),
      ("params", .object(parameters)),
    ])
  }

  // MARK: Requests

  /// The answer; `nil` for a method that the server does not implement.
  private mutating func result(of method: String, _ parameters: JSONText) throws(ServerDocument.RenameRefusal)
    -> JSONText?
  {
    if method == "initialize" { return initialize(parameters) }
    if method == "shutdown" {
      isShutDown = true
      return .null
    }
    if method == "codeLens/resolve" {
      let place = parameters["data"]
      guard let row = place?["line"]?.integer else { return parameters }
      return place?["uri"]?.string.flatMap { documents[$0] }?.resolvedLens(at: row) ?? parameters
    }
    let isCompletion = method == "textDocument/completion"
    let answer = LanguageServer.answers[method]
    if answer == nil, !isCompletion { return nil }
    guard let document = parameters["textDocument"]?["uri"]?.string.flatMap({ documents[$0] }) else { return .null }
    guard let answer else { return document.completions(at: parameters["position"], areSnippets: hasSnippets) }
    return try answer(document, parameters)
  }

  private typealias Answer = @Sendable (ServerDocument, JSONText) throws(ServerDocument.RenameRefusal) -> JSONText
  private static let answers: [String: Answer] = [
    "textDocument/prepareRename": { (document, parameters) throws(ServerDocument.RenameRefusal) in
      try document.renameable(at: parameters["position"])
    },
    "textDocument/rename": { (document, parameters) throws(ServerDocument.RenameRefusal) in
      try document.renamed(at: parameters["position"], to: parameters["newName"]?.string)
    },
    "textDocument/references": { document, parameters in
      let isAsked = if case .bool(false)? = parameters["context"]?["includeDeclaration"] { false } else { true }
      return document.references(at: parameters["position"], withDeclaration: isAsked)
    },
    "textDocument/documentHighlight": { $0.highlights(at: $1["position"]) },
    "textDocument/documentSymbol": { document, _ in document.symbols },
    "textDocument/hover": { $0.hover(at: $1["position"]) },
    "textDocument/definition": { $0.definition(at: $1["position"]) },
    "textDocument/codeAction": { $0.actions(in: $1["range"]) },
    "textDocument/codeLens": { document, _ in document.lenses },
    "textDocument/inlayHint": { $0.hints(in: $1["range"]) },
    "textDocument/formatting": { document, _ in .list(document.alignment(of: document.specs.indices)) },
    "textDocument/semanticTokens/full": { document, _ in document.tokens() },
    "textDocument/semanticTokens/range": { $0.tokens(in: $1["range"] ?? .null) },
  ]

  private mutating func initialize(_ parameters: JSONText) -> JSONText {
    isInitialized = true
    // An editor with inlay hints shows the outcome after the pipeline, any other editor shows it above the pipeline.
    hasInlayHints = parameters["capabilities"]?["textDocument"]?["inlayHint"] != nil
    let item = parameters["capabilities"]?["textDocument"]?["completion"]?["completionItem"]
    hasSnippets = if case .bool(true)? = item?["snippetSupport"] { true } else { false }
    let triggers: [JSONText] = [".", "(", " ", ">", "$"].map(JSONText.string)
    let legend: JSONText = .object([
      ("tokenTypes", .list(SpecTokens.Kind.allCases.map { .string($0.rawValue) })), ("tokenModifiers", .list([])),
    ])
    var capabilities: [(String, JSONText)] = [
      ("positionEncoding", "utf-16"),
      ("textDocumentSync", .object([("openClose", .bool(true)), ("change", .number(2))])),
      ("completionProvider", .object([("triggerCharacters", .list(triggers))])),
      ("hoverProvider", .bool(true)),
      ("definitionProvider", .bool(true)),
      ("referencesProvider", .bool(true)),
      ("documentHighlightProvider", .bool(true)),
      ("documentSymbolProvider", .bool(true)),
      ("renameProvider", .object([("prepareProvider", .bool(true))])),
      ("codeActionProvider", .object([("codeActionKinds", .list([.string("quickfix"), .string("source")]))])),
      ("documentFormattingProvider", .bool(true)),
      ("semanticTokensProvider", .object([("legend", legend), ("full", .bool(true)), ("range", .bool(true))])),
    ]
    capabilities.append(
      hasInlayHints
        ? ("inlayHintProvider", .bool(true)) : ("codeLensProvider", .object([("resolveProvider", .bool(true))])))
    return .object([
      ("capabilities", .object(capabilities)),
      ("serverInfo", .object([("name", "marble"), ("version", .string(MarbleTool.version))])),
    ])
  }
}
