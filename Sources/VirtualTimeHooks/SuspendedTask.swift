#if canImport(Glibc) && (arch(x86_64) || arch(arm64))
  import Glibc

  /// The functions in which a suspended task waits, which are not on the stack of any thread.
  ///
  /// A task has the context of its innermost function at a fixed offset, which the compiler knows, too. Each context
  /// begins with two pointers: the context of the caller, and the place at which the caller continues. They are read by
  /// way of a file, so that an address which is wrong in another runtime gives no name instead of a crash.
  enum SuspendedTask {
    private static let offsetOfContext: UInt = 64
    private static let depth = 64
    /// The place of the pointer to the first record of a task's state.
    private static let offsetOfRecord: UInt = 104
    /// The kind of a record that has the name of a task.
    private static let nameKind: UInt = 6

    /// The places at which the functions continue, the innermost function first.
    static func addresses(of task: UInt) -> [UInt] {
      guard let memory = Memory() else { return [] }
      defer { memory.end() }
      // In front of the context is the place at which the task itself continues.
      var found = memory.words(at: task &+ offsetOfContext &- 8).map { [$0.0] } ?? []
      var context = memory.words(at: task &+ offsetOfContext)?.0
      while found.count < depth, let place = context, let (caller, resumption) = memory.words(at: place) {
        found.append(resumption)
        context = caller
      }
      return found
    }
    /// The name of a task, which is in one of its records. Each of them begins with its kind and the next record.
    static func name(of task: UInt) -> String? {
      guard let memory = Memory() else { return nil }
      defer { memory.end() }
      var record = memory.words(at: task &+ offsetOfRecord)?.0
      for _ in 0..<depth {
        guard let place = record, let (kind, next) = memory.words(at: place) else { return nil }
        if kind & 0xff == nameKind { return memory.words(at: place &+ 16).flatMap { memory.text(at: $0.0) } }
        record = next
      }
      return nil
    }

    private struct Memory {
      private let file: CInt
      init?() {
        file = open("/proc/self/mem", O_RDONLY)
        if file < 0 { return nil }
      }
      func end() { close(file) }
      func words(at place: UInt) -> (UInt, UInt)? {
        var words: (UInt, UInt) = (0, 0)
        let size = MemoryLayout.size(ofValue: words)
        guard place != 0, place % 8 == 0, pread(file, &words, size, Int(bitPattern: place)) == size else {
          return nil
        }
        return words
      }
      /// A text of at most 100 bytes that ends with a zero.
      func text(at place: UInt) -> String? {
        var bytes = [UInt8](repeating: 0, count: 101)
        let count = pread(file, &bytes, 100, Int(bitPattern: place))
        guard count > 0, let end = bytes.firstIndex(of: 0), end > 0 else { return nil }
        return String(validating: bytes[..<end], as: UTF8.self)
      }
    }
  }
#endif
