@testable import Pipes

/// `merge` and `flatMap` pass the elements of an array on without a subscription, and stay inside the gate as long as
/// nothing waits for it. Another thread meets them there.
enum ElementScenarios {
  private typealias Line = PassthroughSubject<Int, Fault>
  private static let elements = Publishers.Sequence<[Int], Fault>(sequence: [1, 2, 3])

  static let all: [Scenario] = [
    scenario("sends, then finishes") { line, _ in
      line.sendAll(11, 12, then: .finished)
    } verify: { bench, judge in
      // A value that was sent before the subscription goes to nobody.
      let sent = judge.values.filter { $0 > 10 }
      bench.expect([[], [12], [11, 12]].contains(sent), "a value is lost: \(judge.values)")
      bench.expect(judge.values.filter { $0 < 10 } == [1, 2, 3], "an element is lost: \(judge.values)")
      bench.expect(judge.completion == .finished, "a completion is missing")
    },
    scenario("fails") { line, _ in
      line.send(completion: .failure(.fault))
    } verify: { bench, judge in
      bench.expect([1, 2, 3].starts(with: judge.values), "the order is broken: \(judge.values)")
      bench.expect(judge.completion == .failure(.fault), "a completion is missing")
    },
    scenario("cancels") { _, judge in
      judge.cancel()
    } verify: { bench, judge in
      bench.expect([1, 2, 3].starts(with: judge.values), "the order is broken: \(judge.values)")
      bench.expect(judge.completion == nil, "a completion after the cancel")
    },
    nested,
  ]

  /// One thread subscribes to an array that is merged with a subject, and the other one acts.
  private static func scenario(
    _ name: String, _ act: @escaping (Line, Judge<Int>) -> Void, verify: @escaping (Bench, Judge<Int>) -> Void
  ) -> Scenario {
    Scenario("merge with an array: subscribes / \(name)") {
      let bench = Bench(), line = Line()
      var judge: Judge<Int>! = Judge(bench, demand: .unlimited)
      return Trial(threads: [
        { [judge] in line.merge(with: elements).subscribe(judge!) },
        { [judge] in act(line, judge!) },
      ]) {
        verify(bench, judge)
        return bench.end(&judge)
      }
    }
  }

  /// The elements are sent inside the delivery of a value of the outer publisher, which sends again inside an element,
  /// while another thread fills the gate.
  private static let nested = Scenario("flatMap to arrays: sends again inside an element / another upstream sends") {
    let bench = Bench(), outer = Line(), other = Line()
    var judge: Judge<Int>! = Judge(bench, demand: .unlimited)
    judge.whenReceived = { if $0 == 2 { outer.send(20) } }
    let rows = outer.map { Publishers.Sequence<[Int], Fault>(sequence: [$0 + 1, $0 + 2, $0 + 3]) }
    rows.flatMap { $0 }.merge(with: other).subscribe(judge)
    return Trial(threads: [{ outer.send(0) }, { other.sendAll(11, 12) }]) {
      outer.send(completion: .finished)
      other.send(completion: .finished)
      bench.expect(judge.values.filter { 11...12 ~= $0 } == [11, 12], "a value is lost: \(judge.values)")
      // 20 is sent inside 2: its elements come before 3, unless they had to wait for the other thread.
      bench.expect(judge.values.filter { $0 < 10 } == [1, 2, 3], "an element is lost: \(judge.values)")
      bench.expect(judge.values.filter { $0 > 20 } == [21, 22, 23], "a nested element is lost: \(judge.values)")
      bench.expect(judge.completion != nil, "a completion is missing")
      return bench.end(&judge)
    }
  }
}
