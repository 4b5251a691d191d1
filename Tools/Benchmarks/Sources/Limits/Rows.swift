import Contest

let rows: [Case: Run] = [.notation: copyBytes, .marbleTest: tests]

/// Looks at every byte of a row, and writes it again.
@Sendable private func copyBytes(_ count: Int) -> Int {
  var printed = 0
  for _ in 0..<count / Rows.varied.utf8.count {
    var bytes: [UInt8] = []
    for byte in Rows.varied.utf8 { bytes.append(byte == UInt8(ascii: "\t") ? UInt8(ascii: " ") : byte) }
    if !String(decoding: bytes, as: UTF8.self).isEmpty { printed += 1 }
  }
  return printed
}

/// The events of a marble test without a test around them: ten that come, ten that are sent on later, and a comparison.
@Sendable private func tests(_ count: Int) -> Int {
  var held = 0
  for _ in 0..<count {
    let (heap, log) = (KeyHeap(), Log())
    var expected: [Log.Entry] = []
    for (place, symbol) in Rows.events.enumerated() where symbol != "-" {
      let (instant, text) = (Int64(place) * 1_000_000, String(symbol))
      let entry = { log.entries.append(Log.Entry(instant: heap.now, text: text)) }
      heap.schedule(at: instant) { heap.schedule(at: heap.now + 2_000_000, entry) }
      expected.append(Log.Entry(instant: instant + 2_000_000, text: text))
    }
    heap.run(through: .max)
    if log.entries == expected { held += 1 }
  }
  return held
}

private final class Log {
  struct Entry: Equatable {
    let instant: Int64
    let text: String
  }
  @exclusivity(unchecked) var entries: [Entry] = []
}
