import Pipes

extension OperatorTable {
  mutating func addCombining() {
    family = "Combining"
    let two = "a: -1-2-----|\nb: ---x-y-z-|\n> a."
    let three = "a: -1-2---|\nb: --3-4--|\nc: ---5-6-|\n> a."
    let four = "a: -1-2-----|\nb: --3-4----|\nc: ---5-6---|\nd: ----7-8--|\n> a."
    addZip(two, three, four)
    addCombineLatest(two, three, four)
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
    row("prepend", "Sends other values or another stream first.", .elements, sample: "a: -1-2-|\n> a.prepend(8, 9)") { $0.prepend($1) }
    row("append", "Sends other values or another stream behind.", .elements, sample: "a: -1-2-|\n> a.append(8, 9)") { $0.append($1) }
  }

  private mutating func addZip(_ two: String, _ three: String, _ four: String) {
    let sentence = "Puts the first values of all streams together, then the second, and so on."
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

func tupled(_ a: Value, _ b: Value) -> Value { .tuple([a, b]) }
func tupled(_ a: Value, _ b: Value, _ c: Value) -> Value { .tuple([a, b, c]) }
func tupled(_ a: Value, _ b: Value, _ c: Value, _ d: Value) -> Value { .tuple([a, b, c, d]) }
