import Marbles
import Pipes
import Synchronization

/// Long work on all cores, in parts. On a terminal it shows its progress, and Control-C stops it with what was found up
/// to then.
struct LongWork {
  let terminal: Terminal
  /// The number of parts, and of things in each.
  let parts: Int, length: Int
  let noun: String

  func run(_ body: @escaping @Sendable (Int) -> Void) {
    let progress = terminal.showsProgress ? Progress(of: parts * length, noun) : nil
    let isStopped = terminal.isStopped
    if progress != nil { Files.catchInterrupt() }
    Files.concurrently(parts) { [length] part in
      if isStopped || progress != nil && Files.isInterrupted { return }
      body(part)
      progress?.step(length)
    }
    progress?.end()
  }
}

/// The progress of the command, on a line that is removed at the end.
final class Progress: Sendable {
  private let count: Int
  private let noun: String
  private let done = Atomic(0)

  init(of count: Int, _ noun: String = "specs") { (self.count, self.noun) = (count, noun) }

  func step(_ length: Int = 1) {
    let done = done.wrappingAdd(length, ordering: .relaxed).newValue
    if done * 100 / count != (done - length) * 100 / count { Files.printError("\r\(done) of \(count) \(noun)") }
  }
  func end() { Files.printError("\r\u{1B}[K") }
}

extension MarbleTool {
  /// The progress of the command, if there are more than 50 specs and standard error is a terminal; else `nil`.
  func progress(of count: Int) -> Progress? { terminal.showsProgress && count > 50 ? Progress(of: count) : nil }
}
