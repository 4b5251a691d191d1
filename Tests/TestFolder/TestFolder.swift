import Foundation

/// A temporary folder of a test. It is there while somebody keeps it, and goes with everything in it, also when the
/// test fails. No test has temporary files elsewhere; `Tools/Scripts/check` looks for that.
package final class TestFolder: Sendable {
  package let path: String

  package init(_ files: [String: String] = [:]) throws {
    path = FileManager.default.temporaryDirectory.appendingPathComponent("marbles-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    for (name, text) in files { try Data(text.utf8).write(to: file(name)) }
  }
  deinit { try? FileManager.default.removeItem(atPath: path) }

  package func file(_ name: String) -> URL { URL(fileURLWithPath: "\(path)/\(name)") }
  /// The text of a file, its byte order mark included.
  package func text(_ name: String) throws -> String {
    String(decoding: try Data(contentsOf: file(name)), as: UTF8.self)
  }
  package var names: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted() }

  /// The environment of this process, for a process whose own temporary files go with this folder.
  package var environment: [String: String] {
    ProcessInfo.processInfo.environment.merging(["TMPDIR": path]) { $1 }
  }
}
