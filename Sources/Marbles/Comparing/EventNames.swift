import VirtualTime

/// How the values and failures of a row are compared, written and named: in a test by its tables, in a spec by the
/// language.
package protocol EventNames<Output, Failure> {
  associatedtype Output
  associatedtype Failure: Error

  func isExpected(_ expected: Output, _ value: Output) -> Bool
  func isExpected(_ expected: Failure, _ failure: Failure) -> Bool
  /// The text of a failure, which a row has after its `#`.
  func text(of failure: Failure) -> String
  /// The mark of a value. A value without a name is given one.
  func kind(of value: Output) -> Mark.Kind
  func kind(of failure: Failure) -> Mark.Kind
  /// Returns a value for a sentence: its name, followed by the value if the name does not say it.
  ///
  /// - Parameter symbol: The symbol that a row has for the value, if it has one.
  func words(for value: Output, as symbol: Symbol?) -> String
  /// The parts in which two events differ, if a sentence with both would be too long or would not show it; `nil`
  /// otherwise.
  func details(_ expected: Event, _ found: Event, as mark: Mark) -> (text: String, lines: [String])?
}

extension EventNames {
  package typealias Event = Recording<Output, Failure>.Event

  func kind(of event: Event) -> Mark.Kind {
    switch event {
    case .value(let value): kind(of: value)
    case .finished: .finished
    case .failure(let failure): kind(of: failure)
    }
  }
  package func details(_ expected: Event, _ found: Event, as mark: Mark) -> (text: String, lines: [String])? { nil }

  func words(for event: Event, as mark: Mark? = nil) -> String {
    let symbol: Symbol? = if case .value(let symbol)? = mark?.kind { symbol } else { nil }
    return event.words({ words(for: $0, as: symbol) }, text)
  }
}

extension Recording.Event {
  /// Returns the event for a sentence about a row, with the words of its value or its failure.
  func words(_ value: (Value) -> String, _ failure: (Failure) -> String) -> String {
    switch self {
    case .value(let output): value(output)
    case .finished: "the completion '|'"
    case .failure(let error): "the failure \(failure(error))"
    }
  }
}

/// The events that one mark of an expected row accepts.
package enum EventPattern<Output, Failure: Error> {
  case value(Output)
  case finished
  case failure(Failure)
  case anyValue
  /// A failure with this text; `nil` for any failure.
  case described(String?)

  init(_ event: Recording<Output, Failure>.Event) {
    self =
      switch event {
      case .value(let value): .value(value)
      case .finished: .finished
      case .failure(let failure): .failure(failure)
      }
  }
  /// The only event that is accepted; `nil` if there are several.
  var event: Recording<Output, Failure>.Event? {
    switch self {
    case .value(let value): .value(value)
    case .finished: .finished
    case .failure(let failure): .failure(failure)
    case .anyValue, .described: nil
    }
  }

  /// Whether an event is accepted.
  // Inlined, and one switch inside the other, so that a loop over a row looks up the types of pattern and event once.
  @inline(__always)
  func accepts(_ event: Recording<Output, Failure>.Event, _ names: some EventNames<Output, Failure>) -> Bool {
    switch event {
    case .value(let value):
      switch self {
      case .value(let expected): names.isExpected(expected, value)
      case .anyValue: true
      case .finished, .failure, .described: false
      }
    case .finished:
      if case .finished = self { true } else { false }
    case .failure(let failure):
      switch self {
      case .failure(let expected): names.isExpected(expected, failure)
      case .described(let text): text.map { names.text(of: failure) == $0 } ?? true
      case .value, .anyValue, .finished: false
      }
    }
  }

  func words(_ mark: Mark, _ names: some EventNames<Output, Failure>) -> String {
    switch self {
    case .value(let value): names.words(for: .value(value), as: mark)
    case .finished: names.words(for: .finished, as: mark)
    case .failure(let failure): names.words(for: .failure(failure), as: mark)
    case .anyValue: "any value"
    case .described(let text): text.map { "the failure \($0)" } ?? "a failure"
    }
  }
}
