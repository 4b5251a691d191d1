import PipesCore

/// Work that the code of a run has given to a queue of Dispatch. It runs once, or is released without.
///
/// Only the thread of the run uses it.
final class QueueWork: @unchecked Sendable {
  /// The queue, which the work retains.
  let queue: UnsafeMutableRawPointer
  /// Whether nothing else runs on its queue meanwhile.
  var isBarrier: Bool
  /// The last queue that hands it on, or what stands for a part of the main run loop. Set when its queue has received it.
  var line: UnsafeMutableRawPointer
  /// The queues in whose order it stands: its own one first.
  var path: [UnsafeMutableRawPointer] = []
  /// The queues of the path on which it comes before all work that did not come by the same inner queue.
  var early: [UnsafeMutableRawPointer] = []
  /// The instant at which the code has given it to its queue.
  var given: Int64?
  /// The instant for which it waits, by a clock.
  var due = Int64.min, clock = RunClock.continuous
  /// Whether it is a job of the main actor.
  let isJob: Bool
  var isSpecial: Bool { isBarrier || path.count > 1 || part != .queue }
  /// The parts of the main run loop. Each but the main queue has a line of its own, by an address that is no queue's.
  enum Part: Int {
    case queue, timers, blocks
    /// The observers before the timers of a round, and before the loop waits.
    case beforeTimers, beforeWaiting
    nonisolated(unsafe) private static let lines = UnsafeMutableRawPointer.allocate(byteCount: 5, alignment: 8)
    var line: UnsafeMutableRawPointer { Self.lines + rawValue }
    init?(_ line: UnsafeMutableRawPointer) {
      if line < Self.lines { return nil }
      self.init(rawValue: line - Self.lines)
    }
  }
  var part: Part { path.first.flatMap(Part.init) ?? .queue }
  /// Whether it is a timer of the main run loop whose date has come: the loop runs all of them in one turn.
  var isDueTimer: Bool { part == .timers && given == nil }
  /// The block that it runs, if it was given as one.
  private(set) var block: UnsafeMutableRawPointer?
  /// Its place in the order in which queues received work.
  var number = 0
  /// Takes the work back from its run, on the thread of the run; `nil` once its queue has received it.
  var withdraw: (() -> Void)?
  /// Gives its turn to the thread that waits for the queue; `nil` for work that the run does by itself.
  var giveTurn: (() -> Void)?
  /// The inner queues that this thread has while it waits for the next one.
  var taken: [UnsafeMutableRawPointer] = []
  private var action: (() -> Void)?
  /// Called when the work has run or is released.
  private var end: (() -> Void)?

  init(
    _ queue: UnsafeMutableRawPointer, isBarrier: Bool = false, isJob: Bool = false, _ action: @escaping () -> Void,
    end: @escaping () -> Void = {}
  ) {
    self.queue = queue
    self.isBarrier = isBarrier
    self.isJob = isJob
    line = queue
    self.action = action
    self.end = end
  }
  deinit { end?() }
  func run() { action.take()?() }
  /// The work has run.
  func finish() { end.take()?() }
}

#if canImport(Glibc) && (arch(x86_64) || arch(arm64))
  /// The functions of Dispatch that work in a run needs, as they are without hooks.
  struct DispatchFunctions: Sendable {
    let retain, release, enter, leave, suspend, resume, activate, releaseBlock: OfPointer
    let copyBlock, makeInactive: @convention(c) (Pointer?) -> Pointer?
    let makeGroup: @convention(c) () -> Pointer?, waitForGroup: @convention(c) (Pointer?, UInt64) -> Int
    let sync, barrierSync: @convention(c) (Pointer?, Pointer?, OfPointer) -> Void
    let label: @convention(c) (Pointer?) -> UnsafePointer<CChar>?
    let makeQueue: @convention(c) (UnsafePointer<CChar>?, Pointer?, Pointer?) -> Pointer?
    let global: @convention(c) (Int, UInt) -> Pointer?
    let groupAsync: OfThreePointers, notify: @convention(c) (Pointer?, Pointer?, Pointer?, OfPointer) -> Void
    let after: @convention(c) (UInt64, Pointer?, Pointer?, OfPointer) -> Void

    /// `nil` in a program without Dispatch.
    static let all = try? DispatchFunctions()
    private init() throws(Host.MissingFunction) {
      retain = try Host.needed("dispatch_retain")
      release = try Host.needed("dispatch_release")
      enter = try Host.needed("dispatch_group_enter")
      leave = try Host.needed("dispatch_group_leave")
      suspend = try Host.needed("dispatch_suspend")
      resume = try Host.needed("dispatch_resume")
      activate = try Host.needed("dispatch_activate")
      releaseBlock = try Host.needed("_Block_release")
      copyBlock = try Host.needed("_Block_copy")
      makeInactive = try Host.needed("dispatch_queue_attr_make_initially_inactive")
      makeGroup = try Host.needed("dispatch_group_create")
      waitForGroup = try Host.needed("dispatch_group_wait")
      sync = try Host.needed("dispatch_sync_f")
      barrierSync = try Host.needed("dispatch_barrier_sync_f")
      label = try Host.needed("dispatch_queue_get_label")
      let create = "dispatch_queue_create_with_target"
      makeQueue = try Host.needed(Host.symbol("\(create)$V2") == nil ? create : "\(create)$V2")
      global = try Host.needed("dispatch_get_global_queue")
      groupAsync = try Host.needed("dispatch_group_async")
      notify = try Host.needed("dispatch_group_notify_f")
      after = try Host.needed("dispatch_after_f")
    }
  }

  /// A block, which is retained. To release the object may run code of the user.
  final class KeptBlock: @unchecked Sendable {
    // Unchecked: the pointer never changes.
    let block: UnsafeMutableRawPointer
    init?(_ block: UnsafeMutableRawPointer?) {
      guard let block, let copy = DispatchFunctions.all?.copyBlock(block) else { return nil }
      self.block = copy
    }
    deinit { DispatchFunctions.all?.releaseBlock(block) }
    func call() { block.load(fromByteOffset: 16, as: OfPointer.self)(block) }
  }

  extension QueueWork {
    /// A block that is given to a queue.
    ///
    /// - Parameter group: The group that the block is in until it has run, or for which it waits.
    /// - Parameter enters: Whether it is in the group.
    convenience init?(
      block: UnsafeMutableRawPointer?, _ queue: UnsafeMutableRawPointer?, isBarrier: Bool = false,
      group: UnsafeMutableRawPointer? = nil, enters: Bool = false
    ) {
      guard let block = KeptBlock(block) else { return nil }
      let isBarrier = isBarrier || WorkItems.isBarrier(block.block)
      self.init(on: queue, isBarrier: isBarrier, group: group, enters: enters, block.call)
      self.block = block.block
    }
    /// An action that is given to a queue.
    convenience init?(
      on queue: UnsafeMutableRawPointer?, isBarrier: Bool = false, group: UnsafeMutableRawPointer? = nil,
      enters: Bool = false, _ action: @escaping () -> Void
    ) {
      guard let dispatch = DispatchFunctions.all, let queue else { return nil }
      dispatch.retain(queue)
      if let group {
        dispatch.retain(group)
        if enters { dispatch.enter(group) }
      }
      self.init(queue, isBarrier: isBarrier, action) {
        if let group {
          if enters { dispatch.leave(group) }
          dispatch.release(group)
        }
        dispatch.release(queue)
      }
    }
    /// An action of a part of the main run loop.
    convenience init?(_ part: Part, _ action: @escaping () -> Void, end: @escaping () -> Void = {}) {
      guard let mainQueue else { return nil }
      self.init(mainQueue, action, end: end)
      line = part.line
    }
  }

  /// The places of facts in the object of a queue, which no function of Dispatch returns. They are found with queues
  /// whose facts are known. If one of them is not found, queues stay real.
  struct QueueLayout: Sendable {
    private let target, state, width: Int
    static let current = QueueLayout()

    private init?() {
      guard let dispatch = DispatchFunctions.all, let concurrent = Host.symbol("_dispatch_queue_attr_concurrent"),
        let main = Host.symbol("_dispatch_main_q"), let global = dispatch.global(0, 0),
        let first = dispatch.makeQueue(nil, nil, nil), let second = dispatch.makeQueue(nil, nil, first),
        let wide = dispatch.makeQueue(nil, concurrent, nil),
        let inactive = dispatch.makeQueue(nil, dispatch.makeInactive(nil), nil)
      else { return nil }
      func word(_ queue: UnsafeMutableRawPointer, _ place: Int) -> UInt64 {
        queue.load(fromByteOffset: place, as: UInt64.self)
      }
      let places = Array(stride(from: 16, to: 120, by: 8))
      func isOff(_ queue: UnsafeMutableRawPointer, _ place: Int) -> Bool { word(queue, place) >> 55 != 0 }
      let target = places.first {
        word(second, $0) == UInt64(UInt(bitPattern: first)) && word(first, $0) != UInt64(UInt(bitPattern: first))
      }
      var states = places.filter { !isOff(first, $0) && !isOff(wide, $0) && !isOff(main, $0) && isOff(inactive, $0) }
      dispatch.suspend(first)
      states.removeAll { !isOff(first, $0) }
      dispatch.resume(first)
      dispatch.activate(inactive)
      states.removeAll { isOff(first, $0) || isOff(inactive, $0) }
      func width(_ queue: UnsafeMutableRawPointer, _ place: Int) -> UInt16 {
        queue.load(fromByteOffset: place, as: UInt16.self)
      }
      let widths = stride(from: 16, to: 120, by: 2).filter { place in
        [first, second, inactive, main].allSatisfy { width($0, place) == 1 }
          && [wide, global].allSatisfy { width($0, place) > 2 }
      }
      for queue in [second, first, wide, inactive] { dispatch.release(queue) }
      guard let target, let state = states.first, let width = widths.first else { return nil }
      self.target = target
      self.state = state
      self.width = width
    }

    /// Whether a queue runs one piece of work at a time.
    func isSerial(_ queue: UnsafeMutableRawPointer) -> Bool {
      queue.load(fromByteOffset: width, as: UInt16.self) == 1
    }
    /// Whether a queue is suspended, or not active yet.
    func isOff(_ queue: UnsafeMutableRawPointer) -> Bool {
      queue.load(fromByteOffset: state, as: UInt64.self) >> 55 != 0
    }
    /// A queue and the queues on which it runs its work.
    func chain(_ queue: UnsafeMutableRawPointer) -> [UnsafeMutableRawPointer] {
      var chain = [queue]
      while chain.count < 16, let next = chain.last?.load(fromByteOffset: target, as: UnsafeMutableRawPointer?.self) {
        chain.append(next)
      }
      return chain
    }
  }
  extension UnsafeMutableRawPointer {
    var isMainQueue: Bool { self == mainQueue }
    /// The name of a queue in reports.
    var queueName: String {
      if isMainQueue { return "DispatchQueue.main" }
      return "the queue '\(DispatchFunctions.all?.label(self).map { String(cString: $0) } ?? "")'"
    }
    /// Runs a closure on a queue, and waits for it.
    func sync(isBarrier: Bool, _ body: () -> Void) {
      guard let dispatch = DispatchFunctions.all else { return body() }
      withoutActuallyEscaping(body) { body in
        final class Box {
          let body: () -> Void
          init(_ body: @escaping () -> Void) { self.body = body }
        }
        let box = Box(body)
        (isBarrier ? dispatch.barrierSync : dispatch.sync)(self, Unmanaged.passUnretained(box).toOpaque()) {
          Unmanaged<Box>.fromOpaque($0!).takeUnretainedValue().body()
        }
        withExtendedLifetime(box) {}
      }
    }
    /// Whether a group of Dispatch has no members.
    var isEmptyGroup: Bool { DispatchFunctions.all?.waitForGroup(self, 0) == 0 }
  }
#endif
