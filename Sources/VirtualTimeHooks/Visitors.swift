import Pipes

/// A thread that the code of a run has started, and that runs in turns of the run.
package protocol Visitor: AnyObject, Sendable {
  /// Runs the body of the thread, on that thread.
  func run(_ body: () -> Void)
  /// Waits in a run loop, on that thread. Returns whether the loop was stopped.
  func waits(atMost nanoseconds: Int64) -> Bool
  /// Stops the run loop of the thread.
  func stop()
  /// Called if the thread could not be started.
  func neverCame()
}

#if canImport(Glibc) && (arch(x86_64) || arch(arm64))
  /// The visitors, for the stand-ins.
  enum Visitors {
    private typealias GetLoop = @convention(c) () -> UnsafeMutableRawPointer?
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
    /// The visitors that have a run loop, by its address.
    private static let loops = Guarded<[UInt: any Visitor]>([:])

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
      forget(start.visitor)
      key.value = nil
      withExtendedLifetime(holder) {}
      return result
    }
    private static func forget(_ visitor: any Visitor) {
      loops.with { loops in
        for (loop, other) in loops where other === visitor { loops[loop] = nil }
      }
    }
    /// Waits in the run loop of this thread, which is the one of a visitor. Returns what the run loop returns.
    ///
    /// - Parameter look: Lets the loop do what is due, and returns at once.
    static func waits(_ visitor: any Visitor, atMost nanoseconds: Int64, _ look: () -> Int32) -> Int32 {
      let loop = Host.symbol("CFRunLoopGetCurrent").map { unsafeBitCast($0, to: GetLoop.self)() } ?? nil
      loops.with { $0[UInt(bitPattern: loop)] = visitor }
      // Stopped, or something was handled.
      let code = look()
      if code == 2 || code == 4 { return code }
      if visitor.waits(atMost: max(0, nanoseconds)) { return 2 }
      let last = look()
      return last == 2 || last == 4 ? last : 3
    }
    static func stop(_ loop: UnsafeMutableRawPointer?) {
      loops.with { $0.isEmpty ? nil : $0[UInt(bitPattern: loop)] }?.stop()
    }
  }
#endif
