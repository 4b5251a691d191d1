// The only file of this module that talks to the C library.
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#elseif canImport(Android)
  import Android
#elseif !hasFeature(Embedded)
  #error("No branch for the C library of this platform; see Sources/Marbles/Marbles.docc/AllPages.md#platforms")
#endif

/// The identity of the running thread: never zero, and a multiple of eight.
///
/// After an `await` an async function may continue on another thread, so nobody may carry the identity across one: no
/// caller keeps it, and no compiler may use an earlier result again. The C library declares `pthread_self` as a
/// function without side effects, and inlined into an async function it was called once for both sides of a suspension:
/// two threads then owned one gate. So this function can neither be inlined nor be looked into, not even inside this
/// module. Whatever else depends on the thread is read through functions that are not inlinable either.
@inline(never) @_optimize(none) @usableFromInline package func currentThread() -> UInt {
  #if canImport(Glibc)
    UInt(pthread_self())
  #else
    UInt(bitPattern: pthread_self())  // a pointer, or a signed number
  #endif
}

extension Gate {
  /// The bounded wait of a thread that queues actions faster than another one runs them: a millisecond in all.
  @usableFromInline package struct Pause {
    @usableFromInline package static func once() {
      var pause = Pause()
      while pause.wait() {}
    }
    #if INTERLEAVE
      /// The harness runs one thread at a time: a wait is a number of steps, and time does not pass.
      private var rounds = 0
      static func now() -> UInt64 { 0 }
      mutating func wait() -> Bool {
        Interleaving.point()
        rounds += 1
        return rounds < 4
      }
    #elseif hasFeature(Embedded)
      // There is one thread only.
      static func now() -> UInt64 { 0 }
      mutating func wait() -> Bool { false }
    #else
      private let end = Pause.now() + 1_000_000
      private var rounds = 0
      /// Nanoseconds since some instant in the past.
      static func now() -> UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
      }
      /// Waits a little: first by giving up the processor, then by sleeping. Returns false if the time is over.
      mutating func wait() -> Bool {
        rounds += 1
        if rounds <= 16 {
          sched_yield()
        } else {
          // Not by `nanosleep`, which lets virtual time pass in a run whose real clocks are virtual.
          var time = timeval(tv_sec: 0, tv_usec: 20)
          select(0, nil, nil, nil, &time)
        }
        // A clock may be virtual here and not move, so the rounds are bounded, too.
        return rounds < 64 && Pause.now() < end
      }
    #endif
  }
}

#if !hasFeature(Embedded)
  /// Whether the thread sanitizer watches the process.
  package let isWatchedByThreadSanitizer: Bool = {
    #if canImport(Darwin)
      dlsym(UnsafeMutableRawPointer(bitPattern: -2), "__tsan_init") != nil
    #else
      dlsym(nil, "__tsan_init") != nil
    #endif
  }()
#endif

/// Stops in the debugger. Without a debugger the process is terminated.
@usableFromInline package func stopInDebugger() { raise(SIGTRAP) }

extension RunHook {
  /// A pointer for each thread, nil at first. It is in a place of the thread, which is allocated once and freed at the
  /// end of the thread: a caller that changes it for a while looks the place up once.
  @usableFromInline package struct ThreadPointer: Sendable {
    package typealias Place = UnsafeMutablePointer<UnsafeMutableRawPointer?>
    private let key: pthread_key_t
    package init() {
      var key = pthread_key_t()
      precondition(pthread_key_create(&key, { free($0) }) == 0, "no thread-local storage left")
      self.key = key
    }
    @usableFromInline package var pointer: UnsafeMutableRawPointer? {
      get { known?.pointee }
      nonmutating set { place.pointee = newValue }
    }
    /// The place of the pointer of this thread. Only this thread may use it.
    package var place: Place { known ?? newPlace() }

    private var known: Place? { pthread_getspecific(key)?.assumingMemoryBound(to: UnsafeMutableRawPointer?.self) }
    @inline(never) private func newPlace() -> Place {
      let memory = malloc(MemoryLayout<UnsafeMutableRawPointer?>.stride)!
      pthread_setspecific(key, memory)
      let place = memory.bindMemory(to: UnsafeMutableRawPointer?.self, capacity: 1)
      place.initialize(to: nil)
      return place
    }
  }
}
