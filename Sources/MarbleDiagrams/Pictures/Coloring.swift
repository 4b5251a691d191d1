import MarbleRuns
import Marbles

/// The colors of each value. A value of a source has a color of its own, which it keeps through every operator; a value
/// that was computed from several has the colors of all of them. A value of an inner stream has the color of the value
/// that the stream was created for. A total has the color of the value that was added last. The answer of an operator
/// such as `contains` has none.
///
/// A color belongs to a value of a source, not to a place in a row: moving a marble changes no color.
struct Coloring {
  /// The color number of a value that was made from too many others.
  static let mixed = -1
  /// The largest number of parts of a marble.
  private static let mostParts = 4

  /// A value of a source, or of a call that creates values.
  private struct SourceValue: Hashable {
    var sender: String
    var literal: String
  }

  private var numbers: [SourceValue: Int] = [:]
  /// The colors of the results and of the sources' values of which only the literal is known.
  private var known: [String: [Int]] = [:]
  private var ofEvents: [[[Int]]] = []
  private let lettering: Lettering

  init(_ diagram: Diagram, _ lettering: Lettering) {
    self.lettering = lettering
    let own = diagram.streams.filter { !diagram.isOnlyCreated($0.name) }
    number(own)
    for run in diagram.runs {
      ofEvents.append(run.trace.map { colors(of: $0) } ?? [])
      for symbol in run.lanes.flatMap(\.symbols) where run.trace == nil {
        let literal = lettering.literal(of: symbol)
        if known[literal] == nil { known[literal] = [number(of: literal, from: "")] }
      }
    }
    // On a page the rows of the others are drawn, too.
    number(diagram.streams.filter { stream in !own.contains { $0.name == stream.name } })
  }

  private mutating func number(_ streams: [Diagram.Stream]) {
    for stream in streams {
      // By name, so that the colors do not depend on the order in the row.
      for symbol in Set(stream.lane.symbols).sorted(by: { ($0.text.count, $0.text) < ($1.text.count, $1.text) }) {
        let literal = lettering.literal(of: symbol)
        let number = number(of: literal, from: stream.name)
        if known[literal] == nil { known[literal] = [number] }
      }
    }
  }

  /// Returns the colors of a marble of which only the value is known.
  func colors(of kind: Mark.Kind) -> [Int] {
    kind.symbol.map { known[lettering.literal(of: $0)] ?? [Coloring.mixed] } ?? []
  }
  /// Returns the colors of a marble in the row of a source.
  func colors(of kind: Mark.Kind, inSource name: String) -> [Int] {
    kind.symbol.map { [numbers[SourceValue(sender: name, literal: lettering.literal(of: $0))] ?? Coloring.mixed] } ?? []
  }

  func colors(of event: Int, inRun run: Int) -> [Int] { ofEvents[run][event] }

  private mutating func number(of literal: String, from sender: String) -> Int {
    let origin = SourceValue(sender: sender, literal: literal)
    if let number = numbers[origin] { return number }
    numbers[origin] = numbers.count
    return numbers.count - 1
  }

  private mutating func colors(of trace: Trace) -> [[Int]] {
    var colors: [[Int]] = []
    let growing = trace.growing
    for event in trace.events {
      guard event.isValue else {
        colors.append([])
        continue
      }
      let own = trace.subscriptions[event.line], stage = trace.stages[own.stage]
      let causes = stage.kind == .source || stage.isOpaque ? [] : event.causes
      var hues = causes.flatMap { colors[$0] }.uniqued
      // The value that was added last.
      if stage.sums { hues = causes.last { stage.accumulates && trace.events[$0].isValue }.map { colors[$0] } ?? [] }
      if hues.count > Coloring.mostParts || stage.sums && hues.isEmpty { hues = [Coloring.mixed] }
      // A value that an inner stream creates itself has the colors of the value that the stream was created for.
      let creator = trace.creator(of: event.line)
      // One operator creates streams for the values of such streams: each step has a color of its own.
      let grows = creator.flatMap { trace.subscriptions[trace.events[$0].line].consumer }.map(growing.contains) ?? false
      if grows, stage.kind == .origin { hues = [] }
      if hues.isEmpty, !stage.isOpaque, !grows { hues = creator.map { colors[$0] } ?? [] }
      // The argument of an operator is nobody's value.
      let isGiven = stage.kind == .operator && !event.causes.contains { trace.events[$0].isValue }
      if hues.isEmpty, isGiven, !stage.isOpaque { hues = [Coloring.mixed] }
      if hues.isEmpty {
        hues = [number(of: event.text, from: stage.isOpaque ? "" : stage.kind == .source ? stage.name : stage.call)]
      }
      colors.append(hues)
      if own.consumer == nil, known[event.text] == nil { known[event.text] = hues }
    }
    return colors
  }
}

extension Trace {
  /// The operators that create streams for values of streams that they have created, as `expand` does.
  fileprivate var growing: Set<Int> {
    Set(
      subscriptions.compactMap { own in
        guard let maker = own.consumer, let event = own.startedBy, events[event].isValue,
          subscriptions[events[event].line].consumer == maker
        else { return nil }
        let before = subscriptions[events[event].line].startedBy
        return before.flatMap { subscriptions[events[$0].line].consumer } == maker ? maker : nil
      })
  }
  /// Returns the value that a stream was created for; `nil` for one that began with the pipeline. An attempt was created for
  /// the same value as the attempts before it.
  fileprivate func creator(of line: Int) -> Int? {
    let own = subscriptions[line]
    if let consumer = own.consumer, stages[subscriptions[consumer].stage].subscribesAgain {
      return creator(of: consumer)
    }
    return own.startedBy.flatMap { events[$0].isValue ? $0 : creator(of: events[$0].line) }
  }
}

extension Diagram {
  /// Whether each subscription of a source was created for a value, so that no color of its own is seen.
  fileprivate func isOnlyCreated(_ source: String) -> Bool {
    var isCreated = false
    for trace in runs.compactMap(\.trace) {
      for (line, own) in trace.subscriptions.enumerated() {
        guard trace.stages[own.stage].kind == .source, trace.stages[own.stage].name == source else { continue }
        if trace.creator(of: line) == nil { return false }
        isCreated = true
      }
    }
    return isCreated
  }
}
