import Pipes

extension OperatorTable {
  /// What Combine does not have.
  mutating func addBeyond() {
    family = "Combining"
    addWithLatestFrom()
    about(
      "race",
      facts: OperatorFacts(
        use: "for the fastest of several sources", rivals: ["merge", "timeout"], rx: ["amb", "raceWith"],
        finishes: "when the first stream finishes", fails: "when the first stream fails",
        cancels: "all other streams when one is the first", losses: .init(atOnce: "another stream was the first"),
        typing: [.keepsValues, .joins, .isLenient]))
    row(
      "race", "Follows the stream that is the first to send anything.", .streams("with"),
      sample: "a: ---1-2-|\nb: -3---4-|\n> a.race(with: b)"
    ) { Publishers.Race(publishers: [$0] + $1) }
    streams("race", "Follows the stream that is the first to send anything.", sample: "a: ---1-2-|\nb: -3---4-|\n> [a, b].race()") {
      $0.race()
    }
    family = "Transforming"
    about(
      "pairwise",
      facts: OperatorFacts(
        use: "to compare each value with the one before it", rivals: ["scan", "zip", "removeDuplicates"],
        keeps: "the last value", drops: "the only value of a stream that sends no other", memory: .some,
        losses: .init(left: "no other value came", waiting: "no other value came")))
    row("pairwise", "Pairs each value with the one before it.", sample: "a: -1-2-3-|\n> a.pairwise()") {
      $0.pairwise().map(tupled)
    }
    addMaps()
    addEvents()
    addBeyondSharing()
    addAgain()
    addGroups()
  }

  private mutating func addWithLatestFrom() {
    let name = "withLatestFrom", sentence = "Joins to each value the latest of other streams."
    let two = "a: -1---2--|\nb: --3----|\n> a.withLatestFrom(b"
    let three = "a: -1---2--|\nb: --3----|\nc: ---4---|\n> a.withLatestFrom(b, c"
    let four = "a: -1----2--|\nb: --3----|\nc: ---4---|\nd: ----5--|\n> a.withLatestFrom(b, c, d"
    about(
      "withLatestFrom",
      facts: OperatorFacts(
        use: "to look something up when a value comes, as the text of a field when a button is tapped",
        rivals: ["combineLatest", "zip", "sample"], sends: "when the upstream sends, as soon as every other stream has sent one",
        requests: "as many values as the downstream, and unlimited values from the other streams",
        keeps: "the latest value of each other stream", drops: "a value that comes before every other stream has sent one",
        fails: "when one of the streams fails", cancels: "the other streams at the end", memory: .some,
        losses: .init(
          atOnce: "not every other stream had sent one", replaced: "another one came before it was used",
          left: "the stream ended before it was used"),
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
        rx: ["flatMapLatest"], requests: "unlimited values; from the latest stream as many as the downstream",
        finishes: "when the upstream and the latest stream have finished",
        fails: "when the upstream or the latest stream fails", cancels: "the stream before when a value comes", memory: .some,
        losses: .init(left: "the stream ended before there was demand"), typing: [.joins, .isLenient, .flattens]))
    row(
      "switchMap", "Makes a stream of each value and sends what the latest sends.", closure(.stream),
      sample: sample + "switchMap { _ in x }"
    ) { $0.switchMap($1) }
    about(
      "concatMap",
      facts: OperatorFacts(
        use: "where each task must be done before the next begins, as in saving",
        rivals: ["flatMap", "switchMap", "exhaustMap", "mergeMap"],
        requests: "unlimited values; from the stream whose turn it is as many as the downstream", keeps: "values whose turn has not come",
        finishes: "when the upstream and all streams that were made have finished", fails: "when the upstream or a stream fails",
        memory: .some, losses: .init(left: "the stream ended before its turn"), typing: [.joins, .isLenient, .flattens]))
    row(
      "concatMap", "Makes a stream of each value and sends what these send, one after the other.", closure(.stream),
      sample: sample + "concatMap { _ in x }"
    ) { $0.concatMap($1) }
    about(
      "mergeMap",
      facts: OperatorFacts(
        use: "to do several tasks at a time, but not all at once", rivals: ["flatMap", "concatMap"],
        requests: "unlimited values; from the streams that run as many as the downstream", keeps: "values whose turn has not come",
        finishes: "when the upstream and all streams that were made have finished",
        fails: "when the upstream or a stream fails", memory: .some, losses: .init(left: "the stream ended before its turn"),
        typing: [.joins, .isLenient, .flattens]))
    row(
      "mergeMap", "Makes a stream of each value and sends what these send, so many at a time; the others wait.",
      .integer("concurrency", atLeast: 1), closure(.stream), sample: sample + "mergeMap(concurrency: 2) { _ in x }"
    ) { $0.mergeMap(concurrency: $1, $2) }
    about(
      "exhaustMap",
      facts: OperatorFacts(
        use: "where a task that runs must not be disturbed, as with a button that is tapped twice",
        rivals: ["switchMap", "concatMap", "flatMap"], rx: ["flatMapFirst"], requests: .unlimited,
        drops: "a value that comes while a stream that was made is running",
        finishes: "when the upstream and the last stream have finished", fails: "when the upstream or a stream fails",
        losses: .init(atOnce: "the stream before is still running"), typing: [.joins, .isLenient, .flattens]))
    row(
      "exhaustMap", "Makes a stream of a value and leaves values out until it has ended.", closure(.stream),
      sample: sample + "exhaustMap { _ in x }"
    ) { $0.exhaustMap($1) }
  }

  private mutating func addEvents() {
    about(
      "materialize",
      facts: OperatorFacts(
        use: "to look at ends and failures as values, as in a log", rivals: ["mapToResult", "dematerialize"],
        finishes: "after the value that stands for the end", fails: "", typing: [.cures, .tells]))
    row(
      "materialize", "Turns values, the end and a failure into values.", sample: "a: -1-2-#\n> a.materialize()"
    ) { $0.materialize() }
    about(
      "dematerialize",
      facts: OperatorFacts(
        use: "to turn what materialize made back into a stream", rivals: ["materialize"],
        finishes: "when a value stands for that, or when the upstream finishes", fails: "when a value stands for that",
        cancels: "the upstream when a value stands for the end"))
    row(
      "dematerialize", "Lets what events stand for happen.", ownEvent,
      sample: "a: -x-y-|\n  x = .value(1)   y = .finished\n> a.dematerialize()"
    ) { upstream, event in
      upstream.map(event).catch { Just(.failure($0)) }.dematerialize()
    }
    about(
      "mapToResult",
      facts: OperatorFacts(
        use: "to go on after a failure with a value that says so", rivals: ["materialize", "catch", "replaceError"],
        finishes: "when the upstream finishes or fails", fails: "", typing: [.cures, .tells]))
    row("mapToResult", "Turns values and a failure into results.", sample: "a: -1-2-#\n> a.mapToResult()") { $0.mapToResult() }
  }

  private mutating func addBeyondSharing() {
    family = "Sharing"
    about(
      "share",
      facts: OperatorFacts(
        use: "where those who come late need the last values", rivals: ["buffer", "prepend"], rx: ["shareReplay", "publishReplay"],
        requests: .unlimited, keeps: "the last values, and those that found no demand",
        cancels: "the upstream when the last subscriber cancels", memory: .some,
        losses: .init(left: "the stream ended before there was demand"), isShared: true, typing: .keepsValues))
    row(
      "share", "Shares one subscription among all subscribers, and gives the last values to those who come late.",
      .integer("replay", atLeast: 1),
      choice("scope", ["forever": Publishers.ReplayScope.forever, "whileConnected": .whileConnected]).optional(.forever),
      sample: "a: -1-2-3-|\n> a.share(replay: 1)\nfrom ^\nfrom ----^"
    ) { $0.share(replay: $1, scope: $2) }
    family = "Origins"
    about(
      "timer",
      facts: OperatorFacts(
        use: "for something that happens once, later", rivals: ["interval", "delay", "Just"], requests: "",
        finishes: "right after the value", fails: ""))
    origin("timer", "Sends one value after a while, and finishes.", .duration("after"), .scheduler, sample: "> timer(after: 3)") {
      Publishers.timer(after: $0, scheduler: $1)
    }
    about(
      "timer",
      facts: OperatorFacts(
        use: "for a regular pace that begins at another time", rivals: ["interval"], requests: "",
        drops: "a count for which there is no demand", finishes: "", fails: "", losesWithoutDemand: true))
    origin(
      "timer", "Counts at a regular pace, the first time after a while.", .duration("after"), .duration("every"), .scheduler,
      sample: "> timer(after: 1, every: 3).prefix(3)"
    ) { Publishers.timer(after: $0, every: $1, scheduler: $2) }
    family = "Combining"
    about(
      "startWith",
      facts: OperatorFacts(
        use: "to begin with values that are there already", rivals: ["endWith", "prepend"],
        sends: "first the other values, then those of the upstream", typing: .keepsValues))
    row("startWith", "Sends other values first.", .elements, sample: "a: -1-2-|\n> a.startWith(8, 9)") { $0.prepend($1) }
    about(
      "endWith",
      facts: OperatorFacts(
        use: "to send values after the end", rivals: ["startWith", "append"], sends: "first the values of the upstream, then the others",
        finishes: "after the other values", typing: .keepsValues))
    row("endWith", "Sends other values behind.", .elements, sample: "a: -1-2-|\n> a.endWith(8, 9)") { $0.append($1) }
  }

  /// A method of an array of streams.
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
