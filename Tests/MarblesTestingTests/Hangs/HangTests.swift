#if canImport(Glibc)
  import Foundation
  import Pipes
  import Testing

  /// A body that hangs fails its test, and the next test of the process runs: each way to hang, in each place. A cell is
  /// a process of its own. By day each way and each place has its turn; with `LONG` all cells have.
  @Suite struct HangTests {
    /// A place in which a body hangs, and the test after it.
    struct Place: CustomStringConvertible {
      let description: String
      var isXCTest = false
      static let all =
        ["function", "InASuite", "parameterized", "call", "rows"].map { Place(description: $0) }
        + ["testCall", "testCases"].map { Place(description: $0, isXCTest: true) } + [Place(description: "cases")]
        + [Place(description: "testRows", isXCTest: true)]

      var arguments: [String] {
        if isXCTest {
          return [
            "\([description, "testTheNext"].map { "MarblesTestingTests.HangingXCTests/\($0)" }.joined(separator: ","))"
          ]
        }
        return ["--testing-library", "swift-testing", "--filter", "HangingTests/(\(description)|theNext)"]
      }
    }
    static let cells: [(Hang, Place)] =
      ProcessInfo.processInfo.environment["LONG"] != nil
      ? Hang.allCases.flatMap { hang in Place.all.map { (hang, $0) } }
      : Place.all.enumerated().map { (Hang.allCases[$0 % Hang.allCases.count], $1) }

    @Test(.enabled(if: Hang.chosen == nil), arguments: cells) func theNextTestRuns(_ hang: Hang, in place: Place)
      async throws
    {
      let program = CommandLine.arguments[0]
      let child = Process(), output = Pipe(), written = Guarded(Data())
      child.executableURL = URL(fileURLWithPath: program)
      child.arguments = place.arguments
      child.environment = ProcessInfo.processInfo.environment.merging(["MARBLES_HANG": hang.rawValue]) { $1 }
      (child.standardOutput, child.standardError) = (output, output)
      // No thread of the pool waits for the child.
      try await withCheckedThrowingContinuation { (ended: CheckedContinuation<Void, any Error>) in
        output.fileHandleForReading.readabilityHandler = { output in
          let bytes = output.availableData
          if !bytes.isEmpty { return written.with { $0 += bytes } }
          output.readabilityHandler = nil
          ended.resume()
        }
        do { try child.run() } catch { ended.resume(throwing: error) }
      }
      child.waitUntilExit()
      let text = String(decoding: written.with { $0 }, as: UTF8.self)
      #expect(child.terminationReason == .exit && child.terminationStatus == 1, "\(text)")
      let failure = try #require(text.range(of: hang.words), "\(text)")
      let next = try #require(text.range(of: "heNext\\W* passed", options: .regularExpression), "\(text)")
      #expect(failure.lowerBound < next.lowerBound, "\(text)")
    }
  }
#endif
