import PipesCore

/// Collects the outcomes of the calls of `toBe`, and changes the source files when the process ends.
///
/// 1. A row is written only if all runs of its call have the same outcome, in all processes of one `swift test`. They
///    share a folder: the runs so far, and each source file as it was before any process has written to it.
/// 2. A source file is made anew from its copy each time, so a row that an earlier process has written is taken back
///    when a later one contradicts. All lines and columns refer to the copy.
/// 3. The folder changes only while the lock of the runs is held.
final class RowRecorder: Sendable {
  /// The use of actual rows.
  enum Mode: Sendable {
    /// They are written into the source files: `MARBLES_RECORD=1`.
    case write
    /// They are kept beside the source files, for `marble check --review`: `MARBLES_RECORD=review`.
    case review
  }

  let mode: Mode
  private let folder: String
  private var runsFile: String { folder + "/runs" }
  private let runs = Guarded(RecordedRuns())
  /// The calls of `toBe`, by the places of the failures of their expectations.
  private let failures = Guarded<[RecordedRuns.Call: Set<RecordedRuns.Call>]>([:])
  /// The source files as they were before a process has written to them, or why they cannot be read.
  private let sources = Guarded<[String: Result<[UInt8], RowRefusal>]>([:])

  /// - Parameter folder: The folder that all processes share; it is created.
  init(_ mode: Mode, folder: String) {
    self.mode = mode
    self.folder = folder
  }

  /// The recorder of this process; `nil` unless `MARBLES_RECORD` asks for one.
  static let current: RowRecorder? = {
    let mode: Mode
    switch Files.environment("MARBLES_RECORD") {
    case "1": mode = .write
    case "review": mode = .review
    default: return nil
    }
    Files.atEnd {
      for line in RowRecorder.current?.finish() ?? [] { _ = Files.put("\(line)\n", 2) }
    }
    return RowRecorder(mode, folder: "\(Files.environment("TMPDIR") ?? "/tmp")/marbles-rows-\(Files.session)")
  }()

  /// A line about a value of `MARBLES_RECORD` that means nothing.
  static let hint: String = {
    guard let value = Files.environment("MARBLES_RECORD"), !["", "0", "1", "review"].contains(value) else { return "" }
    return "\n  MARBLES_RECORD is '\(value)'; write 1 to record rows, or review to look at them first"
  }()

  // MARK: Runs

  /// Notes that the rows of a call hold in a run.
  func holds(_ rows: [String], at place: SourcePlace) {
    runs.with { $0.add(.holds(rows), of: .init(place), old: rows) }
  }
  /// Notes that the failure at a place is a known issue.
  func isKnown(at place: SourcePlace) {
    let calls = failures.with { $0[.init(place)] ?? [] }
    runs.with { runs in for call in calls { runs.add(.known, of: call, old: []) } }
  }
  /// Notes that the rows of a call differ in a run, whose failure is at a place. Returns why they will not be written,
  /// as far as it is known.
  func differs(_ rewrite: RowRewrite, _ reason: String, at place: SourcePlace) -> RowRefusal? {
    let call = RecordedRuns.Call(rewrite.place)
    failures.with { _ = $0[.init(place), default: []].insert(call) }
    var refusal: RowRefusal?
    do throws(RowRefusal) {
      if rewrite.new == nil { throw .inexpressible(rewrite.unnamed) }
      _ = try rewrite.edit.applied(to: try source(call.file))
    } catch {
      refusal = error
    }
    let outcome = refusal == nil ? RowOutcome.differs(rewrite.new ?? [], added: rewrite.added) : .unwritable
    return runs.with { runs in
      runs.add(outcome, of: call, old: rewrite.old, reason: reason)
      return refusal ?? runs.calls[call]?.refusal
    }
  }

  /// A source file as it was before any process has written to it.
  ///
  /// - Parameter isLocked: Whether the caller holds the lock of the runs.
  private func source(_ path: String, isLocked: Bool = false) throws(RowRefusal) -> [UInt8] {
    if let known = sources.with({ $0[path] }) { return try known.get() }
    var found: Result<[UInt8], RowRefusal> = .failure(.edited)
    do throws(Files.Failure) {
      if isLocked { found = copy(of: path) } else { try locked { _ in found = copy(of: path) } }
    } catch {
      found = .failure(.file(error.reason))
    }
    sources.with { $0[path] = found }
    return try found.get()
  }
  /// Reads the copy of a source file, which is created if there is none.
  private func copy(of path: String) -> Result<[UInt8], RowRefusal> {
    let digest = path.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    let name = "\(folder)/\(String(digest, radix: 36))"
    do throws(Files.Failure) {
      let isThere = try Files.entry(at: name) != nil
      let bytes = try Files.read(isThere ? name : path)
      if !isThere { try Files.write(String(decoding: bytes, as: UTF8.self), to: name) }
      return .success(bytes)
    } catch {
      return .failure(.file(error.reason))
    }
  }
  /// Calls a body with the runs of all processes, while no other process does so.
  private func locked(_ body: (inout RecordedRuns) -> Void) throws(Files.Failure) {
    try Files.makeFolder(folder)
    if try Files.entry(at: runsFile) == nil { try Files.updateOrRemove(runsFile) { $0.isEmpty ? [10] : nil } }
    try Files.update(runsFile) { bytes in
      var runs = RecordedRuns(reading: bytes)
      body(&runs)
      return [10] + runs.bytes
    }
  }

  // MARK: The end of the process

  /// Writes the rows on which all runs agree, or keeps them for a review. Returns lines about the rows.
  func finish() -> [String] {
    let own = runs.with { $0 }
    if own.calls.isEmpty { return [] }
    var said: [String] = []
    do throws(Files.Failure) {
      try locked { runs in
        let before = runs
        runs.add(own)
        for file in Set(own.calls.keys.map(\.file)).sorted() { said += finish(file, runs, before, own) }
      }
    } catch {
      said.append("no row was recorded: \(folder): \(error.reason)")
    }
    return said
  }

  private func finish(_ file: String, _ runs: RecordedRuns, _ before: RecordedRuns, _ own: RecordedRuns) -> [String] {
    do throws(RowRefusal) {
      if mode == .write { try write(runs, instead: before, to: file) } else { try keep(runs, of: file, own) }
      return lines(about: runs, of: file, own, before)
    } catch {
      return ["\(file): not recorded: \(error)"]
    }
  }

  private func write(_ runs: RecordedRuns, instead before: RecordedRuns, to file: String) throws(RowRefusal) {
    let agreed = [before, runs].map { $0.sorted(in: file).contains { $0.runs.edit(of: $0.call) != nil } }
    if agreed == [false, false] { return }
    let source = try source(file, isLocked: true)
    let (old, new) = (try before.written(to: source, of: file), try runs.written(to: source, of: file))
    var isEdited = false
    do throws(Files.Failure) {
      try Files.update(file) { current in
        isEdited = current != old && current != source && current != new
        return isEdited ? nil : new
      }
    } catch {
      throw .file(error.reason)
    }
    if isEdited { throw .edited }
  }

  private func keep(_ runs: RecordedRuns, of file: String, _ own: RecordedRuns) throws(RowRefusal) {
    var rows: [PendingRows.Replacement] = []
    for (call, runs) in runs.sorted(in: file) where own.calls[call] != nil {
      guard let edit = runs.edit(of: call) else { continue }
      let lines = try source(file, isLocked: true).split(
        separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      rows.append(
        .init(
          line: call.line, column: call.column, code: String(decoding: lines[call.line - 1], as: UTF8.self),
          old: edit.old, new: edit.new, reason: runs.reason, added: edit.added))
    }
    do throws(Files.Failure) {
      try PendingRows.change(of: file) { pending in
        pending.removeAll { row in
          own.calls.keys.contains { $0.file == file && $0.line == row.line && $0.column == row.column }
        }
        pending += rows
      }
    } catch {
      throw .file(error.reason)
    }
  }

  /// The lines about the calls of this process, in a file.
  private func lines(about runs: RecordedRuns, of file: String, _ own: RecordedRuns, _ before: RecordedRuns) -> [String]
  {
    runs.sorted(in: file).compactMap { call, runs in
      guard own.calls[call] != nil else { return nil }
      let place = "\(file):\(call.line)"
      if let refusal = runs.refusal { return "\(place): not recorded: \(refusal)" }
      guard mode == .write, let edit = runs.edit(of: call), before.calls[call] != runs else { return nil }
      return "\(place): recorded, run again" + Self.change(edit).map { "\n\($0)" }.joined()
    }
  }
}
