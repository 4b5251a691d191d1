import Pipes

extension OperatorTable {
  // The sources of the samples for two, three and four streams.
  private static let two = "a: -1-2-----|\nb: ---x-y-z-|\n> a."
  private static let three = "a: -1-2---|\nb: --3-4--|\nc: ---5-6-|\n> a."
  private static let four = "a: -1-2-----|\nb: --3-4----|\nc: ---5-6---|\nd: ----7-8--|\n> a."

  private static let merging = OperatorFacts(
    use: "to handle the values of several publishers alike", rivals: ["append", "combineLatest", "zip", "race"],
    rx: ["mergeWith"],
    requests: "from each publisher one value after the other, or unlimited values if the downstream does",
    keeps: "one value of each publisher while there is no demand",
    finishes: "when all publishers have finished", fails: "when one of the publishers fails",
    cancels: "the other publishers then",
    memory: .some, losses: .init(before: "there was demand", never: [.finished, .failed]),
    typing: [.keepsValues, .joins, .adds, .isAlike])
  private static let zipping = OperatorFacts(
    use: "to combine values that belong together by their position",
    rivals: ["combineLatest", "withLatestFrom", "merge"],
    rx: ["zipWith"], elsewhere: [.init("Combine", "sends a tuple also when nobody has requested it")],
    requests: .each, keeps: "values until their partners arrive, without a limit",
    drops: "values without a partner", finishes: "when a publisher has finished and all its values have been paired",
    fails: "when one of the publishers fails", cancels: "the other publishers then", memory: .some,
    losses: .init(before: "its partner arrived", left: "no partner arrived"), typing: .joins)
  private static let combiningLatest = OperatorFacts(
    use: "for a state that depends on the latest values of several publishers",
    rivals: ["withLatestFrom", "zip", "merge"],
    sends: "nothing until each publisher has sent a value", requests: .each,
    keeps: "the latest value of each publisher",
    drops: "values that are replaced before each publisher has sent one, or before there is demand",
    finishes: "when all publishers have finished",
    fails: "when one of the publishers fails", cancels: "the other publishers then", memory: .some,
    losses: .init(
      replaced: "another value arrived before it was used", before: "every publisher had sent one",
      left: "not every publisher has sent one"),
    keepsNewest: true, reuses: true, typing: .joins)

  /// The operators that send the values of several streams.
  @OperatorRows static var combining: [OperatorRow] {
    zip
    combineLatest
    row(
      "merge", "Sends the values of several publishers as they arrive.", facts: merging,
      .streams("with", atMost: 7), sample: "a: -1---2-|\nb: --3-4---|\n> a.merge(with: b)"
    ) { Publishers.MergeMany([$0] + $1) }
    origin(
      "Publishers.MergeMany", "Sends the values of several publishers as they arrive.", facts: merging,
      .streams(), sample: "a: -1---2-|\nb: --3-4---|\n> Publishers.MergeMany(a, b)"
    ) { Publishers.MergeMany($0) }
    row(
      "prepend", "Sends other values, or those of another publisher, before it subscribes to the upstream.",
      facts: OperatorFacts(
        use: "to begin with other values", rivals: ["append", "merge"],
        sends: "first the other values, then the values of the upstream", fails: "when one of the publishers fails",
        typing: [.keepsValues, .joins, .adds, .isAlike]),
      .elements, sample: "a: -1-2-|\n> a.prepend(8, 9)"
    ) { $0.prepend($1) }
    row(
      "append", "Sends other values, or those of another publisher, after the upstream has finished.",
      facts: OperatorFacts(
        use: "to continue with other values after the finish", rivals: ["prepend", "merge", "onErrorResumeNext"],
        rx: ["concat", "concatWith"], sends: "first the values of the upstream, then the other values",
        finishes: "after the other values",
        fails: "when one of the publishers fails", typing: [.keepsValues, .joins, .adds, .isAlike]),
      .elements, sample: "a: -1-2-|\n> a.append(8, 9)"
    ) { $0.append($1) }
    withLatestFrom
    let race = OperatorFacts(
      use: "for the fastest of several sources", rivals: ["merge", "timeout"], rx: ["amb", "raceWith"],
      keeps: "the winner's first value until it is requested", finishes: "when the winner finishes",
      fails: "when the winner fails", cancels: "all others as soon as one has won", memory: .some,
      losses: .init(
        atOnce: "another publisher was first", before: "it was requested", never: [.atOnce, .finished, .failed]),
      typing: [.keepsValues, .joins, .isLenient, .adds, .isAlike, .isUniform])
    row(
      "race", "Sends the values of the publisher that is first to send a value or a completion; cancels the others.",
      facts: race, .streams("with"), sample: "a: ---1-2-|\nb: -3---4-|\n> a.race(with: b)"
    ) { Publishers.Race(publishers: [$0] + $1) }
    streams(
      "race", "Sends the values of the publisher that is first to send a value or a completion; cancels the others.",
      facts: race, sample: "a: ---1-2-|\nb: -3---4-|\n> [a, b].race()"
    ) { $0.race() }
    row(
      "startWith", "Sends given values before it subscribes to the upstream.",
      facts: OperatorFacts(
        use: "to begin with known values", rivals: ["endWith", "prepend"],
        sends: "first the other values, then the values of the upstream", typing: [.keepsValues, .adds]),
      .elements, sample: "a: -1-2-|\n> a.startWith(8, 9)"
    ) { $0.prepend($1) }
    row(
      "endWith", "Sends given values after the upstream has finished.",
      facts: OperatorFacts(
        use: "to send values after the finish", rivals: ["startWith", "append"],
        sends: "first the values of the upstream, then the other values",
        finishes: "after the other values", typing: [.keepsValues, .adds]),
      .elements, sample: "a: -1-2-|\n> a.endWith(8, 9)"
    ) { $0.append($1) }
    row(
      "repeat", "Subscribes to the upstream again after it has finished, for a number of rounds or forever.",
      facts: OperatorFacts(
        use: "to run a publisher several times", rivals: ["retry", "interval"],
        requests: "from each round the demand that has not been fulfilled yet",
        finishes: "after the last round", subscribesAgain: true, typing: [.keepsValues, .joins, .isLenient]),
      Parameter<Int>.integer(atLeast: 0).orNone, sample: "a: 1-2|\n> a.repeat(2)"
    ) { $0.repeat($1) }
    row(
      "repeat", "Subscribes again after the upstream has finished, each time another publisher sends a value.",
      facts: OperatorFacts(
        use: "to run a publisher again after an event elsewhere", rivals: ["retry"], rx: ["repeatWhen"],
        requests: "from each round the demand that has not been fulfilled yet",
        finishes: "when the other publisher has finished and no round is running",
        fails: "when the upstream or the other publisher fails", takesSignals: true,
        subscribesAgain: true, typing: [.keepsValues, .joins, .isLenient]),
      answering("when", to: "completions").of(.signals),
      sample: "a: 1-2|\n> a.repeat { ends in ends.delay(for: 2) }.prefix(3)"
    ) { upstream, handler in upstream.repeat { handler($0.map { Value.tuple([]) }.adapted) } }
    arrays
    row(
      "switchIfEmpty", "Subscribes to another publisher when the upstream finishes without a value.",
      facts: OperatorFacts(
        use: "to continue with another publisher where the upstream sent no value",
        rivals: ["replaceEmpty", "append", "onErrorResumeNext"], rx: ["ifEmpty"],
        finishes: "when the publisher that it follows finishes", fails: "when the publisher that it follows fails",
        typing: [.keepsValues, .joins, .adds, .isAlike]),
      .stream(), sample: "a: ---|\nb: -1-2-|\n> a.switchIfEmpty(b)"
    ) { $0.switchIfEmpty($1).eraseToAnyPublisher() }
  }

  /// The forms of `zip`.
  @OperatorRows private static var zip: [OperatorRow] {
    let sentence = "Pairs the first values of several publishers, then their second values, and so on."
    row("zip", sentence, facts: zipping, .stream(), sample: two + "zip(b)") { $0.zip($1).map(tupled) }
    row("zip", sentence, facts: zipping, .stream(), .stream(), sample: three + "zip(b, c)") {
      $0.zip($1, $2).map(tupled)
    }
    row("zip", sentence, facts: zipping, .stream(), .stream(), .stream(), sample: four + "zip(b, c, d)") {
      $0.zip($1, $2, $3).map(tupled)
    }
    row("zip", sentence, facts: zipping, .stream(), closure2(.value), sample: two + "zip(b) { \"\\($0)\\($1)\" }") {
      $0.zip($1, $2)
    }
    row(
      "zip", sentence, facts: zipping, .stream(), .stream(), closure3(.value),
      sample: three + "zip(b, c) { $0 + $1 + $2 }"
    ) {
      $0.zip($1, $2, $3)
    }
    row(
      "zip", sentence, facts: zipping,
      .stream(), .stream(), .stream(), closure4(.value), sample: four + "zip(b, c, d) { $0 + $1 + $2 + $3 }"
    ) { $0.zip($1, $2, $3, $4) }
  }

  /// The forms of `combineLatest`.
  @OperatorRows private static var combineLatest: [OperatorRow] {
    let sentence = "Sends the latest values of several publishers whenever one of them sends a value."
    row("combineLatest", sentence, facts: combiningLatest, .stream(), sample: two + "combineLatest(b)") {
      $0.combineLatest($1).map(tupled)
    }
    row("combineLatest", sentence, facts: combiningLatest, .stream(), .stream(), sample: three + "combineLatest(b, c)")
    {
      $0.combineLatest($1, $2).map(tupled)
    }
    row(
      "combineLatest", sentence, facts: combiningLatest, .stream(), .stream(), .stream(),
      sample: four + "combineLatest(b, c, d)"
    ) {
      $0.combineLatest($1, $2, $3).map(tupled)
    }
    row(
      "combineLatest", sentence, facts: combiningLatest,
      .stream(), closure2(.value), sample: two + "combineLatest(b) { \"\\($0)\\($1)\" }"
    ) { $0.combineLatest($1, $2) }
    row(
      "combineLatest", sentence, facts: combiningLatest,
      .stream(), .stream(), closure3(.value), sample: three + "combineLatest(b, c) { $0 + $1 + $2 }"
    ) { $0.combineLatest($1, $2, $3) }
    row(
      "combineLatest", sentence, facts: combiningLatest,
      .stream(), .stream(), .stream(), closure4(.value), sample: four + "combineLatest(b, c, d) { $0 + $1 + $2 + $3 }"
    ) { $0.combineLatest($1, $2, $3, $4) }
  }

  /// The forms of `withLatestFrom`.
  @OperatorRows private static var withLatestFrom: [OperatorRow] {
    let sentence = "Sends each value together with the latest values of other publishers."
    let two = "a: -1---2--|\nb: --3----|\n> a.withLatestFrom(b"
    let three = "a: -1---2--|\nb: --3----|\nc: ---4---|\n> a.withLatestFrom(b, c"
    let four = "a: -1----2--|\nb: --3----|\nc: ---4---|\nd: ----5--|\n> a.withLatestFrom(b, c, d"
    let facts = OperatorFacts(
      use: "to look up a value when another one arrives, as the text of a field when a button is tapped",
      rivals: ["combineLatest", "zip", "sample"], sends: "only when the upstream sends a value",
      requests:
        "as many values as the downstream, and one more for each value that it drops; from the other publishers unlimited values",
      keeps: "the latest value of each other publisher",
      drops: "a value that arrives before every other publisher has sent one",
      fails: "when one of the publishers fails", cancels: "the other publishers at the completion", memory: .some,
      losses: .init(
        atOnce: "another publisher had sent no value yet", replaced: "another value arrived before it was used",
        before: "it was used"),
      losesWithoutDemand: true, reuses: true, typing: [.joins, .isLenient])
    row("withLatestFrom", sentence, facts: facts, .stream(), sample: two + ")") { $0.withLatestFrom($1).map(tupled) }
    row("withLatestFrom", sentence, facts: facts, .stream(), .stream(), sample: three + ")") {
      $0.withLatestFrom($1, $2).map(tupled)
    }
    row("withLatestFrom", sentence, facts: facts, .stream(), .stream(), .stream(), sample: four + ")") {
      $0.withLatestFrom($1, $2, $3).map(tupled)
    }
    row("withLatestFrom", sentence, facts: facts, .stream(), closure2(.value), sample: two + ") { $0 + $1 }") {
      $0.withLatestFrom($1, $2)
    }
    row(
      "withLatestFrom", sentence, facts: facts, .stream(), .stream(), closure3(.value),
      sample: three + ") { $0 + $1 + $2 }"
    ) {
      $0.withLatestFrom($1, $2, $3)
    }
    row(
      "withLatestFrom", sentence, facts: facts,
      .stream(), .stream(), .stream(), closure4(.value), sample: four + ") { $0 + $1 + $2 + $3 }"
    ) { $0.withLatestFrom($1, $2, $3, $4) }
  }

  /// The methods of arrays of streams.
  @OperatorRows private static var arrays: [OperatorRow] {
    let two = "a: -1-2--|\nb: --3--4|\n> "
    streams(
      "merge", "Sends the values of several publishers as they arrive.",
      facts: merging.but {
        $0.rivals = ["append", "combineLatest", "race"]
        ($0.losses.never, $0.typing) = ([], [.keepsValues, .joins])
      },
      sample: two + "[a, b].merge()"
    ) { $0.merge() }
    streams(
      "zip", "Pairs the first values of several publishers, then their second values, and so on.",
      facts: zipping.but { $0.elsewhere = [] },
      sample: two + "[a, b].zip()"
    ) { $0.zip() }
    streams(
      "combineLatest", "Sends the latest values of several publishers whenever one of them sends a value.",
      facts: combiningLatest.but { $0.reuses = false },
      sample: two + "[a, b].combineLatest()"
    ) { $0.combineLatest() }
    let sentence = "Sends the last value of each publisher when all publishers have finished."
    let forkJoin = OperatorFacts(
      use: "to wait for the results of several tasks", rivals: ["zip", "combineLatest"], requests: .unlimited,
      keeps: "the last value of each publisher", drops: "all other values",
      finishes: "when all publishers have finished, or as soon as one has finished without a value",
      fails: "when one of the publishers fails", cancels: "the other publishers then", memory: .untilTheEnd,
      losses: .init(
        replaced: "a later value replaced it", before: "every publisher had finished",
        left: "another publisher sent none"),
      typing: [.joins, .isLenient])
    streams("forkJoin", sentence, facts: forkJoin, sample: two + "[a, b].forkJoin()") { $0.forkJoin() }
    row("forkJoin", sentence, facts: forkJoin, .stream(), sample: two + "a.forkJoin(b)") {
      $0.forkJoin($1).map(tupled)
    }
  }
}
