import PipesCore

/// The notifications that the main thread of a run has enqueued.
final class MainNotifications: @unchecked Sendable {
  // Unchecked: only the thread of the run that has the baton uses the variables.
  /// The objects that Foundation keeps for the thread, by its keys.
  var kept: [UInt32: AnyObject] = [:]
  /// The observers of the main run loop, in the order in which they were added.
  var observers: [LoopObserver] = []
  /// The parts of the loop in which they are to be called.
  var waiting: Set<QueueWork.Part> = []
}

/// The observers of run loops by which `NotificationQueue` posts, on the main loop and on loops of threads.
///
/// Foundation adds one when a notification is enqueued: before the timers of a round for those that wait until the loop
/// is idle, and before it waits or ends for the others. Each posts all that there is.
final class LoopObserver {
  enum Activity: UInt {
    case beforeTimers = 2
    case beforeWaiting = 32
    case exit = 128
    fileprivate static let ofPosts: [UInt] = [2, 32 | 128]
  }
  private let object: UnsafeMutableRawPointer, activities: UInt
  private let post: (Activity) -> Void
  private var isCalled = false

  fileprivate init(_ object: UnsafeMutableRawPointer, _ activities: UInt, _ post: @escaping (Activity) -> Void) {
    self.object = object
    self.activities = activities
    self.post = post
  }
  func isObserver(_ observer: UnsafeMutableRawPointer?) -> Bool { object == observer }
  func isCalled(at activity: Activity) -> Bool { activities & activity.rawValue != 0 }
  /// Calls the observer, unless it is being called.
  func call(_ activity: Activity) {
    if isCalled { return }
    isCalled = true
    post(activity)
    isCalled = false
  }
}

#if canImport(Glibc) && (arch(x86_64) || arch(arm64))
  extension LoopObserver {
    private typealias Call = @convention(c) (Pointer?, Pointer?, UInt) -> Void
    /// Copies a block: an observer that was made with one keeps it by this function.
    private static let copyBlock = UInt(bitPattern: Host.symbol("_Block_copy"))
    /// An object of Core Foundation, which is retained.
    private final class KeptObject {
      let object: UnsafeMutableRawPointer
      init(_ object: UnsafeMutableRawPointer) {
        self.object = object
        _ = CoreFoundation.all?.retain(object)
      }
      deinit { CoreFoundation.all?.release(object) }
    }

    /// Returns an observer that posts; `nil` for another one.
    private static func ofPosts(_ observer: UnsafeMutableRawPointer?) -> LoopObserver? {
      guard let functions = CoreFoundation.all, let observer else { return nil }
      let context = functions.context(ofObserver: observer), activities = functions.activities(observer)
      guard context.retain != 0, context.retain == copyBlock, Activity.ofPosts.contains(activities),
        let block = KeptBlock(context.information)
      else { return nil }
      let kept = KeptObject(observer)
      return LoopObserver(observer, activities) { activity in
        block.block.load(fromByteOffset: 16, as: Call.self)(block.block, kept.object, activity.rawValue)
      }
    }
    /// Adds an observer to a run loop of a run. Returns false if the loop is real.
    static func add(
      _ observer: UnsafeMutableRawPointer?, to loop: UnsafeMutableRawPointer?, _ mode: UnsafeMutableRawPointer?
    ) -> Bool {
      let main = RunLoopTimer.run(of: loop), own = main == nil ? ThreadLoop.known(loop) : nil
      guard main != nil || own != nil, ThreadLoop.isDefault(mode, orCommon: true) else { return false }
      let known = main?.notifications.observers ?? own?.observers ?? []
      guard let new = known.first(where: { $0.isObserver(observer) }) ?? ofPosts(observer) else { return false }
      let isNew = !known.contains { $0 === new }
      guard let main else {
        if isNew { own?.add(new) }
        return true
      }
      let list = main.notifications, isFirst = new.isCalled(at: .beforeTimers)
      if isNew { list.observers.append(new) }
      let part = isFirst ? QueueWork.Part.beforeTimers : .beforeWaiting
      // It has been added for one of two modes, or for another notification.
      if !list.waiting.insert(part).inserted { return true }
      var isLeft = true
      let work = QueueWork(part) {
        isLeft = false
        list.waiting.remove(part)
        let activity = isFirst ? Activity.beforeTimers : .beforeWaiting
        for observer in list.observers where observer.isCalled(at: activity) { observer.call(activity) }
      } end: {
        if isLeft { list.waiting.remove(part) }
      }
      if let work { main.give(work) }
      return true
    }
    static func remove(_ observer: UnsafeMutableRawPointer?, from loop: UnsafeMutableRawPointer?) {
      RunOfThread.current?.notifications.observers.removeAll { $0.isObserver(observer) }
      ThreadLoop.known(loop)?.remove(observer: observer)
    }
  }
#endif
