#if canImport(Glibc) && (arch(x86_64) || arch(arm64))
  import Glibc
  import PipesCore

  private typealias SystemCall = @convention(c) (Int, UInt, UInt, UInt, UInt, UInt, UInt) -> Int

  extension Original {
    fileprivate static let systemCall = OriginalFunction<SystemCall>()
    fileprivate static let getrandom = OriginalFunction<@convention(c) (Pointer?, Int, CUnsignedInt) -> Int>()
    fileprivate static let getentropy = OriginalFunction<@convention(c) (Pointer?, Int) -> CInt>()
    fileprivate static let arc4random = OriginalFunction<@convention(c) () -> UInt32>()
    fileprivate static let arc4randomBuffer = OriginalFunction<@convention(c) (Pointer?, Int) -> Void>()
    fileprivate static let arc4randomBelow = OriginalFunction<@convention(c) (UInt32) -> UInt32>()
    fileprivate static let uuid = OriginalFunction<@convention(c) (Pointer?) -> Void>()
  }
  /// Fills bytes with random numbers of the run of this thread. Returns false if there are none.
  private func fill(_ bytes: UnsafeMutableRawPointer?, _ count: Int) -> Bool {
    guard let run = RunOfThread.current, let bytes, count > 0 else { return false }
    var place = 0
    while place < count {
      guard var word = run.randomNumber() else { return false }
      let length = min(8, count - place)
      memcpy(bytes + place, &word, length)
      place += length
    }
    return true
  }
  private func number() -> UInt32? {
    RunOfThread.current?.randomNumber().map { UInt32(truncatingIfNeeded: $0 >> 32) }
  }
  /// Computed: a stored one is made by `swift_once` at its first use, which makes a system call itself while another
  /// thread is in it, and so would call without end.
  private var getrandomCall: Int {
    #if arch(x86_64)
      318
    #else
      278
    #endif
  }

  /// The locks of the standard library, and its variables that are made at the first use, wait in the kernel, which knows
  /// the owner: it is in the lock. The number of that call, and its two forms.
  @inline(__always) private func waitsForOwner(_ call: Int, _ lock: UInt, _ operation: UInt) {
    #if arch(x86_64)
      let futex = 202
    #else
      let futex = 98
    #endif
    if call == futex, operation & 0x7f == 6 || operation & 0x7f == 13 {
      waitsForOwner(UnsafeMutableRawPointer(bitPattern: lock), 0x3fff_ffff)
    }
  }
  private var systemCall: SystemCall {
    { call, a, b, c, d, e, f in
      waitsForOwner(call, a, b)
      if call == getrandomCall, fill(UnsafeMutableRawPointer(bitPattern: a), Int(b)) { return Int(b) }
      return Original.systemCall.function(call, a, b, c, d, e, f)
    }
  }
  /// Under the thread sanitizer each use of a stored value of a type goes the long way through `swift_once`, which makes
  /// system calls itself: so the real function is looked up.
  private var watchedSystemCall: SystemCall {
    { call, a, b, c, d, e, f in
      if call == getrandomCall, fill(UnsafeMutableRawPointer(bitPattern: a), Int(b)) { return Int(b) }
      guard let original = Host.symbol("syscall") else { return -1 }
      return unsafeBitCast(original, to: SystemCall.self)(call, a, b, c, d, e, f)
    }
  }

  extension ReplacedFunction {
    /// The functions that get random numbers from the system. The standard library makes a system call for those of
    /// `SystemRandomNumberGenerator`, which is the end of all its ways.
    static let chance: [ReplacedFunction] = [
      ReplacedFunction(
        "syscall", Original.systemCall, from: ["libswiftCore.", "libswiftSynchronization."],
        standIn: isWatchedByThreadSanitizer ? watchedSystemCall : systemCall),
      ReplacedFunction("getrandom", Original.getrandom) { fill($0, $1) ? $1 : Original.getrandom.function($0, $1, $2) },
      // More than 256 bytes are an error.
      ReplacedFunction("getentropy", Original.getentropy) {
        $1 <= 256 && fill($0, $1) ? 0 : Original.getentropy.function($0, $1)
      },
      ReplacedFunction("arc4random", Original.arc4random) { number() ?? Original.arc4random.function() },
      ReplacedFunction("arc4random_buf", Original.arc4randomBuffer) {
        if !fill($0, $1) { Original.arc4randomBuffer.function($0, $1) }
      },
      ReplacedFunction("arc4random_uniform", Original.arc4randomBelow) { limit in
        guard let number = number() else { return Original.arc4randomBelow.function(limit) }
        return UInt32((UInt64(number) * UInt64(limit)) >> 32)
      },
      // The bytes of `UUID()`, of version 4.
      ReplacedFunction("_foundation_uuid_generate_random", Original.uuid) { bytes in
        guard let bytes, fill(bytes, 16) else { return Original.uuid.function(bytes) }
        let version = bytes + 6, variant = bytes + 8
        version.storeBytes(of: version.load(as: UInt8.self) & 0x0f | 0x40, as: UInt8.self)
        variant.storeBytes(of: variant.load(as: UInt8.self) & 0x3f | 0x80, as: UInt8.self)
      },
    ]
  }
#endif
