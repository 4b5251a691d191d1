import Pipes
import Testing
import VirtualTime

@testable import Marbles

/// The quick answer of an expected row against its full comparison.
struct ExpectedRowTests {
  private static let rows = [
    "", "-", "a", "a|", "|", "#", "-a", "-a-b|", "-a-c|", "-(ab)|", "-[ab]|", "-(ba)|", "-{ab}|", "-?-b|", "-a-?|",
    "-a-b#",
    "-a-b#'refused'", "-a-b-|", "--a-b|", "-(ab|)", "-[ab|]", "-a-b", "-?-?|",
  ]

  @Test(arguments: rows)
  func theQuickAnswerIsThatOfTheComparison(text: String) throws {
    let lane = try Lane(parsing: text, as: .expectation)
    let row = try ExpectedRow<TestEventNames<String, Trouble>>(lane, text, .itself, .init(), within: .zero, ==)
    for happened in Self.rows {
      let played = try Lane(parsing: happened, as: .expectation)
      let recording = try Recording<String, Trouble>(
        played, value: { symbol, _ throws(NotationError) in symbol.text },
        failure: { _, _ throws(NotationError) in .refused })
      let holds = row.compare(with: recording).differences.isEmpty
      #expect(row.accepts(recording) == (holds && !text.contains("{")), "\(text) and \(happened)")
    }
  }

  @Test func aRowThatHoldsWithinATolerance() throws {
    let lane = try Lane(parsing: "-a-b|", as: .expectation)
    let row = try ExpectedRow<TestEventNames<String, Trouble>>(
      lane, "-a-b|", .itself, .init(), within: .milliseconds(1), ==)
    let late: Recording<String, Trouble> = [
      .value("a", at: .milliseconds(2)), .value("b", at: .milliseconds(3)), .finished(at: .milliseconds(4)),
    ]
    #expect(!row.accepts(late) && row.compare(with: late).differences.isEmpty)
  }

  /// A row holds within a tolerance if its marks and the events pair up in order, each at most that far apart; what
  /// happened is shown at its own instants.
  @Test func theOrderHoldsWithinATolerance() throws {
    var random = SplitMixSequence(seed: 76), held = 0
    for _ in 0..<4_000 {
      var text = ""
      for _ in 0..<Int.random(in: 0...4, using: &random) {
        text += ["-", "--", "---", "a", "b", "a", "b", "[ab]", "{ab}", "{aab}"].randomElement(using: &random) ?? ""
      }
      text += ["", "|", "-|"].randomElement(using: &random) ?? ""
      guard let lane = try? Lane(parsing: text, as: .expectation) else { continue }
      let tolerance = Int64.random(in: 1...4, using: &random)
      var happened: [(at: Int64, event: Recording<String, Trouble>.Event)] = []
      for moment in lane.moments {
        for mark in moment.content {
          let early = Int64.random(in: -tolerance...tolerance, using: &random) * Int64.random(in: 0...1, using: &random)
          let at = max(0, moment.instant.nanoseconds / 1_000_000 + early)
          happened.append((at, Self.text(mark).map { .value($0) } ?? .finished))
        }
      }
      if Bool.random(using: &random), !happened.isEmpty {
        happened[happened.count - 1].at += Int64.random(in: 0...2, using: &random)
      }
      let isEnded = happened.last.map { if case .finished = $0.event { true } else { false } } ?? false
      let last = isEnded ? happened.removeLast() : nil
      var entries = happened.enumerated().sorted { ($0.element.at, $0.offset) < ($1.element.at, $1.offset) }
        .map(\.element)
      if let last { entries.append((max(last.at, entries.last?.at ?? 0), last.event)) }
      var recording = Recording<String, Trouble>()
      for entry in entries {
        recording.entries.append(.init(entry.event, at: .init(nanoseconds: entry.at * 1_000_000)))
      }

      var place = 0
      let fits =
        recording.entries.count == lane.moments.reduce(0) { $0 + $1.content.count }
        && lane.moments.allSatisfy { moment in
          let events = recording.entries[place..<place + moment.content.count]
          place += events.count
          let (wanted, found) = (
            moment.content.map { Self.text($0) ?? "|" }, events.map { Self.text($0.event) }
          )
          return events.allSatisfy {
            abs($0.instant.nanoseconds - moment.instant.nanoseconds) <= tolerance * 1_000_000
          } && (moment.anyOrder ? wanted.sorted() == found.sorted() : wanted == found)
        }
      let row = try ExpectedRow<TestEventNames<String, Trouble>>(
        lane, text, .itself, .init(), within: .milliseconds(Int(tolerance)), ==)
      let comparison = row.compare(with: recording)
      #expect(comparison.differences.isEmpty == fits, "\(text) within \(tolerance): \(entries)")
      let shown = comparison.rows[1].lane.moments.flatMap { moment in moment.content.map { _ in moment.instant } }
      #expect(shown == recording.entries.map(\.instant), "\(text) within \(tolerance): \(entries)")
      if comparison.differences.isEmpty != fits { return }
      held += fits ? 1 : 0
    }
    #expect((500..<3_500).contains(held))
  }
  private static func text(_ mark: Mark) -> String? {
    if case .value(let symbol) = mark.kind { symbol.text } else { nil }
  }
  private static func text(_ event: Recording<String, Trouble>.Event) -> String {
    if case .value(let text) = event { text } else { "|" }
  }
}
