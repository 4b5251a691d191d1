import PipesCore
import VirtualTime

extension MarbleTest {
  /// Watches the subscriptions of any publisher, so that `expect(subscriptionsOf:)` and `expect(demandOn:)` speak of it
  /// as of a source.
  ///
  ///     let query = m.watch(model.$query)
  ///     let found = search(query)
  ///     m.expect(found).toBe("---a")
  ///     m.expect(subscriptionsOf: query).toBe("^")  // one only: nothing is missing a share
  ///
  /// - Parameter publisher: The publisher. The code under test subscribes to the result.
  /// - Parameter name: The name of the publisher in failures; by default the name of its variable.
  public func watch<P: Publisher>(
    _ publisher: P, name: String? = nil, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: Int = #line, column: Int = #column
  ) -> WatchedPublisher<P> {
    let watched = WatchedPublisher(publisher, timeline)
    watched.log.allowsLive = true
    let lane = Lane(frame: max(frame, 1), moments: []), place = SourcePlace(fileID, filePath, line, column)
    _ = add(.watched, name, [lane], at: place, log: watched.log)
    return watched
  }

  /// Expects that an object has been released when the symbol of a row is reached.
  ///
  ///     var model: Model? = Model(m.hot("-a-b"))
  ///     m.at("--x") { model = nil }
  ///     m.expectReleased(model, by: "---x")
  ///
  /// - Parameters:
  ///   - object: The object. The test itself does not keep it.
  ///   - marbles: A row with one symbol.
  public func expectReleased(
    _ object: (some AnyObject)?, by marbles: String, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: Int = #line, column: Int = #column
  ) {
    let place = SourcePlace(fileID, filePath, line, column)
    let lane = lane(marbles, as: .actions, at: place)
    guard let instant = lane.moments.last?.instant else {
      addProblem("the row has no symbol\n  write the instant, such as by: \"---x\"", at: place)
      return
    }
    guard let object else {
      addProblem("the object is nil before the test runs\n  pass an object that is alive", at: place)
      return
    }
    add(ReleaseExpectation(object, "\(type(of: object))", instant, at: place, test: self))
  }
}

/// A publisher whose subscriptions are watched.
public final class WatchedPublisher<Upstream: Publisher>: Publisher, MarbleSource {
  public typealias Output = Upstream.Output
  public typealias Failure = Upstream.Failure
  public let log: SourceLog
  private let upstream: Upstream

  init(_ upstream: Upstream, _ timeline: Timeline) {
    self.upstream = upstream
    log = SourceLog(timeline: timeline)
  }

  public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
    upstream.subscribe(WatchedSubscription(subscriber, log))
  }
}

/// Passes everything on, and notes when the subscription begins and ends.
private final class WatchedSubscription<Downstream: Subscriber>: Subscriber, Subscription {
  typealias Input = Downstream.Input
  typealias Failure = Downstream.Failure
  private var downstream: Downstream?
  private var upstream: (any Subscription)?
  private let log: SourceLog
  private let window: Int

  init(_ downstream: Downstream, _ log: SourceLog) {
    self.downstream = downstream
    self.log = log
    window = log.begin()
  }

  func receive(subscription: any Subscription) {
    guard let downstream, upstream == nil else { return subscription.cancel() }
    upstream = subscription
    downstream.receive(subscription: self)
  }
  func receive(_ input: Input) -> Subscribers.Demand {
    let more = downstream?.receive(input) ?? .none
    log.note(more, on: window)
    return more
  }
  func receive(completion: Subscribers.Completion<Failure>) { end()?.receive(completion: completion) }

  func request(_ demand: Subscribers.Demand) {
    log.note(demand, on: window)
    upstream?.request(demand)
  }
  func cancel() {
    let old = upstream
    if end() != nil { old?.cancel() }
  }

  /// Notes the end. Returns the subscriber if the subscription was alive.
  private func end() -> Downstream? {
    guard let downstream else { return nil }
    self.downstream = nil
    upstream = nil
    log.end(window)
    return downstream
  }
}

/// The expectation that an object is released.
private final class ReleaseExpectation: TestExpectation {
  let place: SourcePlace
  let horizon: VirtualInstant
  private weak var object: AnyObject?
  private let name: String
  private unowned let test: MarbleTest
  private var isAlive = false
  /// Whether the object was alive when the run began.
  private var wasAlive = true

  init(_ object: AnyObject, _ name: String, _ instant: VirtualInstant, at place: SourcePlace, test: MarbleTest) {
    self.object = object
    self.name = name
    horizon = instant
    self.place = place
    self.test = test
  }

  func schedule(in run: TestRun) {
    wasAlive = object != nil
    // Scheduled again at its instant, so that all actions of that instant come before.
    run.schedule(at: horizon, by: "a release") { [unowned self, unowned run] in
      run.schedule(at: horizon, by: "a release") { [unowned self] in isAlive = object != nil }
    }
  }
  var testedParts: [TestedPart] {
    [
      TestedPart(
        place, isTested: wasAlive, reason: "it was gone before the run began", { [name] _ in "the release of \(name)" }
      ) { _ in
        ["  keep it in a variable that an action of the run empties: m.at(\"--x\") { object = nil }"]
      }
    ]
  }
  func problems(_ report: MarbleReport) -> [MarbleFailure.Problem] {
    if !isAlive { return [] }
    let fix =
      "  look for a closure, a subscription or a task that keeps it, such as self in a sink without [weak self]; a cancelled task keeps it until it has ended"
    let text = "\(name) is still referred to at \(test.frameName(horizon))\n\(fix)"
    return [.init(place: place, text: text, kind: .alive(name))]
  }
}
