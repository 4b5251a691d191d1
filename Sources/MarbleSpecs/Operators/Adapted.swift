import Pipes
import VirtualTime

/// A value that an operator sends, as a value of the language.
protocol SpecOutput {
  var carried: Carried { get }
}

extension Carried: SpecOutput { var carried: Carried { self } }
extension Value: SpecOutput { var carried: Carried { Carried(self) } }
extension Int: SpecOutput { var carried: Carried { Carried(.integer(Int64(self))) } }
extension Bool: SpecOutput { var carried: Carried { Carried(.bool(self)) } }
extension Never: SpecOutput { var carried: Carried { Carried(.nil) } }
extension VirtualInstant.Stride: SpecOutput { var carried: Carried { Carried(.duration(nanoseconds)) } }
extension Array: SpecOutput where Element: SpecOutput {
  var carried: Carried {
    let elements = map(\.carried)
    return Carried(.list(elements.map(\.value)), .holding(elements))
  }
}
extension Optional: SpecOutput where Wrapped: SpecOutput { var carried: Carried { self?.carried ?? Carried(.nil) } }

extension SpecFailure {
  /// Any failure as the one type of the language.
  init(any error: any Error) { self = error as? SpecFailure ?? SpecFailure(.string("\(error)")) }
}

extension Publisher where Output: SpecOutput {
  /// The same stream in the types of the language. Demand and subscription pass through.
  var adapted: SpecPublisher {
    @_semantics("optimize.sil.specialize.generic.never")
    get { (self as? SpecPublisher) ?? Adapted(upstream: self).eraseToAnyPublisher() }
  }
}

private struct Adapted<Upstream: Publisher>: Publisher where Upstream.Output: SpecOutput {
  typealias Output = Carried
  typealias Failure = SpecFailure
  let upstream: Upstream

  func receive<S: Subscriber>(subscriber: S) where S.Input == Carried, S.Failure == SpecFailure {
    upstream.subscribe(AdaptedSubscriber<Upstream.Output, Upstream.Failure, S>(downstream: subscriber))
  }
}

private struct AdaptedSubscriber<Input: SpecOutput, Failure: Error, Downstream: Subscriber>: Subscriber
where Downstream.Input == Carried, Downstream.Failure == SpecFailure {
  let downstream: Downstream
  let combineIdentifier = CombineIdentifier()

  func receive(subscription: any Subscription) { downstream.receive(subscription: subscription) }
  func receive(_ input: Input) -> Subscribers.Demand { downstream.receive(input.carried) }
  func receive(completion: Subscribers.Completion<Failure>) {
    switch completion {
    case .finished: downstream.receive(completion: .finished)
    case .failure(let error): downstream.receive(completion: .failure(SpecFailure(any: error)))
    }
  }
}

func tupled(_ a: Carried, _ b: Carried) -> Carried { tupled([a, b]) }
func tupled(_ a: Carried, _ b: Carried, _ c: Carried) -> Carried { tupled([a, b, c]) }
func tupled(_ a: Carried, _ b: Carried, _ c: Carried, _ d: Carried) -> Carried { tupled([a, b, c, d]) }
private func tupled(_ values: [Carried]) -> Carried { Carried(.tuple(values.map(\.value)), .computed(from: values)) }
