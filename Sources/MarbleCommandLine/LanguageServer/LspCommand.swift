import MarbleDiagrams
import MarbleSpecs
import Marbles

extension MarbleTool {
  static let lsp = Subcommand(
    shape: CommandShape(
      name: "lsp", overview: "Serve an editor: errors, completion, help and outcomes while specs are being written.", operands: [])
  ) { tool, _ in
    do throws(Files.Failure) { tool.end(with: try LanguageServer.serve()) } catch {
      tool.report("Error: Standard input or output cannot be used: \(error.reason).")
      tool.end(with: 66)
    }
  }
}

extension LanguageServer {
  /// Serves the client on standard input and output until it leaves. The exit code is 0 if the client has said so before.
  static func serve() throws(Files.Failure) -> Int32 {
    var server = LanguageServer()
    var isOver = false
    while true {
      // All that has arrived is read before anything is answered: a later message may make an earlier one pointless.
      while !isOver, let bytes = try Files.input(waits: server.isIdle) {
        isOver = bytes.isEmpty
        server.receive(bytes)
      }
      // A client that has closed its end still gets its answers, but nothing that it has not asked for.
      if isOver, !server.hasMessages { return 1 }
      if let answer = server.step(), !answer.isEmpty { try Files.print(String(decoding: answer, as: UTF8.self), to: Files.standardOutput) }
      if let code = server.exitCode { return code }
    }
  }
}
