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

    /// The places at which the functions continue, the innermost function first.
    static func addresses(of task: UInt) -> [UInt] {
      let memory = open("/proc/self/mem", O_RDONLY)
      if memory < 0 { return [] }
      defer { close(memory) }
      func words(at place: UInt) -> (UInt, UInt)? {
        var words: (UInt, UInt) = (0, 0)
        let size = MemoryLayout.size(ofValue: words)
        guard place != 0, place % 8 == 0, pread(memory, &words, size, Int(bitPattern: place)) == size else {
          return nil
        }
        return words
      }
      var found: [UInt] = []
      var context = words(at: task &+ offsetOfContext)?.0
      while found.count < depth, let place = context, let (caller, resumption) = words(at: place) {
        found.append(resumption)
        context = caller
      }
      return found
    }
  }
#endif
