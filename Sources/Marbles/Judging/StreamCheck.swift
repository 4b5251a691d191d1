import VirtualTime

/// An expectation about a stream that is not a row.
struct StreamCheck<Output, Failure: Error> {
  /// The place of the call that states the rule, and the name of its method.
  let place: SourcePlace
  let name: String
  /// Whether the events put the rule to the test. Without an event nothing is compared.
  var isTested: (Recording<Output, Failure>) -> Bool = { !$0.entries.isEmpty }
  /// The reason why a run says nothing about the rule.
  var untested = "the stream has sent nothing"
  /// The line that says what to write instead; by default the row of the stream.
  var cure: String?
  /// Whether the events keep the rule. Called also for tests that pass, so it creates no texts.
  let holds: (Recording<Output, Failure>) -> Bool
  /// Returns the problems of events that break the rule. The last argument is the name of the stream.
  let problems: (Recording<Output, Failure>, MarbleReport, String) -> [MarbleFailure.Problem]
  /// Returns the row of the stream with which this one is compared, after the run.
  var model: (() -> ExpectedRow<TestEventNames<Output, Failure>>?)?
}

/// A difference of two streams that a comparison ignores.
public struct IgnoredDifference: OptionSet, Sendable {
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// The instants: only the events and their order are compared.
  public static let time = IgnoredDifference(rawValue: 1)
  /// The order of values: at one instant, or with ``time`` in the whole stream.
  public static let order = IgnoredDifference(rawValue: 2)
}

/// Compares the events of two streams.
struct StreamComparison<Output, Failure: Error> {
  typealias Entry = Recording<Output, Failure>.Entry
  let ignored: IgnoredDifference
  let areEqual: (Output, Output) -> Bool

  /// Whether both have the same events.
  func holds(_ found: [Entry], _ model: [Entry]) -> Bool { firstDifference(found, model) == nil }

  /// The first event of each that has no equal in the other one; `nil` if there is none.
  func firstDifference(_ found: [Entry], _ model: [Entry]) -> (found: Entry?, model: Entry?)? {
    if !ignored.contains(.order) {
      for index in 0..<max(found.count, model.count) {
        let pair = (index < found.count ? found[index] : nil, index < model.count ? model[index] : nil)
        guard let left = pair.0, let right = pair.1, isSame(left, right) else { return pair }
      }
      return nil
    }
    var rest = model, extra: Entry?
    for entry in found {
      if let index = rest.firstIndex(where: { isSame(entry, $0) }) {
        rest.remove(at: index)
      } else if extra == nil {
        extra = entry
      }
    }
    return extra == nil && rest.isEmpty ? nil : (extra, rest.first)
  }

  private func isSame(_ left: Entry, _ right: Entry) -> Bool {
    guard ignored.contains(.time) || left.instant == right.instant else { return false }
    return switch (left.event, right.event) {
    case (.value(let left), .value(let right)): areEqual(left, right)
    case (.finished, .finished): true
    case (.failure(let left), .failure(let right)): Sameness(left, right) == .same
    default: false
    }
  }
}
