import VirtualTime

/// Creates the failure texts of a test.
final class MarbleReport {
  /// The number of columns of a failure text. Of longer rows the parts with differences are printed.
  static let width = 100

  let test: MarbleTest
  private let files: SourceTexts

  init(_ test: MarbleTest) { (self.test, files) = (test, test.generated?.texts ?? SourceTexts()) }

  /// Returns the rows below each other, carets where they differ, and a sentence for each difference; `nil` if there is none.
  func text(_ headline: String, _ comparison: Comparison) -> String? {
    guard let first = comparison.first else { return nil }
    let rows = rows(comparison.rows, differingAt: comparison.differences.map(\.instant))
    return (["\(headline) at \(test.frameName(first))"] + rows + comparison.lines(test.frameName)).joined(separator: "\n")
  }

  /// Returns the rows of all sources and some more below each other, and a line of carets at the given instants.
  func rows(_ own: [(label: String, lane: Lane)], differingAt instants: [VirtualInstant] = []) -> [String] {
    let sources = test.sources.filter { !$0.isWatched }.map { (name: label(of: $0), lane: $0.lane) }
    return DifferenceRows(sources + own.map { (name: $0.label, lane: $0.lane) }, marking: instants, inLast: own.count).lines(in: Self.width)
  }

  // MARK: Labels

  func label(of row: SourceRow) -> String {
    let file = file(row.place)
    let found = file.declaredName(of: row.place, [".cold(", ".hot(", ".async(", ".watch("]) ?? file.argumentName(of: row.place, ".drive(")
    return row.name ?? found ?? row.fallback
  }
  func label(of log: SourceLog) -> String {
    test.sources.first { $0.log === log }.map { label(of: $0) } ?? "a source of another test"
  }
  func label(ofListener name: String?, at place: SourcePlace, _ fallback: String) -> String {
    name ?? [".expect(", ".toEqual(", ".latency("].lazy.compactMap { self.file(place).argumentName(of: place, $0) }.first ?? fallback
  }

  /// The argument with a label, or the argument with a number among those without one, if the source file can be read.
  func argument(at place: SourcePlace, _ argument: SourceText.ArgumentPlace) -> String? { file(place).argument(of: place, argument) }

  /// Whether the arguments of a call contain a text, if the source file can be read.
  func call(at place: SourcePlace, mentions text: String) -> Bool { file(place).arguments(of: place)?.contains(text) == true }

  private func file(_ place: SourcePlace) -> SourceText { files[place.filePath] }
}
