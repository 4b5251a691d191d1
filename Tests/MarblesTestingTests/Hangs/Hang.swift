#if canImport(Glibc)
  import Foundation
  import MarblesTesting
  import Pipes
  import Testing
  import VirtualTime
  import XCTest

  /// The ways in which code does not come to its end, and what their tests say.
  enum Hang: String, CaseIterable, Sendable {
    case lostContinuation, endlessSleeps, endlessYields, lockTakenTwice, semaphore, mainSync, outsideWork, restless

    /// The way that this process tries: it is the child of a test.
    static let chosen = ProcessInfo.processInfo.environment["MARBLES_HANG"].flatMap(Hang.init)

    /// The beginning of what the test says, wherever it is written.
    var words: String {
      switch self {
      case .lostContinuation: "nothing is left to do at 0s, but the body still waits"
      case .endlessSleeps: "stopped after "
      case .endlessYields: "stopped after 10"
      case .mainSync: "waits for the main queue, on which it is called"
      case .lockTakenTwice, .semaphore:
        "one piece of work at 0s has not ended or suspended for 5.0 seconds of real time"
      case .outsideWork: "DispatchIO in 'Hang.run()' works in real time"
      case .restless: " sleeps a"
      }
    }

    func run() async throws {
      switch self {
      case .lostContinuation: await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
      case .endlessSleeps: while true { try? await Task.sleep(for: .seconds(1)) }
      case .endlessYields: while true { await Task.yield() }
      case .lockTakenTwice: Self.takeTwice(NSLock())
      case .semaphore: Self.wait(DispatchSemaphore(value: 0))
      case .mainSync: await Self.syncOnMain()
      case .outsideWork:
        // A checked one: the thread sanitizer takes the inlined `resume` of another for a race.
        await withCheckedContinuation { done in
          DispatchIO(type: .stream, fileDescriptor: 0, queue: .global()) { _ in done.resume() }.close()
        }
      case .restless: Task { while true { try? await Task.sleep(for: .seconds(1)) } }
      }
    }
    private static func takeTwice(_ lock: NSLock) { lock.withLock { lock.withLock {} } }
    private static func wait(_ semaphore: DispatchSemaphore) { semaphore.wait() }
    @MainActor private static func syncOnMain() { DispatchQueue.main.sync {} }
  }

  /// Each place in which a body can hang, with a test that comes after it. Only the children of `HangTests` run them.
  @Suite(.enabled(if: Hang.chosen != nil), .serialized) struct HangingTests {
    @Test(.virtualTime) func function() async throws { try await Hang.chosen?.run() }
    @Suite(.virtualTime) struct InASuite {
      @Test func suite() async throws { try await Hang.chosen?.run() }
    }
    @Test(.virtualTime, arguments: [1]) func parameterized(_: Int) async throws { try await Hang.chosen?.run() }
    @Test func call() async throws { try await withVirtualTime { _ in try await Hang.chosen?.run() } }
    @Test func rows() async throws {
      try await marbles { m in
        m.expect(m.cold("-a|")).toBe("-a|")
        try await Hang.chosen?.run()
      }
    }
    @Test func cases() async throws {
      try await marbles(cases: 3) { m in
        m.expect(m.hot(any: "ab")).toSatisfy { _ in true }.allowingNone()
        try await Hang.chosen?.run()
      }
    }
    @Test func theNext() throws { try marbles { m in m.expect(m.cold("-a|")).toBe("-a|") } }
  }
  final class HangingXCTests: XCTestCase {
    func testCall() async throws {
      if let hang = Hang.chosen { try await withVirtualTime { _ in try await hang.run() } }
    }
    func testRows() async throws {
      guard let hang = Hang.chosen else { return }
      try await marbles { m in
        m.expect(m.cold("-a|")).toBe("-a|")
        try await hang.run()
      }
    }
    func testCases() async throws {
      guard let hang = Hang.chosen else { return }
      try await marbles(cases: 3) { m in
        m.expect(m.hot(any: "ab")).toSatisfy { _ in true }.allowingNone()
        try await hang.run()
      }
    }
    func testTheNext() throws { try marbles { m in m.expect(m.cold("-a|")).toBe("-a|") } }
  }
#endif
