import PipesCore
import VirtualTime

/// Creates the failure texts of a test.
struct MarbleReport {
  /// The number of columns of a failure text. Longer rows are printed as their parts with differences.
  static let width = 100

  let sources: [PlannedSource]
  let frame: FrameLength
  let place: SourcePlace
  let files: SourceTexts
  /// Whether problems have the rows that would hold; otherwise the sentence about a wish that was not understood.
  let rewrites: Bool
  let hint: String

  /// Returns the rows below each other, carets where they differ, and a sentence for each difference; `nil` if there is
  /// none.
  func text(_ headline: String, _ comparison: Comparison) -> String? {
    guard let first = comparison.first else { return nil }
    let rows = rows(comparison.rows, differingAt: comparison.differences.map(\.instant))
    return (["\(headline) at \(frame.name(of: first))"] + rows + comparison.lines(frame.name)).joined(
      separator: "\n")
  }

  /// Returns the problem of a comparison, whose row cannot be written again; `nil` if there is no difference.
  func difference(_ headline: String, _ comparison: Comparison, at place: SourcePlace, kind: Finding.Kind? = nil)
    -> [MarbleFailure.Problem]
  {
    text(headline, comparison).map { [.init(place: place, text: $0, kind: kind ?? .difference(headline))] } ?? []
  }

  /// The same, with the rows of its call that would hold, if they are asked for.
  func problem(_ headline: String, _ comparison: Comparison, at place: SourcePlace, _ rewrite: () -> RowRewrite?)
    -> [MarbleFailure.Problem]
  {
    difference(headline, comparison, at: place).map { problem in
      var problem = problem.with(text: problem.text + hint)
      if rewrites { problem.rewrite = rewrite() }
      return problem
    }
  }

  /// Returns the rows of all sources and some more below each other, and a line of carets at the given instants.
  func rows(_ own: [(label: String, lane: Lane)], differingAt instants: [VirtualInstant] = []) -> [String] {
    let played = sources.filter { $0.kind != .watched }.flatMap { shown($0) }
    return DifferenceRows(played + own.map { (name: $0.label, lane: $0.lane) }, marking: instants, inLast: own.count)
      .lines(in: Self.width)
  }

  /// The rows of a source. With a row for each subscription, each is shown where it plays, with its number.
  private func shown(_ source: PlannedSource) -> [(name: String, lane: Lane)] {
    let lanes = source.lanes, name = label(of: source)
    guard lanes.count > 1, let log = source.log, !log.windows.isEmpty else { return lanes.map { (name, $0) } }
    return log.windows.prefix(Self.mostAttempts).enumerated().map { number, window in
      let late = VirtualInstant.zero.distance(to: window.start)
      let lane = lanes[min(number, lanes.count - 1)]
      let moments = lane.moments.map { moment in
        var moment = moment
        moment.instant = moment.instant.advanced(by: late)
        return moment
      }
      return (name: "\(name) \(number + 1)", lane: Lane(frame: lane.frameLength, moments: moments))
    }
  }
  /// The largest number of subscriptions to one source that are shown.
  private static let mostAttempts = 12

  // MARK: Labels

  func label(of row: PlannedSource) -> String {
    let file = file(row.place)
    let found =
      switch row.kind {
      case .hot, .cold, .watched: file.declaredName(of: row.place, [".cold(", ".hot(", ".async(", ".watch("])
      case .subject: file.argumentName(of: row.place, ".drive(")
      case .actions: nil as String?
      }
    return row.name ?? found ?? row.fallback
  }
  func label(of log: SourceLog) -> String {
    sources.first { $0.log === log }.map { label(of: $0) } ?? "a source of another test"
  }
  func label(ofListener name: String?, at place: SourcePlace, _ fallback: String) -> String {
    name ?? [".expect(", ".record(", ".toEqual(", ".latency("].lazy.compactMap {
      self.file(place).argumentName(of: place, $0)
    }.first
      ?? fallback
  }

  func label(ofChoiceAt place: SourcePlace) -> String {
    file(place).declaredName(of: place, [".choose("]) ?? "the choice at \(place.short)"
  }

  /// The argument with a label, or the argument with a number among those without one, if the source file can be read.
  func argument(at place: SourcePlace, _ argument: SourceText.ArgumentPlace) -> String? {
    file(place).argument(of: place, argument)
  }

  /// Whether a call, or the body of the test before it unless `alone` is false, contains a text. If the source file
  /// cannot be read, it is taken for granted of a table that one call has alone.
  func body(before place: SourcePlace, mentions text: String, alone: Bool) -> Bool {
    let file = file(place)
    if file.isEmpty { return alone }
    if file.arguments(of: place)?.contains(text) == true { return true }
    return alone && self.place.filePath == place.filePath
      && file.lines(self.place.line...max(place.line, self.place.line), mention: text)
  }

  private func file(_ place: SourcePlace) -> SourceText { files[place.filePath] }
}

extension FrameLength {
  /// The name of an instant in failures: `frame 7`, with the time if the number is large, or only the time if it is not
  /// at a frame.
  func name(of instant: VirtualInstant) -> String {
    guard let number = frames(in: instant.nanoseconds) else { return instant.inWords }
    return "frame \(number)" + (number > 1_000 ? " (\(instant.inWords))" : "")
  }
}
