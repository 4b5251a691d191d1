import MarbleRuns
import Marbles
import VirtualTime

extension StreamConformance {
  /// The rows of both runs below the rows of the sources, and the values of symbols that need a table.
  ///
  /// - Parameters:
  ///   - sources: The rows of the sources.
  ///   - frame: The time of one symbol.
  package func rows(_ names: (first: String, second: String), sources: [(name: String, lane: Lane)], frame: Int64)
    -> (rows: DifferenceRows, meanings: [String])
  {
    let symbols = ConformanceSymbols(first, second)
    let lanes = [first, second].map { signals in
      Lane(frame: frame, marks: signals.map { (instant: rounded($0.instant, frame), kind: symbols.mark(of: $0)) })
    }
    let differing = kind == .missing ? [] : [rounded(instant, frame)]
    let rows = sources + [(names.first, lanes[0])] + (kind == .missing ? [] : [(names.second, lanes[1])])
    return (DifferenceRows(rows, marking: differing, inLast: 2), symbols.meanings)
  }
  private func rounded(_ instant: VirtualInstant, _ frame: Int64) -> VirtualInstant {
    VirtualInstant(nanoseconds: instant.nanoseconds - instant.nanoseconds % frame)
  }
}

/// A symbol for each value. The first run has its own symbols, as the rows of its spec have them; of the other one only
/// letters are taken.
private struct ConformanceSymbols {
  private var symbols: [Value: Symbol] = [:]
  private(set) var meanings: [String] = []
  private var taken: Set<Symbol> = []

  init(_ first: [StreamConformance.Signal], _ second: [StreamConformance.Signal]) {
    for signal in first { add(signal, isFirst: true) }
    for signal in second { add(signal, isFirst: false) }
  }

  private mutating func add(_ signal: StreamConformance.Signal, isFirst: Bool) {
    guard case .next(let text, let content) = signal.kind, let value = signal.value, symbols[value] == nil else {
      return
    }
    let isPlain = text.count == 1 && text.allSatisfy { $0.isLetter || isFirst && $0.isNumber }
    let recorded = isPlain ? Symbol(text, isQuoted: content.isText && Int(text) != nil) : nil
    let letters = "abcdefghijklmnopqrstuvwxyz".map { Symbol(String($0)) }
    let wanted = [isFirst ? recorded : nil, Symbolizer.ownSymbol(of: value), recorded].compactMap(\.self) + letters
    let symbol = wanted.first { !taken.contains($0) } ?? Symbol(text)
    taken.insert(symbol)
    symbols[value] = symbol
    if symbol.ownMeaning != value { meanings.append("\(symbol.notation) = \(value)") }
  }

  func mark(of signal: StreamConformance.Signal) -> Mark.Kind {
    signal.value.flatMap { symbols[$0] }.map { .value($0) } ?? signal.kind.mark
  }
}
