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
        use: "to handle the values of several publishers alike", rivals: ["append", "combineLatest", "zip", "race"], rx: ["mergeWith"],
        requests: "from each publisher one value after the other, or unlimited values if the downstream does",
        keeps: "one value of each publisher while there is no demand",
        finishes: "when all publishers have finished", fails: "when one of the publishers fails", cancels: "the other publishers then",
        memory: .some, losses: .init(before: "there was demand"), typing: [.keepsValues, .joins]))
    row(
      "merge", "Sends the values of several publishers as they arrive.", .streams("with", atMost: 7),
      sample: "a: -1---2-|\nb: --3-4---|\n> a.merge(with: b)"
    ) {
      Publishers.MergeMany([$0] + $1)
    }
    origin(
      "Publishers.MergeMany", "Sends the values of several publishers as they arrive.", .streams(),
      sample: "a: -1---2-|\nb: --3-4---|\n> Publishers.MergeMany(a, b)"
    ) { Publishers.MergeMany($0) }
    about(
      "prepend",
      facts: OperatorFacts(
        use: "to begin with other values", rivals: ["append", "merge"],
        sends: "first the other values, then the values of the upstream", fails: "when one of the publishers fails",
        typing: [.keepsValues, .joins]))
    row(
      "prepend", "Sends other values, or those of another publisher, before it subscribes to the upstream.", .elements,
      sample: "a: -1-2-|\n> a.prepend(8, 9)"
    ) { $0.prepend($1) }
    about(
      "append",
      facts: OperatorFacts(
        use: "to continue with other values after the finish", rivals: ["prepend", "merge", "onErrorResumeNext"],
        rx: ["concat", "concatWith"], sends: "first the values of the upstream, then the other values", finishes: "after the other values",
        fails: "when one of the publishers fails", typing: [.keepsValues, .joins]))
    row(
      "append", "Sends other values, or those of another publisher, after the upstream has finished.", .elements,
      sample: "a: -1-2-|\n> a.append(8, 9)"
    ) { $0.append($1) }
  }

  private mutating func addZip(_ two: String, _ three: String, _ four: String) {
    let sentence = "Pairs the first values of several publishers, then their second values, and so on."
    about(
      "zip",
      facts: OperatorFacts(
        use: "to combine values that belong together by their position", rivals: ["combineLatest", "withLatestFrom", "merge"],
        rx: ["zipWith"], elsewhere: [.init("Combine", "sends a tuple also when nobody has requested it")], requests: .each,
        keeps: "values until their partners arrive, without a limit",
        drops: "values without a partner", finishes: "when a publisher has finished and all its values have been paired",
        fails: "when one of the publishers fails", cancels: "the other publishers then", memory: .some,
        losses: .init(before: "its partner arrived", left: "no partner arrived", waiting: "no partner arrived"), typing: .joins))
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
    let sentence = "Sends the latest values of several publishers whenever one of them sends a value."
    about(
      "combineLatest",
      facts: OperatorFacts(
        use: "for a state that depends on the latest values of several publishers", rivals: ["withLatestFrom", "zip", "merge"],
        sends: "nothing until each publisher has sent a value", requests: .each, keeps: "the latest value of each publisher",
        drops: "values that are replaced before each publisher has sent one, or while there is no demand",
        finishes: "when all publishers have finished",
        fails: "when one of the publishers fails", cancels: "the other publishers then", memory: .some,
        losses: .init(
          replaced: "another value arrived before it was used", before: "every publisher had sent one",
          left: "not every publisher has sent one",
          waiting: "not every publisher has sent one"),
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
