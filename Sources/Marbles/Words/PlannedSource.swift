import PipesCore
import VirtualTime

/// A source of the test, or its actions, with the rows that failures show.
struct PlannedSource {
  enum Kind: String {
    case hot, cold, actions, subject
    /// A publisher that is only watched, and has no row of its own.
    case watched
  }

  let kind: Kind
  let name: String?
  /// The name that is used if no other one can be found.
  let fallback: String
  /// The rows that its subscriptions play, one after the other; later subscriptions play the last one.
  let lanes: [Lane]
  let place: SourcePlace
  /// The log of the source; `nil` for actions and subjects.
  let log: SourceLog?
  /// Whether its rows answer requests.
  var isRoute = false
  var lane: Lane { lanes[0] }
  /// Whether nobody has subscribed to it in the run.
  var isUnused: Bool { log.map { $0.windows.count == $0.pastWindows } ?? false }

  var reasonOfNoSubscriber: String { isRoute ? "no request was made to it" : "nobody has subscribed to it" }
  var cureOfNoSubscriber: [String] {
    isRoute ? ["  remove the route if the code makes no request to it"] : Self.cureOfNoSubscriber
  }
  static let cureOfNoSubscriber = [
    "  if an object subscribes to it, hold that object until the run is over: m.keep(object)",
    "  if it needs no subscriber, call allowingNoSubscriber() on it",
  ]
}
