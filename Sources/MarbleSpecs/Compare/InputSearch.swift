import Marbles
import VirtualTime

/// The inputs of pipelines: all short ones, the shortest first, and those that are chosen for their values, errors,
/// counts and times.
package struct InputSearch: Sendable {
  /// The pipelines over their sources, of which one or two vary, with a symbol for each value of an input.
  let subject: PairSubject
  package let short: InputSpace
  package let chosen: ChosenInputs
  /// The symbols of the values in the short rows, stream by stream.
  let symbols: [[Symbol]]
  var count: Int { short.count + chosen.count }

  /// The largest number of short inputs of one pipeline.
  static let most = 1_500

  /// - Parameters:
  ///   - own: The values of each source that its rows, or somebody, has.
  ///   - frames: The largest number of frames of a short input; `nil` for as many as give at most `enough` inputs.
  init(
    _ subject: PairSubject, symbols: [[Symbol]], own: [[Value]], given: ChosenValues.Given = .init(),
    frames: Int? = nil, atMost enough: Int
  ) {
    let most = max(1, symbols.map(\.count).max() ?? 1), streams = subject.streams.count
    let frames = frames ?? InputSpace.frames(symbols: most, streams: max(1, streams), atMost: enough)
    short = InputSpace(frames: frames, symbols: most, streams: streams)
    chosen = ChosenInputs(subject, own: own, given: given)
    self.symbols = symbols
    self.subject = chosen.subject
  }

  /// The inputs of one pipeline of a spec, of whose sources the first two vary.
  ///
  /// - Parameters:
  ///   - limit: The number of actions after which a run on a short input does not end.
  ///   - most: The largest number of short inputs.
  init(_ file: SpecFile, _ block: SpecFile.Block, limit: Int = 500, most: Int = InputSearch.most) {
    let used = SpecNames(file).definitions(usedBy: block)
    let streams = used.compactMap(\.source?.name).prefix(2)
    var subject = PairSubject(file, [block.pipeline], like: block, varying: Array(streams), limit: limit)
    let own = subject.sources.map { file.values(of: $0) }
    let symbols = subject.symbols(
      of: own.map { Array($0.prefix(PairValues.mostNamed)) }, most: streams.count > 1 ? 3 : 5)
    self.init(subject, symbols: symbols, own: own, atMost: most)
  }

  func lanes(_ number: Int) -> [Lane] {
    number < short.count
      ? short.lanes(number, frame: subject.file.frame, symbols) : chosen.inputs[number - short.count]
  }
  func isChosen(_ number: Int) -> Bool { number >= short.count }

  /// The lines of a spec for an input: the rows, and the values of symbols that need a table.
  func lines(_ lanes: [Lane]) -> [String] {
    zip(subject.sources, lanes).map { $0.line($1) } + subject.file.table.lines(of: Set(lanes.flatMap(\.keys)))
  }
}
