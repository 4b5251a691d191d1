#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#elseif canImport(Darwin)
  import Darwin
#endif

/// The processor time of a thread, which every thread can read.
package struct ThreadClock: Sendable {
  #if canImport(Glibc) || canImport(Musl) || canImport(Android)
    private let id: clockid_t

    /// The clock of this thread; `nil` where the platform has none.
    package static var ofThisThread: ThreadClock? {
      var id = clockid_t()
      return pthread_getcpuclockid(pthread_self(), &id) == 0 ? ThreadClock(id: id) : nil
    }
    /// The nanoseconds that the thread has used a processor.
    package var nanoseconds: Int64 { Host.realNanoseconds(id) }

    /// Whether the thread would run if it were given a processor, so that it waits for nothing but that.
    package var isRunnable: Bool {
      // The kernel's number of the thread: its clock is named by that number's complement, and three bits for the kind
      // of clock.
      let file = open("/proc/self/task/\(~(id >> 3))/stat", O_RDONLY | O_CLOEXEC)
      guard file >= 0 else { return false }
      defer { close(file) }
      // The number, the name in parentheses, at most 15 bytes long, and the state.
      var bytes = [UInt8](repeating: 0, count: 64)
      let count = bytes.withUnsafeMutableBytes { read(file, $0.baseAddress, $0.count) }
      let text = bytes.prefix(max(0, count))
      guard let end = text.lastIndex(of: UInt8(ascii: ")")), end + 2 < text.endIndex else { return false }
      return text[end + 2] == UInt8(ascii: "R")
    }
  #else
    package static var ofThisThread: ThreadClock? { nil }
    package var nanoseconds: Int64 { 0 }
    package var isRunnable: Bool { false }
  #endif
}

extension Host {
  /// Writes a text to standard error and ends the process at once, whatever its threads hold.
  package static func stop(_ text: String) -> Never {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(2, $0.baseAddress, $0.count) }
      if count <= 0 { break }
      rest = rest.dropFirst(count)
    }
    _exit(1)
  }
}
