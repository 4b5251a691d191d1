#if canImport(Glibc) && (arch(x86_64) || arch(arm64))
  /// Work that the code of a run gives to a queue of Dispatch, and whose end is followed: it runs in a group of its
  /// own, which says when it is empty.
  final class FollowedWork: Sendable {
    private typealias Make = @convention(c) () -> UnsafeMutableRawPointer?
    private typealias Keep = @convention(c) (UnsafeMutableRawPointer?) -> Void
    private typealias Copy = @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer?
    private typealias InGroup =
      @convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> Void
    private typealias Call = @convention(c) (UnsafeMutableRawPointer?) -> Void
    private typealias Notify =
      @convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?, UnsafeMutableRawPointer?, Call) -> Void
    private typealias After = @convention(c) (UInt64, UnsafeMutableRawPointer?, UnsafeMutableRawPointer?, Call) -> Void
    private typealias Global = @convention(c) (Int, UInt) -> UnsafeMutableRawPointer?

    /// The functions of Dispatch themselves; `nil` in a program without it.
    private struct Functions {
      let makeGroup: Make, keep: Keep, release: Keep, copyBlock: Copy, releaseBlock: Keep
      let async: InGroup, notify: Notify, after: After
      /// The queue that is told of the ends. It never waits for other work.
      nonisolated(unsafe) let queue: UnsafeMutableRawPointer?

      init?() {
        func function<Signature>(_ name: String, _: Signature.Type) -> Signature? {
          Host.symbol(name).map { unsafeBitCast($0, to: Signature.self) }
        }
        guard let makeGroup = function("dispatch_group_create", Make.self),
          let keep = function("dispatch_retain", Keep.self),
          let release = function("dispatch_release", Keep.self), let copyBlock = function("_Block_copy", Copy.self),
          let releaseBlock = function("_Block_release", Keep.self),
          let async = function("dispatch_group_async", InGroup.self),
          let notify = function("dispatch_group_notify_f", Notify.self),
          let after = function("dispatch_after_f", After.self),
          let global = function("dispatch_get_global_queue", Global.self)
        else { return nil }
        self.makeGroup = makeGroup
        self.keep = keep
        self.release = release
        self.copyBlock = copyBlock
        self.releaseBlock = releaseBlock
        self.async = async
        self.notify = notify
        self.after = after
        queue = global(0, 2)  // 2: with a thread for each piece of work
      }
    }
    private static let functions = Functions()

    private let isOver: @Sendable () -> Void
    nonisolated(unsafe) private let queue, block: UnsafeMutableRawPointer?
    private init(
      _ block: UnsafeMutableRawPointer?, _ queue: UnsafeMutableRawPointer?, _ isOver: @escaping @Sendable () -> Void
    ) {
      self.block = block
      self.queue = queue
      self.isOver = isOver
    }
    private var retained: UnsafeMutableRawPointer { Unmanaged.passRetained(self).toOpaque() }
    private static func taken(_ pointer: UnsafeMutableRawPointer?) -> FollowedWork {
      Unmanaged<FollowedWork>.fromOpaque(pointer!).takeRetainedValue()
    }

    /// Gives a block to a queue. Returns false if that is impossible.
    static func give(
      _ block: UnsafeMutableRawPointer?, to queue: UnsafeMutableRawPointer?, _ isOver: @escaping @Sendable () -> Void
    )
      -> Bool
    {
      guard let functions, let group = functions.makeGroup() else { return false }
      functions.async(group, queue, block)
      follow(group, isOver)
      functions.release(group)
      return true
    }
    /// Calls a closure when a group is empty.
    static func follow(_ group: UnsafeMutableRawPointer?, _ isOver: @escaping @Sendable () -> Void) {
      guard let functions else { return isOver() }
      functions.notify(group, functions.queue, FollowedWork(nil, nil, isOver).retained) {
        FollowedWork.taken($0).isOver()
      }
    }
    /// Gives a block to a queue at a real time of Dispatch.
    static func give(
      _ block: UnsafeMutableRawPointer?, to queue: UnsafeMutableRawPointer?, at when: UInt64,
      _ isOver: @escaping @Sendable () -> Void
    ) -> Bool {
      guard let functions, let work = kept(block, queue, isOver) else { return false }
      functions.after(when, functions.queue, work.retained) { FollowedWork.taken($0).begin() }
      return true
    }
    /// Gives a block to a queue when a group is empty.
    static func give(
      _ block: UnsafeMutableRawPointer?, to queue: UnsafeMutableRawPointer?, after group: UnsafeMutableRawPointer?,
      _ isOver: @escaping @Sendable () -> Void
    ) -> Bool {
      guard let functions, let work = kept(block, queue, isOver) else { return false }
      functions.notify(group, functions.queue, work.retained) { FollowedWork.taken($0).begin() }
      return true
    }
    private static func kept(
      _ block: UnsafeMutableRawPointer?, _ queue: UnsafeMutableRawPointer?, _ isOver: @escaping @Sendable () -> Void
    ) -> FollowedWork? {
      guard let functions else { return nil }
      functions.keep(queue)
      return FollowedWork(functions.copyBlock(block), queue, isOver)
    }
    private func begin() {
      if !Self.give(block, to: queue, isOver) { isOver() }
      Self.functions?.releaseBlock(block)
      Self.functions?.release(queue)
    }
  }
#endif
