import Foundation
import Testing

@testable import MarbleSpecs

/// Every operator of the table is composed with all others by the generated interleaving scenarios, so that one added
/// tomorrow is, too. They are built by `Tools/Scripts/interleave` only, so this reads their source.
struct ComposedOperatorsTests {
  /// The operators that are not composed, each with the reason.
  static let leftOut: [String: String] = [
    "Timer.publish(every:)": "a timer of Foundation; to the engine it is the same as interval",
    "Fail(error:)": "Fail(_:) with a label",
    "zip(_:_:_:_:)": "zip(_:_:_:) and a map", "combineLatest(_:_:_:_:)": "combineLatest(_:_:_:) and a map",
    "withLatestFrom(_:_:)": "withLatestFrom(_:) of a combineLatest, and a map",
    "withLatestFrom(_:_:_:)": "withLatestFrom(_:) of a combineLatest, and a map",
    "withLatestFrom(_:_:_:_:)": "withLatestFrom(_:) of a combineLatest, and a map",
  ]
  /// The rows that are not in the table: a spec does not have them.
  static let beyond: Set<String> = ["handleEvents", "finalize", "Future", "@Published", "multicast(_:)"]

  static func composed() throws -> Set<String> {
    let parts = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(2)
    let folder = URL(fileURLWithPath: parts.joined(separator: "/") + "/InterleavingTests")
    var names: Set<String> = []
    for file in try FileManager.default.contentsOfDirectory(atPath: folder.path) where file.hasPrefix("GeneratedRows") {
      let text = try String(contentsOf: folder.appendingPathComponent(file), encoding: .utf8)
      for match in text.matches(of: /\n +(?:one|shared|two|timed)\("([^"]+)"/) {
        names.insert(String(match.1.split(separator: ", ")[0]))
      }
    }
    return names
  }

  @Test func everyOperatorIsComposed() throws {
    let composed = try Self.composed(), known = Set(OperatorTable.shared.rows.map(\.signature))
    #expect(composed.count > 100)
    #expect(known.filter { !composed.contains($0) && Self.leftOut[$0] == nil }.sorted() == [])
    // Each exception is in the table and is not composed; a row that is not in the table is named as such.
    #expect(Self.leftOut.keys.filter { !known.contains($0) || composed.contains($0) }.sorted() == [])
    #expect(composed.filter { !known.contains($0) && !Self.beyond.contains($0) }.sorted() == [])
  }
}
