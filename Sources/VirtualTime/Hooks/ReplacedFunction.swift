#if canImport(Glibc) && (arch(x86_64) || arch(arm64))
  import Glibc
  import PipesCore
  import Synchronization

  /// A function of the C library or of Dispatch that is replaced in the jump slots of the loaded libraries.
  struct ReplacedFunction {
    let name: String
    /// The stand-in for the function of the C library.
    let standIn: UInt
    /// The stand-in for a function with which another library has replaced it; zero if such a slot stays as it is.
    let otherStandIn: UInt
    let original: OriginalAddresses
    /// The beginnings of the names of libraries whose own calls stay real.
    let spared: [String]
    /// The beginnings of the names of the only libraries whose calls are replaced; empty for all.
    let callers: [String]
    /// Whether each program has it.
    let isNeeded: Bool

    /// - Parameter other: The same stand-in for the function of another library.
    init<Function>(
      _ name: String, _ original: OriginalFunction<Function>, sparing spared: [String] = [],
      from callers: [String] = [], isNeeded: Bool = false, standIn: Function, other: Function? = nil
    ) {
      self.name = name
      self.original = original.addresses
      self.spared = spared
      self.callers = callers
      self.isNeeded = isNeeded
      self.standIn = unsafeBitCast(standIn, to: UInt.self)
      otherStandIn = other.map { unsafeBitCast($0, to: UInt.self) } ?? 0
    }
    /// Creates a function of which a program may have none.
    ///
    /// - Parameter standIn: The address of the stand-in.
    init(_ name: String, standIn: UInt) {
      self.name = name
      original = OriginalAddresses()
      self.standIn = standIn
      otherStandIn = 0
      spared = []
      callers = []
      isNeeded = false
    }

    /// Whether the calls of this function from a library are replaced.
    func isReplaced(in library: LoadedImage) -> Bool {
      if callers.isEmpty { return !spared.contains(where: library.name.hasPrefix) }
      return callers.contains { $0 == Self.program ? library.isOfProgram : library.name.hasPrefix($0) }
    }

    static let all: [ReplacedFunction] =
      clocks + sleeps + waits + locks + dispatch + sources + runLoops + outside + chance + mainThread + concurrency
      + hops

    #if arch(arm64)
      // A hop is no turn: nobody has tried the code there.
      private static let hops: [ReplacedFunction] = []
    #endif

    // Dispatch and the runtime measure and wait for themselves.
    static let dispatchItself = ["libdispatch."]
    static let waitingLibraries = ["libdispatch.", "libswift_Concurrency.", "libswiftCore."]
    /// Stands for the program and its own libraries, in a list of callers.
    static let program = ""
    static let concurrencyItself = "libswift_Concurrency.", overlay = "libswiftDispatch.", foundation = "libFoundation."
  }

  /// The addresses of a function that was replaced. Written before the first slot is.
  final class OriginalAddresses: Sendable {
    let address = Atomic<UInt>(0), other = Atomic<UInt>(0)
  }
  struct OriginalFunction<Function>: Sendable {
    let addresses = OriginalAddresses()
    var function: Function { unsafeBitCast(addresses.address.load(ordering: .relaxed), to: Function.self) }
    var otherFunction: Function { unsafeBitCast(addresses.other.load(ordering: .relaxed), to: Function.self) }
  }
  /// All of them.
  enum Original {}
  /// A pointer in the signature of a function of C, whatever it points to.
  typealias Pointer = UnsafeMutableRawPointer
  typealias OfPointer = @convention(c) (Pointer?) -> Void
  typealias OfTwoPointers = @convention(c) (Pointer?, Pointer?) -> Void
  typealias OfThreePointers = @convention(c) (Pointer?, Pointer?, Pointer?) -> Void

  /// Any function whose parameters and result are numbers and pointers, six at most.
  typealias AnyFunction = @convention(c) (UInt, UInt, UInt, UInt, UInt, UInt) -> UInt

  extension timespec {
    init(nanoseconds: Int64) { self.init(RunDate(seconds: 0, nanoseconds: nanoseconds)) }
    init(_ date: RunDate) { self.init(tv_sec: time_t(date.seconds), tv_nsec: Int(date.nanoseconds)) }
    var nanoseconds: Int64 { Int64(tv_sec).times(1_000_000_000).plus(Int64(tv_nsec)) }
  }
#endif
