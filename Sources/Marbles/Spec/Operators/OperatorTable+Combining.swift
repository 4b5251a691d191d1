import Pipes

extension OperatorTable {
  mutating func addCombining() {
    family = "Combining"
    row("merge", "Sends the values of all streams as they come.", .streams("with"), sample: "a: -1---2-|\nb: --x-y---|\n> a.merge(with: b)") {
      upstream, others in others.reduce(upstream) { $0.merge(with: $1).eraseToAnyPublisher() }
    }
    row(
      "zip", "Pairs the first values of two streams, then the second, and so on.", .stream(),
      sample: "a: -1-2-----|\nb: ---x-y-z-|\n> a.zip(b)"
    ) { $0.zip($1).map { Value.tuple([$0, $1]) } }
    row(
      "combineLatest", "Sends the latest values of two streams whenever one of them sends.", .stream(),
      sample: "a: -1---2---|\nb: --x---y-|\n> a.combineLatest(b)"
    ) { $0.combineLatest($1).map { Value.tuple([$0, $1]) } }
  }
}
