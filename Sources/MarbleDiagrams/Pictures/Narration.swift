import MarbleRuns
import Marbles

/// The text description of a picture, for screen readers.
enum Narration {
  static func text(of diagram: Diagram, _ lettering: Lettering) -> String {
    var sentences: [String] = []
    if let note = diagram.note { sentences.append(note) }
    for stream in diagram.streams {
      if case .derived(let pipeline) = stream.kind {
        sentences.append("\(stream.name) is \(pipeline.joined(separator: " ")).")
      } else {
        let which = stream.subscription.map { " for subscription \($0 + 1)\(stream.isLast ? " and later" : "")" } ?? ""
        sentences.append("\(stream.name)\(which): \(events(of: stream.lane, lettering)).")
      }
    }
    for run in diagram.runs {
      for (index, subscriber) in run.subscribers.enumerated() {
        let who = run.subscribers.count > 1 ? "subscriber \(index + 1) of " : ""
        sentences.append("\(who)\(run.pipeline.joined(separator: " ")): \(events(of: subscriber.received, lettering)).")
        if let expected = subscriber.expected { sentences.append("Expected: \(events(of: expected, lettering)).") }
      }
      if let stop = run.stop { sentences.append(stop) }
    }
    return sentences.joined(separator: "\n")
  }

  /// The largest number of sentences.
  private static let longest = 24

  /// Tells what happened in the order of time, as `marble explain` does.
  static func story(of diagram: Diagram, _ lettering: Lettering) -> String {
    var sentences: [String] = diagram.note.map { [$0] } ?? []
    for run in diagram.runs {
      guard run.trace != nil else { return text(of: diagram, lettering) }
      sentences.append(run.pipeline.joined(separator: " ") + ":")
      let told = Explanation(run, in: diagram) { lettering.letter(of: $0) }.sentences
      for sentence in told.prefix(longest) {
        sentences.append("At \(DurationText.inWords(sentence.instant.nanoseconds)) \(sentence.text).")
      }
      if told.count > longest { sentences.append("\(told.count - longest) more events follow.") }
      for subscriber in run.subscribers {
        if let expected = subscriber.expected { sentences.append("Expected: \(events(of: expected, lettering)).") }
      }
      if let stop = run.stop { sentences.append(stop) }
    }
    return sentences.joined(separator: "\n")
  }

  private static func events(of lane: Lane, _ lettering: Lettering) -> String {
    let events = lane.marks.compactMap { instant, mark in
      word(of: mark, lettering).map { "\($0) at \(DurationText.inWords(instant.nanoseconds))" }
    }
    return events.isEmpty ? "nothing happens" : events.joined(separator: ", ")
  }

  private static func word(of mark: Mark, _ lettering: Lettering) -> String? {
    switch mark.kind {
    case .value(let symbol): Lettering.shown(lettering.literal(of: symbol))
    case .anyValue: "a value"
    case .finished: "finishes"
    case .failure(let text): "fails" + (lettering.label(ofFailure: text).map { " with \($0)" } ?? "")
    case .subscribe, .unsubscribe, .request: nil
    }
  }
}
