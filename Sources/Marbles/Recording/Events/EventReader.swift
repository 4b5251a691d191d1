import VirtualTime

/// Reads the format `marble-events`, or throws the first problem with its line.
///
/// - Complexity: O(*n*) for *n* bytes.
package struct EventReader {
  /// A problem in a file: its place, a message, and a fix.
  package struct Problem: Error, Hashable, Sendable, CustomStringConvertible {
    /// The line and the column, counted from 1.
    var line: Int
    var column: Int
    var message: String
    var fix: String?
    /// The part of the line around the place, and the position and the width of the place in it, in graphemes.
    var text: String
    var place: Int
    var width: Int

    package var description: String { "\(line):\(column): error: \(message)" + (fix.map { "; \($0)" } ?? "") + shown }
    /// The text of the line, and a caret below the place.
    private var shown: String {
      let line = DisplayWidth.printable(text)
      if line.allSatisfy({ $0 == " " }) { return "" }
      let marked = DisplayWidth.of(line.dropFirst(place).prefix(width))
      return "\n\(line)\n" + String(repeating: " ", count: DisplayWidth.of(line.prefix(place))) + "^"
        + String(repeating: "~", count: max(0, marked - 1))
    }
  }

  static let longestLine = 1 << 20
  /// The largest number of bytes of a file.
  package static let longestFile = 256 << 20

  /// Whether a text begins as a file of this format, of any version.
  package static func isEvents(_ text: String) -> Bool { text.hasPrefix("{\"marble-events\":") }

  /// Whether no more of a file needs to be read, because what was read cannot be right.
  package static func isTooLong(_ bytes: [UInt8]) -> Bool {
    bytes.count > longestFile || bytes.count > longestLine && !bytes.suffix(longestLine + 1).reversed().contains(10)
  }

  /// Reads a file.
  package static func run(_ bytes: [UInt8]) throws(Problem) -> RecordedRun {
    var lines = JSONLine(bytes)
    var run = try header(&lines)
    while lines.next() {
      let event = try event(&lines, number: run.events.count)
      if let last = run.events.last, event.instant < last.instant {
        throw lines.backwards("events", from: last.instant, to: event.instant)
      }
      run.events.append(event)
    }
    return run
  }

  // MARK: Lines

  static let headerKeys = ["marble-events", "title", "frame", "dropped"]
  private static let kindKeys = ["next", "finish", "fail", "subscribe", "cancel", "request"]
  static let eventKeys = ["at", "stream", "subscription", "value", "cause", "timer"] + kindKeys

  static func header(_ lines: inout JSONLine) throws(Problem) -> RecordedRun {
    try lines.readHeader("marble-events", version: RecordedRun.version, known: headerKeys)
    var run = RecordedRun()
    run.title = try lines.text("title")
    run.frame = try lines.duration("frame")
    if run.frame == 0 {
      throw lines.problem("a frame needs a length", at: lines.members["frame"]?.range, fix: "write one such as \"1ms\"")
    }
    run.dropped = Int(try lines.whole("dropped", from: 0) ?? 0)
    return run
  }

  static func event(_ lines: inout JSONLine, number: Int) throws(Problem) -> RecordedRun.Event {
    try lines.readMembers(known: eventKeys, example: "{\"at\":\"300ms\",\"stream\":\"typed\",\"next\":\"a\"}")
    guard let at = try lines.duration("at") else { throw lines.missing("at", such: "\"at\":\"300ms\"") }
    guard let stream = try lines.text("stream") else { throw lines.missing("stream", such: "\"stream\":\"typed\"") }
    var event = RecordedRun.Event(try kind(&lines), of: stream, at: VirtualInstant(nanoseconds: at))
    event.subscription = Int(try lines.whole("subscription", from: 1) ?? 1)
    event.timer = try lines.duration("timer")
    event.causes = try lines.wholes("cause").map { $0 - 2 }
    if event.causes.contains(where: { $0 < 0 || $0 >= number }) {
      throw lines.problem(
        "a cause is the line of an earlier event", at: lines.members["cause"]?.range,
        fix: number == 0
          ? "the first event has none" : number == 1 ? "write 2" : "write a number from 2 to \(number + 1)")
    }
    return event
  }

  private static func kind(_ lines: inout JSONLine) throws(Problem) -> RecordedRun.Event.Kind {
    let kinds = kindKeys.filter { lines.members[$0] != nil }
    guard let kind = kinds.first else {
      throw lines.problem(
        "the line does not say what happened", at: nil, fix: "add one of " + kindKeys.joined(separator: ", "))
    }
    if kinds.count > 1 {
      throw lines.problem(
        "'\(kinds[0])' and '\(kinds[1])' are two events", at: lines.members[kinds[1]]?.key, fix: "write two lines")
    }
    if kind != "next", let value = lines.members["value"] {
      throw lines.problem("only 'next' has a value", at: value.key, fix: "remove 'value'")
    }
    switch kind {
    case "next":
      guard let symbol = try lines.text("next"), !symbol.isEmpty else {
        throw lines.problem("expected the symbol of a value", at: lines.members["next"]?.range, fix: "such as \"a\"")
      }
      guard let value = lines.members["value"] else { return .next(symbol, .symbol) }
      if case .null = value.value { return .next(symbol, .unknown) }
      return .next(symbol, .literal(try lines.text("value") ?? ""))
    case "request":
      if case .string("unlimited")? = lines.members["request"]?.value { return .request(nil) }
      return .request(Int(try lines.whole("request", from: 0, or: "\"unlimited\"") ?? 0))
    case "fail":
      if case .bool(true)? = lines.members["fail"]?.value { return .fail(nil) }
      return .fail(try lines.text("fail", or: "true"))
    default:
      guard case .bool(true)? = lines.members[kind]?.value else {
        throw lines.problem("expected true", at: lines.members[kind]?.range, fix: "\"\(kind)\":true")
      }
      return kind == "finish" ? .finish : kind == "cancel" ? .cancel : .subscribe
    }
  }
}
