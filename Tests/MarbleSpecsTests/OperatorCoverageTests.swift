import Foundation
import Testing

@testable import MarbleSpecs

/// The spec language has every operator of Pipes that has a timeline: one that is missing is found here.
struct OperatorCoverageTests {
  static let sources: URL = {
    let parts = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3)
    return URL(fileURLWithPath: parts.joined(separator: "/") + "/Sources/Pipes")
  }()

  /// Operators that a spec cannot express, or does not need.
  static let leftOut: [String: String] = [
    "setFailureType": "all failures in a spec have one type", "assertNoFailure": "it ends the process",
    "encode": "a spec has no coders", "decode": "a spec has no coders",
    "makeConnectable": "multicast(subject: PassthroughSubject()) says the same",
    "connect": "a line of its own says when",
    "print": "it only watches", "finalize": "it only watches", "handleEvents": "it only watches",
    "breakpoint": "it only watches",
    "breakpointOnError": "it only watches",
  ]

  /// The names of the public functions in a folder.
  static func functions(in folder: String) throws -> Set<String> {
    var names: Set<String> = []
    let root = sources.appendingPathComponent(folder)
    for file in FileManager.default.enumerator(atPath: root.path)?.compactMap({ $0 as? String }) ?? []
    where file.hasSuffix(".swift") {
      let text = try String(contentsOf: root.appendingPathComponent(file), encoding: .utf8)
      for match in text.matches(of: /public func `?([A-Za-z]+)/) { names.insert(String(match.1)) }
    }
    return names
  }

  @Test func everyOperatorIsInTheTable() throws {
    let functions = try Self.functions(in: "Operators").union(Self.functions(in: "Core/Sharing"))
    #expect(functions.count > 80)
    let known = Set(OperatorTable.shared.rows.map(\.name))
    #expect(functions.filter { !known.contains($0) && Self.leftOut[$0] == nil }.sorted() == [])
    // Each exception is an operator, and not in the table.
    #expect(Self.leftOut.keys.filter { !functions.contains($0) || known.contains($0) }.sorted() == [])
  }

  @Test func everyOriginIsInTheTable() throws {
    let known = Set(OperatorTable.shared.rows.map { $0.name.split(separator: ".").last.map(String.init) ?? $0.name })
    for origin in ["Just", "Empty", "Fail", "Deferred", "publisher", "interval", "timer"] {
      #expect(known.contains(origin), "\(origin)")
    }
  }

  /// A name means the same in all of its forms, so help can say it once.
  @Test func theFormsOfANameBelongToOneFamily() {
    let families = Dictionary(grouping: OperatorTable.shared.rows, by: \.name).mapValues { Set($0.map(\.family)) }
    #expect(families.filter { $0.value.count > 1 }.map(\.key).filter { !["contains"].contains($0) }.sorted() == [])
  }

  @Test func everySentenceIsOne() {
    for form in OperatorTable.shared.rows {
      #expect(
        form.sentence.hasSuffix(".") && form.sentence.first?.isUppercase == true && form.sentence.count < 120,
        "\(form.signature)")
    }
  }
}
