import Pipes

extension OperatorTable {
  /// The operators that keep values for subscribers, or share one subscription among them.
  @OperatorRows static var sharing: [OperatorRow] {
    row(
      "share", "Shares one subscription to the upstream among all subscribers.",
      facts: OperatorFacts(
        use: "where several subscribers need the result of one task, such as a request",
        rivals: ["multicast", "buffer"],
        elsewhere: [.init("Rx", "subscribes to the upstream again for a subscriber that arrives after the completion")],
        requests: .unlimited,
        drops: "a value for each subscriber that has not requested it; a late subscriber receives only later values",
        cancels: "the upstream when the last subscriber cancels", losesWithoutDemand: true, isShared: true,
        typing: .keepsValues),
      sample: "a: -1-2-3-|\n> a.share()\nfrom ^\nfrom --^"
    ) { $0.share() }
    row(
      "buffer", "Keeps values for which there is no demand, up to a given number.",
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
          before: "there was demand", never: [.atOnce, .finished]),
        typing: .keepsValues),
      .integer("size", atLeast: 0),
      choice("prefetch", ["keepFull": Publishers.PrefetchStrategy.keepFull, "byRequest": .byRequest]),
      .whenFull, sample: "a: -1-2-3-|\n> a.buffer(size: 1, prefetch: .byRequest, whenFull: .dropOldest)\ndemand -----2"
    ) { $0.buffer(size: $1, prefetch: $2, whenFull: $3) }
    let subject = "a: -1-2-3-|\nlet shared = a.multicast"
    let connected = "\n> shared\nfrom ^\nfrom -----^\nconnect shared: --^"
    let multicast = OperatorFacts(
      use:
        "where all subscribers must be subscribed before the work begins, or a subject keeps values for late subscribers",
      rivals: ["share"], rx: ["publish"], requests: .unlimited,
      drops: "a value for each subscriber that has not requested it, unless the subject keeps it",
      cancels: "the upstream when the connection is cancelled",
      losesWithoutDemand: true, reuses: true, isShared: true, typing: .keepsValues)
    connectable(
      "multicast", "Sends values to all subscribers through a subject, once it is connected.", facts: multicast,
      .subject, sample: subject + "(subject: PassthroughSubject())" + connected
    ) { upstream, make in upstream.multicast { make() } }
    connectable(
      "multicast", "Sends values to all subscribers through a subject, once it is connected.", facts: multicast,
      producer(.subject), sample: subject + " { CurrentValueSubject(0) }" + connected
    ) { upstream, make in upstream.multicast { make() } }
    row(
      "autoconnect", "Connects when the first subscriber arrives.",
      facts: OperatorFacts(
        use: "to connect a multicast automatically", rivals: ["share"], rx: ["refCount"],
        cancels: "the connection when the last subscriber cancels", typing: .keepsValues),
      ownConnection,
      sample: "a: -1-2-3-|\n> a.multicast { ReplaySubject(bufferSize: 1) }.autoconnect()\nfrom ^\nfrom ----^"
    ) { SpecConnectable(publisher: $0, connection: $1).autoconnect() }
    row(
      "share", "Shares one subscription among all subscribers and sends the last values to late subscribers.",
      facts: OperatorFacts(
        use: "where late subscribers need the last values", rivals: ["buffer", "prepend"], rx: ["shareReplay"],
        requests: .unlimited, keeps: "the last values, and for each subscriber the values for which there is no demand",
        cancels: "the upstream when the last subscriber cancels", memory: .some,
        losses: .init(before: "there was demand", never: [.finished, .failed]), reuses: true, isShared: true,
        typing: .keepsValues),
      .integer("replay", atLeast: 1),
      choice("scope", ["forever": Publishers.ReplayScope.forever, "whileConnected": .whileConnected]).optional(
        .forever),
      sample: "a: -1-2-3-|\n> a.share(replay: 1)\nfrom ^\nfrom ----^"
    ) { $0.share(replay: $1, scope: $2) }
    row(
      "buffer", "Sends the values since the last boundary as an array when another publisher sends a value.",
      facts: OperatorFacts(
        use: "to receive the values between two signals together, as the clicks of a double click",
        rivals: ["collect", "window", "sample"], requests: .unlimited, keeps: "the values since the last boundary",
        drops: "the collected values when it fails", finishes: "when the upstream finishes, after a last array",
        fails: "when the upstream or the other publisher fails", memory: .untilTheEnd, takesSignals: true),
      .stream(), sample: "a: -1-2---3-|\nb: ----x-x---\n> a.buffer(b)"
    ) { $0.buffer($1).eraseToAnyPublisher() }
  }
}
