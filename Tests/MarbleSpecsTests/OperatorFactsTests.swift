import Foundation
import Testing

@testable import MarbleSpecs

/// One row holds what is known of an operator; no other place knows operators by name.
struct OperatorFactsTests {
  private let rows = OperatorTable.shared.rows

  @Test func everyRowIsComplete() {
    for row in rows {
      let facts = row.facts
      #expect(!facts.use.isEmpty && !facts.rivals.isEmpty, "\(row.signature) does not say what it is for, or what it is compared with")
      #expect(
        facts.requests.text.isEmpty == (row.receiver != .stream && row.family == "Origins" && row.name != "Deferred"),
        "\(row.signature) requests something")
      #expect(row.name == "Fail" || facts.finishes.isEmpty == ["interval", "Timer.publish"].contains(row.name) || row.name == "timer")
    }
  }

  /// The facts name the values that an operator keeps and drops, if there are any.
  @Test func wordsAndRulesAgree() {
    for row in rows {
      let facts = row.facts
      if facts.memory != .nothing, row.receiver == .stream {
        let waits =
          facts.requests.text.isEmpty || !facts.keeps.isEmpty || !facts.cancels.isEmpty || !facts.drops.isEmpty || row.name == "timeout"
        #expect(waits, "\(row.signature) keeps values and does not say which")
      }
      if facts.memory == .some {
        #expect(facts.losses.before != nil, "\(row.signature) keeps values and does not say why one gets lost at the completion")
      }
      if facts.memory == .nothing {
        #expect(facts.losses.replaced == nil && facts.losses.completed(isFailure: false) == nil, "\(row.signature) keeps nothing")
      }
      if facts.losses.atOnce != nil, !["race", "timeout"].contains(row.name) {
        #expect(!facts.drops.isEmpty, "\(row.signature) drops values and does not say which")
      }
      // A failure is not told as a finish.
      #expect(facts.losses.left == nil || facts.losses.before != nil, "\(row.signature) does not say what a failure comes before")
      let losses = facts.losses
      for text in [losses.atOnce, losses.replaced, losses.left, losses.before, losses.waiting, losses.tie].compactMap(\.self) {
        // One reason, not a choice of several.
        #expect(!text.contains(" or ") && !text.hasSuffix(".") && text.first?.isLowercase == true, "\(row.signature): \(text)")
      }
      if let window = facts.window { #expect(row.parameters.contains { $0.label == window && $0.kind == .duration }) }
    }
  }

  @Test func rivalsAreOperatorsAndNotTheOperatorItself() {
    let names = Set(rows.map(\.name))
    for row in rows {
      for rival in row.facts.rivals { #expect(names.contains(rival), "\(row.signature): there is no \(rival)") }
      #expect(!row.facts.rivals.contains(row.name), "\(row.signature) is compared with itself")
    }
  }

  /// A name of Rx leads to one operator.
  @Test func aNameOfRxMeansOneThing() {
    var meanings: [String: Set<String>] = [:]
    for row in rows { for name in row.facts.rx { meanings[name, default: []].insert(row.name) } }
    for (name, owners) in meanings {
      #expect(owners.subtracting(["Publishers.MergeMany"]).count == 1, "\(name) is \(owners.sorted())")
      #expect(!rows.contains { $0.name == name }, "\(name) is an operator here")
    }
    #expect(
      OperatorTable.shared.rxNames["switchAll"] == "switchToLatest()" && OperatorTable.shared.rxNames["debounceTime"] == "debounce(for:)")
  }

  @Test func nobodyElseKnowsOperatorsByName() throws {
    let names = Set(rows.map(\.name)).subtracting([
      "publisher", "subscribe", "window", "count", "first", "last", "min", "max", "contains", "isEmpty", "timer", "repeat",
      // A name that other test kits have for an expected row.
      "output",
    ])
    for folder in ["MarbleDiagrams", "MarbleLanguage", "MarbleSpecs", "MarbleExport", "MarbleCommandLine/Quiz", "MarblePage"] {
      let root = OperatorCoverageTests.sources.deletingLastPathComponent().appendingPathComponent(folder)
      for file in FileManager.default.enumerator(atPath: root.path)?.compactMap({ $0 as? String }) ?? [] where file.hasSuffix(".swift") {
        if file.contains("OperatorTable") || file.contains("Suggestion") || file.contains("Members") { continue }
        // The methods of JavaScript's arrays.
        if file == "RxJSClosure.swift" { continue }
        let text = try String(contentsOf: root.appendingPathComponent(file), encoding: .utf8)
        let code = text.split(separator: "\n").filter { !$0.drop { $0 == " " }.hasPrefix("//") }.joined(separator: "\n")
        let found = code.matches(of: /"([A-Za-z.]+)"/).filter { names.contains(String($0.1)) }
        #expect(found.isEmpty, "\(file) knows \(found.map { $0.1 }) by name; put what it has to know into the row")
      }
    }
  }
}
