@testable import Marbles
import Pipes
import VirtualTime

/// A failure of a stream in a test.
struct Broken: Error, Hashable {
  var reason = ""
}

/// Milliseconds after zero.
func instant(_ milliseconds: Int) -> VirtualInstant { VirtualInstant(nanoseconds: Int64(milliseconds) * 1_000_000) }

/// A recording of strings, as a row of marbles says it.
func recording(_ marbles: String, _ role: Lane.Role = .cold) throws -> Recording<String, Broken> {
  let lane = try Lane(parsing: marbles, as: role)
  return Recording(lane, value: { symbol, _ in symbol.text }, failure: { reason, _ in Broken(reason: reason ?? "") })
}

extension Recording where Value == String, Failure == Broken {
  /// The recorded events as a row of marbles.
  var marbles: String {
    lane(
      frame: Lane.defaultFrame, value: { .value(Symbol($0)) },
      failure: { .failure($0.reason.isEmpty ? nil : $0.reason) }
    ).description
  }
}

extension SourceLog {
  /// The windows as rows of marbles.
  var lanes: [String] { windows.map { Lane(frame: Lane.defaultFrame, window: $0).description } }
  /// The requests as a row of marbles.
  var demand: String { Lane(frame: Lane.defaultFrame, requests: requests).description }
}

/// A publisher that does what a closure says.
struct Scripted: Publisher {
  typealias Output = String
  typealias Failure = Broken
  let body: (any Subscriber<String, Broken>) -> Void

  func receive<S: Subscriber<String, Broken>>(subscriber: S) { body(subscriber) }
}

/// A subscription that only counts.
final class Counting: Subscription {
  var demand: Subscribers.Demand = .none
  var cancellations = 0
  func request(_ demand: Subscribers.Demand) { self.demand += demand }
  func cancel() { cancellations += 1 }
}
