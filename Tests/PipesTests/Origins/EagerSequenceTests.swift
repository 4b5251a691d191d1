import Pipes
import Testing

/// The output of a publisher with unlimited demand, after its subscription.
func events<P: Publisher>(_ publisher: P) -> String {
  let rig = Rig()
  let probe = Probe<P.Output, P.Failure>(rig)
  probe.whenSubscribed = {
    _ = rig.take()
    $0.request(.unlimited)
  }
  publisher.subscribe(probe)
  return rig.take()
}

@Suite("Eager forms of sequences") struct EagerSequenceTests {
  typealias Numbers = Publishers.Sequence<[Int], Never>
  typealias Failing = Publishers.Sequence<[Int], Oops>
  typealias Once<T> = Result<T, Never>.Publisher
  typealias OnceOrOops<T> = Result<T, Oops>.Publisher
  typealias OnceOrError<T> = Result<T, any Error>.Publisher
  typealias Maybe<T> = Optional<T>.Publisher

  let numbers: Numbers = [3, 1, 2, 2].publisher
  let failing = Failing(sequence: [3, 1, 2, 2])

  @Test("SP-01 a sequence turned into one answer") func sequenceAnswers() throws {
    let all: OnceOrOops<Bool> = failing.allSatisfy { $0 > 0 }
    let any: OnceOrOops<Bool> = failing.contains { $0 == 9 }
    let list: OnceOrOops<[Int]> = failing.collect()
    let sum: OnceOrOops<Int> = failing.reduce(0, +)
    let has: OnceOrOops<Bool> = failing.contains(1)
    let count: OnceOrOops<Int> = Publishers.Sequence<Set<Int>, Oops>(sequence: [7, 8]).count()
    #expect(all == .init(true))
    #expect(any == .init(false))
    #expect(list == .init([3, 1, 2, 2]))
    #expect(sum == .init(8))
    #expect(has == .init(true))
    #expect(count == .init(2))
    let certain: Just<Int> = numbers.count()
    #expect(certain == Just(4))
  }

  @Test("SP-01 a throwing closure on a sequence") func sequenceThrows() {
    let all: OnceOrError<Bool> = failing.tryAllSatisfy { try throwing($0, at: 9) > 0 }
    let any: OnceOrError<Bool> = failing.tryContains { try throwing($0, at: 1) == 9 }
    let sum: OnceOrError<Int> = failing.tryReduce(0) { $0 + (try throwing($1, at: 9)) }
    #expect((try? all.result.get()) == true)
    #expect(throws: Oops.oops) { try any.result.get() }
    #expect((try? sum.result.get()) == 8)
  }

  @Test("SP-01 a sequence turned into another") func sequenceSequences() {
    let mapped: Publishers.Sequence<[String], Never> = numbers.map { "\($0)" }
    let compact: Numbers = numbers.compactMap { $0 > 1 ? $0 : nil }
    let filtered: Numbers = numbers.filter { $0 > 1 }
    let prefix: Numbers = numbers.prefix { $0 != 2 }
    let scanned: Numbers = numbers.scan(0, +)
    let unique: Numbers = numbers.removeDuplicates()
    let filled: Publishers.Sequence<[Int?], Never> = [1, nil].publisher.replaceNil(with: 9)
    let part: Numbers = numbers.output(in: 1..<3)
    #expect(mapped.sequence == ["3", "1", "2", "2"])
    #expect(compact.sequence == [3, 2, 2])
    #expect(filtered.sequence == [3, 2, 2])
    #expect(prefix.sequence == [3, 1])
    #expect(scanned.sequence == [3, 4, 6, 8])
    #expect(unique.sequence == [3, 1, 2])
    #expect(filled.sequence == [1, 9])
    #expect(part.sequence == [1, 2])
    let dropped: Publishers.Sequence<DropFirstSequence<[Int]>, Never> = numbers.dropFirst(2)
    let droppedWhile: Publishers.Sequence<DropWhileSequence<[Int]>, Never> = numbers.drop { $0 > 2 }
    let first: Publishers.Sequence<PrefixSequence<[Int]>, Never> = numbers.prefix(2)
    #expect(Array(dropped.sequence) == [2, 2])
    #expect(Array(droppedWhile.sequence) == [1, 2, 2])
    #expect(Array(first.sequence) == [3, 1])
    let retyped: Failing = numbers.setFailureType(to: Oops.self)
    #expect(retyped == failing)
    let nothing: Empty<Int, Never> = numbers.ignoreOutput()
    #expect(nothing.completeImmediately)
  }

  @Test("SP-01 one element of a sequence") func sequenceElements() {
    var extremes: [Maybe<Int>] = []
    extremes.append(numbers.min())
    extremes.append(numbers.max())
    extremes.append(numbers.min { $0 > $1 })
    extremes.append(numbers.max { $0 > $1 })
    #expect(extremes.map(\.output) == [1, 3, 3, 1])
    var found: [Maybe<Int>] = []
    found.append(numbers.first { $0 < 3 })
    found.append(numbers.first())
    found.append(numbers.last())
    found.append(numbers.last { $0 > 2 })
    found.append(numbers.output(at: 1))
    found.append(numbers.output(at: 9))
    #expect(found.map(\.output) == [1, 3, 2, 3, 1, nil])
  }

  @Test("SP-01 sequences put together") func sequenceTogether() {
    var both: [Numbers] = []
    both.append(numbers.prepend(0))
    both.append(numbers.prepend([0, 9]))
    both.append(numbers.prepend([7].publisher))
    both.append(numbers.append(0))
    both.append(numbers.append(0...1))
    both.append(numbers.append([7].publisher))
    #expect(
      both.map(\.sequence) == [
        [0, 3, 1, 2, 2], [0, 9, 3, 1, 2, 2], [7, 3, 1, 2, 2], [3, 1, 2, 2, 0], [3, 1, 2, 2, 0, 1], [3, 1, 2, 2, 7],
      ])
  }

  @Test("SP-01 the eager closures run at the call, once") func eagerness() {
    var calls = 0
    let mapped = numbers.map { value -> Int in
      calls += 1
      return value
    }
    #expect(calls == 4)
    #expect(events(mapped) == "3 1 2 2 |")
    #expect(calls == 4)
  }

  @Test("G12 the eager form is chosen, and the general one where it is asked for") func choice() {
    let general: Publishers.Map<Numbers, Int> = numbers.map { $0 + 1 }
    let eager = numbers.map { $0 + 1 }
    #expect(type(of: eager) == Numbers.self)
    #expect(events(general) == "4 2 3 3 |")
  }

  @Test("G12 SP-01 SP-02 eager, fused and general forms in one chain resolve, and mean the same") func chains() {
    #expect(events(numbers.map { $0 + 1 }.tryMap { $0 * 2 }.map { "\($0)" }) == "8 4 6 6 |")
    #expect(events(numbers.filter { $0 > 1 }.filter { $0 > 2 }.tryFilter { $0 > 0 }) == "3 |")
    #expect(
      events([1, nil].publisher.replaceNil(with: 5).map { $0 + 1 }) == "2 6 |",
      "the general form, where the eager one does not fit")
    #expect(events(Just(1).prepend(Just(0)).append([2, 3].publisher)) == "0 1 2 3 |")
    #expect(events([1, 2].publisher.append(Just(3)).prepend([0])) == "0 1 2 3 |")
    #expect(
      events(Just("7").compactMap(Int.init).replaceEmpty(with: 3).setFailureType(to: Oops.self).map { $0 + 1 }) == "8 |"
    )
    #expect(events((1...).publisher.prefix(3).scan(0, +).last()) == "6 |", "a sequence without end")
    #expect(events(["a", "bc"].publisher.map(\.count).max()) == "2 |")
  }
}
