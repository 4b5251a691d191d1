import Marbles

extension MarbleTest {
  /// The test up to now as a diagram: every expectation and recorder with its sources, their subscriptions and demand.
  ///
  /// Call it after `m.run()`.
  ///
  /// - Parameter title: Stands above it.
  public func diagram(title: String? = nil) -> Diagram { Diagram(rows, title: title) }

  /// One expectation of the test as a diagram.
  ///
  /// Call it after `m.run()`. It is empty for an expectation of another test.
  ///
  /// - Parameters:
  ///   - expectation: The result of `m.expect`.
  ///   - title: Stands above it.
  public func diagram<Output, Failure>(of expectation: Expectation<Output, Failure>, title: String? = nil) -> Diagram {
    rows(of: expectation).map { Diagram($0, title: title) } ?? Diagram(title: title)
  }
}

extension Diagram {
  /// A test as a diagram: a run for each stream with an expectation.
  package init(_ rows: TestRows, title: String?) {
    var runs = rows.outcomes.map { outcome in
      var subscriber = Subscriber(from: outcome.from, demand: outcome.demand, received: outcome.received)
      (subscriber.expected, subscriber.differences) = (outcome.expected, outcome.differences)
      let meanings = outcome.meanings.map { Meaning(symbol: $0.symbol, value: $0.value) }
      var run = Run(pipeline: [outcome.name], subscribers: [subscriber], meanings: meanings)
      run.trace = Trace(of: outcome, in: rows)
      if outcome.isCut { run.stop = "only \(TestRows.limit) events of it are drawn" }
      return run
    }
    // Sources that only other expectations subscribed to are left out.
    let traces = runs.compactMap(\.trace)
    let sources = rows.sources.filter { source in
      source.windows.isEmpty || traces.isEmpty || traces.contains { $0.stages.contains { $0.isSource(source.name) } }
    }
    let streams = sources.map { Stream(name: $0.name, kind: $0.isHot ? .hot : .cold, lane: $0.lane) }
    // All expectations share the sources, so their subscriptions stand at the end.
    if let last = runs.indices.last {
      runs[last].windows = sources.compactMap { source in
        source.demand.map { Windows(name: source.name, lanes: source.windows, demand: $0.moments.isEmpty ? nil : $0) }
      }
    }
    self.init(title: title, frame: rows.frame, streams: streams, runs: runs)
  }
}

extension Diagram.Subscriber {
  /// A subscriber that received a recording; each value is written as it describes itself.
  public init<Value, Failure>(
    from: Lane? = nil, demand: Lane? = nil, received: Recording<Value, Failure>, frame: Int64 = Lane.defaultFrame
  ) {
    let lane = received.lane(
      frame: frame, value: { .value(Symbol(String(describing: $0))) }, failure: { .failure(String(describing: $0)) })
    self.init(from: from, demand: demand, received: lane)
  }
}
