import PipesCore
import VirtualTime

extension Publisher {
  /// Records the events that pass here. Values are not written: each has a new symbol.
  ///
  /// Subscriptions, requests, values, completions and cancels are recorded with their instants. Nothing else changes:
  /// demand and events are passed on in the same calls. A failure is written as its type's name.
  ///
  /// - Parameters:
  ///   - name: The name of the stream in the file. Publishers with one name are subscriptions to one stream.
  ///   - recorder: The recorder; with `nil` the publisher is passed on as it is.
  public func recorded(_ name: String, in recorder: SessionRecorder?) -> Publishers.Recorded<Self> {
    Publishers.Recorded(self, SessionTap(name, recorder) { _ in (nil, nil) })
  }
  /// Records the events that pass here, with a text of each value.
  ///
  /// - Parameters:
  ///   - name: The name of the stream in the file. Publishers with one name are subscriptions to one stream.
  ///   - recorder: The recorder; with `nil` the publisher is passed on as it is.
  ///   - value: Returns the part of a value that may be written: a text, a number or a Boolean. Called for each value
  ///     while the recorder is on.
  public func recorded<Written: LosslessStringConvertible>(
    _ name: String, in recorder: SessionRecorder?, writing value: @escaping (Output) -> Written
  ) -> Publishers.Recorded<Self> {
    Publishers.Recorded(self, SessionTap(name, recorder, isText: Written.isText) { (value($0).description, nil) })
  }
}
extension Publisher where Output: Hashable {
  /// Records the events that pass here. Values are not written: equal values have the same symbol.
  public func recorded(_ name: String, in recorder: SessionRecorder?) -> Publishers.Recorded<Self> {
    Publishers.Recorded(self, SessionTap(name, recorder) { (nil, $0.hashValue) })
  }
}

extension LosslessStringConvertible {
  /// Whether the values of the type are texts; otherwise a description is a literal.
  static var isText: Bool { !(self is any Numeric.Type) && self != Bool.self }
}

/// The place at which a stream is recorded.
@usableFromInline struct SessionTap<Value> {
  @usableFromInline let recorder: SessionRecorder?
  let stream: Int32
  private let isText: Bool
  private let write: (Value) -> (text: String?, hash: Int?)

  init(
    _ name: String, _ recorder: SessionRecorder?, isText: Bool = false,
    _ write: @escaping (Value) -> (text: String?, hash: Int?)
  ) {
    self.recorder = recorder
    self.isText = isText
    self.write = write
    stream = recorder?.stream(name) ?? 0
  }

  func add(value: Value, on subscription: Int32) {
    guard let recorder, recorder.isRecording else { return }
    let (text, hash) = write(value)
    recorder.add(.value, stream, subscription, text: text, isText: isText, hash: hash)
  }
  func add(_ demand: Subscribers.Demand, on subscription: Int32) {
    recorder?.add(.request, stream, subscription, number: demand.max ?? -1)
  }
  func add(failure: some Error, on subscription: Int32) {
    recorder?.add(.fail, stream, subscription, text: String(describing: type(of: failure as any Error)))
  }
  func add(_ kind: SessionRecorder.Entry.Kind, on subscription: Int32) { recorder?.add(kind, stream, subscription) }
}

extension Publishers {
  public struct Recorded<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure
    public let upstream: Upstream
    @usableFromInline let tap: SessionTap<Output>

    init(_ upstream: Upstream, _ tap: SessionTap<Output>) {
      self.upstream = upstream
      self.tap = tap
    }

    @inlinable public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      guard let recorder = tap.recorder else { return upstream.subscribe(subscriber) }
      upstream.subscribe(RecordedInner(subscriber, tap, recorder))
    }
  }
}

/// Records the events of one subscription and passes them on.
///
/// 1. Each event is recorded before it is passed on, so that it precedes its effects.
/// 2. `upstream` is guarded by its lock. It is released at the completion or the cancel, and no call is made under the
///    lock.
@usableFromInline
final class RecordedInner<Downstream: Subscriber>: Subscriber, Subscription, CustomStringConvertible,
  @unchecked Sendable
{
  // Unchecked: the downstream and the tap do not change.
  @usableFromInline typealias Input = Downstream.Input
  @usableFromInline typealias Failure = Downstream.Failure

  @usableFromInline struct State {
    var upstream: (any Subscription)?
    var isOver = false

    @usableFromInline init() {}
  }
  @usableFromInline let downstream: Downstream
  @usableFromInline let tap: SessionTap<Input>
  @usableFromInline let recorder: SessionRecorder
  private let number: Int32
  private let state: Guarded<State>
  @usableFromInline var description: String { "Recorded" }

  @usableFromInline init(_ downstream: Downstream, _ tap: SessionTap<Input>, _ recorder: SessionRecorder) {
    self.downstream = downstream
    self.tap = tap
    self.recorder = recorder
    number = recorder.subscribe(tap.stream)
    state = Guarded(State())
  }

  @usableFromInline func receive(subscription: any Subscription) {
    let isFirst = state.with { state in
      guard state.upstream == nil, !state.isOver else { return false }
      state.upstream = subscription
      return true
    }
    if isFirst { downstream.receive(subscription: self) } else { subscription.cancel() }
  }
  /// While nothing is recorded a value costs one read of a flag.
  @inlinable func receive(_ input: Input) -> Subscribers.Demand {
    recorder.isRecording ? record(input) : downstream.receive(input)
  }
  @usableFromInline func record(_ input: Input) -> Subscribers.Demand {
    tap.add(value: input, on: number)
    let more = downstream.receive(input)
    if more > .none { tap.add(more, on: number) }
    return more
  }
  @usableFromInline func receive(completion: Subscribers.Completion<Failure>) {
    switch completion {
    case .finished: tap.add(.finish, on: number)
    case .failure(let error): tap.add(failure: error, on: number)
    }
    _ = close()
    downstream.receive(completion: completion)
  }

  @usableFromInline func request(_ demand: Subscribers.Demand) {
    guard let upstream = state.with({ $0.upstream }) else { return }
    tap.add(demand, on: number)
    upstream.request(demand)
  }
  @usableFromInline func cancel() {
    let (upstream, isFirst) = close()
    guard isFirst else { return }
    tap.add(.cancel, on: number)
    upstream?.cancel()
  }
  private func close() -> (upstream: (any Subscription)?, isFirst: Bool) {
    state.with { state in
      defer { state.isOver = true }
      return (state.upstream.take(), !state.isOver)
    }
  }
}
