import Marbles
import VirtualTime

/// The facts about the rows of examples from which arguments are made: the differences of instants, the counts and the
/// values.
struct FindFacts: Sendable {
  /// The numbers of frames that an event may have been delayed by, the most frequent first.
  private(set) var frames: [Int64] = []
  /// The numbers that a count may have.
  private(set) var counts: [Int] = []
  /// The values that the outcome alone has, and the values of the sources.
  private(set) var newValues: [Value] = []
  private(set) var known: [Value] = []
  /// The values of the first source and of the outcome, pair by pair, if there are as many of both.
  private(set) var pairs: [(Value, Value)] = []
  /// The names of the sources.
  let streams: [String]
  /// The text of a time of so many frames.
  let isFramed: Bool
  let frame: Int64

  private static let (mostFrames, mostCounts, mostValues) = (6, 6, 4)

  /// - Parameter inputs: For each example the events before the operator, one stream after the other.
  init(_ examples: FindExamples, from inputs: [[SpecOutcome.Events]]) {
    streams = examples.streams
    isFramed = examples.examples[0].file.frameText != nil
    frame = examples.examples[0].file.frame
    var lengths: [Int64: Int] = [:], counts: [Int] = []
    func add(_ start: Int64, _ end: Int64) { if end > start { lengths[(end - start) / frame, default: 0] += 1 } }
    for (example, inputs) in zip(examples.examples, inputs) {
      let sent = inputs.flatMap(\.entries)
      let instants = sent.map(\.instant.nanoseconds), results = example.outcome.entries.map(\.instant.nanoseconds)
      for result in results { for instant in instants { add(instant, result) } }
      for times in [instants, results] { for (one, next) in zip(times, times.dropFirst()) { add(one, next) } }
      let outputs = example.outcome.values
      counts += [outputs.count] + inputs.flatMap { [$0.values.count - outputs.count, $0.values.count] }
      for value in outputs where !sent.contains(where: { $0.event == .value(value) }) { newValues.append(value) }
      known += inputs.flatMap(\.values)
      if inputs.first?.values.count == outputs.count { pairs += zip(inputs[0].values, outputs) }
    }
    // If two times are equally frequent, the shorter one is simpler.
    let sorted = lengths.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    frames = Array(sorted.map(\.key).prefix(Self.mostFrames))
    self.counts = Array(([1, 2, 3] + counts.filter { $0 > 0 }).uniqued.prefix(Self.mostCounts))
    newValues = Array(newValues.uniqued.prefix(Self.mostValues))
    known = Array(known.uniqued.prefix(Self.mostValues))
  }

  func duration(_ count: Int64) -> String { isFramed ? DurationText.of(count * frame) : String(count) }

  // MARK: Arguments

  /// The texts that an argument may have, the simplest first.
  func arguments(for parameter: ParameterInfo) -> [String] {
    switch parameter.kind {
    case .duration: return frames.map(duration)
    case .integer: return counts.map(String.init)
    case .value:
      let values = ([.integer(0)] + newValues + known + [.string("")]).filter(\.canBeWritten).uniqued.map(\.description)
      if !parameter.isVariadic { return values }
      let all = newValues.count > 1 ? [newValues.map(\.description).joined(separator: ", ")] : []
      return streams.dropFirst() + all + values
    case .stream:
      let others = streams.dropFirst()
      return others.isEmpty
        ? streams + changed
        : parameter.isVariadic
          ? others + [others.joined(separator: ", ")].filter { _ in others.count > 1 } : Array(others)
    case .demand: return [".max(1)", ".unlimited"]
    case .range: return counts.prefix(3).flatMap { count in [0, 1, 2].map { "\($0)..<\($0 + count)" } }
    case .closure(let takes, _): return parameter.givesStream ? streamClosures(takes) : closures(takes)
    case .choice(let names): return names.flatMap(choice)
    case .subject, .scheduler, .implied: return []
    }
  }

  /// The only source as the second stream of an operator, changed in a way that the outcome suggests.
  private var changed: [String] {
    var closures: [String] = []
    for case .tuple(let items) in newValues {
      guard items.elements.count == 2,
        case (.integer(let one), .integer(let other)) = (items.elements[0], items.elements[1]), one != 0
      else { continue }
      if other % one == 0, other / one > 1 { closures.append("{ $0 * \(other / one) }") }
    }
    return closures.uniqued.prefix(2).map { "\(streams[0]).map \($0)" }
      + Self.inside.flatMap { name in frames.prefix(2).map { "\(streams[0]).\(name)(for: \(duration($0)))" } }
  }

  /// The operators that are tried on the second stream, by name.
  private static let inside = OperatorTable.shared.rows.filter(\.facts.isTriedInside).map(\.name).uniqued.sorted()

  private func choice(_ name: String) -> [String] {
    if name == "true" || name == "false" { return [name] }
    guard let open = name.firstIndex(of: "(") else { return ["." + name] }
    let numbers = name[open...].filter { $0 == "," }.count
    return frames.flatMap { frames -> [String] in
      if numbers == 0 { return [".\(name[..<open])(\(duration(frames)))"] }
      return counts.prefix(3).map { ".\(name[..<open])(\(duration(frames)), \($0))" }
    }
  }

  private func closures(_ takes: Int) -> [String] {
    switch takes {
    case 0: return newValues.map { "{ \($0) }" } + ["{ \"timeout\" }"]
    case 1: return (inferred + tests + ["{ $0 }", "{ $0 * $0 }", "{ \"\\($0)\" }", "{ -$0 }", "{ Int($0) }"]).uniqued
    case 2:
      return [
        "{ $0 + $1 }", "{ ($0, $1) }", "{ max($0, $1) }", "{ min($0, $1) }", "{ $0 * $1 }", "{ $1 - $0 }",
        "{ $0 == $1 }", "{ $0 < $1 }",
        "{ $0 > $1 }", "{ $1 }", "{ $0 }", "{ \"\\($0)\\($1)\" }",
      ]
    case 3: return ["{ $0 + $1 + $2 }", "{ ($0, $1, $2) }"]
    default: return []
    }
  }
  private func streamClosures(_ takes: Int) -> [String] {
    let others = streams.dropFirst().map { "{ \(takes > 0 ? "_ in " : "")\($0) }" }
    let given = newValues.map { "{ \(takes > 0 ? "_ in " : "")Just(\($0)) }" }
    if takes != 1 { return others + given }
    return others + joined + given + ["{ Just($0) }", "{ [$0, $0].publisher }"]
      + frames.prefix(2).map { "{ Just($0).delay(for: \(duration($0))) }" }
  }

  /// Closures that write the value before each value of another stream, if the outcome has such texts.
  private var joined: [String] {
    let texts = newValues.compactMap { if case .string(let text) = $0 { text } else { nil } }
    if texts.isEmpty { return [] }
    let between = texts.allSatisfy { $0.contains(" ") } ? " " : ""
    return streams.dropFirst().map { "{ outer in \($0).map { inner in \"\\(outer)\(between)\\(inner)\" } }" }
  }

  /// Closures that give the second value of each pair for the first.
  private var inferred: [String] {
    guard let (one, other) = pairs.first else { return [] }
    var found: [String] = []
    if Set(pairs.map(\.1)).count == 1, other.canBeWritten { found.append("{ _ in \(other) }") }
    switch (one, other) {
    case (.integer(let from), .integer(let to)):
      let (step, overflow) = to.subtractingReportingOverflow(from)
      if !overflow, step != 0, step > .min { found.insert(step > 0 ? "{ $0 + \(step) }" : "{ $0 - \(-step) }", at: 0) }
      if from != 0, to % from == 0, to / from != 1 { found.insert("{ $0 * \(to / from) }", at: 0) }
      if to != 0, from % to == 0, from / to > 1 { found.append("{ $0 / \(from / to) }") }
    case (.string(let from), .string(let to)):
      if from.uppercased() == to { found.append("{ $0.uppercased() }") }
      if from.lowercased() == to { found.append("{ $0.lowercased() }") }
      if to.hasPrefix(from), to.count > from.count {
        found.append("{ $0 + \(SwiftLiteral.of(String(to.dropFirst(from.count)))) }")
      }
      if to.hasSuffix(from), to.count > from.count {
        found.append("{ \(SwiftLiteral.of(String(to.dropLast(from.count)))) + $0 }")
      }
    case (_, .tuple): found.append("{ ($0, $0) }")
    case (_, .array): found.append("{ [$0] }")
    case (_, .bool): break
    default: break
    }
    return found
  }
  /// Closures that return true or false.
  private var tests: [String] {
    let integers = known.contains { if case .integer = $0 { true } else { false } }
    let values = known.filter(\.canBeWritten)
    return (integers ? ["{ $0 % 2 == 0 }", "{ $0 % 2 == 1 }"] : [])
      + values.flatMap { value in
        ["{ $0 > \(value) }", "{ $0 < \(value) }", "{ $0 == \(value) }", "{ $0 != \(value) }"]
      }
  }
}
