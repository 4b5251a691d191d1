import Pipes

extension OperatorTable {
  /// What Combine does not have.
  mutating func addBeyond() {
    family = "Combining"
    addWithLatestFrom()
    row(
      "race", "Follows the stream that is the first to send anything.", .streams("with"),
      sample: "a: ---1-2-|\nb: -3---4-|\n> a.race(with: b)"
    ) { Publishers.Race(publishers: [$0] + $1) }
    streams("race", "Follows the stream that is the first to send anything.", sample: "a: ---1-2-|\nb: -3---4-|\n> [a, b].race()") {
      $0.race()
    }
    family = "Transforming"
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
    row(
      "switchMap", "Makes a stream of each value and sends what the latest sends.", closure(.stream),
      sample: sample + "switchMap { _ in x }"
    ) { $0.switchMap($1) }
    row(
      "concatMap", "Makes a stream of each value and sends what these send, one after the other.", closure(.stream),
      sample: sample + "concatMap { _ in x }"
    ) { $0.concatMap($1) }
    row(
      "mergeMap", "Makes a stream of each value and sends what these send, so many at a time; the others wait.",
      .integer("concurrency", atLeast: 1), closure(.stream), sample: sample + "mergeMap(concurrency: 2) { _ in x }"
    ) { $0.mergeMap(concurrency: $1, $2) }
    row(
      "exhaustMap", "Makes a stream of a value and leaves values out until it has ended.", closure(.stream),
      sample: sample + "exhaustMap { _ in x }"
    ) { $0.exhaustMap($1) }
  }

  private mutating func addEvents() {
    row(
      "materialize", "Turns values, the end and a failure into values.", sample: "a: -1-2-#\n> a.materialize()"
    ) { $0.materialize() }
    row(
      "dematerialize", "Lets what events stand for happen.", ownEvent,
      sample: "a: -x-y-|\n  x = .value(1)   y = .finished\n> a.dematerialize()"
    ) { upstream, event in
      upstream.map(event).catch { Just(.failure($0)) }.dematerialize()
    }
    row("mapToResult", "Turns values and a failure into results.", sample: "a: -1-2-#\n> a.mapToResult()") { $0.mapToResult() }
  }

  private mutating func addBeyondSharing() {
    family = "Sharing"
    row(
      "share", "Shares one subscription among all subscribers, and gives the last values to those who come late.",
      .integer("replay", atLeast: 1),
      choice("scope", ["forever": Publishers.ReplayScope.forever, "whileConnected": .whileConnected]).optional(.forever),
      sample: "a: -1-2-3-|\n> a.share(replay: 1)\nfrom ^\nfrom ----^"
    ) { $0.share(replay: $1, scope: $2) }
    family = "Origins"
    origin("timer", "Sends one value after a while, and finishes.", .duration("after"), .scheduler, sample: "> timer(after: 3)") {
      Publishers.timer(after: $0, scheduler: $1)
    }
    origin(
      "timer", "Counts at a regular pace, the first time after a while.", .duration("after"), .duration("every"), .scheduler,
      sample: "> timer(after: 1, every: 3).prefix(3)"
    ) { Publishers.timer(after: $0, every: $1, scheduler: $2) }
    family = "Combining"
    row("startWith", "Sends other values first.", .elements, sample: "a: -1-2-|\n> a.startWith(8, 9)") { $0.prepend($1) }
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
