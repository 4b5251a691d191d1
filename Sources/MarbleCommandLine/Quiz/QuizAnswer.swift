import MarbleDiagrams
import MarbleRuns
import MarbleSpecs
import Marbles
import VirtualTime

/// The answer to a question: the row that was sent, and the reasons.
struct QuizAnswer {
  let card: QuizCard
  /// The run, without the names that the spec gives computed values: they would tell the answer.
  private let diagram: Diagram

  init(to card: QuizCard) throws(SpecProblem) {
    self.card = card
    diagram = try ExecutedSpec(card.unnamed, isTraced: true).diagram
  }

  private var run: Diagram.Run { diagram.runs[0] }

  /// The meanings of the names in the row that was sent.
  var meanings: [String] { run.meanings.map { "\($0.symbol) = \($0.value)" } }

  var sentRow: String {
    AlignedRows(card.file.sourceRows.map(\.lane) + [run.subscribers[card.subscriber].received]).texts.last ?? ""
  }

  // MARK: Reasons

  /// The lines of `explain` about the events of the row.
  var reasons: [String] {
    let wanted = relevant
    let sentences = Explanation(run, in: diagram).sentences.filter { wanted.contains($0.instant) }
    let times = sentences.map { $0.instant.inWords }
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

  /// The instants of the events of the row, and the instants of their causes.
  private var relevant: Set<VirtualInstant> {
    guard let trace = run.trace else { return [] }
    var instants = Set(card.events.map(\.instant))
    var seen: Set<Int> = []
    func follow(_ event: Int) {
      guard seen.insert(event).inserted else { return }
      if trace.events[event].causes.isEmpty { instants.insert(trace.events[event].instant) }
      for cause in trace.events[event].causes { follow(cause) }
    }
    for index in trace.events.indices where trace.isResult(index) {
      if instants.contains(trace.events[index].instant) { follow(index) }
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
