import Pipes

extension OperatorTable {
  /// The calls that begin a pipeline.
  @OperatorRows static var origins: [OperatorRow] {
    origin(
      "Just", "Sends one value and finishes.",
      facts: OperatorFacts(
        use: "for a single known value, and as a stand-in in tests", rivals: ["publisher", "Deferred"],
        rx: ["of", "just"], requests: "", finishes: "right after the value", fails: "", output: .argument),
      .value(), sample: "> Just(1)"
    ) { Just($0) }
    origin(
      "Empty", "Finishes without a value, or never completes.",
      facts: OperatorFacts(
        use: "where a publisher is required and no value should be sent", rivals: ["Just", "Fail"],
        rx: ["empty", "never"], requests: "", finishes: "immediately, or never", fails: "", output: .nothing),
      .bool("completeImmediately").optional(true), sample: "> Empty()"
    ) { Empty<Carried, SpecFailure>(completeImmediately: $0) }
    let fail = OperatorFacts(
      use: "to fail in a branch of flatMap", rivals: ["Empty", "Just"], rx: ["throwError"], requests: "",
      finishes: "", fails: "immediately", output: .nothing, failure: .given)
    origin("Fail", "Fails immediately.", facts: fail, .value(), sample: "> Fail(\"too bad\")") {
      Fail<Carried, SpecFailure>(error: SpecFailure($0.value))
    }
    origin("Fail", "Fails immediately.", facts: fail, .value("error"), sample: "> Fail(error: \"too bad\")") {
      Fail<Carried, SpecFailure>(error: SpecFailure($0.value))
    }
    origin(
      "Deferred", "Creates a new publisher for each subscriber.",
      facts: OperatorFacts(
        use: "where creating the publisher costs work or depends on the time of the subscription", rivals: ["Just"],
        rx: ["defer"],
        finishes: "when the created publisher finishes", fails: "when the created publisher fails", output: .created),
      producer(.stream), sample: "a: -1-2-|\n> Deferred { a }"
    ) { Deferred(createPublisher: $0) }
    let interval = OperatorFacts(
      use: "for events at a regular pace", rivals: ["timer"], requests: "",
      drops: "a tick for which there is no demand", finishes: "", fails: "", losesWithoutDemand: true, output: .integers
    )
    origin(
      "interval", "Sends 0, 1, 2 and so on at a regular pace, and never completes.", facts: interval,
      .duration(), .scheduler, sample: "> interval(3).prefix(3)"
    ) { Publishers.interval($0, scheduler: $1) }
    origin(
      "Timer.publish", "Sends 0, 1, 2 and so on at a regular pace, as interval does.",
      facts: interval.inSwift("Publishers.interval"),
      .duration("every"), .scheduler, sample: "> Timer.publish(every: 3).prefix(3)"
    ) { Publishers.interval($0, scheduler: $1) }
    property(
      "publisher", "Sends the elements of a sequence and finishes.",
      facts: OperatorFacts(
        use: "for known values", rivals: ["Just"], rx: ["from"], requests: "", finishes: "after the last element",
        fails: ""),
      sample: "> [1, 2, 3].publisher"
    ) { stage, value in
      switch value {
      case .nil: return Empty().eraseToAnyPublisher()
      case .member("...", let items):
        guard case .integer(let lower) = items.elements[0] else { return Empty().eraseToAnyPublisher() }
        return Publishers.Sequence<Counting, SpecFailure>(sequence: Counting(from: lower, stage)).adapted
      case .array, .string, .member("..<", _):
        let elements = try stage.evaluator.elements(of: value, at: stage.call.span)
        return Publishers.Sequence<[Value], SpecFailure>(sequence: elements).adapted
      case .stream: throw stage.problem("a stream is one already", at: stage.call.span, fix: "leave out .publisher")
      default: return Just(value).adapted
      }
    }
    origin(
      "timer", "Sends one value after a given time, then finishes.",
      facts: OperatorFacts(
        use: "for one event at a later time", rivals: ["interval", "delay", "Just"], requests: "",
        finishes: "right after the value", fails: "", output: .integers),
      .duration("after"), .scheduler, sample: "> timer(after: 3)"
    ) { Publishers.timer(after: $0, scheduler: $1) }
    origin(
      "timer", "Sends 0, 1, 2 and so on at a regular pace, beginning after a given time.",
      facts: OperatorFacts(
        use: "for a regular pace whose first delay differs", rivals: ["interval"], requests: "",
        drops: "a tick for which there is no demand", finishes: "", fails: "", losesWithoutDemand: true,
        output: .integers),
      .duration("after"), .duration("every"), .scheduler, sample: "> timer(after: 1, every: 3).prefix(3)"
    ) { Publishers.timer(after: $0, every: $1, scheduler: $2) }
  }
}

/// The integers from a first one. Each costs a step, so that an operator that wants all of them ends the run.
private struct Counting: Sequence, IteratorProtocol {
  private var number: Int64?
  private let stage: Stage

  init(from first: Int64, _ stage: Stage) {
    number = first
    self.stage = stage
  }

  mutating func next() -> Value? {
    guard let current = number, !stage.context.hasStopped else { return nil }
    number = current == .max ? nil : current + 1
    return stage.attempt(or: Value?.none) {
      try stage.evaluator.takeSteps(1, at: stage.call.span)
      return .integer(current)
    }
  }
}
