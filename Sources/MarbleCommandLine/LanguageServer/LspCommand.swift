import MarbleDiagrams
import MarbleRuns
import MarbleSpecs
import Marbles

extension MarbleTool {
  static let lsp = Subcommand(
    shape: CommandShape(
      name: "lsp", overview: "Serve an editor with errors, completions, help and outcomes while specs are written.",
      operands: [])
  ) { tool, _ in
    do throws(Files.Failure) { tool.end(with: try LanguageServer.serve()) } catch {
      tool.report("Error: Standard input or output cannot be used: \(error.reason).", code: 66)
    }
  }
}

extension LanguageServer {
  /// Serves the client on standard input and output until it disconnects. The exit code is 0 if it has sent `shutdown`
  /// before.
  static func serve() throws(Files.Failure) -> Int32 {
    var server = LanguageServer()
    var isOver = false
    while true {
      // All bytes that have arrived are read before a message is answered, because a later message may cancel an
      // earlier one.
      while !isOver, let bytes = try Files.input(waits: server.isIdle) {
        isOver = bytes.isEmpty
        server.receive(bytes)
      }
      // A client that has closed its end is still sent the answers to its requests, but no notifications.
      if isOver, !server.hasMessages { return 1 }
      if let answer = server.step(), !answer.isEmpty {
        try Files.print(String(decoding: answer, as: UTF8.self), to: Files.standardOutput)
      }
      if let code = server.exitCode { return code }
    }
  }
}
