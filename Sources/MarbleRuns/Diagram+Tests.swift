import Marbles

extension MarbleTest {
  /// Returns the test up to now as a diagram: every expectation and recorder, with the sources, their subscriptions and
  /// requests.
  ///
  /// Call it after `m.run()`.
  ///
  /// - Parameter title: The title above the diagram; by default there is none.
  public func diagram(title: String? = nil) -> Diagram { Diagram(runRecord, title: title) }

  /// Returns one expectation of the test as a diagram.
  ///
  /// Call it after `m.run()`. It is empty for an expectation of another test.
  ///
  /// - Parameters:
  ///   - expectation: The result of `m.expect`.
  ///   - title: The title above the diagram; by default there is none.
  public func diagram<Output, Failure>(of expectation: Expectation<Output, Failure>, title: String? = nil) -> Diagram {
    runRecord(of: expectation).map { Diagram($0, title: title) } ?? Diagram(title: title)
  }
}

extension Diagram {
  /// Creates a diagram of a test, with a run for each stream with an expectation.
  package init(_ rows: RunRecord, title: String?) {
    var runs = rows.outcomes.map { outcome in
      var subscriber = Subscriber(from: outcome.from, demand: outcome.demand, received: outcome.received)
      subscriber.expected = outcome.expected
      subscriber.differences = outcome.differences
      let meanings = outcome.meanings.map { Meaning(symbol: $0.symbol, value: $0.value) }
      var run = Run(pipeline: [outcome.name], subscribers: [subscriber], meanings: meanings)
      run.trace = Trace(of: outcome, in: rows)
      if outcome.isCut { run.stop = "only \(RunRecord.limit) events of it are drawn" }
      return run
    }
    runs += rows.runsOfRules
    // Sources that only other expectations subscribed to are left out.
    let traces = runs.compactMap(\.trace)
    let ofRules = Set(rows.rules.flatMap(\.rows).map(\.name))
    let sources = rows.sources.filter { source in
      source.windows.isEmpty || traces.isEmpty || ofRules.contains(source.name)
        || traces.contains { $0.stages.contains { $0.isSource(source.name) } }
    }
    let streams = sources.map { source in
      var stream = Stream(name: source.name, kind: source.isHot ? .hot : .cold, lane: source.lane)
      stream.subscription = source.subscription
      stream.isLast = source.isLast
      return stream
    }
    // All expectations share the sources, so their subscriptions are drawn at the end.
    if let last = runs.indices.last {
      runs[last].rules = rows.rules
      runs[last].windows = sources.compactMap { source in
        source.demand.map { Windows(name: source.name, lanes: source.windows, demand: $0.moments.isEmpty ? nil : $0) }
      }
    }
    self.init(title: title, frame: rows.frame, streams: streams, runs: runs)
  }
}

extension RunRecord {
  /// A run for each stream that a rule speaks of and that has no row of its own. The rules are below the last run, so
  /// there is at least one.
  fileprivate var runsOfRules: [Diagram.Run] {
    let known = Set(sources.map(\.name) + outcomes.map(\.name))
    var named: Set<String> = []
    let streams = rules.flatMap(\.rows).filter { named.insert($0.name).inserted }
    let unknown = streams.filter { !known.contains($0.name) }
    let drawn = unknown.isEmpty && outcomes.isEmpty ? Array(streams.suffix(1)) : unknown
    return drawn.map { Diagram.Run(pipeline: [$0.name], subscribers: [Diagram.Subscriber(received: $0.lane)]) }
  }
}

extension Diagram.Subscriber {
  /// Creates a subscriber that received a recording. Each value is shown by its description.
  ///
  /// - Parameter from: The lane of the subscription; by default it begins at zero and is never cancelled.
  /// - Parameter demand: The lane of the requests; by default unlimited values are requested at the subscription.
  /// - Parameter received: The recording.
  /// - Parameter frame: The time of one symbol in nanoseconds.
  public init<Value, Failure>(
    from: Lane? = nil, demand: Lane? = nil, received: Recording<Value, Failure>, frame: Int64 = Lane.defaultFrame
  ) {
    let lane = received.lane(
      frame: frame, value: { .value(Symbol(String(describing: $0))) }, failure: { .failure(String(describing: $0)) })
    self.init(from: from, demand: demand, received: lane)
  }
}
