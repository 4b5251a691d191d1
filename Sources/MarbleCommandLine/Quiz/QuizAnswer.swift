import MarbleDiagrams
import MarbleRuns
import MarbleSpecs
import Marbles
import VirtualTime

/// The answer to a predicted row: how much of it is right, the row that was sent, a rival that sends the predicted row,
/// and the reason.
struct QuizAnswer {
  let card: QuizCard
  let prediction: Prediction
  private let row: Lane
  /// The run, with the learner's names for the computed values.
  private let diagram: Diagram

  init(_ row: Lane, to card: QuizCard) throws(SpecProblem) {
    self.card = card
    self.row = row
    prediction = Prediction(row, card.events, of: card)
    diagram = try ExecutedSpec(card.file(naming: prediction.names), isTraced: true).diagram
  }

  private var run: Diagram.Run { diagram.runs[0] }
  private var sent: Lane { run.subscribers[card.subscriber].received }

  /// The name of a rival that sends the predicted row.
  var rival: String? {
    if prediction.isRight { return nil }
    return card.rivals.first { Prediction(row, $0.events, of: card).isRight }?.name
  }

  // MARK: The rows

  /// The input, the predicted row and the row that was sent, with carets below the mistakes.
  var rows: [String] {
    let sources = card.file.sources.flatMap { source in source.rows.map { (source.name, $0.lane) } }
    if prediction.isRight { return DifferenceRows(sources + [("sent", sent)], marking: [], inLast: 0).lines }
    let rows = DifferenceRows(sources + [("yours", row), ("sent", sent)], marking: instants.sorted(), inLast: 2)
    return rows.lines
  }

  /// The meanings of the names in the row that was sent.
  var meanings: [String] { run.meanings.map { "\($0.symbol) = \($0.value)" } }

  /// The row that was sent.
  var sentRow: String { AlignedRows(card.file.sourceRows.map(\.lane) + [sent]).texts.last ?? "" }

  /// The instants of the mistakes.
  private var instants: Set<VirtualInstant> { Set(prediction.mistakes.flatMap(\.instants)) }

  // MARK: Words

  /// `3 of 4 events; d is 1 frame early.`
  var sentence: String {
    let count = "\(prediction.right) of \(prediction.total) event\(prediction.total == 1 ? "" : "s")"
    let parts = prediction.mistakes.prefix(4).map(words)
    let more = prediction.mistakes.count > 4 ? ["and \(prediction.mistakes.count - 4) more"] : []
    return prediction.total == 0 && parts.isEmpty
      ? "Nothing happens, as you said." : ([count] + (commonShift ?? (parts + more))).joined(separator: "; ") + "."
  }

  /// A sentence for the case that all events from one on are shifted by the same time.
  private var commonShift: [String]? {
    let shifts = prediction.mistakes.map { if case .shifted(_, let early, _) = $0 { early } else { Int64(0) } }
    guard shifts.count > 1, Set(shifts).count == 1, let early = shifts.first, early != 0,
      case .shifted(let first, _, _)? = prediction.mistakes.first, card.events.suffix(shifts.count).first == first
    else { return nil }
    return [
      shifts.count == card.events.count
        ? "everything is \(distance(early))" : "everything from \(name(first)) on is \(distance(early))"
    ]
  }

  private func words(_ mistake: Prediction.Mistake) -> String {
    switch mistake {
    case .shifted(let event, let early, _): "\(name(event)) is \(distance(early))"
    case .other(let event, let predicted): "at \(time(event.instant)) \(happening(event)), not \(predicted)"
    case .missing(let event): "at \(time(event.instant)) \(happening(event))"
    case .extra(let mark, let instant): "nothing is sent for your \(mark) at \(time(instant))"
    case .order(let instant): "at \(time(instant)) the order is different"
    }
  }

  private func distance(_ early: Int64) -> String {
    Comparison.distance(-early, frame: FrameLength(nanoseconds: card.file.frame))
  }

  private func name(_ event: QuizEvent) -> String {
    switch event.event {
    case .value: symbol(of: event)
    case .finished: "the completion"
    case .failure: "the failure"
    }
  }
  private func happening(_ event: QuizEvent) -> String {
    switch event.event {
    case .value: "\(symbol(of: event)) is sent"
    case .finished: "the stream finishes"
    case .failure: "the stream fails"
    }
  }
  /// The symbol of an event in the row that was sent.
  private func symbol(of event: QuizEvent) -> String {
    let marks = sent.moments.flatMap(\.marks)
    guard let index = card.events.firstIndex(of: event), marks.indices.contains(index) else { return "a value" }
    return marks[index].text
  }
  private func time(_ instant: VirtualInstant) -> String { instant.inWords }

  // MARK: Reasons

  /// The lines of `explain` about the mistakes.
  var reasons: [String] {
    let wanted = relevant
    let sentences = Explanation(run, in: diagram).sentences.filter { wanted.contains($0.instant) }
    let times = sentences.map { time($0.instant) }
    let width = times.map(\.count).max() ?? 0
    var last = ""
    var lines: [String] = []
    for (sentence, time) in zip(sentences, times).prefix(10) {
      let shown = time == last ? "" : time
      lines.append(
        "  " + String(repeating: " ", count: width - shown.count) + shown + (sentence.isResult ? " = " : "   ")
          + sentence.text)
      last = time
    }
    return lines + (sentences.count > 10 ? ["  …"] : [])
  }

  /// The instants of the mistakes, and the instants of their causes.
  private var relevant: Set<VirtualInstant> {
    guard let trace = run.trace else { return [] }
    // If all later events are shifted by the same time, the first one explains the shift.
    var instants = commonShift == nil ? instants : [prediction.mistakes.first?.instants[0] ?? .zero]
    var seen: Set<Int> = []
    func follow(_ event: Int) {
      guard seen.insert(event).inserted else { return }
      if trace.events[event].causes.isEmpty { instants.insert(trace.events[event].instant) }
      for cause in trace.events[event].causes { follow(cause) }
    }
    for index in trace.events.indices where trace.isResult(index) {
      if instants.contains(trace.events[index].instant) { follow(index) }
    }
    // For a predicted value that was not sent, the instant at which the source sent it matters.
    for case .extra(let mark, _) in prediction.mistakes {
      for event in trace.events
      where Mark(event.kind).text == mark && trace.stages[trace.subscriptions[event.line].stage].kind == .source {
        instants.insert(event.instant)
      }
    }
    return instants
  }

  /// The row that was sent, with the timers below it if there are any.
  func timers(isASCII: Bool) -> [String] {
    var style = TextStyle()
    style.isASCII = isASCII
    style.showsTimers = true
    var lines = TextRenderer.text(of: diagram, style: style).split(separator: "\n").map(String.init)
    guard let start = lines.firstIndex(where: { $0.hasPrefix(">") }) else { return [] }
    let ruler = lines[..<start].filter { $0.hasPrefix("# ") }
    lines = lines[start...].filter { $0.hasPrefix("# ") || $0.hasPrefix("=") }
    return lines.contains { $0.hasPrefix("# ") } ? ruler + lines : []
  }

  /// A question about the reasons; `nil` if the rivals do the same for the same reasons.
  var why: QuizWhy? { QuizWhy(card, card.rivals, preferring: relevant) }
}

extension QuizCard {
  /// The question as lines, and the column at which rows begin. The outcome is hidden: rows, subscriptions, timers, and
  /// the names of computed values.
  func question(width: Int?, isASCII: Bool) throws(SpecProblem) -> (lines: [String], column: Int) {
    var diagram = try ExecutedSpec(file).diagram
    diagram.note = nil
    diagram.family = nil
    diagram.limit = nil
    // A mark in place of the row shows where rows begin.
    let sign = Lane(frame: diagram.frame, moments: [Lane.Moment(instant: .zero, marks: [Mark(.finished)])])
    for index in diagram.runs[0].subscribers.indices { diagram.runs[0].subscribers[index].received = sign }
    diagram.runs[0].windows = []
    diagram.runs[0].meanings = []
    var style = TextStyle()
    style.isASCII = isASCII
    style.width = width
    let lines = TextRenderer.text(of: diagram, style: style).split(separator: "\n", omittingEmptySubsequences: false)
      .map(String.init)
    let row = lines.first { $0.hasPrefix("= ") } ?? ""
    var question = lines.filter { !$0.hasPrefix("= ") }
    while question.last == "" { question.removeLast() }
    return (question, row.firstIndex(of: "|").map { row.distance(from: row.startIndex, to: $0) } ?? 2)
  }
}
