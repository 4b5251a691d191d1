import Marbles

/// The colors of each value: the colors of the marbles that it was made from. Equal marbles of sources have the same color everywhere in a
/// picture.
struct Coloring {
  /// The color number of a value that was made from too many others.
  static let mixed = -1
  /// The largest number of parts of a marble.
  private static let mostParts = 4

  private var numbers: [String: Int] = [:]
  private var ofEvents: [[[Int]]] = []
  private let lettering: Lettering

  init(_ diagram: Diagram, _ lettering: Lettering) {
    self.lettering = lettering
    for stream in diagram.streams {
      for symbol in stream.lane.symbols { _ = number(of: lettering.literal(of: symbol)) }
    }
    for run in diagram.runs {
      ofEvents.append(run.trace.map { colors(of: $0) } ?? [])
      for symbol in run.lanes.flatMap(\.symbols) where run.trace == nil { _ = number(of: lettering.literal(of: symbol)) }
    }
  }

  /// Returns the colors of a marble of which only the value is known.
  func colors(of kind: Mark.Kind) -> [Int] { kind.symbol.map { [numbers[lettering.literal(of: $0)] ?? Coloring.mixed] } ?? [] }

  /// Returns the colors of a value in a run.
  func colors(of event: Int, inRun run: Int) -> [Int] { ofEvents[run][event] }

  private mutating func number(of literal: String) -> Int {
    if let number = numbers[literal] { return number }
    numbers[literal] = numbers.count
    return numbers.count - 1
  }

  private mutating func colors(of trace: Trace) -> [[Int]] {
    var colors: [[Int]] = []
    for event in trace.events {
      guard event.isValue else {
        colors.append([])
        continue
      }
      let stage = trace.stages[trace.lines[event.line].stage]
      var causes = stage.kind == .source || stage.isOpaque ? [] : event.causes
      // The values of an inner stream have the color of the value that it was created for.
      if causes.isEmpty, !stage.isOpaque, let start = trace.lines[event.line].startedBy { causes = [start] }
      let parts = causes.flatMap { colors[$0] }.uniqued
      if parts.isEmpty {
        colors.append([number(of: event.text)])
      } else {
        colors.append(parts.count > Coloring.mostParts ? [Coloring.mixed] : parts)
      }
    }
    return colors
  }
}
