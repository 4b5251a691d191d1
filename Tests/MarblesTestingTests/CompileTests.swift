import Foundation
import TestFolder
import Testing

/// Right calls compile, and the compiler explains wrong ones: calls × isolation × language mode, type-checked as a
/// user's file is.
@Suite(.enabled(if: Compiler.isAvailable)) struct CompileTests {
  /// The kinds of code that contain a test: what is before a function and before its body.
  static let isolations = [
    (name: "nonisolated", opening: "struct Plain {", state: ""),
    (name: "mainActor", opening: "@MainActor struct Main {", state: "static var model = Model()"),
    (name: "actor", opening: "actor Other {", state: "var model = Model()"),
    (name: "mainClass", opening: "@MainActor final class MainClass {", state: "var model = Model()"),
  ]
  /// Calls of a test without `await`.
  static let calls = [
    "try marbles { m in m.expect(m.cold(\"-a|\")).toBe(\"-a|\") }",
    "try marbles(frame: .seconds(1), seeds: 0..<3, startingAt: .utc(2026, 1, 1)) { m in m.expect(m.hot(\"-a|\")).toBe(\"-a|\") }",
    "try marbles(cases: 10) { m in m.expect(m.hot(any: \"ab\")).toSatisfy { _ in true } }",
    "try marbles(cases: .all(frames: 3), startingAt: .utc(2026, 1, 1)) { m in m.expect(m.hot(any: \"ab\")).toSatisfy { _ in true } }",
    "let run = try marbles(cases: 10) { m in m.expect(m.hot(any: \"ab\")).toSatisfy { _ in true } }; _ = run.count",
    "let test: () throws -> Void = { try marbles { m in m.expect(m.cold(\"-a|\")).toBe(\"-a|\") } }; try test()",
    "try marbles { m in m.expect(m.cold(\"-a|\", [\"a\": (1, \"x\")])).toBe(\"-a|\", [\"a\": (1, \"x\")]) }",
    "try marbles { m in m.expect(m.cold(\"-a|\", [\"a\": (n: 1, t: \"x\")])).toBe(\"-a|\", [\"a\": (n: 1, t: \"x\")]) }",
    "try marbles { m in m.expect(m.cold(\"-a|\").map { _ in () }, by: { _, _ in true }).toBe(\"-a|\") { _ in () } }",
    "try marbles { m in m.expect(m.cold(\"-a|\")).toBe(\"-a|\").allowingLive() }",
    "try marbles { m in var seen: [Int] = []; m.atEach(\"-1-2\", [\"1\": 1, \"2\": 2]) { seen.append($0) }; m.at(\"-x\") { seen = [] } }",
    "try marbles { m in m.atEach(\"-1\", [\"1\": 1.5]) { print($0 + 1) }; m.atEach(\"-1\", [\"1\": nil, \"2\": 3]) { print($0 ?? 1) } }",
    "try marbles { m in m.atEach(\"-1\", [\"1\": (1, true)]) { print($0.0 + 1) }; m.atEach(\"-1\", [\"1\": 1]) { (d: Double) in print(d) } }",
    "try marbles { m in m.expect(m.cold(\"-1|\") { Int($0) }).toBe(\"-1|\") { Int($0) } }",
    "try marbles { m in m.expect(m.hot(\"-1|\", value: { Int($0) })).toBe(\"-1|\", value: { Int($0) }) }",
    "try marbles { m in let a = m.cold(\"#\", error: Failed()); m.expect(a.retry(2)).toBe(\"#\"); m.expect(attemptsOf: a).toBe(\"(123)\") }",
  ]
  /// Calls of a test of async code.
  static let asyncCalls = [
    "try await marbles { m in m.expect(m.async(\"-a|\")).toBe(\"-a|\") }",
    "try await marbles(cases: 10, realClocks: .reported) { m in m.expect(m.hot(any: \"ab\")).toSatisfy { _ in true } }",
    "try await marbles { m in m.expect(m.async(\"-a|\").map { ($0, 1) }).toBe(\"-a|\", [\"a\": (\"a\", 1)]) }",
    "try await marbles { m in m.at(\"-x\") { try await m.clock.sleep(for: .seconds(1)) }; m.atEach(\"-x\") { s async in print(s) } }",
  ]
  /// Tests that use the state of their actor.
  static let isolatedCalls = [
    "try await marbles { m in @.count += 1; m.expect(m.cold(\"-a|\")).toBe(\"-a|\") }",
    "try await marbles(cases: 10) { m in @.count += 1; m.expect(m.hot(any: \"ab\")).toSatisfy { _ in true } }",
    "try await marbles { m in m.at(\"-x\") { @.count += 1 }; m.expect(m.cold(\"-a|\")).toBe(\"-a|\") }",
  ]
  /// The same without `await`.
  static let isolatedSyncCalls = [
    "try marbles { m in @.count += 1; m.expect(m.cold(\"-a|\")).toBe(\"-a|\") }",
    "try marbles(cases: 10) { m in @.count += 1; m.at(\"-x\") { @.count += 1 }; m.expect(m.hot(any: \"ab\")).toSatisfy { _ in true } }",
  ]

  @Test(arguments: ["5", "6"]) func rightCallsCompile(_ mode: String) throws {
    var text = Compiler.header
    for (name, opening, state) in Self.isolations {
      let model = state.isEmpty ? "" : name == "mainActor" ? "Self.model" : "model"
      text += "\(opening)\n  \(state)\n"
      for (number, call) in Self.calls.enumerated() { text += "  func sync\(number)() throws { \(call) }\n" }
      for (number, call) in Self.asyncCalls.enumerated() { text += "  func task\(number)() async throws { \(call) }\n" }
      if !state.isEmpty {
        let own = model.hasPrefix("Self") ? model : "self." + model
        for (number, call) in Self.isolatedCalls.enumerated() {
          text += "  func own\(number)() async throws { \(call.replacing("@", with: own)) }\n"
        }
        for (number, call) in Self.isolatedSyncCalls.enumerated() {
          text += "  func ownSync\(number)() throws { \(call.replacing("@", with: own)) }\n"
        }
      }
      text += "}\n"
    }
    let messages = try Compiler.messages(of: text, mode: mode)
    #expect(messages.isEmpty, "\(messages.map(\.text))")
  }

  /// Chains of eight operators, with the row, the closures and the table in one expression. The compiler gave up at
  /// each of them after ten seconds; it has an error of its own if it does.
  static let chains = [
    "m.expect(m.cold(\"-1-2-3|\", of: Int.self)@).toBe(\"-2|\", [\"2\": 2])",
    "m.expect(m.cold(\"-1-2-3|\", [\"1\": 1, \"2\": 2, \"3\": 3])@).toBe(\"-2|\", [\"2\": 2])",
    "m.expect(m.hot(\"-1-2-3|\", [\"1\": 1, \"2\": 2, \"3\": 3])@).toBe(\"-2|\")",
    "let b = m.cold(\"-1-2-3|\", [\"1\": 1, \"2\": 2, \"3\": 3])@\n m.expect(b).toBe(\"-2|\", [\"2\": 2])",
  ]
  @Test func aLongChainIsOneExpression() throws {
    let operators =
      ".map { $0 + 1 }.filter { $0 > 1 }.removeDuplicates().debounce(for: m.frames(2), scheduler: m.scheduler).scan(0) { $0 + $1 }"
      + ".flatMap { _ in m.cold(\"-1|\", of: Int.self) }.prefix(3).map { $0 * 2 }"
    var text = Compiler.header
    for (number, chain) in Self.chains.enumerated() {
      text += "func chain\(number)() throws { try marbles { m in\n \(chain.replacing("@", with: operators)) } }\n"
    }
    let messages = try Compiler.messages(of: text, mode: "6")
    #expect(messages.isEmpty, "\(messages.map(\.text))")
  }

  @Test func wrongCallsSayWhatIsWrong() throws {
    let rows = TextTable("compile-mistakes.txt").rows
    var text = Compiler.header, lines: [Int] = []
    for (number, wrong) in rows.enumerated() {
      lines.append(text.split(separator: "\n", omittingEmptySubsequences: false).count)
      text += "func wrong\(number)() throws { \(wrong.input) }\n"
    }
    lines.append(.max)
    let messages = try Compiler.messages(of: text, mode: "6")
    for (number, wrong) in rows.enumerated() {
      let own = messages.filter { $0.line >= lines[number] && $0.line < lines[number + 1] }
      #expect(own.contains { $0.text.contains(wrong.said[0]) }, "\(wrong.input): \(own.map(\.text))")
      #expect(
        !own.contains { $0.text.contains("AsyncSequence") || $0.text.contains("submit a bug report") },
        "\(wrong.input): \(own.map(\.text))")
    }
  }
}

/// The compiler of the toolchain, with the modules that this test was built with.
private enum Compiler {
  static let modules = URL(fileURLWithPath: ProcessInfo.processInfo.arguments[0]).deletingLastPathComponent()
    .appendingPathComponent(
      "Modules"
    ).path
  static var isAvailable: Bool { FileManager.default.fileExists(atPath: modules + "/MarblesTesting.swiftmodule") }

  static let header = """
    import MarblesTesting
    import Pipes
    import VirtualTime
    struct Model { var count = 0 }
    struct Failed: Error, Equatable {}

    """

  /// The errors of a file, with their lines.
  static func messages(of text: String, mode: String) throws -> [(line: Int, text: String)] {
    let folder = try TestFolder(["File.swift": text])
    let process = Process(), pipe = Pipe()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [
      "swiftc", "-typecheck", "-parse-as-library", "-swift-version", mode, "-I", modules, "-diagnostic-style", "llvm",
      folder.file("File.swift").path,
    ]
    // Each run of the compiler leaves a folder.
    process.environment = folder.environment
    process.standardError = pipe
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    let found = output.split(separator: "\n").compactMap { line -> (line: Int, text: String)? in
      guard let match = line.firstMatch(of: /File\.swift:(\d+):\d+: error: (.*)$/) else { return nil }
      return (Int(match.1)!, String(match.2))
    }
    // A compiler that ends without an error of the file has failed itself.
    return found.isEmpty && process.terminationStatus != 0 ? [(0, String(output.suffix(400)))] : found
  }
}
