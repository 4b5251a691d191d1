@_exported import MarbleRuns
import Marbles

extension Diagram {
  /// Draws the diagram as SVG: one file without scripts and fonts, which is readable on white and on black.
  ///
  /// - Parameter theme: The colors: light, dark, or as in the reader's system.
  public func svg(theme: Theme = .auto) -> String {
    SVGRenderer.text(of: PosterLayout.picture(of: self, width: nil), theme: theme)
  }

  /// Draws the diagram as text whose columns are instants.
  ///
  /// - Parameters:
  ///   - timers: Whether the timers of a test are drawn, as bars below the rows that they delay.
  ///   - causes: Whether a line of text names the cause of each event that a test received.
  public func text(timers: Bool = true, causes: Bool = true) -> String {
    var style = TextStyle()
    style.showsTimers = timers
    style.showsCauses = causes
    return TextRenderer.text(of: self, style: style)
  }

  /// Returns the diagram as JSON: streams, received and expected events with their differences, subscriptions,
  /// requests, timers and causes. Instants and lengths are nanoseconds.
  public func json() -> String { JSONRenderer.text(of: self) }
}

extension Diagram.Windows {
  /// The largest number of lanes that are drawn.
  private static let most = 200
  /// The first lanes, if there are many.
  fileprivate var withoutMany: Self {
    if lanes.count <= Self.most { return self }
    var few = self
    few.lanes = Array(lanes.prefix(Self.most))
    few.omitted = lanes.count - Self.most
    return few
  }
}

extension Diagram {
  /// The same with the first subscriptions of each source: a row for each of thousands is thousands of rows as long as
  /// all of them.
  var withoutManyWindows: Diagram {
    var few = self
    for run in runs.indices { few.runs[run].windows = runs[run].windows.map(\.withoutMany) }
    return few
  }
}
