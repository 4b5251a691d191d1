@testable import Pipes

/// Groups that are used after the end of their stream, and values that two threads set.
enum Kept {
  private typealias Group = Publishers.Group<Int, Int, Fault>
  private final class Model: ObservableObject, @unchecked Sendable {  // Unchecked: only one thread runs at a time.
    @Published var value = 0
  }

  static let all: [Scenario] = [
    subscribesTwice("groupBy") { $0.groupBy { _ in 0 }.eraseToAnyPublisher() },
    subscribesTwice("groupBy(duration:)") {
      $0.groupBy({ _ in 0 }, duration: { _ in Empty<Int, Fault>() }).eraseToAnyPublisher()
    },
    subscribesTwice("window") { $0.window(count: 1).eraseToAnyPublisher() },
    setsBesideCompletion,
    greetsBesideCompletion,
    setsTwice,
    asksForChanges,
  ]

  /// Two threads are the first subscriber of a group that was kept after its stream had ended: one of them receives its
  /// values, and both the finish.
  private static func subscribesTwice(
    _ name: String, _ make: @escaping (AnyPublisher<Int, Fault>) -> AnyPublisher<Group, Fault>
  )
    -> Scenario
  {
    Scenario("\(name): kept after the end / two subscribe") {
      let bench = Bench()
      var group: Group!
      let values = Record<Int, Fault>(output: [1], completion: .finished)
      make(values.eraseToAnyPublisher()).sink(receiveCompletion: { _ in }) { group = group ?? $0 }.cancel()
      bench.watch(group, "the group")
      var first: Judge<Int>! = Judge(bench), second: Judge<Int>! = Judge(bench)
      return Trial(threads: [{ [first] in group.subscribe(first!) }, { [second] in group.subscribe(second!) }]) {
        bench.expect(
          first.values + second.values == [1], "the value does not arrive once: \(first.values) and \(second.values)")
        bench.expect(first.completion != nil && second.completion != nil, "a completion is missing")
        group = nil
        return bench.end(&first, &second)
      }
    }
  }
  private static let setsBesideCompletion = Scenario("CurrentValueSubject: value is set / completes") {
    let bench = Bench(), subject = CurrentValueSubject<Int, Fault>(0)
    return Trial(threads: [{ subject.value = 1 }, { subject.send(completion: .finished) }]) {
      bench.expect(subject.value == 1, "the value is lost")
      return bench.findings
    }
  }
  /// A value that comes after the completion is only stored: it does not greet a subscriber that comes before the
  /// completion is delivered.
  private static let greetsBesideCompletion = Scenario(
    "CurrentValueSubject: completes / value is set / another one comes"
  ) {
    let bench = Bench(), subject = CurrentValueSubject<Int, Fault>(0)
    var first: Judge<Int>! = Judge(bench), second: Judge<Int>! = Judge(bench)
    subject.subscribe(first)
    return Trial(threads: [
      { subject.send(completion: .finished) }, { subject.value = 1 }, { [second] in subject.subscribe(second!) },
    ]) {
      bench.expect([[0], [0, 1]].contains(first.values), "the order is broken: \(first.values)")
      bench.expect(
        Set(second.values).isSubset(of: first.values), "greeted with \(second.values), the first has \(first.values)")
      bench.expect(first.completion != nil && second.completion != nil, "a completion is missing")
      bench.expect(subject.value == 1, "the value is lost")
      for judge in [first, second] { judge?.leave() }
      (first, second) = (nil, nil)
      return bench.findings
    }
  }
  private static let setsTwice = Scenario("@Published: is set / is set") {
    let bench = Bench(), model = Model()
    var last = -1, late = -1
    let token = model.$value.sink { last = $0 }
    return Trial(threads: [
      {
        model.value = 1
        bench.expect(model.value != 0, "a thread does not read what it has set")
      },
      { model.value = 2 },
    ]) {
      model.$value.sink { late = $0 }.cancel()
      bench.expect(
        model.value == last && last == late,
        "the property has \(model.value), its subscriber \(last), a new one \(late)")
      token.cancel()
      return bench.findings
    }
  }
  private static let asksForChanges = Scenario("@Published: is set / objectWillChange is asked for") {
    let bench = Bench(), model = Model()
    var changes = 0
    var token: AnyCancellable?
    return Trial(threads: [{ model.value = 1 }, { token = model.objectWillChange.sink { changes += 1 } }]) {
      let before = changes
      model.value = 2
      bench.expect(before <= 1 && changes == before + 1, "\(changes) changes, \(before) of them before the last")
      token?.cancel()
      return bench.findings
    }
  }
}
