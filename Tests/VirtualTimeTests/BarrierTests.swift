#if canImport(Glibc)
  import Foundation
  import Pipes
  import Testing
  import VirtualTime

  /// A barrier waits for all work that its concurrent queue has received, however the code gives it.
  @Suite(.enabled(if: callsAreVirtual)) struct BarrierTests {
    enum Form: String, CaseIterable {
      case flags, severalFlags, quality, item, group, groupItem, delayed, delayedItem, notice, noticeOfItem
      case sync, syncItem

      func give(to queue: DispatchQueue, _ write: @escaping @Sendable () -> Void) {
        let item = DispatchWorkItem(flags: .barrier) { write() }, soon = DispatchTime.now() + 0.5
        switch self {
        case .flags: queue.async(flags: .barrier) { write() }
        case .severalFlags: queue.async(flags: [.barrier, .inheritQoS]) { write() }
        case .quality: queue.async(qos: .utility, flags: .barrier) { write() }
        case .item: queue.async(execute: item)
        case .group: queue.async(group: DispatchGroup(), flags: .barrier) { write() }
        case .groupItem: queue.async(group: DispatchGroup(), execute: item)
        case .delayed: queue.asyncAfter(deadline: soon, flags: .barrier) { write() }
        case .delayedItem: queue.asyncAfter(deadline: soon, execute: item)
        case .notice: DispatchGroup().notify(flags: .barrier, queue: queue) { write() }
        case .noticeOfItem:
          let first = DispatchWorkItem {}
          first.notify(flags: .barrier, queue: queue) { write() }
          first.perform()
        case .sync: queue.sync(flags: .barrier) { write() }
        case .syncItem: queue.sync(execute: item)
        }
      }
    }

    static func log(_ give: @escaping @Sendable (DispatchQueue, @escaping @Sendable () -> Void) -> Void) async throws
      -> [String]
    {
      let log = Guarded<[String]>([])
      try await withVirtualTime { _ in
        let queue = DispatchQueue(label: "store", attributes: .concurrent)
        queue.async {
          Thread.sleep(forTimeInterval: 1)
          log.with { $0.append("read") }
        }
        give(queue) { log.with { $0.append("write") } }
        try await Task.sleep(for: .seconds(2))
      }
      return log.with { $0 }
    }

    @Test(arguments: Form.allCases) func eachForm(_ form: Form) async throws {
      #expect(try await Self.log { form.give(to: $0, $1) } == ["read", "write"])
    }
    /// Without the flag the same work does not wait.
    @Test func anItemWithoutFlags() async throws {
      #expect(try await Self.log { $0.async(execute: DispatchWorkItem(block: $1)) } == ["write", "read"])
    }

    /// Readers share a lock, also when a writer waits: so does the C library's.
    @Test func readersShareALock() async throws {
      nonisolated(unsafe) let lock = UnsafeMutablePointer<pthread_rwlock_t>.allocate(capacity: 1)
      pthread_rwlock_init(lock, nil)
      defer { lock.deallocate() }
      let log = Guarded<[String]>([])
      try await withVirtualTime { clock in
        func start(_ name: String, at second: Double, _ take: @escaping @Sendable () -> Void) {
          DispatchQueue.global().asyncAfter(deadline: .now() + second) {
            take()
            Thread.sleep(forTimeInterval: 3)
            log.with { $0.append("\(name) \(clock.now.nanoseconds / 1_000_000_000)") }
            pthread_rwlock_unlock(lock)
          }
        }
        start("first", at: 0) { pthread_rwlock_rdlock(lock) }
        start("writer", at: 1) { pthread_rwlock_wrlock(lock) }
        start("second", at: 2) { pthread_rwlock_rdlock(lock) }
        try await Task.sleep(for: .seconds(10))
      }
      #expect(log.with { $0 } == ["first 3", "second 5", "writer 8"])
    }
  }
#endif
