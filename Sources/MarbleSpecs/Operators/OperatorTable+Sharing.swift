import Pipes

extension OperatorTable {
  mutating func addSharing() {
    family = "Sharing"
    about(
      "share",
      facts: OperatorFacts(
        use: "where several subscribers need the result of one task, such as a request", rivals: ["multicast", "buffer"],
        elsewhere: [.init("Rx", "subscribes to the upstream again for a subscriber that arrives after the completion")],
        requests: .unlimited, drops: "a value for each subscriber that has not requested it; a late subscriber receives only later values",
        cancels: "the upstream when the last subscriber cancels", losesWithoutDemand: true, isShared: true, typing: .keepsValues))
    row("share", "Shares one subscription to the upstream among all subscribers.", sample: "a: -1-2-3-|\n> a.share()\nfrom ^\nfrom --^") {
      $0.share()
    }
    about(
      "buffer",
      facts: OperatorFacts(
        use: "between a source that cannot wait and a slow subscriber", rivals: ["throttle", "share"],
        requests: "unlimited values with .byRequest; with .keepFull only as many values as it has room for",
        keeps: "up to size values for which there is no demand",
        drops:
          "with .byRequest the newest or the oldest value when the buffer is full; with .keepFull a hot source loses values before they reach it",
        finishes: "when the upstream has finished, all kept values have been sent and another value is requested",
        fails: "when the upstream fails, or with an error of its own when it is full",
        memory: .some,
        losses: .init(
          atOnce: "the buffer was full", replaced: "the buffer was full, and it was the oldest",
          before: "there was demand"),
        typing: .keepsValues))
    row(
      "buffer", "Keeps values for which there is no demand, up to a given number.", .integer("size", atLeast: 0),
      choice("prefetch", ["keepFull": Publishers.PrefetchStrategy.keepFull, "byRequest": .byRequest]),
      .whenFull,
      sample: "a: -1-2-3-|\n> a.buffer(size: 1, prefetch: .byRequest, whenFull: .dropOldest)\ndemand -----2"
    ) { $0.buffer(size: $1, prefetch: $2, whenFull: $3) }
  }

  /// A parameter for one of some cases without payload.
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
