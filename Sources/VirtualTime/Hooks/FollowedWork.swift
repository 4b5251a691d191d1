#if canImport(Glibc) && (arch(x86_64) || arch(arm64))
  /// Work that the code of a run gives to a queue of Dispatch, and whose end is followed: it runs in a group of its
  /// own, which says when it is empty.
  final class FollowedWork: Sendable {
    private static var functions: DispatchFunctions? { .all }
    /// The queue that is told of the ends. It never waits for other work. 2: with a thread for each piece of work.
    nonisolated(unsafe) private static let notified = functions?.global(0, 2)

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
      functions.groupAsync(group, queue, block)
      follow(group, isOver)
      functions.release(group)
      return true
    }
    /// Calls a closure when a group is empty.
    static func follow(_ group: UnsafeMutableRawPointer?, _ isOver: @escaping @Sendable () -> Void) {
      guard let functions else { return isOver() }
      functions.notify(group, notified, FollowedWork(nil, nil, isOver).retained) {
        FollowedWork.taken($0).isOver()
      }
    }
    /// Gives a block to a queue at a real time of Dispatch.
    static func give(
      _ block: UnsafeMutableRawPointer?, to queue: UnsafeMutableRawPointer?, at when: UInt64,
      _ isOver: @escaping @Sendable () -> Void
    ) -> Bool {
      guard let functions, let work = kept(block, queue, isOver) else { return false }
      functions.after(when, notified, work.retained) { FollowedWork.taken($0).begin() }
      return true
    }
    /// Gives a block to a queue when a group is empty.
    static func give(
      _ block: UnsafeMutableRawPointer?, to queue: UnsafeMutableRawPointer?, after group: UnsafeMutableRawPointer?,
      _ isOver: @escaping @Sendable () -> Void
    ) -> Bool {
      guard let functions, let work = kept(block, queue, isOver) else { return false }
      functions.notify(group, notified, work.retained) { FollowedWork.taken($0).begin() }
      return true
    }
    private static func kept(
      _ block: UnsafeMutableRawPointer?, _ queue: UnsafeMutableRawPointer?, _ isOver: @escaping @Sendable () -> Void
    ) -> FollowedWork? {
      guard let functions else { return nil }
      functions.retain(queue)
      return FollowedWork(functions.copyBlock(block), queue, isOver)
    }
    private func begin() {
      if !Self.give(block, to: queue, isOver) { isOver() }
      Self.functions?.releaseBlock(block)
      Self.functions?.release(queue)
    }
  }
#endif
