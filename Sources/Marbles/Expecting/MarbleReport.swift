import Pipes
import VirtualTime

/// Creates the failure texts of a test.
final class MarbleReport {
  /// The number of columns of a failure text. Longer rows are printed as their parts with differences.
  static let width = 100

  let test: MarbleTest
  private let files: SourceTexts

  init(_ test: MarbleTest) { (self.test, files) = (test, test.generated?.texts ?? SourceTexts()) }

  /// Returns the rows below each other, carets where they differ, and a sentence for each difference; `nil` if there is
  /// none.
  func text(_ headline: String, _ comparison: Comparison) -> String? {
    guard let first = comparison.first else { return nil }
    let rows = rows(comparison.rows, differingAt: comparison.differences.map(\.instant))
    return (["\(headline) at \(test.frameName(first))"] + rows + comparison.lines(test.frameName)).joined(
      separator: "\n")
  }

  /// Returns the problem of a comparison, whose row cannot be written again; `nil` if there is no difference.
  func difference(_ headline: String, _ comparison: Comparison, at place: SourcePlace, kind: Finding.Kind? = nil)
    -> [MarbleFailure.Problem]
  {
    text(headline, comparison).map { [.init(place: place, text: $0, kind: kind ?? .difference(headline))] } ?? []
  }

  /// Returns the rows of all sources and some more below each other, and a line of carets at the given instants.
  func rows(_ own: [(label: String, lane: Lane)], differingAt instants: [VirtualInstant] = []) -> [String] {
    let sources = test.sources.filter { $0.kind != .watched }.flatMap { shown($0) }
    return DifferenceRows(sources + own.map { (name: $0.label, lane: $0.lane) }, marking: instants, inLast: own.count)
      .lines(in: Self.width)
  }

  /// The rows of a source. With a row for each subscription, each is shown where it plays, with its number.
  private func shown(_ row: SourceRow) -> [(name: String, lane: Lane)] {
    guard let log = row.plays, !log.windows.isEmpty else { return [(label(of: row), row.lane)] }
    guard row.log != nil else { return [] }
    let lanes = test.sources.filter { $0.plays === log }.map(\.lane), name = label(of: row)
    let shown = log.windows.prefix(Self.mostAttempts).enumerated().map { number, window in
      let late = VirtualInstant.zero.distance(to: window.start)
      let lane = lanes[min(number, lanes.count - 1)]
      let moments = lane.moments.map { moment in
        var moment = moment
        moment.instant = moment.instant.advanced(by: late)
        return moment
      }
      return (name: "\(name) \(number + 1)", lane: Lane(frame: lane.frameLength, moments: moments))
    }
    return shown
  }
  /// The largest number of subscriptions to one source that are shown.
  private static let mostAttempts = 12

  // MARK: Labels

  func label(of row: SourceRow) -> String {
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
    test.sources.first { $0.log === log }.map { label(of: $0) } ?? "a source of another test"
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
    return alone && test.place.filePath == place.filePath
      && file.lines(test.place.line...max(place.line, test.place.line), mention: text)
  }

  private func file(_ place: SourcePlace) -> SourceText { files[place.filePath] }
}
