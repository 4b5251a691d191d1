import Pipes

extension OperatorTable {
  mutating func addSharing() {
    family = "Sharing"
    row("share", "Shares one subscription among all subscribers.", sample: "a: -1-2-3-|\n> a.share()\nfrom ^\nfrom --^") { $0.share() }
    row(
      "buffer", "Keeps values that find no demand, up to a number of them.", .integer("size", atLeast: 0),
      choice("prefetch", ["keepFull": Publishers.PrefetchStrategy.keepFull, "byRequest": .byRequest]),
      choice("whenFull", ["dropNewest": Publishers.BufferingStrategy<SpecFailure>.dropNewest, "dropOldest": .dropOldest]),
      sample: "a: -1-2-3-|\n> a.buffer(size: 1, prefetch: .byRequest, whenFull: .dropOldest)\ndemand -----2"
    ) { $0.buffer(size: $1, prefetch: $2, whenFull: $3) }
  }

  /// One of a few cases without payload.
  func choice<Bound>(_ label: String, _ cases: KeyValuePairs<String, Bound>) -> Parameter<Bound> {
    nonisolated(unsafe) let cases = cases  // read only
    let names = cases.map(\.key)
    return Parameter(info: ParameterInfo(label: label, kind: .choice(names))) { stage, arguments in
      let value = try stage.value(arguments[0])
      if case .member(let name, let items) = value, items.elements.isEmpty, let chosen = cases.first(where: { $0.key == name }) {
        return chosen.value
      }
      let expected = names.map { ".\($0)" }.joined(separator: " or ")
      throw stage.problem("expected \(expected), got \(value.shown)", at: arguments[0].value.span)
    }
  }
}
