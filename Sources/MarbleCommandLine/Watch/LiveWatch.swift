import MarbleDiagrams
import MarbleRuns
import Marbles

/// The output of `marble watch` for a run that is being written, in a file or a pipe: the last seconds, again after
/// each change. It never waits for the program that writes: ``step()`` reads what there is.
struct LiveWatch {
  private let path: String
  private let arguments: ParsedArguments
  private var terminal: Terminal
  private let measure: () -> Int?
  private var lines: EventLines
  private let length: Int64
  /// The place in the file up to which it was read, and the file's identity.
  private var offset = 0
  private var identity: Files.Identity?
  private var isFirst = true
  private var note = ""
  /// Whether the input has ended; a file does not end.
  private(set) var hasEnded = false
  /// The reason for which there is nothing to watch.
  private(set) var problem: String?

  /// The largest number of bytes that are read before the drawing is renewed.
  private static let most = 1 << 20

  /// - Parameter measure: Returns the current width of the terminal.
  init(_ arguments: ParsedArguments, on terminal: Terminal, measure: (() -> Int?)? = nil) throws(UsageError) {
    self.arguments = arguments
    self.terminal = terminal
    self.measure = measure ?? { terminal.currentWidth }
    path = arguments.operands[0]
    length = try arguments.duration("last", such: "10s") ?? 10_000_000_000
    lines = EventLines(last: length)
    if arguments.operands.count > 1 {
      throw UsageError(message: "One recorded run is watched at a time, and '\(arguments.operands[1])' is another path")
    }
    if path != "-", Files.stamp(at: path) == nil { problem = "Error: There is no file '\(path)'." }
  }

  /// Whether the paths of a call are a recorded run.
  static func isMeant(by arguments: ParsedArguments) -> Bool {
    arguments.operands.contains { $0 == "-" || MarbleTool.isEvents($0) }
  }

  /// The output to print now; `nil` if nothing came since the last look.
  mutating func step() -> String? {
    let isNew = read()
    let width = measure()
    guard isNew || isFirst || width != terminal.width else { return nil }
    terminal.width = width
    isFirst = false
    return drawing()
  }

  // MARK: Reading

  /// Reads what there is. Returns whether there was anything.
  private mutating func read() -> Bool {
    do throws(Files.Failure) { return path == "-" ? try readInput() : try readFile() } catch {
      note = "'\(path)' cannot be read: \(error.reason)"
      if path == "-" { hasEnded = true }
      return true
    }
  }

  private mutating func readInput() throws(Files.Failure) -> Bool {
    var count = 0
    while count < Self.most, let bytes = try Files.input(waits: false) {
      if bytes.isEmpty {
        lines.finish()
        hasEnded = true
        return true
      }
      lines.add(bytes)
      count += bytes.count
    }
    return count > 0
  }

  private mutating func readFile() throws(Files.Failure) -> Bool {
    guard let stamp = Files.stamp(at: path) else {
      if identity == nil { return false }
      identity = nil
      note = "the file is gone"
      return true
    }
    if identity != stamp.identity || Int(stamp.size) < offset {
      // Another file, or the same one written again from its beginning.
      lines = EventLines(last: length)
      offset = 0
      identity = stamp.identity
      note = ""
    }
    if Int(stamp.size) == offset { return false }
    let bytes = try Files.read(path, from: offset, most: Self.most)
    offset += bytes.count
    lines.add(bytes)
    return !bytes.isEmpty
  }

  // MARK: Drawing

  private mutating func drawing() -> String {
    let (run, start) = lines.window
    var diagram = Diagram(run, frame: frame(run))
    diagram.note = nil
    let messages = messages
    var style = TextStyle()
    style.isASCII = arguments.flags.contains("ascii")
    style.width = terminal.width
    style.hasColor = terminal.hasColor
    let picture = run.events.isEmpty ? "" : TextRenderer.text(of: diagram, style: style)
    let problems = messages.map { $0 + "\n" }.joined()
    let text =
      Paint.printed(picture, as: .drawing, hasColor: terminal.hasColor)
      + (problems.isEmpty ? "" : "\n" + Paint.printed(problems, as: .message, hasColor: terminal.hasMessageColor))
    let line = status(run, start)
    return (terminal.width == nil ? "" : "\u{1B}[H\u{1B}[2J\u{1B}[3J") + text + "\n"
      + Paint.printed(line, as: .diagram, hasColor: terminal.hasColor)
  }

  /// A length of time with which the rows are as wide as the terminal, about; at least a millisecond.
  private func frame(_ run: RecordedRun) -> Int64 {
    let names = run.streams.map { DisplayWidth.of($0) }.max() ?? 0
    let columns = Int64(max(20, min(200, (terminal.width ?? 100) - names - 12)))
    let span = (run.events.last?.instant.nanoseconds ?? 0) / columns
    var power: Int64 = 1_000_000
    while power <= span / 10 { power *= 10 }
    return [1, 2, 5, 10].map { $0 * power }.first { $0 >= span } ?? power
  }

  private var messages: [String] {
    let name = path == "-" ? SpecInputs.inputName : path
    let more = lines.problemCount - lines.problems.count
    let earlier = more > 0 ? ["\(more) earlier line\(more == 1 ? "" : "s") could not be read"] : []
    return earlier + lines.problems.map { "\(name):\($0)" } + (note.isEmpty ? [] : [note])
  }

  private func status(_ run: RecordedRun, _ start: Int64) -> String {
    var parts = ["\(lines.count) event\(lines.count == 1 ? "" : "s")"]
    if let last = lines.run.events.last { parts.append("the last at \(RecordedRun.time(last.instant.nanoseconds))") }
    if start > 0 { parts.append("0s in the drawing is \(RecordedRun.time(start))") }
    return
      "# \(hasEnded ? "read" : "watching") \(path == "-" ? SpecInputs.inputName : path): \(parts.joined(separator: ", "))\n"
  }
}
