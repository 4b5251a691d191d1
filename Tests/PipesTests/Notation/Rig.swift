import Pipes

// This folder tests what rows of marbles cannot say. A row says what happened at which instant; these tests say more:
// - the order of the calls within one instant, such as a cancel before the failure that it comes from;
// - calls from inside of other calls: a subscriber that sends, requests or cancels while it receives, or returns demand
//   for a value;
// - publishers, subscribers and schedulers that break the rules, that are late, or that are connected by hand;
// - threads, memory, and recursion. All other tests of operators are rows, in `Operators`. There the shorthand below is
//   forbidden: `Tools/Scripts/check` looks for it. The laws, and the tests of subjects and origins, use it, too: they
//   call publishers and subscribers by hand.

/// Writes down what happens around a pipeline, in order, in a shorthand close to marbles.
///
/// | note | meaning |
/// |---|---|
/// | `U^` | source `U` was subscribed |
/// | `U?3`, `U?*` | it was asked for 3, for unlimited, through its subscription |
/// | `U+3`, `U+*` | it was given that demand back by the value it sent; none gives no note |
/// | `U!` | it was cancelled |
/// | `^Map` | the probe received a subscription described as "Map" |
/// | `1`, `\|`, `#oops` | the probe received a value, finished, a failure |
///
/// A probe with a name puts it in front: `b:1`.
final class Rig {
  private var notes: [String] = []
  /// Whether probes hold their subscription. Otherwise nobody can request from it later, or cancel it.
  var holdsSubscriptions = true

  func note(_ text: String) { notes.append(text) }

  /// The notes since the last call.
  func take() -> String {
    defer { notes = [] }
    return notes.joined(separator: " ")
  }

  /// A source of numbers that may fail.
  func source(_ name: String = "U") -> Source<Int, Oops> { Source(self, name) }

  /// Subscribes a new probe to the publisher.
  @discardableResult func attach<P: Publisher>(
    _ publisher: P, _ name: String = "", demand: Subscribers.Demand? = nil, reply: Subscribers.Demand = .none
  ) -> Probe<P.Output, P.Failure> {
    let probe = Probe<P.Output, P.Failure>(self, name, demand: demand, reply: reply)
    publisher.subscribe(probe)
    return probe
  }
}

/// A value as a note: without spaces.
func note(of value: Any) -> String { String(describing: value).split(separator: " ").joined() }

/// A demand as a note.
func note(of demand: Subscribers.Demand) -> String { demand.max.map(String.init) ?? "*" }

/// A completion as a note.
func note<E>(of completion: Subscribers.Completion<E>) -> String {
  switch completion {
  case .finished: "|"
  case .failure(let error): "#" + note(of: error as Any)
  }
}
