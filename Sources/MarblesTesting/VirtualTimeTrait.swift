import Testing
import VirtualTime

/// Runs a test, or each test of a suite, in virtual time.
///
///     @Test(.virtualTime) func theCacheForgets() async throws {
///       let cache = Cache()
///       _ = await cache.value()
///       try await Task.sleep(for: .seconds(3600))  // takes no time at all
///       #expect(await cache.value() == "new")
///     }
///
/// The body of the test is the body of `withVirtualTime`, with a timeline for each case of a parameterized test. A
/// problem of the run is recorded at the test. `confirmation` counts as everywhere. A `timeLimit` is real time: it
/// limits the whole run. A test that is not async runs in virtual time, too, but no time passes in it.
public struct VirtualTimeTrait: TestTrait, SuiteTrait, TestScoping {
  let start: StartDate?
  let realClocks: RealClocks
  let allowsOutsideWork: Bool
  let randomNumbers: RandomNumbers
  /// True: the trait of a suite applies to each of its tests.
  public var isRecursive: Bool { true }

  /// Runs the body of a test in virtual time.
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    guard testCase != nil else { return try await function() }
    if let body = keptBody(function) { return try await run(test, body) }
    try await withoutActuallyEscaping(function) { try await run(test, $0) }
  }
  private func run(_ test: Test, _ body: @escaping @Sendable () async throws -> Void) async throws {
    try await withVirtualTime(
      startingAt: start, realClocks: realClocks, allowsOutsideWork: allowsOutsideWork,
      randomNumbers: randomNumbers, sourceLocation: test.sourceLocation
    ) { _ in try await body() }
  }
}

extension Trait where Self == VirtualTimeTrait {
  /// Runs the test, or each test of the suite, in virtual time.
  public static var virtualTime: Self { .virtualTime() }
  /// Runs the test, or each test of the suite, in virtual time.
  ///
  /// - Parameter start: The date at zero; by default the beginning of 2001, UTC.
  /// - Parameter realClocks: Whether `Task.sleep`, `Date()` and other real clocks are virtual, where the platform
  ///   allows it.
  /// - Parameter allowsOutsideWork: Whether work may leave the timeline for a queue, a run loop or a callback. By
  ///   default it is an issue.
  /// - Parameter randomNumbers: The random numbers that the code gets from the system. By default they are the same in
  ///   each run.
  public static func virtualTime(
    startingAt start: StartDate? = nil, realClocks: RealClocks = .virtual, allowsOutsideWork: Bool = false,
    randomNumbers: RandomNumbers = .repeatable
  ) -> Self {
    Self(
      start: start, realClocks: realClocks, allowsOutsideWork: allowsOutsideWork, randomNumbers: randomNumbers)
  }
}
