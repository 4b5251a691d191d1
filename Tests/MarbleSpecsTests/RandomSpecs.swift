import VirtualTime

@testable import MarbleSpecs

/// Specs made of the samples of the operator table: their calls one after the other, on streams and with demand drawn
/// from a seed. An operator that is new in the table is in them by itself.
struct RandomSpecs {
  private var random: SplitMixSequence

  init(seed: UInt64) { random = SplitMixSequence(seed: seed) }

  /// `.debounce(for: 3)`: the calls of all samples that stand on the stream `a`.
  static let calls: [String] = OperatorTable.shared.rows.compactMap { row in
    guard row.receiver == .stream, row.name != "replaceEmpty",
      let line = row.sample.split(separator: "\n").last(where: { $0.hasPrefix("> a.") })
    else { return nil }
    return String(line.dropFirst(3))
  }

  mutating func next() -> String {
    let names = ["a", "b", "c", "d", "x"]
    var lines = names.map { name in (Int.random(in: 0..<4, using: &random) == 0 ? "hot " : "") + "\(name): \(lane())" }
    let count = Int.random(in: 1...3, using: &random)
    let chain = (0..<count).map { _ in Self.calls.randomElement(using: &random) ?? "" }.joined()
    lines.append("> a" + chain)
    let subscribers = Int.random(in: 0..<4, using: &random) == 0 ? 2 : 1
    for number in 0..<subscribers {
      if subscribers > 1 {
        lines.append(
          "from " + String(repeating: "-", count: number * 3) + "^" + (Bool.random(using: &random) ? "---!" : ""))
      }
      if Int.random(in: 0..<3, using: &random) == 0 { lines.append("demand " + demand()) }
      if subscribers > 1 || lines.last?.hasPrefix("demand") == true { lines.append("= -") }
    }
    // Jobs that wait, last of all.
    if Int.random(in: 0..<4, using: &random) == 0 {
      let start = Int.random(in: 0..<6, using: &random), end = Int.random(in: 1..<6, using: &random)
      let row = String(repeating: "-", count: start) + "^" + String(repeating: "-", count: end) + "!-^--!"
      lines.insert("busy scheduler: \(row)", at: names.count)
      lines[names.count + 1].replace(/(for|every): (\d+)([,)])/) { "\($0.1): \($0.2), scheduler: scheduler\($0.3)" }
    }
    return (["limit: 3000"] + lines).joined(separator: "\n")
  }

  /// A stream that several subscribers share through a subject, each with a demand and a window of its own.
  static func shared(seed: UInt64) -> String {
    var specs = RandomSpecs(seed: seed)
    let subjects = [
      "PassthroughSubject()", "CurrentValueSubject(0)", "ReplaySubject(bufferSize: 1)", "ReplaySubject(bufferSize: 3)",
    ]
    let subject = subjects.randomElement(using: &specs.random) ?? ""
    var lines = ["a: \(specs.lane())", "let m = a.multicast(subject: \(subject))", "> m"]
    for _ in 0..<Int.random(in: 1...3, using: &specs.random) {
      let start = Int.random(in: 0..<5, using: &specs.random)
      let end = Int.random(in: 0..<3, using: &specs.random) == 0 ? String(repeating: "-", count: start) + "!" : ""
      lines.append("from " + String(repeating: "-", count: start) + "^" + end)
      if Int.random(in: 0..<3, using: &specs.random) > 0 { lines.append("demand " + specs.demand()) }
    }
    return (lines + ["connect m: " + ["^", "-^", "--^---!"][Int.random(in: 0..<3, using: &specs.random)]]).joined(
      separator: "\n")
  }

  /// Streams that are subscribed to again, later, or for each value.
  static func ofSubscriptions(seed: UInt64) -> String {
    var specs = RandomSpecs(seed: seed)
    let calls = [
      ".switchMap { _ in x }", ".flatMap { _ in x }", ".concatMap { _ in x }", ".exhaustMap { _ in x }",
      ".flatMap { v in x.map { $0 + v } }",
      ".flatMap { v in x.delay(for: 2) }", ".switchMap { _ in x.retry(1) }",
      ".flatMap(maxPublishers: .max(1)) { _ in x }", ".retry(1)",
      ".retry(2, delay: 3)", ".repeat(2)", ".catch { _ in b }", ".append(b)", ".prepend(b)",
      ".delaySubscription(for: 2)", ".share()",
      ".merge(with: a)", ".zip(b) { $0 + $1 }", ".delay(for: 1)", ".map { $0 + 1 }", ".filter { $0 > 2 }", ".prefix(2)",
      ".debounce(for: 2)",
    ]
    var lines = ["a", "b", "x"].map { name in
      (Int.random(in: 0..<6, using: &specs.random) == 0 ? "hot " : "") + "\(name): \(specs.lane())"
    }
    let count = Int.random(in: 1...3, using: &specs.random)
    lines.append("> a" + (0..<count).map { _ in calls.randomElement(using: &specs.random) ?? "" }.joined())
    if Int.random(in: 0..<4, using: &specs.random) == 0 {
      lines.append("from " + String(repeating: "-", count: Int.random(in: 0..<4, using: &specs.random)) + "^--------!")
    }
    if Int.random(in: 0..<4, using: &specs.random) == 0 { lines.append("demand " + specs.demand()) }
    return (["limit: 3000"] + lines).joined(separator: "\n")
  }

  /// A row of up to twelve frames, so that streams meet.
  private mutating func lane() -> String {
    var text = ""
    for _ in 0..<Int.random(in: 2...10, using: &random) {
      switch Int.random(in: 0..<8, using: &random) {
      case 0...3: text += "-"
      case 4: text += "(12)"
      default: text += String(Int.random(in: 1...9, using: &random))
      }
    }
    return text + ["|", "-|", "#", "|", "", "--|"][Int.random(in: 0..<6, using: &random)]
  }

  private mutating func demand() -> String {
    var text = ""
    for _ in 0..<Int.random(in: 1...8, using: &random) {
      text += Bool.random(using: &random) ? "-" : String(Int.random(in: 1...3, using: &random))
    }
    return text.allSatisfy { $0 == "-" } ? text + "1" : text
  }
}
