import Marbles
import PipesCore
import Synchronization

/// Long work on all cores, in parts. On a terminal Control-C stops it with what was found up to then.
struct LongWork {
  let terminal: Terminal
  /// The number of parts, and of things in each.
  let parts: Int, length: Int
  /// The words after the numbers of the progress, such as "inputs tried".
  let words: String

  func run(_ body: @escaping @Sendable (Int) -> Void) {
    let progress = terminal.progress.map { Progress($0, of: parts * length, words) }
    let isStopped = terminal.isStopped, catches = terminal.progress == .line
    if catches { Files.catchInterrupt() }
    Files.concurrently(parts) { [length] part in
      if isStopped || catches && Files.isInterrupted { return }
      body(part)
      progress?.step(length)
    }
    progress?.end()
  }
}

/// The progress of the command, on standard error: nothing in the first second, so that short work is silent.
///
/// Several threads may call `step`. The one that moves `next` on writes the line.
final class Progress: Sendable {
  /// How it is shown.
  enum Style: Hashable, Sendable {
    /// On one line of a terminal, which changes and is removed at the end.
    case line
    /// On a line every ten seconds, in a file or in the log of a server.
    case log
  }
  private let style: Style
  private let count: Int
  private let words: String
  private let elapsed: @Sendable () -> Duration
  private let write: @Sendable (String) -> Void
  private let done = Atomic(0)
  /// The millisecond from which on the next line is written, and whether one was.
  private let next = Atomic(1_000)
  private let isShown = Atomic(false)

  init(
    _ style: Style, of count: Int, _ words: String, elapsed: @escaping @Sendable () -> Duration = Progress.clock(),
    write: @escaping @Sendable (String) -> Void = Files.printError
  ) {
    self.style = style
    self.count = count
    self.words = words
    self.elapsed = elapsed
    self.write = write
  }
  private static func clock() -> @Sendable () -> Duration {
    let start = ContinuousClock.now
    return { ContinuousClock.now - start }
  }

  func step(_ length: Int = 1) {
    let done = min(done.wrappingAdd(length, ordering: .relaxed).newValue, count)
    let now = Int(elapsed() / .milliseconds(1)), due = next.load(ordering: .relaxed)
    let later = now + (style == .line ? 100 : 10_000)
    guard now >= due, next.compareExchange(expected: due, desired: later, ordering: .relaxed).exchanged else { return }
    isShown.store(true, ordering: .relaxed)
    let text = "\(done.grouped) of \(count.grouped) \(words)"
    write(style == .line ? "\r\(text)\u{1B}[K" : "marble: \(text)\n")
  }
  func end() { if style == .line, isShown.load(ordering: .relaxed) { write("\r\u{1B}[K") } }
}

extension MarbleTool {
  /// The progress of the command over specs; `nil` if none is to be shown.
  func progress(of count: Int, _ words: String) -> Progress? {
    terminal.progress.map { Progress($0, of: count, words) }
  }
}
