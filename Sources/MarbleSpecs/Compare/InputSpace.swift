import Marbles
import VirtualTime

/// All rows of up to a number of frames for one or two streams, the shortest first: few frames, then few symbols. Among
/// inputs that are equally long, those come first whose values are all different and early.
///
/// A row has at most one event in each frame, and may stay open, finish or fail after it.
package struct InputSpace: Sendable {
  /// One row for each stream, by its number among all rows.
  typealias Input = [Int32]

  package let frames: Int
  let symbols: Int
  private let rows: [[UInt8]]
  private let inputs: [Input]
  package var count: Int { inputs.count }

  private static let (silence, finish, fail): (UInt8, UInt8, UInt8) = (0, 254, 255)
  /// The largest number of inputs that are listed.
  static let most = 300_000

  /// The number of inputs; `nil` if there are more than are listed.
  static func count(frames: Int, symbols: Int, streams: Int) -> Int? {
    // A row of n frames has n - 1 cells that are a symbol or silence, and then a symbol or an end.
    var rows = 1
    var rest = 1
    for _ in 0..<frames {
      rows += rest * (symbols + 2)
      rest *= symbols + 1
      if rows > most { return nil }
    }
    let count = (0..<streams).reduce(1) { count, _ in count > most ? count : count * rows }
    return count > most ? nil : count
  }
  /// The largest number of frames for which there are at most so many inputs.
  static func frames(symbols: Int, streams: Int, atMost limit: Int) -> Int {
    var frames = 1
    while frames < 64, let count = count(frames: frames + 1, symbols: symbols, streams: streams), count <= limit {
      frames += 1
    }
    return frames
  }

  init(frames: Int, symbols: Int, streams: Int) {
    self.frames = frames
    self.symbols = symbols
    var rows: [[UInt8]] = [[]]
    var silent: [[UInt8]] = [[]]
    let values = (0..<symbols).map { UInt8($0 + 1) }
    for _ in 0..<frames {
      for start in silent { for last in values + [Self.finish, Self.fail] { rows.append(start + [last]) } }
      silent = silent.flatMap { start in (values + [Self.silence]).map { start + [$0] } }
    }
    self.rows = rows
    var inputs: [Input] = [[]]
    for _ in 0..<streams { inputs = inputs.flatMap { start in rows.indices.map { start + [Int32($0)] } } }
    let keys = inputs.map { Self.key($0.map { rows[Int($0)] }) }
    self.inputs = inputs.indices.sorted { keys[$0].lexicographicallyPrecedes(keys[$1]) }.map { inputs[$0] }
  }

  /// The place of an input in the order, as numbers that are compared one after the other.
  private static func key(_ rows: [[UInt8]]) -> [UInt8] {
    let frames = rows.map(\.count).max() ?? 0
    var key: [UInt8] = [UInt8(frames), UInt8(rows.reduce(0) { $0 + $1.count { $0 != silence } })]
    var highest: UInt8 = 0
    for frame in 0..<frames {
      for row in rows {
        switch frame < row.count ? row[frame] : silence {
        case silence: key.append(255)
        case finish: key.append(253)
        case fail: key.append(254)
        case highest + 1:
          // A value that is new.
          highest += 1
          key.append(0)
        case let value: key.append(value)
        }
      }
    }
    return key
  }

  func lanes(_ number: Int, frame: Int64, _ symbols: [Symbol]) -> [Lane] {
    lanes(number, frame: frame, symbols.isEmpty ? [] : inputs[number].map { _ in symbols })
  }
  /// The rows of an input whose streams have symbols of their own, as many each as there are values at most. A stream
  /// with fewer symbols uses them again.
  func lanes(_ number: Int, frame: Int64, _ symbols: [[Symbol]]) -> [Lane] {
    zip(inputs[number], symbols).map { row, symbols in
      let cells = rows[Int(row)]
      let marks = cells.indices.filter { cells[$0] != Self.silence }.map {
        place -> (instant: VirtualInstant, kind: Mark.Kind) in
        let kind: Mark.Kind =
          switch cells[place] {
          case Self.finish: .finished
          case Self.fail: .failure(nil)
          case let value: .value(symbols[(Int(value) - 1) % symbols.count])
          }
        return (VirtualInstant(nanoseconds: Int64(place) * frame), kind)
      }
      return Lane(frame: frame, marks: marks)
    }
  }
}
