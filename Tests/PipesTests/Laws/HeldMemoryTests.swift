// Memory while a subscription lives, for each operator of the table of laws: a new operator is measured because it has
// a row there.
#if canImport(Glibc) || os(macOS)
  import Foundation
  import Pipes
  import Testing

  @Suite("Memory of a live subscription", .enabled(if: memoryIsMeasured, "a sanitizer has an allocator of its own"))
  struct HeldMemoryTests {
    @Test("ten times as many values need no more memory, unless the operator keeps them") func constant() async {
      await #expect(processExitsWith: .success) {
        for row in Held.rows where Held.keeping[row.name] == nil {
          let growth = Held.growth(of: row)
          #expect(growth < Held.values, "\(row.name): \(Held.values) more values leave \(growth) bytes")
        }
      }
    }
    @Test("an operator that keeps values is found, so the list of them is true") func growing() async {
      await #expect(processExitsWith: .success) {
        for (name, reason) in Held.keeping {
          let rows = Held.rows.filter { $0.name == name }
          #expect(!rows.isEmpty, "no operator is called \(name)")
          for row in rows { #expect(Held.growth(of: row) >= Held.values, "\(name) does not grow any more: \(reason)") }
        }
      }
    }
    @Test("a subscription that has received nothing is small") func idle() async {
      await #expect(processExitsWith: .success) {
        for row in Held.rows {
          let bytes = Held.idleBytes(of: row)
          #expect(bytes > 0 && bytes < 8_000, "\(row.name): a subscription takes \(bytes) bytes")
        }
      }
    }
    /// `MEMORY=print swift test --filter HeldMemoryTests` prints the bytes of all operators.
    @Test("the bytes are printed", .enabled(if: ProcessInfo.processInfo.environment["MEMORY"] == "print"))
    func printed() {
      for row in Held.rows { print("\(Held.idleBytes(of: row)) bytes: \(row.name)") }
    }
  }

  private enum Held {
    static let values = 2_000
    static var rows: [Row] { Row.all + Row.moreTimed }
    /// The operators whose memory grows with the values, each with the reason.
    static let keeping = [
      "collect": "it sends all values at the finish",
      "distinct": "it compares each value with all values before it",
      "groupBy": "the row has a key for each value, and a group stays open until the upstream completes",
    ]

    /// The bytes that values leave behind, after a tenth as many have gone through.
    static func growth(of row: Row) -> Int {
      let rig = Rig(), stage = row.stage(rig)
      stage.source.keepsLines = false
      let probe = stage.subscribe(.unlimited, .none)
      var number = 0
      func send(_ count: Int) -> Int {
        for _ in 0..<count {
          number += 1
          stage.source.lines.last?.send(number)
          stage.settle()
          _ = rig.take()
        }
        return bytesInUse()
      }
      let early = send(values / 10), late = send(values)
      probe.cancel()
      return late - early
    }

    /// The bytes of one subscription, with the probe of the test and the connection of its source.
    static func idleBytes(of row: Row) -> Int {
      let rig = Rig(), stage = row.stage(rig), count = 64
      stage.source.keepsLines = false
      var probes: [any AnyProbe] = []
      probes.reserveCapacity(2 * count)
      func subscribe() -> Int {
        for _ in 0..<count { probes.append(stage.subscribe(.unlimited, .none)) }
        _ = rig.take()
        return bytesInUse()
      }
      let before = subscribe(), after = subscribe()
      for probe in probes { probe.cancel() }
      return (after - before) / count
    }
  }
#endif
