import Pipes

/// The title that is shown for the typed text. An answer that comes late replaces a newer one: that is the bug.
public func found<Typed: Publisher<String, Never>, Answer: Publisher<String, Never>, S: Scheduler>(
  _ typed: Typed, answer: @escaping (String) -> Answer, on scheduler: S
) -> some Publisher<String, Never> {
  typed
    .debounce(for: .milliseconds(300), scheduler: scheduler)
    .flatMap { answer($0) }
}
