import MarbleDiagrams
import MarbleRuns
import MarbleSpecs
import Marbles

extension MarbleTool {
  /// Whether a path names a file of the format `marble-events` or `marble-order`.
  static func isEvents(_ path: String) -> Bool { path.fileExtension.lowercased() == "jsonl" }

  /// Reads a file of the format `marble-events`. Reports a message and returns `nil` if it cannot be read.
  mutating func recordedRun(_ path: String) -> RecordedRun? {
    switch recordedFile(path) {
    case nil: return nil
    case .run(let run)?: return run
    case .order?:
      let name = path == "-" ? SpecInputs.inputName : path
      report("\(name): error: this is an order of turns, not a recorded run; draw it with 'marble render'", code: 65)
      return nil
    }
  }
  /// Reads a file of the format `marble-events` or `marble-order`. Reports a message and returns `nil` if it cannot be
  /// read.
  mutating func recordedFile(_ path: String) -> RecordedFile? {
    let name = path == "-" ? SpecInputs.inputName : path
    if ["marble", "md"].contains(path.fileExtension.lowercased()) {
      report("\(path): error: this is a spec, not a recorded run; draw it with 'marble render'", code: 65)
      return nil
    }
    return bytes(of: path).flatMap { recordedFile($0, name) }
  }
  mutating func recordedFile(_ bytes: [UInt8], _ name: String) -> RecordedFile? {
    if bytes.count > EventReader.longestFile {
      report("\(name): error: this is longer than \(EventReader.longestFile) bytes, and no more are read", code: 65)
      return nil
    }
    do throws(EventReader.Problem) {
      return OrderReader.isOrder(bytes) ? .order(try OrderReader.order(bytes)) : .run(try EventReader.run(bytes))
    } catch {
      report("\(name):\(error)", code: 65)
      return nil
    }
  }

  mutating func bytes(of path: String) -> [UInt8]? {
    do throws(Files.Failure) {
      if path != "-" {
        guard let entry = try Files.entry(at: path) else { throw Files.Failure(reason: "there is no such file") }
        if entry.kind == .file { sources.insert(entry.identity) }
      }
      return try Files.read(path, until: EventReader.isTooLong)
    } catch {
      report("Error: '\(path)' cannot be read: \(error.reason).", code: 66)
      return nil
    }
  }
}
