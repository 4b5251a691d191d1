import Marbles
import VirtualTime

/// The inputs of a pipeline of a spec: all short ones, the shortest first, and those that are chosen for its values,
/// errors, counts and times.
struct InputSearch {
  /// The pipeline over its sources, of which the first two vary.
  let subject: PairSubject
  private let short: InputSpace
  private let symbols: [[Symbol]]
  private let chosen: ChosenInputs
  var count: Int { short.count + chosen.count }

  /// The largest number of short inputs.
  static let most = 1_500

  /// - Parameter limit: The number of actions after which a run on a short input does not end.
  /// - Parameter most: The largest number of short inputs.
  init(_ file: SpecFile, _ block: SpecFile.Block, limit: Int = 500, most atMost: Int = InputSearch.most) {
    let used = SpecNames(file).definitions(usedBy: block)
    let streams = used.compactMap { if case .source(let source) = $0 { source.name } else { nil } }.prefix(2)
    var subject = PairSubject(file, [block.pipeline], like: block, varying: Array(streams), limit: limit)
    var symbols: [[Symbol]] = []
    for source in subject.sources {
      let values = PairValues.values(
        in: Array(file.values(of: source).prefix(PairValues.mostNamed)), for: subject.expressions)
      var signs: [Symbol] = []
      for value in values.prefix(streams.count > 1 ? 3 : 5) { signs.append(subject.symbol(of: value)) }
      symbols.append(signs)
    }
    let most = max(1, symbols.map(\.count).max() ?? 1)
    let frames = InputSpace.frames(symbols: most, streams: max(1, streams.count), atMost: atMost)
    short = InputSpace(frames: frames, symbols: most, streams: streams.count)
    chosen = ChosenInputs(subject, own: subject.sources.map { file.values(of: $0) }, given: .init())
    (self.subject, self.symbols) = (chosen.subject, symbols)
  }

  func lanes(_ number: Int) -> [Lane] {
    number < short.count
      ? short.lanes(number, frame: subject.file.frame, symbols) : chosen.inputs[number - short.count]
  }
  func isChosen(_ number: Int) -> Bool { number >= short.count }

  /// The lines of a spec for an input: the rows, and the values of symbols that need a table.
  func lines(_ lanes: [Lane]) -> [String] {
    let used = Set(lanes.flatMap(\.keys))
    let meanings = subject.file.table.entries.filter { used.contains($0.key) }.map { "  \($0.key.shown) = \($0.value)" }
    return zip(subject.sources, lanes).map { source, lane in "\(source.isHot ? "hot " : "")\(source.name): \(lane)" }
      + meanings
  }
}
