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
struct ThreadClock: Sendable {
  #if canImport(Glibc) || canImport(Musl) || canImport(Android)
    private let id: clockid_t

    /// The clock of this thread; `nil` where the platform has none.
    static var ofThisThread: ThreadClock? {
      var id = clockid_t()
      return pthread_getcpuclockid(pthread_self(), &id) == 0 ? ThreadClock(id: id) : nil
    }
    /// The nanoseconds that the thread has used a processor.
    var nanoseconds: Int64 { Host.realNanoseconds(id) }

    /// Whether the thread would run if it were given a processor, or a page of memory, so that it waits for nothing but
    /// the machine.
    var isRunnable: Bool { Self.isRunnable(thread: "\(number)") }
    /// The kernel's number of the thread: its clock is named by that number's complement, and three bits for the kind
    /// of clock.
    var number: CInt { ~(id >> 3) }

    private static func isRunnable(thread number: String) -> Bool {
      let file = open("/proc/self/task/\(number)/stat", O_RDONLY | O_CLOEXEC)
      guard file >= 0 else { return false }
      defer { close(file) }
      // The number, the name in parentheses, at most 15 bytes long, and the state.
      return withUnsafeTemporaryAllocation(byteCount: 64, alignment: 1) { bytes in
        let text = bytes.prefix(max(0, read(file, bytes.baseAddress, bytes.count)))
        guard let end = text.lastIndex(of: UInt8(ascii: ")")), end + 2 < text.endIndex else { return false }
        return text[end + 2] == UInt8(ascii: "R") || text[end + 2] == UInt8(ascii: "D")
      }
    }
    /// The number of the other threads of the process that would run.
    static var othersThatAreRunnable: Int64 {
      guard let own = ofThisThread?.number, let folder = opendir("/proc/self/task") else { return 0 }
      defer { closedir(folder) }
      var count: Int64 = 0
      while let entry = readdir(folder) {
        let name = withUnsafePointer(to: &entry.pointee.d_name) {
          $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        }
        if let number = CInt(name), number != own, isRunnable(thread: name) { count += 1 }
      }
      return count
    }
  #else
    static var ofThisThread: ThreadClock? { nil }
    var nanoseconds: Int64 { 0 }
    var isRunnable: Bool { false }
    var number: CInt { 0 }
    static var othersThatAreRunnable: Int64 { 0 }
  #endif
}

/// The time since a moment that one thread of the process could have used, however busy the machine is: the one that
/// another thread waits for may need it.
///
/// While no other thread would run, that is all the time. Else it is the processor time of the process, divided among
/// those that would run.
struct ProcessShare: Sendable {
  private let start = Self.used
  private static var used: Int64 { Host.realNanoseconds(CLOCK_PROCESS_CPUTIME_ID) }

  init() {}

  /// The nanoseconds since the beginning that one thread could have used, if so many have passed.
  func time(of passed: Int64) -> Int64 {
    let runnable = ThreadClock.othersThatAreRunnable
    return runnable == 0 ? passed : min(passed, max(0, Self.used - start) / runnable)
  }
}

extension Host {
  /// Writes a text to standard error and ends the process at once, whatever its threads hold.
  static func stop(_ text: String) -> Never {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(2, $0.baseAddress, $0.count) }
      if count <= 0 { break }
      rest = rest.dropFirst(count)
    }
    _exit(1)
  }
}
