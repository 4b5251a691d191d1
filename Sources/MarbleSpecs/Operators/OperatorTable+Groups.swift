import Pipes

extension OperatorTable {
  /// Operators on several streams, on parts of one, and on its timing, that Combine does not have.
  mutating func addGroups() {
    family = "Combining"
    let two = "a: -1-2--|\nb: --3--4|\n> "
    streams("merge", "Sends the values of all streams as they come.", sample: two + "[a, b].merge()") { $0.merge() }
    streams("zip", "Puts the first values of all streams together, then the second, and so on.", sample: two + "[a, b].zip()") { $0.zip() }
    streams("combineLatest", "Sends the latest values of all streams whenever one of them sends.", sample: two + "[a, b].combineLatest()") {
      $0.combineLatest()
    }
    let sentence = "Sends the last value of each stream when all have finished."
    streams("forkJoin", sentence, sample: two + "[a, b].forkJoin()") { $0.forkJoin() }
    row("forkJoin", sentence, .stream(), sample: two + "a.forkJoin(b)") { $0.forkJoin($1).map(tupled) }
    family = "Transforming"
    row(
      "groupBy", "Makes a stream of all values with the same key.", closure(.value),
      sample: "a: -1-2-3-4-|\n> a.groupBy { $0 % 2 }.flatMap { g in g.map { v in \"\\(g.key): \\(v)\" } }"
    ) { upstream, key in
      upstream.groupBy(key).map { Value.stream(SpecStream(name: nil, key: $0.key, publisher: $0.eraseToAnyPublisher())) }
    }
    addParts()
    addWindows()
    addDecisions()
    addMore()
  }

  private mutating func addParts() {
    family = "Filtering"
    let behaviors: KeyValuePairs = ["inclusive": Publishers.PrefixWhileBehavior.inclusive, "exclusive": .exclusive]
    row(
      "prefix", "Sends values as long as they meet a condition, and the one that does not, too, if it is asked to.",
      closure(.truth, "while"), choice("behavior", behaviors), sample: "a: -1-2-3-|\n> a.prefix(while: { $0 < 2 }, behavior: .inclusive)"
    ) { $0.prefix(while: $1, behavior: $2) }
    row("takeLast", "Sends the last values, so many of them.", .integer(atLeast: 0), sample: "a: -1-2-3-|\n> a.takeLast(2)") {
      $0.takeLast($1)
    }
    row("skipLast", "Leaves out the last values, so many of them.", .integer(atLeast: 0), sample: "a: -1-2-3-|\n> a.skipLast(1)") {
      $0.skipLast($1)
    }
    row("distinct", "Drops a value that has come before.", sample: "a: -1-2-1-3-|\n> a.distinct()") { $0.distinct() }
    row(
      "distinct", "Drops a value for which a closure gives what it has given before.", closure(.value, "by"),
      sample: "a: -1-2-3-4-|\n> a.distinct(by: { $0 % 2 })"
    ) { $0.distinct(by: $1) }
  }

  private mutating func addWindows() {
    family = "Timing"
    row(
      "sample", "Sends the latest value when another stream sends something.", .stream(),
      sample: "a: -1-2---3-|\nb: ----x--x--\n> a.sample(b)"
    ) { $0.sample($1) }
    row(
      "sample", "Sends the latest value at a regular pace.", .duration("every"), .scheduler, sample: "a: -1-2---3-|\n> a.sample(every: 4)"
    ) { $0.sample(every: $1, scheduler: $2) }
    row(
      "audit", "Waits a while after a value, then sends the latest.", .duration("for"), .scheduler,
      sample: "a: -1-2-----3-|\n> a.audit(for: 4)"
    ) { $0.audit(for: $1, scheduler: $2) }
    row(
      "audit", "Waits for the stream that is made of a value, then sends the latest.", closure(.stream),
      sample: "a: -1-2-----3-|\nb: --x|\n> a.audit { _ in b }"
    ) { $0.audit($1) }
    row(
      "delay", "Sends each value when the stream that is made of it sends something.", closure(.stream, "for"),
      sample: "a: -1-2---|\nb: --x|\n> a.delay { _ in b }"
    ) { $0.delay(for: $1) }
  }

  private mutating func addDecisions() {
    family = "Reducing"
    row("isEmpty", "Says whether the stream finishes without a value.", sample: "a: --1-|\n> a.isEmpty()") { $0.isEmpty() }
    row("single", "Sends the only value; fails if there is none, or a second one.", sample: "a: --1-|\n> a.single()") { $0.single() }
    row(
      "sequenceEqual", "Says whether another stream sends the same values.", .stream(),
      sample: "a: -1-2-|\nb: --1--2|\n> a.sequenceEqual(b)"
    ) { $0.sequenceEqual($1).eraseToAnyPublisher() }
  }
}
