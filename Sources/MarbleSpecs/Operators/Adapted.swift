import Pipes
import VirtualTime

/// What an operator may send, as a value of the language.
protocol SpecOutput {
  var asValue: Value { get }
}

extension Value: SpecOutput { var asValue: Value { self } }
extension Int: SpecOutput { var asValue: Value { .integer(Int64(self)) } }
extension Bool: SpecOutput { var asValue: Value { .truth(self) } }
extension Never: SpecOutput { var asValue: Value { .absent } }
extension VirtualInstant.Stride: SpecOutput { var asValue: Value { .duration(nanoseconds) } }
extension Array: SpecOutput where Element: SpecOutput { var asValue: Value { .list(map(\.asValue)) } }
extension Optional: SpecOutput where Wrapped: SpecOutput { var asValue: Value { self?.asValue ?? .absent } }

extension SpecFailure {
  /// Any failure as the one type of the language.
  init(any error: any Error) { self = error as? SpecFailure ?? SpecFailure(.text("\(error)")) }
}

extension Publisher where Output: SpecOutput {
  /// The same stream in the types of the language. Demand and subscription pass through.
  var adapted: SpecPublisher { (self as? SpecPublisher) ?? Adapted(upstream: self).eraseToAnyPublisher() }
}

private struct Adapted<Upstream: Publisher>: Publisher where Upstream.Output: SpecOutput {
  typealias Output = Value
  typealias Failure = SpecFailure
  let upstream: Upstream

  func receive<S: Subscriber>(subscriber: S) where S.Input == Value, S.Failure == SpecFailure {
    upstream.subscribe(AdaptedSubscriber<Upstream.Output, Upstream.Failure, S>(downstream: subscriber))
  }
}

private struct AdaptedSubscriber<Input: SpecOutput, Failure: Error, Downstream: Subscriber>: Subscriber
where Downstream.Input == Value, Downstream.Failure == SpecFailure {
  let downstream: Downstream
  let combineIdentifier = CombineIdentifier()

  func receive(subscription: any Subscription) { downstream.receive(subscription: subscription) }
  func receive(_ input: Input) -> Subscribers.Demand { downstream.receive(input.asValue) }
  func receive(completion: Subscribers.Completion<Failure>) {
    switch completion {
    case .finished: downstream.receive(completion: .finished)
    case .failure(let error): downstream.receive(completion: .failure(SpecFailure(any: error)))
    }
  }
}
