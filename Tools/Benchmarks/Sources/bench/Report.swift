import Contest
import Foundation

extension Plan {
  /// One line for each goal: what was wanted, what came out.
  func verdicts(_ outcome: Outcome, among all: [Outcome]) -> [String] {
    guard let own = outcome[engine] else { return [] }
    return goals.compactMap { goal in
      switch goal {
      case .limitTimes(let wanted):
        outcome.ratios[limit].map { verdict("\(number($0))x the limit", "at most \(number(wanted))x", $0 <= wanted) }
      case .fasterThanPeer(let wanted):
        outcome.ratios[peer].map {
          verdict("\(number($0))x as fast as \(peer)", "at least \(number(wanted))x", $0 >= wanted)
        }
      case .times(let wanted, of: let other):
        all.first { $0.name == other.rawValue }?[engine].map {
          let ratio = own.nanoseconds / $0.nanoseconds
          return verdict("\(number(ratio))x \(other.rawValue)", "at most \(number(wanted))x", ratio <= wanted)
        }
      case .nanoseconds(let wanted):
        verdict("\(number(own.nanoseconds)) ns", "at most \(number(wanted)) ns", own.nanoseconds <= wanted)
      case .allocations(let wanted):
        verdict("\(number(own.allocations)) allocations", "at most \(number(wanted))", own.allocations <= wanted + 0.01)
      case .megabytes(let wanted):
        verdict(
          "\(number(Double(own.peakBytes) / 1e6)) MB", "at most \(number(wanted)) MB",
          Double(own.peakBytes) <= wanted * 1e6)
      case .linear(let wanted):
        all.first { $0.name.hasPrefix(name.rawValue + "/") && $0.name != outcome.name }?[engine].map {
          let ratio = own.nanoseconds / $0.nanoseconds
          return verdict("\(number(ratio))x the time per element", "at most \(number(wanted))x", ratio <= wanted)
        }
      }
    }
  }

  private func verdict(_ figure: String, _ wanted: String, _ isMet: Bool) -> String {
    "\(isMet ? "met   " : "MISSED") \(figure), goal \(wanted)"
  }
}

/// A case as lines of text.
func table(_ plan: Plan, _ outcome: Outcome, among all: [Outcome]) -> String {
  let fastest = outcome[limit]?.nanoseconds
  var lines = ["\(outcome.name): \(outcome.elements) \(plan.elements)"]
  for figure in outcome.figures {
    var line = "  " + padded(figure.contestant, -12) + padded(number(figure.nanoseconds), 9) + " ns"
    line += fastest.map { padded(number(figure.nanoseconds / $0), 9) + "x" } ?? padded("", 10)
    line += padded(number(figure.allocations), 8) + " allocations"
    if figure.peakBytes > 0 { line += padded(number(Double(figure.peakBytes) / 1e6), 8) + " MB" }
    lines.append(line)
  }
  return (lines + plan.verdicts(outcome, among: all).map { "  " + $0 }).joined(separator: "\n")
}

/// Three significant digits or so: `1234`, `12.3`, `1.23`.
func number(_ value: Double) -> String {
  if value == value.rounded() || value >= 100 { return String(format: "%.0f", value) }
  return String(format: value >= 10 ? "%.1f" : "%.2f", value)
}

/// Fills with spaces on the left, or on the right if the width is negative.
private func padded(_ text: String, _ width: Int) -> String {
  let fill = String(repeating: " ", count: max(0, abs(width) - text.count))
  return width < 0 ? text + fill : fill + text
}
