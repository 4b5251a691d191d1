import PipesCore
import VirtualTime

extension Expectation {
  /// A remark about a difference that has one of the usual reasons.
  func remark(_ comparison: Comparison, _ expected: Lane) -> String? {
    let actual = comparison.rows.last?.lane.moments ?? []
    let missing = expected.moments.filter { moment in !actual.contains { $0.instant == moment.instant } }
    let extra = actual.filter { moment in !expected.moments.contains { $0.instant == moment.instant } }
    guard let first = missing.first else { return nil }
    let end = window?.moments.last { $0.content.contains { $0.kind != .subscribe } }?.instant
    if first.instant == end {
      return "the subscription ends at \(test.frameName(first.instant)), before the events of that instant"
    }
    if let text = spelled(in: expected, actual) {
      return "'\(text)' is one value: a text of several characters has quotes"
    }
    // A number alone is seconds for a scheduler, and often meant as frames. A few long frames are whole seconds, too.
    let second: Int64 = 1_000_000_000, frame = test.frame
    guard frame <= second / 10, let other = extra.first, other.content == first.content,
      case let late = first.instant.distance(to: other.instant).nanoseconds, late > 0
    else { return nil }
    let (count, rest) = late.quotientAndRemainder(dividingBy: second - frame)
    guard rest == 0, count <= 60 else { return nil }
    let length = count == 1 ? "one second" : "\(count) seconds"
    return "\(count) as a length of time is \(length): did you mean m.frames(\(count))?"
  }
  /// The text of an actual value that the expected row has as a symbol for each character.
  private func spelled(in expected: Lane, _ actual: [Lane.Moment]) -> String? {
    for moment in actual.prefix(RunRecord.limit) {
      guard case .value(let symbol)? = moment.content.first?.kind, symbol.text.count > 1,
        let start = expected.moments.firstIndex(where: { $0.instant == moment.instant })
      else { continue }
      let symbols = expected.moments[start...].prefix(symbol.text.count).enumerated().map { index, next -> String in
        guard next.instant == moment.instant.advanced(by: .nanoseconds(test.frame * Int64(index))),
          case .value(let symbol)? = next.content.first?.kind, symbol.text.count == 1
        else { return "" }
        return symbol.text
      }
      if symbols.joined() == symbol.text { return symbol.text }
    }
    return nil
  }
}
