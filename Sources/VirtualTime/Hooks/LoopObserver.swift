#if canImport(Glibc) && (arch(x86_64) || arch(arm64))
  import Pipes

  /// The observers of run loops by which `NotificationQueue` posts, on the main loop and on loops of threads.
  ///
  /// Foundation adds one when a notification is enqueued: before the timers of a round for those that wait until the loop
  /// is idle, and before it waits or ends for the others. Each posts all that there is.
  final class LoopObserver {
    enum Activity: UInt {
      case beforeTimers = 2
      case beforeWaiting = 32
      case exit = 128
      fileprivate static let all: UInt = 2 | 32 | 128
    }
    private typealias OfObject = @convention(c) (UnsafeMutableRawPointer?) -> Void
    private typealias Retain = @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer?
    private typealias GetActivities = @convention(c) (UnsafeMutableRawPointer?) -> UInt
    private typealias GetContext = @convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> Void
    private typealias Call = @convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?, UInt) -> Void
    private struct Functions {
      let retain: Retain, release: OfObject, activities: GetActivities, context: GetContext
      /// Copies a block: an observer that was made with one keeps it by this function.
      let copy: UInt
      init?() {
        func function<Signature>(_ name: String, _: Signature.Type) -> Signature? {
          Host.symbol(name).map { unsafeBitCast($0, to: Signature.self) }
        }
        guard let retain = function("CFRetain", Retain.self), let release = function("CFRelease", OfObject.self),
          let activities = function("CFRunLoopObserverGetActivities", GetActivities.self),
          let context = function("CFRunLoopObserverGetContext", GetContext.self), let copy = Host.symbol("_Block_copy")
        else { return nil }
        self.retain = retain
        self.release = release
        self.activities = activities
        self.context = context
        self.copy = UInt(bitPattern: copy)
      }
    }
    private static let functions = Functions()

    private let object: UnsafeMutableRawPointer, block: UnsafeMutableRawPointer
    private let activities: UInt

    /// Retains an observer.
    private init?(_ observer: UnsafeMutableRawPointer?) {
      guard let functions = Self.functions, let observer else { return nil }
      // A version, the information, and three functions.
      var context = (0, UnsafeMutableRawPointer?.none, UInt(0), UInt(0), UInt(0))
      functions.context(observer, &context)
      let activities = functions.activities(observer)
      guard let block = context.1, context.2 == functions.copy, activities & ~Activity.all == 0 else { return nil }
      (object, self.block, self.activities) = (observer, block, activities)
      _ = functions.retain(observer)
    }
    deinit { Self.functions?.release(object) }
    func isObserver(_ observer: UnsafeMutableRawPointer?) -> Bool { object == observer }
    func isCalled(at activity: Activity) -> Bool { activities & activity.rawValue != 0 }
    func call(_ activity: Activity) {
      block.load(fromByteOffset: 16, as: Call.self)(block, object, activity.rawValue)
    }

    /// The observers of the main run loop that are to be called in its round.
    private static let waiting = Guarded<Set<UInt>>([])
    /// Adds an observer to a run loop of a run. Returns false if the loop is real.
    static func add(
      _ observer: UnsafeMutableRawPointer?, to loop: UnsafeMutableRawPointer?, _ mode: UnsafeMutableRawPointer?
    ) -> Bool {
      let main = RunLoopTimer.run(of: loop), own = main == nil ? ThreadLoop.known(loop) : nil
      guard main != nil || own != nil, ThreadLoop.isDefault(mode, orCommon: true) else { return false }
      if own?.hasObserver(observer) == true { return true }
      guard let new = LoopObserver(observer) else { return false }
      guard let main else {
        own?.add(new)
        return true
      }
      let isFirst = new.isCalled(at: .beforeTimers), key = UInt(bitPattern: observer)
      // It has been added for one of two modes, or by another notification.
      guard waiting.with({ $0.insert(key).inserted }) else { return true }
      var isLeft = true
      func ends() -> Bool {
        defer { isLeft = false }
        return isLeft && waiting.with { $0.remove(key) != nil }
      }
      let work = QueueWork(isFirst ? .beforeTimers : .beforeWaiting) {
        if ends() { new.call(isFirst ? .beforeTimers : .beforeWaiting) }
      } end: {
        _ = ends()
      }
      if let work { main.give(work) }
      return true
    }
    static func remove(_ observer: UnsafeMutableRawPointer?, from loop: UnsafeMutableRawPointer?) {
      if RunOfThread.current == nil { return }
      waiting.with { _ = $0.remove(UInt(bitPattern: observer)) }
      ThreadLoop.known(loop)?.remove(observer: observer)
    }
  }
#endif
