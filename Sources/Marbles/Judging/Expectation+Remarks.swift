import Pipes
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
}
