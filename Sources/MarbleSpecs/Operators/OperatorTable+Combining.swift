import Pipes

extension OperatorTable {
  mutating func addCombining() {
    family = "Combining"
    let two = "a: -1-2-----|\nb: ---x-y-z-|\n> a."
    let three = "a: -1-2---|\nb: --3-4--|\nc: ---5-6-|\n> a."
    let four = "a: -1-2-----|\nb: --3-4----|\nc: ---5-6---|\nd: ----7-8--|\n> a."
    addZip(two, three, four)
    addCombineLatest(two, three, four)
    about(
      "merge", "Publishers.MergeMany",
      facts: OperatorFacts(
        use: "to treat the values of several streams alike", rivals: ["append", "combineLatest", "race"], rx: ["mergeWith"],
        requests: "from each stream one value after the other, or unlimited", keeps: "one value of each stream while there is no demand",
        finishes: "when all streams have finished", fails: "when one of the streams fails", cancels: "the other streams then",
        memory: .some, losses: .init(left: "the stream ended before there was demand"), typing: [.keepsValues, .joins]))
    row(
      "merge", "Sends the values of all streams as they come.", .streams("with", atMost: 7),
      sample: "a: -1---2-|\nb: --3-4---|\n> a.merge(with: b)"
    ) {
      Publishers.MergeMany([$0] + $1)
    }
    origin(
      "Publishers.MergeMany", "Sends the values of all streams as they come.", .streams(),
      sample: "a: -1---2-|\nb: --3-4---|\n> Publishers.MergeMany(a, b)"
    ) { Publishers.MergeMany($0) }
    about(
      "prepend",
      facts: OperatorFacts(
        use: "to begin with something else", rivals: ["append", "merge"],
        sends: "first the other values, then those of the upstream", fails: "when one of the streams fails",
        typing: [.keepsValues, .joins]))
    row("prepend", "Sends other values or another stream first.", .elements, sample: "a: -1-2-|\n> a.prepend(8, 9)") { $0.prepend($1) }
    about(
      "append",
      facts: OperatorFacts(
        use: "to go on with something else after the end", rivals: ["prepend", "merge", "onErrorResumeNext"],
        rx: ["concat", "concatWith"], sends: "first the values of the upstream, then the others", finishes: "after the other values",
        fails: "when one of the streams fails", typing: [.keepsValues, .joins]))
    row("append", "Sends other values or another stream behind.", .elements, sample: "a: -1-2-|\n> a.append(8, 9)") { $0.append($1) }
  }

  private mutating func addZip(_ two: String, _ three: String, _ four: String) {
    let sentence = "Puts the first values of all streams together, then the second, and so on."
    about(
      "zip",
      facts: OperatorFacts(
        use: "to put together what belongs together by its number", rivals: ["combineLatest", "withLatestFrom", "merge"],
        rx: ["zipWith"], requests: .each, keeps: "the values that wait for their partners",
        drops: "values that have no partner at the end", finishes: "when a stream has finished and its values are used up",
        fails: "when one of the streams fails", cancels: "the other streams then", memory: .some,
        losses: .init(left: "it never got a partner", waiting: "it never got a partner"), typing: .joins))
    row("zip", sentence, .stream(), sample: two + "zip(b)") { $0.zip($1).map(tupled) }
    row("zip", sentence, .stream(), .stream(), sample: three + "zip(b, c)") { $0.zip($1, $2).map(tupled) }
    row("zip", sentence, .stream(), .stream(), .stream(), sample: four + "zip(b, c, d)") { $0.zip($1, $2, $3).map(tupled) }
    row("zip", sentence, .stream(), closure2(.value), sample: two + "zip(b) { \"\\($0)\\($1)\" }") { $0.zip($1, $2) }
    row("zip", sentence, .stream(), .stream(), closure3(.value), sample: three + "zip(b, c) { $0 + $1 + $2 }") { $0.zip($1, $2, $3) }
    row("zip", sentence, .stream(), .stream(), .stream(), closure4(.value), sample: four + "zip(b, c, d) { $0 + $1 + $2 + $3 }") {
      $0.zip($1, $2, $3, $4)
    }
  }

  private mutating func addCombineLatest(_ two: String, _ three: String, _ four: String) {
    let sentence = "Sends the latest values of all streams whenever one of them sends."
    about(
      "combineLatest",
      facts: OperatorFacts(
        use: "for a state that several streams make up", rivals: ["withLatestFrom", "zip", "merge"],
        sends: "when any of the streams sends, as soon as each has sent one", requests: .each, keeps: "the latest value of each stream",
        drops: "values that are replaced before each stream has sent one", finishes: "when all streams have finished",
        fails: "when one of the streams fails", cancels: "the other streams then", memory: .some,
        losses: .init(
          replaced: "another came before it was used", left: "not every stream has sent one", waiting: "not every stream has sent one"),
        typing: .joins))
    row("combineLatest", sentence, .stream(), sample: two + "combineLatest(b)") { $0.combineLatest($1).map(tupled) }
    row("combineLatest", sentence, .stream(), .stream(), sample: three + "combineLatest(b, c)") { $0.combineLatest($1, $2).map(tupled) }
    row("combineLatest", sentence, .stream(), .stream(), .stream(), sample: four + "combineLatest(b, c, d)") {
      $0.combineLatest($1, $2, $3).map(tupled)
    }
    row("combineLatest", sentence, .stream(), closure2(.value), sample: two + "combineLatest(b) { \"\\($0)\\($1)\" }") {
      $0.combineLatest($1, $2)
    }
    row("combineLatest", sentence, .stream(), .stream(), closure3(.value), sample: three + "combineLatest(b, c) { $0 + $1 + $2 }") {
      $0.combineLatest($1, $2, $3)
    }
    row(
      "combineLatest", sentence, .stream(), .stream(), .stream(), closure4(.value),
      sample: four + "combineLatest(b, c, d) { $0 + $1 + $2 + $3 }"
    ) { $0.combineLatest($1, $2, $3, $4) }
  }
}

func tupled(_ a: Carried, _ b: Carried) -> Carried { tupled([a, b]) }
func tupled(_ a: Carried, _ b: Carried, _ c: Carried) -> Carried { tupled([a, b, c]) }
func tupled(_ a: Carried, _ b: Carried, _ c: Carried, _ d: Carried) -> Carried { tupled([a, b, c, d]) }
private func tupled(_ values: [Carried]) -> Carried { Carried(.tuple(values.map(\.value)), .made(of: values)) }
