import Testing

@testable import VirtualTime

/// The table of a run's tasks is a dictionary.
@Suite struct TaskTableTests {
  /// Numbers in sequence, as the runtime gives them, beside those of other runs, and numbers that share their low bits.
  @Test(arguments: 0..<40 as Range<UInt64>) func itIsADictionary(seed: UInt64) {
    var random = SplitMixSequence(seed: seed), table = TaskTable(), model: [UInt64: UInt] = [:]
    let spread: UInt64 = [1, 2, 1 << 20, 1 << 60][Int(seed % 4)]
    for step in 0..<400 {
      let task = random.next(upperBound: 300 as UInt64) &* spread, address = UInt(random.next() >> 1)
      #expect(table[task] == model[task], "seed \(seed), step \(step), task \(task)")
      if random.next() % 2 == 0 { continue }
      table[task] = address
      if task != 0 { model[task] = address }
    }
    #expect(table.all.map(\.task).sorted() == model.keys.sorted(), "seed \(seed)")
    #expect(table.all.allSatisfy { model[$0.task] == $0.address }, "seed \(seed)")
  }
  /// However the numbers lie, a search is short: the slots in use form no long row.
  @Test(arguments: [1, 2, 3, 16, 4_096] as [UInt64]) func numbersInSequenceLieFarApart(stride: UInt64) {
    var table = TaskTable(), longest = 0, length = 0
    for number in 1...20_000 as ClosedRange<UInt64> { table[number * stride] = UInt(number) }
    for slot in table.slots + table.slots {
      length = slot.task == 0 ? 0 : length + 1
      longest = max(longest, length)
    }
    #expect(longest <= 64, "stride \(stride)")
  }
}
