import Testing

@testable import Pipes

/// The memory model of the harness: outcomes that C11 allows are found, outcomes that it forbids are not. Each test is
/// a litmus test of the literature; the set of its outcomes is derived from the standard.
extension InterleavingTests {
  /// A variable of a litmus test.
  private final class Cell: Sendable {
    let value = Atomic(0)
    var relaxed: Int { value.load(ordering: .relaxed) }
    var acquired: Int { value.load(ordering: .acquiring) }
    func relax(_ new: Int) { value.store(new, ordering: .relaxed) }
    func release(_ new: Int) { value.store(new, ordering: .releasing) }
  }
  /// All results of the threads under every schedule with up to three preemptions and two loads of older stores, and
  /// whether there is an unordered access.
  private func outcomes(
    preemptions: Int = 3, _ make: @escaping () -> (threads: [() -> Void], result: () -> [Int])
  ) -> (results: Set<[Int]>, isRace: Bool) {
    var results: Set<[Int]> = []
    var explorer = Explorer(preemptions: preemptions, staleReads: 2)
    explorer.explore(
      Scenario("litmus") {
        let (threads, result) = make()
        return Trial(threads: threads) {
          results.insert(result())
          return []
        }
      })
    return (results, explorer.finding != nil)
  }
  /// One thread stores data and then a flag, the other one loads the flag and then the data.
  private func message(_ set: @escaping (Cell) -> Void, _ get: @escaping (Cell) -> Int) -> (
    results: Set<[Int]>, isRace: Bool
  ) {
    outcomes {
      let data = Cell(), flag = Cell(), plain = AccessCheck("the data")
      var seen = [0, 0]
      return (
        [
          {
            plain.write()
            data.relax(1)
            set(flag)
          },
          {
            seen[0] = get(flag)
            if seen[0] == 1 { plain.read() }
            seen[1] = data.relaxed
          },
        ], { seen }
      )
    }
  }

  @Test func aMessagePassesOnlyFromAReleaseToAnAcquire() {
    let all: Set = [[0, 0], [0, 1], [1, 0], [1, 1]]
    let (ordered, isRace) = message({ $0.release(1) }, { $0.acquired })
    #expect(ordered == all.subtracting([[1, 0]]))
    #expect(!isRace)
    for (results, isRace) in [message({ $0.relax(1) }, { $0.acquired }), message({ $0.release(1) }, { $0.relaxed })] {
      #expect(results == all)
      #expect(isRace, "the data is read without an order")
    }
  }
  @Test func aReleaseSequenceGoesThroughRelaxedUpdatesAndEndsAtAStore() {
    func chain(_ between: @escaping (Cell) -> Void) -> Set<[Int]> {
      outcomes {
        let data = Cell(), flag = Cell()
        var seen = [0, 0]
        let send = {
          data.relax(1)
          flag.release(1)
        }
        let receive = { seen = [flag.acquired, data.relaxed] }
        return ([send, { if flag.relaxed == 1 { between(flag) } }, receive], { seen })
      }.results
    }
    #expect(!chain { $0.value.wrappingAdd(1, ordering: .relaxed) }.contains([2, 0]))
    #expect(chain { $0.relax(2) }.contains([2, 0]))
  }
  @Test func twoThreadsMissEachOthersStores() {
    let both = outcomes {
      let x = Cell(), y = Cell()
      var seen = [0, 0]
      return (
        [
          {
            x.release(1)
            seen[0] = y.acquired
          },
          {
            y.release(1)
            seen[1] = x.acquired
          },
        ], { seen }
      )
    }.results
    #expect(both == [[0, 0], [0, 1], [1, 0], [1, 1]])
    let total = outcomes {
      let x = Cell(), y = Cell()
      var seen = [0, 0]
      return (
        [
          {
            x.value.store(1, ordering: .sequentiallyConsistent)
            seen[0] = y.value.load(ordering: .sequentiallyConsistent)
          },
          {
            y.value.store(1, ordering: .sequentiallyConsistent)
            seen[1] = x.value.load(ordering: .sequentiallyConsistent)
          },
        ], { seen }
      )
    }.results
    #expect(total == [[0, 1], [1, 0], [1, 1]])
  }
  @Test func aThreadNeverSeesAStoreAfterALaterOne() {
    let results = outcomes {
      let x = Cell()
      var seen = [0, 0]
      return (
        [
          {
            x.relax(1)
            x.relax(2)
          },
          {
            seen[0] = x.relaxed
            seen[1] = x.relaxed
          },
        ], { seen }
      )
    }.results
    #expect(results == [[0, 0], [0, 1], [0, 2], [1, 1], [1, 2], [2, 2]])
  }
  @Test func aThreadThatIsToldOfALoadSeesNothingOlder() {
    let results = outcomes {
      let x = Cell(), told = Cell()
      var seen = [0, 0, 0]
      return (
        [
          { x.relax(1) },
          {
            seen[0] = x.relaxed
            told.release(1)
          },
          {
            seen[1] = told.acquired
            seen[2] = x.relaxed
          },
        ], { seen }
      )
    }.results
    #expect(results.contains([1, 0, 0]) && !results.contains([1, 1, 0]))
  }
  @Test func twoReadersMayDisagreeAboutTheOrderOfIndependentStores() {
    let results = outcomes(preemptions: 1) {
      let x = Cell(), y = Cell()
      var seen = [0, 0, 0, 0]
      return (
        [
          { x.release(1) }, { y.release(1) },
          {
            seen[0] = x.acquired
            seen[1] = y.acquired
          },
          {
            seen[2] = y.acquired
            seen[3] = x.acquired
          },
        ], { seen }
      )
    }.results
    #expect(results.contains([1, 0, 1, 0]))
  }
  @Test func updatesAndComparisonsReadTheNewestStore() {
    let sums = outcomes {
      let x = Cell()
      let add = { _ = x.value.wrappingAdd(1, ordering: .relaxed) }
      return ([add, add], { [x.relaxed] })
    }.results
    #expect(sums == [[2]])
    func winners(_ compare: @escaping (Cell, Int) -> Bool) -> Set<[Int]> {
      outcomes {
        let x = Cell()
        var won = [0, 0]
        let claim = { (me: Int) in { won[me] = compare(x, me + 1) ? 1 : 0 } }
        return ([claim(0), claim(1)], { won })
      }.results
    }
    #expect(
      winners { $0.value.compareExchange(expected: 0, desired: $1, ordering: .relaxed).exchanged } == [
        [0, 1], [1, 0],
      ])
    // A weak comparison may fail although the values are equal, so perhaps nobody wins.
    #expect(
      winners { $0.value.weakCompareExchange(expected: 0, desired: $1, ordering: .relaxed).exchanged } == [
        [0, 1], [1, 0], [0, 0],
      ])
  }
  @Test func aComparisonThatFailsMayReturnAnOlderStore() {
    let results = outcomes {
      let x = Cell()
      var seen = -1
      return (
        [
          {
            x.relax(1)
            x.relax(2)
          }, { seen = x.value.compareExchange(expected: 7, desired: 8, ordering: .relaxed).original },
        ], { [seen] }
      )
    }.results
    #expect(results == [[0], [1], [2]])
  }
  @Test func aLockOrdersWhatIsDoneUnderIt() {
    func isRace(_ guarded: Bool) -> Bool {
      outcomes {
        let lock = Guarded(0), plain = AccessCheck("the count")
        let add = {
          if guarded {
            lock.with { _ in plain.write() }
          } else {
            lock.with { _ in }
            plain.write()
          }
        }
        return ([add, add], { [] })
      }.isRace
    }
    #expect(!isRace(true))
    #expect(isRace(false))
  }
  @Test func aScheduleIsRepeatedByItsName() throws {
    let scenario = Scenario("a load of an older store") {
      let x = Cell()
      var seen = 0
      return Trial(threads: [{ x.relax(1) }, { seen = x.relaxed }]) { seen == 0 ? ["older"] : [] }
    }
    var explorer = Explorer(preemptions: 0, staleReads: 1)
    explorer.explore(scenario)
    // Thread 1 first is the other schedule in which it sees 0; the explorer tries thread 1 first.
    #expect(explorer.faults == 2)
    let schedule = try #require(Schedule("0 3~1"))
    #expect(schedule.description == "0 3~1")
    for (name, faults) in [("0", 0), ("1", 1), ("0 3~1", 1)] {
      var again = Explorer()
      again.run(scenario, try #require(Schedule(name)))
      #expect(again.faults == faults, "\(name)")
    }
  }
}
