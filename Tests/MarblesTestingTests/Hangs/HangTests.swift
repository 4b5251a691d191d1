#if canImport(Glibc)
  import Foundation
  import Pipes
  import TestFolder
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
      let (status, text) = try await Self.run(
        place.arguments, ProcessInfo.processInfo.environment.merging(["MARBLES_HANG": hang.rawValue]) { $1 })
      #expect(status == 1 << 8, "\(text)")
      let failure = try #require(text.range(of: hang.words), "\(text)")
      let next = try #require(text.range(of: "heNext\\W* passed", options: .regularExpression), "\(text)")
      #expect(failure.lowerBound < next.lowerBound, "\(text)")
    }

    /// Runs this program again. Returns how it ended, as `waitpid` says it, and what it wrote. No thread of the pool waits
    /// for it, and its output is a file: the end of a pipe does not come while another process has inherited it.
    private static func run(_ arguments: [String], _ environment: [String: String]) async throws -> (CInt, String) {
      let program = CommandLine.arguments[0], folder = try TestFolder(), file = folder.path + "/output"
      var actions = posix_spawn_file_actions_t(), child = pid_t()
      posix_spawn_file_actions_init(&actions)
      defer { posix_spawn_file_actions_destroy(&actions) }
      posix_spawn_file_actions_addopen(&actions, 1, file, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
      posix_spawn_file_actions_adddup2(&actions, 1, 2)
      var words = ([program] + arguments).map { strdup($0) } + [nil]
      var variables = environment.map { strdup("\($0)=\($1)") } + [nil]
      defer { for word in words + variables { free(word) } }
      try #require(posix_spawn(&child, program, &actions, nil, &words, &variables) == 0)
      let status = await withCheckedContinuation { ended in
        Thread.detachNewThread { [child] in
          var status: CInt = 0
          while waitpid(child, &status, 0) < 0, errno == EINTR {}
          ended.resume(returning: status)
        }
      }
      return try withExtendedLifetime(folder) {
        (status, String(decoding: try Data(contentsOf: URL(fileURLWithPath: file)), as: UTF8.self))
      }
    }
  }
#endif
