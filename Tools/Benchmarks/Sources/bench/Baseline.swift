import Foundation

/// The committed table: for each case the engine's time over the limit's, and how many times it is faster than the
/// peer.
struct Baseline: Codable {
  static let tolerance = 1.3
  var ratios: [String: [String: Double]]

  init(_ outcomes: [Outcome]) {
    ratios = Dictionary(
      uniqueKeysWithValues: outcomes.filter { !$0.ratios.isEmpty }.map { ($0.name, $0.ratios.mapValues(threeDigits)) })
  }
  init(contentsOf path: String) throws {
    ratios = try JSONDecoder().decode(
      [String: [String: Double]].self, from: Data(contentsOf: URL(fileURLWithPath: path)))
  }
  /// Puts these ratios into a table, which keeps those of other cases.
  func write(to path: String) throws {
    let old = (try? Baseline(contentsOf: path))?.ratios ?? [:]
    try json(old.merging(ratios) { $1 }).write(toFile: path, atomically: true, encoding: .utf8)
  }

  /// What became more than 30 % worse, in a sentence. An engine that lost has lost against every rival: one that became
  /// faster for a moment, such as a loop of a nanosecond that was placed better, is no loss.
  func loss(_ outcome: Outcome, tolerated: Double) -> String? {
    let rivals = (ratios[outcome.name] ?? [:]).sorted { $0.key < $1.key }.compactMap { rival, before in
      outcome.ratios[rival].map { (name: rival, before: before, after: $0) }
    }
    let isLost = rivals.allSatisfy {
      $0.name == peer ? $0.after < $0.before / Self.tolerance : $0.after > max(tolerated, $0.before * Self.tolerance)
    }
    guard isLost, !rivals.isEmpty else { return nil }
    let parts = rivals.map { rival in
      "\(number(rival.after)) times \(rival.name == peer ? "as fast as" : "the time of") \(rival.name), was \(number(rival.before))"
    }
    return "\(outcome.name): \(parts.joined(separator: "; "))"
  }
}

func json(_ value: some Encodable) throws -> String {
  let encoder = JSONEncoder()
  encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
  return String(decoding: try encoder.encode(value), as: UTF8.self) + "\n"
}

private func threeDigits(_ value: Double) -> Double {
  let unit = pow(10, (log10(value)).rounded(.down) - 2)
  return Double(String(format: "%g", (value / unit).rounded() * unit)) ?? value
}
