import VirtualTime

/// Reads a run in the format `marble-events` while it is being written: bytes come in parts, and a line that has no end
/// yet is waited for. A line that cannot be read is a problem, and reading goes on with the next one. Only the last
/// events are kept.
package struct EventLines {
  /// The largest number of events that are kept.
  static let most = 2_000
  /// The largest number of problems that are kept, the last ones.
  static let mostProblems = 3

  /// The run with its last events. Causes are left out, because the events that they name may be gone.
  package private(set) var run = RecordedRun()
  /// The last problems.
  package private(set) var problems: [EventReader.Problem] = []
  /// The number of lines that could not be read.
  package private(set) var problemCount = 0
  /// The number of events, also of those that are not kept.
  package private(set) var count = 0
  private let length: Int64
  private var line = 0
  private var hasHeader = false
  /// The bytes of a line without an end, and whether it is too long, so that its rest is skipped.
  private var rest: [UInt8] = []
  private var isSkipping = false

  /// - Parameter length: The time before the last event whose events are kept, in nanoseconds.
  package init(last length: Int64) { self.length = length }

  /// Reads bytes that follow the earlier ones.
  package mutating func add(_ bytes: [UInt8]) {
    var start = bytes.startIndex
    while let end = bytes[start...].firstIndex(of: 10) {
      if rest.count + end - start <= EventReader.longestLine {
        rest += bytes[start..<end]
      } else if !isSkipping {
        tooLong()
      }
      isSkipping ? skipped() : read()
      rest.removeAll(keepingCapacity: true)
      start = end + 1
    }
    if isSkipping { return }
    if rest.count + bytes.count - start > EventReader.longestLine { tooLong() } else { rest += bytes[start...] }
  }

  /// Reads the line that has no end. The input has ended.
  package mutating func finish() {
    if isSkipping { skipped() } else if !rest.isEmpty { read() }
    rest = []
  }

  private mutating func tooLong() {
    rest = []
    isSkipping = true
    note(
      EventReader.Problem(
        line: line + 1, column: 1, message: "the line has more than \(EventReader.longestLine) bytes", text: "",
        place: 0, width: 1))
  }
  private mutating func skipped() {
    line += 1
    isSkipping = false
  }
  private mutating func note(_ problem: EventReader.Problem) {
    problemCount += 1
    problems = Array((problems + [problem]).suffix(EventLines.mostProblems))
  }

  private mutating func read() {
    line += 1
    do throws(EventReader.Problem) {
      if EventReader.isHeader(rest) {
        // A program that starts again writes a header again.
        run = try EventReader.header(rest)
        hasHeader = true
        return
      }
      if !hasHeader { _ = try EventReader.header(rest) }
      // A cause is not followed, so it may name any earlier line.
      var event = try EventReader.event(rest, number: line)
      event.causes = []
      if let last = run.events.last, event.instant < last.instant {
        throw EventReader.Problem(
          line: 1, column: 1,
          message:
            "time goes back from \(DurationText.of(last.instant.nanoseconds)) to \(DurationText.of(event.instant.nanoseconds))",
          text: String(decoding: rest.prefix(100), as: UTF8.self), place: 0, width: 1)
      }
      run.events.append(event)
      count += 1
      dropOld()
    } catch {
      var problem = error
      problem.line = line
      note(problem)
      // Without a header the file is another one; one message is enough, and reading goes on.
      hasHeader = true
    }
  }

  private mutating func dropOld() {
    guard let last = run.events.last?.instant.nanoseconds else { return }
    // The events are removed in parts, so that each is moved a few times at most.
    let first = run.events.firstIndex { $0.instant.nanoseconds > last - length } ?? 0
    if run.events.count > EventLines.most {
      run.events.removeFirst(max(first, EventLines.most / 2))
    } else if first > EventLines.most / 4 {
      run.events.removeFirst(first)
    }
  }

  /// The last events, with instants that are counted from a start.
  package var window: (run: RecordedRun, start: Int64) {
    let last = run.events.last?.instant.nanoseconds ?? 0
    let start = max(0, last - length)
    var shown = run
    shown.events = run.events.filter { $0.instant.nanoseconds >= start }
    for index in shown.events.indices {
      shown.events[index].instant = VirtualInstant(nanoseconds: shown.events[index].instant.nanoseconds - start)
    }
    return (shown, start)
  }
}

extension EventReader {
  /// Whether a line begins as a header.
  static func isHeader(_ line: [UInt8]) -> Bool { line.starts(with: "{\"marble-events\":".utf8) }

  /// Reads a line alone as the header of a file.
  static func header(_ line: [UInt8]) throws(Problem) -> RecordedRun {
    var lines = JSONLine(line)
    return try header(&lines)
  }

  /// Reads a line alone as an event.
  ///
  /// - Parameter number: The number of events that a cause may name.
  static func event(_ line: [UInt8], number: Int) throws(Problem) -> RecordedRun.Event {
    var lines = JSONLine(line)
    _ = lines.next()
    return try event(&lines, number: number)
  }
}
