#if canImport(Glibc)
  import Foundation
  import Testing
  import VirtualTime

  /// A run changes from one task to another only where the runtime does.
  @Suite struct TurnTests {
    /// Random programs have the traces of a machine of one thread, up to the differences in `Tests/OneThread`.
    @Test func theTurnsOfTheRuntime() throws {
      let process = Process(), pipe = Pipe(), tests = URL(fileURLWithPath: CommandLine.arguments[0])
      process.executableURL = tests.deletingLastPathComponent().appendingPathComponent("OneThread")
      process.arguments = ["0", ProcessInfo.processInfo.environment["LONG"] == nil ? "300" : "10000"]
      process.standardOutput = pipe
      try process.run()
      let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      process.waitUntilExit()
      #expect(process.terminationStatus == 0 && text.hasSuffix(": none differs\n"), "\(text)")
    }

    actor Sleeper {
      func sleep(_ length: Duration, on clock: some Clock<Duration>) async throws -> Duration {
        let start = ContinuousClock.now
        try await clock.sleep(for: length)
        return ContinuousClock.now - start
      }
    }
    /// A sleep ends at the first nanosecond that is not too early, on actors too.
    @Test(arguments: [
      (Duration.seconds(1.2), Int64(1_200_000_000)), (.seconds(7) / 3, 2_333_333_334), (.nanoseconds(1), 1),
    ])
    func sleepsOnActorsAreExact(_ length: Duration, _ nanoseconds: Int64) async throws {
      let lengths = try await withVirtualTime { _ in
        let sleeper = Sleeper()
        let task = Task {
          [try await sleeper.sleep(length, on: .continuous), try await sleeper.sleep(length, on: .suspending)]
        }
        return try await task.value + [try await sleeper.sleep(length, on: .continuous)]
      }
      #expect(lengths == Array(repeating: .nanoseconds(nanoseconds), count: 3))
    }
  }
#endif
