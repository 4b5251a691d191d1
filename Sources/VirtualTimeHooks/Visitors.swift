import Pipes
import Synchronization

/// A wait in a run loop, while a run goes on.
package protocol LoopWaiter: AnyObject, Sendable {
  /// Stops the run loop.
  func stop()
}

/// A thread that the code of a run has started, and that runs in turns of the run.
package protocol Visitor: LoopWaiter {
  /// Runs the body of the thread, on that thread.
  func run(_ body: () -> Void)
  /// Waits in a run loop, on that thread. Returns whether the loop was stopped.
  func waits(atMost nanoseconds: Int64) -> Bool
  /// Called if the thread could not be started.
  func neverCame()
}

#if canImport(Glibc) && (arch(x86_64) || arch(arm64))
  /// The visitors, for the stand-ins.
  enum Visitors {
    private final class Holder {
      let visitor: any Visitor
      init(_ visitor: any Visitor) { self.visitor = visitor }
    }
    typealias Body = @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer?
    private final class Start {
      let body: Body, argument: UnsafeMutableRawPointer?, visitor: any Visitor
      init(_ body: @escaping Body, _ argument: UnsafeMutableRawPointer?, _ visitor: any Visitor) {
        (self.body, self.argument, self.visitor) = (body, argument, visitor)
      }
    }
    private static let key = Host.ThreadKey<Holder>()

    /// The visitor that this thread is.
    static var current: (any Visitor)? { key.value?.visitor }
    /// The argument of `enter` for the new thread of a visitor.
    static func start(_ body: @escaping Body, _ argument: UnsafeMutableRawPointer?, _ visitor: any Visitor)
      -> UnsafeMutableRawPointer
    {
      Unmanaged.passRetained(Start(body, argument, visitor)).toOpaque()
    }
    /// Called if the thread was not made.
    static func cancel(_ start: UnsafeMutableRawPointer) {
      Unmanaged<Start>.fromOpaque(start).takeRetainedValue().visitor.neverCame()
    }
    /// The function of the new thread.
    static func enter(_ start: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
      guard let start = start.map({ Unmanaged<Start>.fromOpaque($0).takeRetainedValue() }) else { return nil }
      let holder = Holder(start.visitor)
      key.value = holder
      var result: UnsafeMutableRawPointer?
      start.visitor.run { result = start.body(start.argument) }
      key.value = nil
      withExtendedLifetime(holder) {}
      return result
    }
  }

  /// A wait in a run loop on the thread of a run, inside of which the run goes on.
  final class OwnLoop: LoopWaiter {
    private let flag = Atomic<Bool>(false)
    var isStopped: Bool { flag.load(ordering: .relaxed) }
    func stop() { flag.store(true, ordering: .relaxed) }
  }

  /// The waits in run loops while a run goes on.
  enum LoopWaits {
    private typealias GetLoop = @convention(c) () -> UnsafeMutableRawPointer?
    private static let waiters = Guarded<[UInt: any LoopWaiter]>([:])

    /// Waits in the run loop of this thread. Returns what the run loop returns, or `nil` if the wait does.
    ///
    /// - Parameter look: Lets the loop do what is due, and returns at once.
    /// - Parameter wait: Waits for a stop of the loop. Returns whether it came, or `nil` if it cannot wait.
    static func wait(_ waiter: any LoopWaiter, _ look: () -> Int32, _ wait: () -> Bool?) -> Int32? {
      let loop = Host.symbol("CFRunLoopGetCurrent").map { UInt(bitPattern: unsafeBitCast($0, to: GetLoop.self)()) } ?? 0
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
    private static let stopped: Int32 = 2, timedOut: Int32 = 3, didHandle: Int32 = 4
    private static func isOver(_ code: Int32) -> Bool { code == stopped || code == didHandle }
  }
#endif
