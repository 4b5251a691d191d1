import Pipes
import Testing

@Suite("Eager forms of single values") struct EagerValueTests {
  typealias Numbers = Publishers.Sequence<[Int], Never>
  typealias Failing = Publishers.Sequence<[Int], Oops>
  typealias Once<T> = Result<T, Never>.Publisher
  typealias OnceOrOops<T> = Result<T, Oops>.Publisher
  typealias OnceOrError<T> = Result<T, any Error>.Publisher
  typealias Maybe<T> = Optional<T>.Publisher

  @Test("SP-02 Just stays Just") func just() {
    let one = Just(1)
    var bools: [Just<Bool>] = []
    bools.append(one.allSatisfy { $0 > 1 })
    bools.append(one.contains(1))
    bools.append(one.contains { $0 > 1 })
    #expect(bools.map(\.output) == [false, true, false])
    var same: [Just<Int>] = []
    same.append(one.first())
    same.append(one.last())
    same.append(one.min())
    same.append(one.max())
    same.append(one.min { $0 < $1 })
    same.append(one.max { $0 < $1 })
    same.append(one.removeDuplicates())
    same.append(one.removeDuplicates { _, _ in true })
    same.append(one.replaceError(with: 9))
    same.append(one.replaceEmpty(with: 9))
    same.append(one.retry(3))
    same.append(one.map { $0 })
    #expect(same.allSatisfy { $0 == one })
    let list: Just<[Int]> = one.collect()
    let count: Just<Int> = one.count()
    #expect(list.output == [1])
    #expect(count.output == 1)
  }

  @Test("SP-02 Just turned into an optional") func justOptionals() {
    let one = Just(1)
    var kept: [Maybe<Int>] = []
    kept.append(one.dropFirst(0))
    kept.append(one.drop { $0 > 1 })
    kept.append(one.first { $0 == 1 })
    kept.append(one.last { $0 == 1 })
    kept.append(one.compactMap { $0 })
    kept.append(one.filter { $0 == 1 })
    kept.append(one.output(at: 0))
    kept.append(one.output(in: 0..<5))
    kept.append(one.prefix(1))
    kept.append(one.prefix { $0 == 1 })
    #expect(kept.allSatisfy { $0.output == 1 })
    var lost: [Maybe<Int>] = []
    lost.append(one.dropFirst())
    lost.append(one.drop { $0 == 1 })
    lost.append(one.first { $0 > 1 })
    lost.append(one.last { $0 > 1 })
    lost.append(one.compactMap { _ in nil })
    lost.append(one.filter { $0 > 1 })
    lost.append(one.output(at: 1))
    lost.append(one.output(in: 1..<5))
    lost.append(one.output(in: 0..<0))
    lost.append(one.prefix(0))
    lost.append(one.prefix { $0 > 1 })
    #expect(lost.allSatisfy { $0.output == nil })
  }

  @Test("SP-02 Just turned into a result") func justResults() {
    let one = Just(1)
    var reduced: [Once<Int>] = []
    reduced.append(one.reduce(5, +))
    reduced.append(one.scan(5, +))
    #expect(reduced.allSatisfy { $0.result == .success(6) })
    let failing: OnceOrOops<Int> = one.setFailureType(to: Oops.self)
    let mapped: OnceOrOops<Int> = one.mapError { _ -> Oops in }
    #expect(failing == mapped)
    var good: [OnceOrError<Int>] = []
    good.append(one.tryMap { $0 })
    good.append(one.tryReduce(0, +))
    good.append(one.tryScan(0, +))
    good.append(one.tryRemoveDuplicates { $0 == $1 })
    #expect(good.allSatisfy { (try? $0.result.get()) == 1 })
    var bad: [OnceOrError<Int>] = []
    bad.append(one.tryMap { try throwing($0, at: 1) })
    bad.append(one.tryReduce(0) { try throwing($1, at: 1) + $0 })
    bad.append(one.tryScan(0) { try throwing($1, at: 1) + $0 })
    bad.append(one.tryRemoveDuplicates { try throwing($0, at: 1) == $1 })
    #expect(bad.allSatisfy { (try? $0.result.get()) == nil })
    var asked: [OnceOrError<Bool>] = []
    asked.append(one.tryAllSatisfy { $0 == 1 })
    asked.append(one.tryContains { $0 == 1 })
    #expect(asked.allSatisfy { (try? $0.result.get()) == true })
    let nothing: Empty<Int, Never> = one.ignoreOutput()
    #expect(nothing.completeImmediately)
    var more: [Numbers] = []
    more.append(one.prepend(0))
    more.append(one.prepend([8, 9]))
    more.append(one.append(2))
    more.append(one.append(2...3))
    #expect(more.map(\.sequence) == [[0, 1], [8, 9, 1], [1, 2], [1, 2, 3]])
  }

  @Test("SP-03 an optional with a value") func some() {
    let one = Maybe<Int>(1)
    var same: [Maybe<Int>] = []
    same.append(one.first())
    same.append(one.last())
    same.append(one.min())
    same.append(one.max())
    same.append(one.min { $0 < $1 })
    same.append(one.max { $0 < $1 })
    same.append(one.removeDuplicates())
    same.append(one.removeDuplicates { _, _ in true })
    same.append(one.replaceError(with: 9))
    same.append(one.retry(2))
    same.append(one.map { $0 })
    same.append(one.compactMap { $0 })
    same.append(one.filter { $0 == 1 })
    same.append(one.dropFirst(0))
    same.append(one.drop { $0 > 1 })
    same.append(one.first { $0 == 1 })
    same.append(one.last { $0 == 1 })
    same.append(one.output(at: 0))
    same.append(one.output(in: 0..<3))
    same.append(one.prefix(2))
    same.append(one.prefix { $0 == 1 })
    same.append(one.reduce(0, +))
    same.append(one.scan(0, +))
    same.append(one.count())
    #expect(same.allSatisfy { $0.output == 1 })
    var bools: [Maybe<Bool>] = []
    bools.append(one.allSatisfy { $0 == 1 })
    bools.append(one.contains(1))
    bools.append(one.contains { $0 == 1 })
    #expect(bools.allSatisfy { $0.output == true })
    let list: Maybe<[Int]> = one.collect()
    #expect(list.output == [1])
    let just: Just<Int> = one.replaceEmpty(with: 9)
    #expect(just == Just(1))
    let nothing: Empty<Int, Never> = one.ignoreOutput()
    #expect(nothing.completeImmediately)
  }

  @Test("SP-03 an optional without a value has no answer for count, reduce and the like") func none() {
    let nothing = Maybe<Int>(nil)
    var still: [Maybe<Int>] = []
    still.append(nothing.count())
    still.append(nothing.reduce(5, +))
    still.append(nothing.scan(5, +))
    still.append(nothing.map { $0 })
    still.append(nothing.first())
    still.append(nothing.max())
    #expect(still.allSatisfy { $0.output == nil })
    var bools: [Maybe<Bool>] = []
    bools.append(nothing.allSatisfy { _ in true })
    bools.append(nothing.contains(1))
    bools.append(nothing.contains { _ in true })
    #expect(bools.allSatisfy { $0.output == nil })
    #expect(nothing.collect().output == [])
    #expect(nothing.replaceEmpty(with: 9) == Just(9))
  }

  @Test("SP-04 a result with a value") func success() {
    let one = OnceOrOops(1)
    var same: [OnceOrOops<Int>] = []
    same.append(one.first())
    same.append(one.last())
    same.append(one.min())
    same.append(one.max())
    same.append(one.min { $0 < $1 })
    same.append(one.max { $0 < $1 })
    same.append(one.removeDuplicates())
    same.append(one.removeDuplicates { _, _ in true })
    same.append(one.replaceEmpty(with: 9))
    same.append(one.retry(2))
    same.append(one.map { $0 })
    same.append(one.count())
    same.append(one.reduce(0, +))
    same.append(one.scan(0, +))
    same.append(one.mapError { $0 })
    #expect(same.allSatisfy { $0 == one })
    var bools: [OnceOrOops<Bool>] = []
    bools.append(one.allSatisfy { $0 == 1 })
    bools.append(one.contains(1))
    bools.append(one.contains { $0 == 1 })
    #expect(bools.allSatisfy { $0 == .init(true) })
    #expect(one.collect() == OnceOrOops([1]))
    let certain: Once<Int> = one.replaceError(with: 9)
    #expect(certain.result == .success(1))
    var good: [OnceOrError<Int>] = []
    good.append(one.tryMap { $0 })
    good.append(one.tryMin { $0 < $1 })
    good.append(one.tryMax { $0 < $1 })
    good.append(one.tryReduce(0, +))
    good.append(one.tryRemoveDuplicates { $0 == $1 })
    good.append(one.tryScan(0, +))
    #expect(good.allSatisfy { (try? $0.result.get()) == 1 })
    var asked: [OnceOrError<Bool>] = []
    asked.append(one.tryAllSatisfy { $0 == 1 })
    asked.append(one.tryContains { $0 == 1 })
    #expect(asked.allSatisfy { (try? $0.result.get()) == true })
    let retyped: OnceOrOops<Int> = Once(1).setFailureType(to: Oops.self)
    #expect(retyped == one)
  }

  @Test("SP-04 a result with a failure keeps it") func failure() {
    let oops = OnceOrOops<Int>(.oops)
    var same: [OnceOrOops<Int>] = []
    same.append(oops.first())
    same.append(oops.map { $0 })
    same.append(oops.count())
    same.append(oops.reduce(0, +))
    same.append(oops.replaceEmpty(with: 9))
    same.append(oops.max())
    #expect(same.allSatisfy { $0.result == .failure(.oops) })
    #expect(oops.allSatisfy { _ in true }.result == .failure(.oops))
    #expect(oops.mapError { _ in Oops.other }.result == .failure(.other))
    #expect(oops.replaceError(with: 9).result == .success(9))
    #expect(throws: Oops.oops) { try oops.tryMap { $0 }.result.get() }
    #expect(events(oops.ignoreOutput()) == "#oops")
  }

  @Test("SP-05 Empty and Fail have the general operators") func general() {
    let empty: Publishers.Map<Empty<Int, Oops>, Int> = Empty<Int, Oops>().map { $0 }
    let fail: Publishers.Count<Fail<Int, Oops>> = Fail<Int, Oops>(error: .oops).count()
    #expect(events(empty) == "|")
    #expect(events(fail) == "#oops")
    #expect(events(Empty<Int, Never>().count()) == "0 |")
  }
}
