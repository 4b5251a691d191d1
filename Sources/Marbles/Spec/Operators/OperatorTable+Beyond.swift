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
      "mergeMap", "Makes a stream of each value and sends what these send, so many at a time.", .integer("concurrency", atLeast: 1),
      closure(.stream), sample: sample + "mergeMap(concurrency: 2) { _ in x }"
    ) { $0.mergeMap(concurrency: $1, $2) }
    row(
      "exhaustMap", "Makes a stream of a value and leaves values out until it has ended.", closure(.stream),
      sample: sample + "exhaustMap { _ in x }"
    ) { $0.exhaustMap($1) }
  }

  /// A method of an array of streams.
  private mutating func streams<Made: Publisher & SendableMetatype>(
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
