import Testing
import VirtualTime

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#elseif canImport(Android)
  import Android
#endif

/// The ways into the runtime that ordinary code rarely takes: an executor that hands a job on to them.
@Suite struct RuntimeHookTests {
  /// Hands every job to a function of the runtime.
  final class Detour: SerialExecutor {
    let handOver: @Sendable (UnownedJob) -> Void
    init(_ handOver: @escaping @Sendable (UnownedJob) -> Void) { self.handOver = handOver }
    func enqueue(_ job: consuming ExecutorJob) { handOver(UnownedJob(job)) }
  }
  actor Office {
    nonisolated let executor: Detour
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
    init(_ executor: Detour) { self.executor = executor }
    func time(_ clock: VirtualClock) -> VirtualInstant { clock.now }
    func isOnTheMainActor() -> Bool { MainActor.assumeIsolated { true } }
  }
  typealias EnqueueLater = @convention(thin) (UInt64, UnownedJob) -> Void

  @Test func aDelayedJobComesAtItsTime() async throws {
    let address = try #require(dlsym(nil, "swift_task_enqueueGlobalWithDelay"))
    let office = Office(
      Detour { [address = UInt(bitPattern: address)] job in
        unsafeBitCast(address, to: EnqueueLater.self)(2_000_000_000, job)
      })
    let time = try await withVirtualTime { clock in
      try await clock.sleep(for: .seconds(1))
      return await office.time(clock)
    }
    #expect(time == VirtualInstant(nanoseconds: 3_000_000_000))
  }
  @Test func aJobForTheMainExecutorRunsAsTheMainActor() async throws {
    let office = Office(Detour { MainActor.shared.enqueue($0) })
    #expect(try await withVirtualTime { _ in await office.isOnTheMainActor() })
  }
  #if compiler(>=6.3) && !canImport(Darwin)
    /// A library that leads all tasks to the main actor for a while remembers whether this hook was empty. If a run had
    /// filled it, the library would put back its own hook, and the process would have no other thread from then on.
    @Test func theHookOfTheGlobalExecutorStaysEmpty() async throws {
      let address = try #require(dlsym(nil, "swift_task_enqueueGlobal_hook"))
      nonisolated(unsafe) let hook = address.assumingMemoryBound(to: UInt.self)
      let time = try await withVirtualTime { clock in
        #expect(hook.pointee == 0)
        return try await Task.detached {
          try await Task.sleep(for: .seconds(3))
          return clock.now
        }.value
      }
      #expect(time == VirtualInstant(nanoseconds: 3_000_000_000))
      #expect(hook.pointee == 0)
    }
  #endif
}
