import Pipes

extension OperatorTable {
  /// Adds operators that Combine does not have.
  mutating func addBeyond() {
    family = "Combining"
    addWithLatestFrom()
    about(
      "race",
      facts: OperatorFacts(
        use: "for the fastest of several sources", rivals: ["merge", "timeout"], rx: ["amb", "raceWith"],
        keeps: "the winner's first value until it is requested", finishes: "when the winner finishes", fails: "when the winner fails",
        cancels: "all others as soon as one has won", memory: .some,
        losses: .init(atOnce: "another publisher was first", before: "it was requested"),
        typing: [.keepsValues, .joins, .isLenient]))
    row(
      "race", "Sends the values of the publisher that is first to send a value or a completion; cancels the others.", .streams("with"),
      sample: "a: ---1-2-|\nb: -3---4-|\n> a.race(with: b)"
    ) { Publishers.Race(publishers: [$0] + $1) }
    streams(
      "race", "Sends the values of the publisher that is first to send a value or a completion; cancels the others.",
      sample: "a: ---1-2-|\nb: -3---4-|\n> [a, b].race()"
    ) {
      $0.race()
    }
    family = "Transforming"
    about(
      "pairwise",
      facts: OperatorFacts(
        use: "to compare each value with the previous one", rivals: ["scan", "zip", "removeDuplicates"],
        requests: "as many values as the downstream, and one more for the first value", keeps: "the last value",
        drops: "a single value that no other one follows", memory: .some,
        losses: .init(before: "another value followed", left: "no other value followed", waiting: "no other value followed")))
    row("pairwise", "Sends each value together with the previous value.", sample: "a: -1-2-3-|\n> a.pairwise()") {
      $0.pairwise().map(tupled)
    }
    addMaps()
    addEvents()
    addBeyondSharing()
    addAgain()
    addGroups()
  }

  private mutating func addWithLatestFrom() {
    let name = "withLatestFrom", sentence = "Sends each value together with the latest values of other publishers."
    let two = "a: -1---2--|\nb: --3----|\n> a.withLatestFrom(b"
    let three = "a: -1---2--|\nb: --3----|\nc: ---4---|\n> a.withLatestFrom(b, c"
    let four = "a: -1----2--|\nb: --3----|\nc: ---4---|\nd: ----5--|\n> a.withLatestFrom(b, c, d"
    about(
      "withLatestFrom",
      facts: OperatorFacts(
        use: "to look up a value when another one arrives, as the text of a field when a button is tapped",
        rivals: ["combineLatest", "zip", "sample"], sends: "only when the upstream sends a value",
        requests: "as many values as the downstream, and one more for each value that it drops; from the other publishers unlimited values",
        keeps: "the latest value of each other publisher", drops: "a value that arrives before every other publisher has sent one",
        fails: "when one of the publishers fails", cancels: "the other publishers at the completion", memory: .some,
        losses: .init(
          atOnce: "not every other publisher had sent one", replaced: "another value arrived before it was used",
          before: "it was used"),
        losesWithoutDemand: true, typing: [.joins, .isLenient]))
    row(name, sentence, .stream(), sample: two + ")") { $0.withLatestFrom($1).map(tupled) }
    row(name, sentence, .stream(), .stream(), sample: three + ")") { $0.withLatestFrom($1, $2).map(tupled) }
    row(name, sentence, .stream(), .stream(), .stream(), sample: four + ")") {
      $0.withLatestFrom($1, $2, $3).map(tupled)
    }
    row(name, sentence, .stream(), closure2(.value), sample: two + ") { $0 + $1 }") { $0.withLatestFrom($1, $2) }
    row(name, sentence, .stream(), .stream(), closure3(.value), sample: three + ") { $0 + $1 + $2 }") { $0.withLatestFrom($1, $2, $3) }
    row(name, sentence, .stream(), .stream(), .stream(), closure4(.value), sample: four + ") { $0 + $1 + $2 + $3 }") {
      $0.withLatestFrom($1, $2, $3, $4)
    }
  }

  private mutating func addMaps() {
    let sample = "a: -1---2----3-|\nx: 5-6-7|\n> a."
    about(
      "switchMap",
      facts: OperatorFacts(
        use: "where only the newest result counts, as in a search while typing", rivals: ["flatMap", "concatMap", "exhaustMap"],
        rx: ["flatMapLatest"], requests: "unlimited values; from the latest inner publisher as many as the downstream",
        finishes: "when the upstream and the latest inner publisher have finished",
        fails: "when the upstream or the latest inner publisher fails", cancels: "the previous inner publisher when a value arrives",
        memory: .some,
        losses: .init(before: "there was demand"), typing: [.joins, .isLenient, .flattens]))
    row(
      "switchMap", "Creates an inner publisher for each value and cancels the previous one.", closure(.stream),
      sample: sample + "switchMap { _ in x }"
    ) { $0.switchMap($1) }
    about(
      "concatMap",
      facts: OperatorFacts(
        use: "where each task must be finished before the next one begins, as with saving",
        rivals: ["flatMap", "switchMap", "exhaustMap", "mergeMap"],
        requests: "unlimited values; from the running inner publisher as many as the downstream",
        keeps: "the values for which no inner publisher has been created yet, without a limit",
        finishes: "when the upstream and all inner publishers have finished", fails: "when the upstream or an inner publisher fails",
        memory: .some, losses: .init(before: "its turn"), typing: [.joins, .isLenient, .flattens]))
    row(
      "concatMap", "Creates an inner publisher for each value and runs them one after the other.", closure(.stream),
      sample: sample + "concatMap { _ in x }"
    ) { $0.concatMap($1) }
    about(
      "mergeMap",
      facts: OperatorFacts(
        use: "to run several tasks at a time, but not all of them", rivals: ["flatMap", "concatMap"],
        requests: "unlimited values; from the running inner publishers as many as the downstream",
        keeps: "the values for which no inner publisher has been created yet, without a limit",
        finishes: "when the upstream and all inner publishers have finished",
        fails: "when the upstream or an inner publisher fails", memory: .some, losses: .init(before: "its turn"),
        typing: [.joins, .isLenient, .flattens]))
    row(
      "mergeMap", "Creates an inner publisher for each value and runs at most a given number at a time.",
      .integer("concurrency", atLeast: 1), closure(.stream), sample: sample + "mergeMap(concurrency: 2) { _ in x }"
    ) { $0.mergeMap(concurrency: $1, $2) }
    about(
      "exhaustMap",
      facts: OperatorFacts(
        use: "where a task that runs must not be disturbed, as with a button that is tapped twice",
        rivals: ["switchMap", "concatMap", "flatMap"], rx: ["flatMapFirst"], requests: .unlimited,
        drops: "a value that arrives while an inner publisher is running",
        finishes: "when the upstream and the last inner publisher have finished", fails: "when the upstream or an inner publisher fails",
        losses: .init(atOnce: "the previous inner publisher is still running"), typing: [.joins, .isLenient, .flattens]))
    row(
      "exhaustMap", "Creates an inner publisher for a value and drops values until the inner publisher has finished.", closure(.stream),
      sample: sample + "exhaustMap { _ in x }"
    ) { $0.exhaustMap($1) }
  }

  private mutating func addEvents() {
    about(
      "materialize",
      facts: OperatorFacts(
        use: "to handle completions as values, as in a log", rivals: ["mapToResult", "dematerialize"],
        finishes: "after the event that stands for the completion", fails: "", typing: [.cures, .tells]))
    row(
      "materialize", "Sends values and the completion as events, which are values, then finishes.", sample: "a: -1-2-#\n> a.materialize()"
    ) { $0.materialize() }
    about(
      "dematerialize",
      facts: OperatorFacts(
        use: "to undo materialize", rivals: ["materialize"],
        finishes: "after the event .finished, or when the upstream finishes", fails: "after the event .failure",
        cancels: "the upstream after an event that is a completion"))
    row(
      "dematerialize", "Turns events back into values and a completion.", ownEvent,
      sample: "a: -x-y-|\n  x = .value(1)   y = .finished\n> a.dematerialize()"
    ) { upstream, event in
      upstream.map(event).catch { Just(.failure($0)) }.dematerialize()
    }
    about(
      "mapToResult",
      facts: OperatorFacts(
        use: "to receive a failure as a value and to let the downstream live on", rivals: ["materialize", "catch", "replaceError"],
        finishes: "when the upstream finishes or fails", fails: "", typing: [.cures, .tells]))
    row(
      "mapToResult", "Sends each value as a success and a failure as a last value, then finishes.", sample: "a: -1-2-#\n> a.mapToResult()"
    ) { $0.mapToResult() }
  }

  private mutating func addBeyondSharing() {
    family = "Sharing"
    about(
      "share",
      facts: OperatorFacts(
        use: "where late subscribers need the last values", rivals: ["buffer", "prepend"], rx: ["shareReplay"],
        requests: .unlimited, keeps: "the last values, and for each subscriber the values for which there is no demand",
        cancels: "the upstream when the last subscriber cancels", memory: .some,
        losses: .init(before: "there was demand"), isShared: true, typing: .keepsValues))
    row(
      "share", "Shares one subscription among all subscribers and sends the last values to late subscribers.",
      .integer("replay", atLeast: 1),
      choice("scope", ["forever": Publishers.ReplayScope.forever, "whileConnected": .whileConnected]).optional(.forever),
      sample: "a: -1-2-3-|\n> a.share(replay: 1)\nfrom ^\nfrom ----^"
    ) { $0.share(replay: $1, scope: $2) }
    family = "Origins"
    about(
      "timer",
      facts: OperatorFacts(
        use: "for one event at a later time", rivals: ["interval", "delay", "Just"], requests: "",
        finishes: "right after the value", fails: ""))
    origin("timer", "Sends one value after a given time, then finishes.", .duration("after"), .scheduler, sample: "> timer(after: 3)") {
      Publishers.timer(after: $0, scheduler: $1)
    }
    about(
      "timer",
      facts: OperatorFacts(
        use: "for a regular pace whose first delay differs", rivals: ["interval"], requests: "",
        drops: "a tick for which there is no demand", finishes: "", fails: "", losesWithoutDemand: true))
    origin(
      "timer", "Sends 0, 1, 2 and so on at a regular pace, beginning after a given time.", .duration("after"), .duration("every"),
      .scheduler,
      sample: "> timer(after: 1, every: 3).prefix(3)"
    ) { Publishers.timer(after: $0, every: $1, scheduler: $2) }
    family = "Combining"
    about(
      "startWith",
      facts: OperatorFacts(
        use: "to begin with known values", rivals: ["endWith", "prepend"],
        sends: "first the other values, then the values of the upstream", typing: .keepsValues))
    row("startWith", "Sends given values before it subscribes to the upstream.", .elements, sample: "a: -1-2-|\n> a.startWith(8, 9)") {
      $0.prepend($1)
    }
    about(
      "endWith",
      facts: OperatorFacts(
        use: "to send values after the finish", rivals: ["startWith", "append"],
        sends: "first the values of the upstream, then the other values",
        finishes: "after the other values", typing: .keepsValues))
    row("endWith", "Sends given values after the upstream has finished.", .elements, sample: "a: -1-2-|\n> a.endWith(8, 9)") {
      $0.append($1)
    }
  }

  /// Adds a method of an array of streams.
  mutating func streams<Made: Publisher & SendableMetatype>(
    _ name: String, _ sentence: String, sample: String, build: @escaping @Sendable ([SpecPublisher]) -> Made
  ) where Made.Output: SpecOutput {
    property(name, sentence, sample: sample) { stage, value in
      guard case .array(let items) = value else {
        throw stage.problem("expected an array of streams, got \(value.shown)", at: stage.call.span)
      }
      return build(try items.elements.map { try stage.publisher($0, at: stage.call.span) }).adapted
    }
  }
}
