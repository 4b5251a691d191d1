import Foundation
import Testing

@testable import MarbleSpecs

/// One row holds what is known of an operator; no other place knows operators by name.
struct OperatorFactsTests {
  private let rows = OperatorTable.shared.rows

  @Test func everyRowIsComplete() {
    for row in rows {
      let facts = row.facts
      #expect(
        !facts.use.isEmpty && !facts.rivals.isEmpty,
        "\(row.signature) does not say what it is for, or what it is compared with")
      #expect(
        facts.requests.text.isEmpty == (row.receiver != .stream && row.family == "Origins" && row.name != "Deferred"),
        "\(row.signature) requests something")
      #expect(
        row.name == "Fail" || facts.finishes.isEmpty == ["interval", "Timer.publish"].contains(row.name)
          || row.name == "timer")
    }
  }

  /// The facts name the values that an operator keeps and drops, if there are any.
  @Test func wordsAndRulesAgree() {
    for row in rows {
      let facts = row.facts
      if facts.memory != .nothing, row.receiver == .stream {
        let waits =
          facts.requests.text.isEmpty || !facts.keeps.isEmpty || !facts.cancels.isEmpty || !facts.drops.isEmpty
          || row.name == "timeout"
        #expect(waits, "\(row.signature) keeps values and does not say which")
      }
      if facts.memory == .some {
        #expect(
          facts.losses.before != nil,
          "\(row.signature) keeps values and does not say why one gets lost at the completion")
      }
      if facts.memory == .nothing {
        #expect(
          facts.losses.replaced == nil && facts.losses.completed(isFailure: false) == nil,
          "\(row.signature) keeps nothing")
      }
      if facts.losses.atOnce != nil, !["race", "timeout"].contains(row.name) {
        #expect(!facts.drops.isEmpty, "\(row.signature) drops values and does not say which")
      }
      // A failure is not told as a finish.
      #expect(
        facts.losses.left == nil || facts.losses.before != nil,
        "\(row.signature) does not say what a failure comes before")
      let losses = facts.losses
      for text in [losses.atOnce, losses.replaced, losses.left, losses.before, losses.tie].compactMap(
        \.self)
      {
        // One reason, not a choice of several.
        #expect(
          !text.contains(" or ") && !text.hasSuffix(".") && text.first?.isLowercase == true, "\(row.signature): \(text)"
        )
      }
      if let window = facts.window { #expect(row.parameters.contains { $0.label == window && $0.kind == .duration }) }
    }
  }

  /// A kind of operator, and the facts that it needs, as the table in CONTRIBUTING.md says.
  private struct Need {
    var kind: String
    var isKind: @Sendable (Operator) -> Bool
    /// The facts, each with whether an operator has it.
    var facts: [(name: String, isThere: @Sendable (OperatorFacts) -> Bool)]
  }
  private static let needs = [
    Need(
      kind: "any", isKind: { _ in true }, facts: [("use", { !$0.use.isEmpty }), ("rivals", { !$0.rivals.isEmpty })]),
    Need(
      kind: "drops a value when it arrives",
      isKind: { $0.facts.losses.atOnce != nil && !["race", "timeout"].contains($0.name) },
      facts: [("losses", { $0.losses.atOnce != nil }), ("drops", { !$0.drops.isEmpty })]),
    Need(
      kind: "keeps values to send them later", isKind: { $0.facts.memory == .some && $0.receiver == .stream },
      facts: [
        ("memory", { $0.memory != .nothing }), ("losses", { $0.losses.before != nil }),
        ("keeps", { !$0.keeps.isEmpty || !$0.drops.isEmpty || !$0.cancels.isEmpty }),
      ]),
    Need(
      kind: "sends one result at the finish", isKind: { $0.facts.memory == .untilTheEnd },
      facts: [
        ("memory", { $0.memory != .nothing }), ("requests", { $0.requests.text != OperatorFacts.Requests.same.text }),
      ]),
    Need(
      kind: "sends values of another upstream, too",
      isKind: { row in
        row.receiver == .stream && row.parameters.contains { $0.kind == .stream } && !row.facts.takesSignals
          && row.facts.groups == nil
          && !row.facts.typing.contains(.cures)
      },
      facts: [("fails", { $0.fails != OperatorFacts().fails }), ("typing", { $0.typing != [] })]),
    Need(
      kind: "sends values of streams that it creates from values",
      isKind: { row in
        row.receiver == .stream && row.parameters.contains { $0.givesStream && $0.receives == .values }
          && !row.facts.takesSignals
          && row.facts.groups == nil
      },
      facts: [("typing", { $0.typing != [] })]),
    Need(
      kind: "sends nothing for a time after a value", isKind: { $0.facts.window != nil },
      facts: [("window", { $0.window != nil })]),
  ]

  /// Every operator has the facts that its kind needs, some operator is of each kind, and the page says the same.
  @Test func eachKindHasTheFactsThatItNeeds() throws {
    let root = OperatorCoverageTests.sources.deletingLastPathComponent().deletingLastPathComponent()
    let page = try String(contentsOf: root.appendingPathComponent("CONTRIBUTING.md"), encoding: .utf8)
    for need in Self.needs {
      let found = rows.filter(need.isKind)
      #expect(!found.isEmpty, "no operator \(need.kind)")
      for row in found {
        for fact in need.facts where !fact.isThere(row.facts) {
          Issue.record("\(row.signature) \(need.kind), and does not say '\(fact.name)'")
        }
      }
      let line = page.split(separator: "\n").first { $0.contains("| \(need.kind) |") } ?? ""
      for fact in need.facts {
        #expect(line.contains("`\(fact.name)`"), "CONTRIBUTING.md: '\(need.kind)' needs \(fact.name)")
      }
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
      OperatorTable.shared.rxNames["switchAll"] == "switchToLatest()"
        && OperatorTable.shared.rxNames["debounceTime"] == "debounce(for:)")
  }

  @Test func nobodyElseKnowsOperatorsByName() throws {
    let names = Set(rows.map(\.name)).subtracting([
      "publisher", "subscribe", "window", "count", "first", "last", "min", "max", "contains", "isEmpty", "timer",
      "repeat",
      // A name that other test kits have for an expected row.
      "output",
    ])
    for folder in [
      "MarbleDiagrams", "MarbleSpecs", "MarbleCommandLine/Quiz", "MarblePage",
    ] {
      let root = OperatorCoverageTests.sources.deletingLastPathComponent().appendingPathComponent(folder)
      for file in FileManager.default.enumerator(atPath: root.path)?.compactMap({ $0 as? String }) ?? []
      where file.hasSuffix(".swift") {
        if file.contains("OperatorTable") || file.contains("Suggestion") || file.contains("Members") { continue }
        let text = try String(contentsOf: root.appendingPathComponent(file), encoding: .utf8)
        let code = text.split(separator: "\n").filter { !$0.drop { $0 == " " }.hasPrefix("//") }.joined(separator: "\n")
        let found = code.matches(of: /"([A-Za-z.]+)"/).filter { names.contains(String($0.1)) }
        #expect(found.isEmpty, "\(file) knows \(found.map { $0.1 }) by name; put what it has to know into the row")
      }
    }
  }
}
