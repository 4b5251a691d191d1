import MarbleSpecs
import Marbles

extension MarbleTool {
  /// The test files of a call that have rows which differed in a run with `MARBLES_RECORD=review`.
  mutating func pendingFiles(_ paths: [String]) -> [PendingFile] {
    var search = PendingSearch()
    for path in paths { search.add(path) }
    for error in search.errors { report(error) }
    if !search.errors.isEmpty { end(with: 66) }
    let files = search.found.map { PendingFile($0, width: terminal.width) }
    for message in files.flatMap(\.messages) { report(message) }
    return files
  }

  /// Asks about the rows of test files, and writes the accepted ones, file by file.
  mutating func review(_ files: [PendingFile], _ session: inout ReviewSession) {
    for file in files {
      var decisions = session.decide(file.items, &self)
      if decisions.contains(.accepted), !accept(file, decisions) {
        decisions = decisions.map { $0 == .accepted ? .pending : $0 }
      }
      for (item, decision) in zip(file.items, decisions) { session.count(decision, item) }
      if decisions.contains(.pending) { end(with: 1) }
      let done = zip(file.rows, decisions).filter { $0.1 != .pending }.map(\.0)
      if terminal.isInteractive || session.isFixed || file.items.isEmpty { settle(file, done + file.outdated) }
    }
  }

  /// Writes the accepted rows into a source file. Reports a message and returns `false` if the file was changed, or
  /// cannot be written.
  private mutating func accept(_ file: PendingFile, _ decisions: [ReviewSession.Decision]) -> Bool {
    let rows = zip(file.rows, decisions).filter { $0.1 == .accepted }.map(\.0)
    do {
      beforeUpdate()
      let (bytes, outdated) = PendingRows.accepted(rows, in: try Files.read(file.source))
      guard outdated.isEmpty, let text = String(validating: bytes, as: UTF8.self) else {
        report("\(file.source): error: the file was changed meanwhile; nothing was written", code: 65)
        return false
      }
      try Files.replace(file.source, by: text)
      return true
    } catch {
      report("Error: '\(file.source)' cannot be written: \(error.reason).", code: 66)
      return false
    }
  }

  /// Removes rows from the pending ones.
  private mutating func settle(_ file: PendingFile, _ rows: [PendingRows.Replacement]) {
    let done = Set(rows)
    do throws(Files.Failure) {
      try PendingRows.change(of: file.source) { rows in rows.removeAll(where: done.contains) }
    } catch {
      report("Error: '\(PendingRows.path(for: file.source))' cannot be written: \(error.reason).", code: 66)
    }
  }
}

/// The pending rows of a source file.
struct PendingFile {
  let source: String
  /// The rows whose line is as it was, and their items.
  var rows: [PendingRows.Replacement] = []
  var items: [ReviewItem] = []
  /// The rows whose line was changed since the test ran.
  var outdated: [PendingRows.Replacement] = []
  var messages: [String] = []

  init(_ source: String, width: Int?) {
    self.source = source
    let pending = PendingRows(reading: (try? Files.read(PendingRows.path(for: source))) ?? [])
    guard let bytes = try? Files.read(source) else {
      outdated = pending.rows
      messages = ["\(source): the test file is gone; its rows are no longer pending"]
      return
    }
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for row in pending.rows {
      let place = "\(source):\(row.line)"
      guard PendingRows.isCurrent(row, in: lines) else {
        outdated.append(row)
        messages.append(
          "\(place): the line was changed since the test ran, and its row is no longer pending; run the test again")
        continue
      }
      rows.append(row)
      let reason = "\(place): \(row.reason)".split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      items.append(ReviewItem(place: place, reason: reason.joined(separator: "\n"), old: row.old, new: row.new))
    }
  }
}

/// Finds the test files that have pending rows.
private struct PendingSearch {
  private(set) var found: [String] = []
  private(set) var errors: [String] = []
  private var folders: Set<Files.Identity> = []

  mutating func add(_ path: String) {
    do {
      switch try Files.entry(at: path)?.kind {
      case nil: errors.append("Error: There is no file or folder '\(path)'.")
      case .folder: addFolder(path)
      default:
        let source = PendingRows.source(of: path) ?? path
        if Files.stamp(at: PendingRows.path(for: source)) != nil, !found.contains(source) { found.append(source) }
      }
    } catch {
      errors.append("Error: '\(path)' cannot be read: \(error.reason).")
    }
  }

  /// Looks into a folder and the folders in it. Links are followed, but no folder is read twice.
  private mutating func addFolder(_ folder: String) {
    guard let entry = try? Files.entry(at: folder), folders.insert(entry.identity).inserted else { return }
    let start = folder == "." ? "" : folder.hasSuffix("/") ? folder : folder + "/"
    for name in (try? Files.names(in: folder)) ?? [] {
      if let source = PendingRows.source(of: start + name) {
        if !found.contains(source) { found.append(source) }
      } else if !name.hasPrefix("."), Files.stamp(at: start + name)?.kind == .folder {
        addFolder(start + name)
      }
    }
  }
}
