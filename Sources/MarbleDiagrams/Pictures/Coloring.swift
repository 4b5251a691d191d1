import MarbleRuns
import Marbles

/// The colors of each value. A value of a source has a color of its own, which it keeps through every operator; a value
/// that was computed from several has the colors of all of them. A value of an inner stream has a ring in the colors of
/// the value that the stream was created for.
///
/// A color belongs to a value of a source, not to a place in a row: moving a marble changes no color.
struct Coloring {
  /// The color number of a value that was made from too many others.
  static let mixed = -1
  /// The largest number of parts of a marble.
  private static let mostParts = 4

  /// The colors of a marble.
  struct Hues: Hashable, Sendable {
    var parts: [Int] = []
    /// The colors around it.
    var ring: [Int] = []
    /// All colors: first the parts, then the ring.
    var all: [Int] { (parts + ring).uniqued }
  }

  /// A value of a source, or of a call that creates values.
  private struct SourceValue: Hashable {
    var sender: String
    var literal: String
  }

  private var numbers: [SourceValue: Int] = [:]
  /// The colors of the results and of the sources' values of which only the literal is known.
  private var known: [String: Hues] = [:]
  private var ofEvents: [[Hues]] = []
  private let lettering: Lettering

  init(_ diagram: Diagram, _ lettering: Lettering) {
    self.lettering = lettering
    for stream in diagram.streams {
      // By name, so that the colors do not depend on the order in the row.
      for symbol in Set(stream.lane.symbols).sorted(by: { ($0.text.count, $0.text) < ($1.text.count, $1.text) }) {
        let literal = lettering.literal(of: symbol)
        let number = number(of: literal, from: stream.name)
        if known[literal] == nil { known[literal] = Hues(parts: [number]) }
      }
    }
    for run in diagram.runs {
      ofEvents.append(run.trace.map { colors(of: $0) } ?? [])
      for symbol in run.lanes.flatMap(\.symbols) where run.trace == nil {
        let literal = lettering.literal(of: symbol)
        if known[literal] == nil { known[literal] = Hues(parts: [number(of: literal, from: "")]) }
      }
    }
  }

  /// Returns the colors of a marble of which only the value is known.
  func colors(of kind: Mark.Kind) -> Hues {
    kind.symbol.map { known[lettering.literal(of: $0)] ?? Hues(parts: [Coloring.mixed]) } ?? Hues()
  }
  /// Returns the colors of a marble in the row of a source.
  func colors(of kind: Mark.Kind, inSource name: String) -> Hues {
    kind.symbol.map {
      Hues(parts: [numbers[SourceValue(sender: name, literal: lettering.literal(of: $0))] ?? Coloring.mixed])
    } ?? Hues()
  }

  func colors(of event: Int, inRun run: Int) -> Hues { ofEvents[run][event] }

  private mutating func number(of literal: String, from sender: String) -> Int {
    let origin = SourceValue(sender: sender, literal: literal)
    if let number = numbers[origin] { return number }
    numbers[origin] = numbers.count
    return numbers.count - 1
  }

  private static func few(_ colors: [Int]) -> [Int] { colors.count > mostParts ? [mixed] : colors }

  private mutating func colors(of trace: Trace) -> [Hues] {
    var colors: [Hues] = []
    // The colors of the value that a line was created for: of an attempt, that is the one of the attempt before.
    var ofLines: [Int: [Int]] = [:]
    var results: [Int: Int] = [:]
    func ring(_ line: Int, _ colors: [Hues]) -> [Int] {
      guard let start = trace.subscriptions[line].startedBy, start < colors.count else { return [] }
      return trace.events[start].isValue ? Coloring.few(colors[start].parts) : ofLines[trace.events[start].line] ?? []
    }
    for event in trace.events {
      if ofLines[event.line] == nil { ofLines[event.line] = ring(event.line, colors) }
      guard event.isValue else {
        colors.append(Hues())
        continue
      }
      let (stage, ring) = (trace.stages[trace.subscriptions[event.line].stage], ofLines[event.line] ?? [])
      var causes = stage.kind == .source || stage.isOpaque ? [] : event.causes
      // The total before it is a cause of a total, too.
      if stage.accumulates, !causes.isEmpty {
        causes += results.updateValue(colors.count, forKey: event.line).map { [$0] } ?? []
      }
      var hues = Hues()
      if stage.kind == .source {
        hues = Hues(parts: [number(of: event.text, from: stage.name)], ring: ring)
      } else if !causes.isEmpty {
        let parts = causes.flatMap { colors[$0].parts }.uniqued, rings = causes.flatMap { colors[$0].ring }.uniqued
        hues = Hues(parts: Coloring.few(parts), ring: Coloring.few(rings))
      } else if !stage.isOpaque {
        // A value that an inner stream creates itself has the colors of the value that the stream was created for.
        hues = Hues(parts: ring)
      }
      if hues.parts.isEmpty { hues.parts = [number(of: event.text, from: stage.isOpaque ? "" : stage.call)] }
      // A ring in the color of the marble would not be seen.
      if hues.ring == hues.parts { hues.ring = [] }
      colors.append(hues)
      if trace.subscriptions[event.line].consumer == nil, known[event.text] == nil { known[event.text] = hues }
    }
    return colors
  }
}
