// Threads, waiting in real time, and looking up symbols.

import PipesCore

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

/// Functions of the operating system: threads, thread-local storage and symbols.
@usableFromInline package enum Host {
  /// Runs the body on a thread of its own, which ends with it.
  package static func startThread(_ body: @escaping @Sendable () -> Void) {
    guard let thread = makeThread(body) else { preconditionFailure("the system has no thread left for virtual time") }
    pthread_detach(thread)
  }
  /// Runs the body on a thread of its own, which somebody joins; `nil` if the system has no more threads.
  package static func makeThread(_ body: @escaping @Sendable () -> Void) -> pthread_t? {
    final class Body: Sendable {
      let run: @Sendable () -> Void
      init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setstacksize(&attributes, 8 << 20)
    #if canImport(Darwin) || canImport(Musl)  // where a thread is a pointer
      var thread: pthread_t?
    #else
      var thread = pthread_t()
    #endif
    let argument = Unmanaged.passRetained(Body(body))
    // The thread is not one of the run that may be active on this thread.
    let failure = RunOfThread.withoutRun {
      pthread_create(
        &thread, &attributes,
        { argument in
          #if canImport(Darwin)
            Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run()
          #else
            Unmanaged<Body>.fromOpaque(argument!).takeRetainedValue().run()
          #endif
          return nil
        }, argument.toOpaque())
    }
    if failure == 0 { return thread }
    argument.release()
    return nil
  }

  /// Makes the object of Foundation for this thread, if the program has Foundation. It is made once: while code of the
  /// main queue runs on the thread, it would be the object of the main thread for good.
  static func nameThread() {
    typealias Current = @convention(thin) () -> AnyObject
    if let current { _ = unsafeBitCast(current, to: Current.self)() }
  }
  private nonisolated(unsafe) static let current = symbol("$s10Foundation6ThreadC7currentACvgZ")

  /// A symbol of the running program or its libraries.
  static func symbol(_ name: String) -> UnsafeMutableRawPointer? {
    #if canImport(Darwin)
      dlsym(UnsafeMutableRawPointer(bitPattern: -2), name)
    #else
      dlsym(nil, name)
    #endif
  }

  /// A function of the running program or its libraries; `nil` if they have none of that name.
  static func function<Function>(_ name: String, _: Function.Type = Function.self) -> Function? {
    symbol(name).map { unsafeBitCast($0, to: Function.self) }
  }
  struct MissingFunction: Error {}
  /// A function without which a table of functions is of no use.
  static func needed<Function>(_ name: String) throws(MissingFunction) -> Function {
    guard let function = function(name, Function.self) else { throw MissingFunction() }
    return function
  }

  /// The time of a real clock, in nanoseconds, also on the thread of a run whose clocks are virtual.
  static func realNanoseconds(_ id: clockid_t = CLOCK_MONOTONIC) -> Int64 {
    #if canImport(Glibc) && (arch(x86_64) || arch(arm64))
      JumpSlots.realNanoseconds(id)
    #else
      var time = timespec()
      clock_gettime(id, &time)
      return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    #endif
  }

  /// An object for each thread. The thread does not keep it alive.
  @usableFromInline struct ThreadKey<Object: AnyObject>: Sendable {
    @usableFromInline let slot = RunHook.ThreadPointer()
    init() {}
    // Inlinable: each job of a run asks for the run of its thread, and generic code of another module is not
    // specialized.
    @inlinable var value: Object? {
      get {
        guard let place = slot.pointer else { return nil }
        return Unmanaged<Object>.fromOpaque(place).takeUnretainedValue()
      }
      nonmutating set { slot.pointer = newValue.map { Unmanaged.passUnretained($0).toOpaque() } }
    }
  }
}
