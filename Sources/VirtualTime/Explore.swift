/// Runs a scenario many times with a permuted order at equal instants, and reports whether the outcome depends on that
/// order.
///
/// The order at one instant is fixed in a test but often accidental in production, where two events never happen at
/// exactly the same time. The permuted order concerns actions that were scheduled at different times or by different
/// names, actions that were scheduled on the timeline itself without a name, sleepers, and tasks. Actions that one
/// scheduler received at one instant for the same instant keep their order, as on any serial queue.
///
///     let exploration = try explore(seeds: 0..<50) { timeline in
///       var log: [String] = []
///       timeline.schedule(at: .zero) { log.append("a") }
///       timeline.schedule(at: .zero) { log.append("b") }
///       try timeline.run()
///       return log
///     }
///     print(exploration)  // the outcome depends on the order at equal instants; seed … shows it
///
/// - Parameters:
///   - seeds: The seeds of the runs, after a first run in the order of scheduling. The first seed with another outcome
///     is the last one that runs.
///   - scenario: Creates everything again on the timeline that it receives, runs that, and returns the outcome to
///     compare.
/// - Throws: The error of the scenario in the order of scheduling. An error in a permuted order only is another
///   outcome.
public func explore<Outcome: Equatable>(
  seeds: Range<UInt64> = 0..<100, _ scenario: (Timeline) throws -> Outcome
) throws -> Exploration<Outcome> {
  let first = Timeline(seed: nil)
  first.startActionLog()
  var exploration = Exploration(outcome: try scenario(first), steps: first.actionLog)
  for seed in seeds where exploration.difference == nil {
    let timeline = Timeline(seed: seed)
    timeline.startActionLog()
    exploration.add(Result { try scenario(timeline) }, seed: seed, timeline)
  }
  return exploration
}

/// Runs an async scenario in virtual time many times with a permuted order at equal instants, and reports whether the
/// outcome depends on that order. The order of tasks is permuted, too.
///
/// See `explore(seeds:_:)` for a scenario that is not async.
///
/// - Parameter seeds: The seeds of the runs, after a first run in the order of scheduling.
/// - Parameter scenario: Receives the clock of the run, and returns the outcome to compare.
/// - Throws: The error of the scenario in the order of scheduling.
public func explore<Outcome: Equatable & Sendable>(
  seeds: Range<UInt64> = 0..<100, _ scenario: @escaping @Sendable (VirtualClock) async throws -> Outcome
) async throws -> Exploration<Outcome> {
  let first = Timeline(seed: nil)
  first.startActionLog()
  var exploration = Exploration(outcome: try await withVirtualTime(on: first, scenario), steps: first.actionLog)
  for seed in seeds where exploration.difference == nil {
    let timeline = Timeline(seed: seed)
    timeline.startActionLog()
    let result: Result<Outcome, any Error>
    do { result = .success(try await withVirtualTime(on: timeline, scenario)) } catch { result = .failure(error) }
    exploration.add(result, seed: seed, timeline)
  }
  return exploration
}

/// The result of `explore(seeds:_:)`. Its description shows both timelines.
public struct Exploration<Outcome: Equatable>: CustomStringConvertible {
  /// An outcome in a permuted order, with the seed that reproduces it.
  public struct Difference {
    /// The seed: `Timeline(seed:)` reproduces the order.
    public let seed: UInt64
    /// The outcome with that seed.
    public let outcome: Result<Outcome, any Error>
    let steps: [Timeline.RunAction]
  }
  /// The outcome in the order of scheduling.
  public let outcome: Outcome
  /// The first other outcome that was found; `nil` if there was none.
  public private(set) var difference: Difference?
  /// The number of runs, including the one in the order of scheduling.
  public private(set) var runCount = 1
  private let steps: [Timeline.RunAction]

  /// Whether a permuted order with another outcome was found.
  public var dependsOnOrder: Bool { difference != nil }

  init(outcome: Outcome, steps: [Timeline.RunAction]) {
    self.outcome = outcome
    self.steps = steps
  }

  mutating func add(_ result: Result<Outcome, any Error>, seed: UInt64, _ timeline: Timeline) {
    runCount += 1
    if case .success(outcome) = result { return }
    difference = Difference(seed: seed, outcome: result, steps: timeline.actionLog)
  }

  public var description: String {
    guard let difference else { return "the outcome was the same in \(runCount) orders at equal instants" }
    let other =
      switch difference.outcome {
      case .success(let outcome): "\(outcome)"
      case .failure(let error): "error: \(error)"
      }
    return """
      the outcome depends on the order at equal instants; seed \(difference.seed) shows it
      in the scheduled order: \(outcome)
      \(Self.text(steps))
      with seed \(difference.seed): \(other)
      \(Self.text(difference.steps))
      """
  }
  /// Returns one line for each instant, with the names of the actions in order.
  private static func text(_ steps: [Timeline.RunAction]) -> String {
    var lines: [(instant: VirtualInstant, names: [String])] = []
    for step in steps {
      if lines.last?.instant != step.instant { lines.append((step.instant, [])) }
      lines[lines.count - 1].names.append(step.name)
    }
    let shown = lines.prefix(20).map { line in
      "  \(line.instant)  \(line.names.prefix(20).joined(separator: ", "))\(line.names.count > 20 ? ", …" : "")"
    }
    return (shown + (lines.count > 20 ? ["  …"] : [])).joined(separator: "\n")
  }
}

extension ActionQueue {
  private static var numberBits: UInt64 { 26 }
  /// Returns the number of the action in the order of scheduling, counted from 1.
  func number(of key: Key) -> UInt64 {
    seed == nil || turns != nil ? key.sequence : key.sequence & ((1 << Self.numberBits) - 1)
  }

  /// Returns a sequence number whose upper part is a pseudorandom number of the seed. It is equal for actions that must
  /// keep their order.
  @inline(never) func permuted(_ sequence: UInt64, _ place: Place) -> UInt64 {
    if let turns {
      turns.add(sequence, place)
      return sequence
    }
    precondition(sequence < 1 << Self.numberBits, "a timeline with a seed cannot run more than 67 million actions")
    var draw = (seed ?? 0) &* 0x9e37_79b9_7f4a_7c15
    for part in [
      UInt64(bitPattern: place.instant), UInt64(bitPattern: place.from), UInt64(place.line),
      place.order == .free ? sequence : 0,
    ] {
      draw = (draw ^ part) &* 0xbf58_476d_1ce4_e5b9
      draw = (draw ^ draw >> 29) &* 0x94d0_49bb_1331_11eb
    }
    return (draw >> 52) << Self.numberBits | sequence
  }
}
