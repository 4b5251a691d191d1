import Pipes

/// Records the events, requests and the cancel between a stage and its subscriber, and passes them on.
struct Tap: Publisher {
  typealias Output = Carried
  typealias Failure = SpecFailure
  let upstream: SpecPublisher
  let stage: Int
  /// The key, if the stream is a group.
  var key: String?
  /// The name of the stream, if its stage makes several.
  var output: String?
  let tracer: Tracer

  func receive<S: Subscriber>(subscriber: S) where S.Input == Carried, S.Failure == SpecFailure {
    // The record is full, so this subscription gets no tap.
    guard let line = tracer.begin(stage, key: key, output: output) else { return upstream.subscribe(subscriber) }
    let tapped = TappedSubscriber(AnySubscriber(subscriber), TappedSubscription(line, tracer))
    tracer.working(line, .other) { upstream.subscribe(tapped) }
  }
}

/// A stream whose subscription is recorded as caused by the value that it was created for.
struct Made: Publisher {
  typealias Output = Carried
  typealias Failure = SpecFailure
  let upstream: SpecPublisher
  let event: Int
  let tracer: Tracer

  func receive<S: Subscriber>(subscriber: S) where S.Input == Carried, S.Failure == SpecFailure {
    tracer.because(of: event) { upstream.subscribe(subscriber) }
  }
}

/// Holds the downstream. The subscription that it passes down does not, so that a subscriber that keeps its
/// subscription keeps nothing else alive.
private final class TappedSubscriber: Subscriber {
  private let downstream: AnySubscriber<Carried, SpecFailure>
  private let line: TappedSubscription

  init(_ downstream: AnySubscriber<Carried, SpecFailure>, _ line: TappedSubscription) {
    self.downstream = downstream
    self.line = line
  }

  func receive(subscription: any Subscription) {
    line.upstream = subscription
    line.tracer.working(line.consumer, .other) { downstream.receive(subscription: line) }
  }
  func receive(_ input: Carried) -> Subscribers.Demand {
    if line.isOver { return .none }
    let demand = line.tracer.receive(input, on: line.index) { downstream.receive($0) }
    line.tracer.request(demand, on: line.index)
    return demand
  }
  func receive(completion: Subscribers.Completion<SpecFailure>) {
    if line.isOver { return }
    line.end()
    line.tracer.receive(completion, on: line.index) { downstream.receive(completion: completion) }
  }
}

private final class TappedSubscription: Subscription {
  let index: Int
  let tracer: Tracer
  /// The upstream subscription; `nil` before the subscription and after the completion.
  var upstream: (any Subscription)?
  private(set) var isOver = false

  init(_ index: Int, _ tracer: Tracer) {
    self.index = index
    self.tracer = tracer
  }

  var consumer: Int? { tracer.consumer(of: index) }
  func end() {
    isOver = true
    upstream = nil
  }
  func request(_ demand: Subscribers.Demand) {
    tracer.request(demand, on: index)
    tracer.working(index, .other) { upstream?.request(demand) }
  }
  func cancel() {
    tracer.cancel(index)
    let old = upstream
    end()
    tracer.working(index, .cancel) { old?.cancel() }
  }
}
