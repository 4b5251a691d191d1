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
  #else
    package static var ofThisThread: ThreadClock? { nil }
    package var nanoseconds: Int64 { 0 }
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
