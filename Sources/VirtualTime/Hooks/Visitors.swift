import PipesCore
import Synchronization

/// A thread that the code of a run has started, and that is one of its threads.
protocol Visitor: AnyObject, Sendable {
  /// Waits for the first turn. Called on the thread, before its body.
  func begin()
  /// Ends the last turn. Called on the thread, when the values that it keeps are released.
  func end()
  /// Leaves the run before the end: from now on the thread is one of real time. Called on the thread.
  func leave()
  /// Whether it has ended, or left.
  var isOver: Bool { get }
  /// Called if the thread could not be started.
  func neverCame()
}

#if canImport(Glibc) && (arch(x86_64) || arch(arm64))
  import Glibc

  /// The visitors, for the stand-ins.
  ///
  /// A thread ends when its body returns or when it calls `pthread_exit`, which skips what is on its stack. In both
  /// cases the system releases the values of its keys, so a key of this type ends its last turn.
  enum Visitors {
    typealias Body = @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer?
    private final class Start {
      let body: Body, argument: UnsafeMutableRawPointer?, visitor: any Visitor
      /// Whether the values of other keys have been released.
      var isLast = false
      init(_ body: @escaping Body, _ argument: UnsafeMutableRawPointer?, _ visitor: any Visitor) {
        self.body = body
        self.argument = argument
        self.visitor = visitor
      }
    }
    private struct Known {
      weak var visitor: (any Visitor)?
    }
    private static let key: pthread_key_t = {
      var key = pthread_key_t()
      precondition(pthread_key_create(&key, { end($0) }) == 0, "no thread-local storage left")
      return key
    }()
    private static let known = Guarded<[pthread_t: Known]>([:])

    /// The visitor that this thread is, if it has not left.
    static var current: (any Visitor)? {
      guard let start = pthread_getspecific(key) else { return nil }
      let visitor = Unmanaged<Start>.fromOpaque(start).takeUnretainedValue().visitor
      return visitor.isOver ? nil : visitor
    }
    /// The visitor that a thread is; `nil` for another thread, and at its end.
    static func visitor(_ thread: pthread_t) -> (any Visitor)? {
      known.with { $0.isEmpty ? nil : $0[thread]?.visitor }.flatMap { $0.isOver ? nil : $0 }
    }
    /// The argument of `enter`, which is the function of the new thread of a visitor.
    static func start(_ body: @escaping Body, _ argument: UnsafeMutableRawPointer?, _ visitor: any Visitor)
      -> UnsafeMutableRawPointer
    {
      Unmanaged.passRetained(Start(body, argument, visitor)).toOpaque()
    }
    /// Called if the thread was not made.
    static func cancel(_ start: UnsafeMutableRawPointer) {
      Unmanaged<Start>.fromOpaque(start).takeRetainedValue().visitor.neverCame()
    }
    /// Called when the thread was made, which waits for its first turn.
    static func add(_ visitor: any Visitor, _ thread: UnsafeMutableRawPointer?) {
      guard let thread = thread?.load(as: pthread_t.self) else { return }
      known.with { known in
        known = known.filter { $0.value.visitor != nil }
        known[thread] = Known(visitor: visitor)
      }
    }
    static func enter(_ start: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
      guard let start else { return nil }
      pthread_setspecific(key, start)
      // Its waits are functions of the system that end a thread which is cancelled, with what they hold.
      pthread_setcancelstate(CInt(PTHREAD_CANCEL_DISABLE), nil)
      let (body, argument) = begin(start)
      return body(argument)
    }
    private static func begin(_ start: UnsafeMutableRawPointer) -> (Body, UnsafeMutableRawPointer?) {
      let start = Unmanaged<Start>.fromOpaque(start).takeUnretainedValue()
      start.visitor.begin()
      return (start.body, start.argument)
    }
    private static func end(_ pointer: UnsafeMutableRawPointer?) {
      guard let pointer else { return }
      let start = Unmanaged<Start>.fromOpaque(pointer)
      if !start.takeUnretainedValue().isLast {
        start.takeUnretainedValue().isLast = true
        pthread_setspecific(key, pointer)  // for a second round
      } else {
        ThreadLoop.end(of: start.takeUnretainedValue().visitor)
        start.takeUnretainedValue().visitor.end()
        start.release()
      }
    }
  }

  /// A wait in a run loop on a thread of a run, inside of which the run goes on.
  final class OwnLoop: Sendable {
    private let flag = Atomic<Bool>(false)
    var isStopped: Bool { flag.load(ordering: .relaxed) }
    func stop() { flag.store(true, ordering: .relaxed) }
  }

  /// The waits in run loops while a run goes on.
  enum LoopWaits {
    private static let waiters = Guarded<[UInt: OwnLoop]>([:])

    /// Waits in the run loop of this thread. Returns what the run loop returns, or `nil` if the wait does.
    ///
    /// - Parameter look: Lets the loop do what is due, and returns at once.
    /// - Parameter wait: Waits for a stop of the loop. Returns whether it came, or `nil` if it cannot wait.
    static func wait(_ waiter: OwnLoop, _ look: () -> Int32, _ wait: () -> Bool?) -> Int32? {
      let loop = UInt(bitPattern: CoreFoundation.all?.currentLoop())
      let outer = waiters.with { $0.updateValue(waiter, forKey: loop) }
      defer { waiters.with { $0[loop] = outer } }
      let code = look()
      if isOver(code) { return code }
      guard let isStopped = wait() else { return nil }
      if isStopped { return stopped }
      let last = look()
      return isOver(last) ? last : timedOut
    }
    static func stop(_ loop: UnsafeMutableRawPointer?) {
      waiters.with { $0.isEmpty ? nil : $0[UInt(bitPattern: loop)] }?.stop()
    }
    static let finished: Int32 = 1, stopped: Int32 = 2, timedOut: Int32 = 3
    private static let didHandle: Int32 = 4
    private static func isOver(_ code: Int32) -> Bool { code == stopped || code == didHandle }
  }
#endif
