import Pipes

/// An operator over two upstreams in which threads can meet.
struct Pair {
  let name: String
  /// The output is recorded as text, so that all pairs have one type.
  let make: (Tap, Tap) -> AnyPublisher<String, Fault>
  /// Whether, without a cancel or a failure, every value that an upstream sent comes out, and how often each value of
  /// the first does.
  var keepsAll = false
  /// Whether a completion of both upstreams leads to a completion.
  var ends = true

  static let all = [
    Pair(name: "merge", make: { $0.merge(with: $1).text }, keepsAll: true),
    Pair(name: "zip", make: { $0.zip($1).text }),
    Pair(name: "combineLatest", make: { $0.combineLatest($1).text }),
    Pair(name: "flatMap", make: { a, b in Two(a, b).flatMap { $0 }.text }, keepsAll: true),
    Pair(name: "switchToLatest", make: { a, b in Two(a, b).switchToLatest().text }),
    Pair(name: "race", make: { $0.race(with: $1).text }),
    Pair(name: "withLatestFrom", make: { $0.withLatestFrom($1).text }),
    Pair(name: "sample", make: { $0.sample($1).text }),
    Pair(name: "audit", make: { a, b in a.audit { _ in b }.text }),
    Pair(name: "prefix(untilOutputFrom:)", make: { $0.prefix(untilOutputFrom: $1).text }),
    Pair(name: "drop(untilOutputFrom:)", make: { $0.drop(untilOutputFrom: $1).text }),
    Pair(name: "append", make: { $0.append($1).text }),
    Pair(name: "catch", make: { a, b in a.catch { _ in b }.text }),
    Pair(name: "retry(when:)", make: { a, b in a.retry(when: { _ in b }).text }, ends: false),
    Pair(
      name: "merge, buffer",
      make: { $0.merge(with: $1).buffer(size: 9, prefetch: .byRequest, whenFull: .dropNewest).text }, keepsAll: true),
    Pair(name: "merge, share", make: { $0.merge(with: $1).share().text }),
    Pair(name: "merge, subject", make: { a, b in Through(a.merge(with: b)).text }),
  ]
}
extension Publisher {
  fileprivate var text: AnyPublisher<String, Failure> { map { String(describing: $0) }.eraseToAnyPublisher() }
}
/// Sends two publishers, then finishes.
private struct Two: Publisher {
  typealias Output = Tap
  typealias Failure = Fault
  let taps: [Tap]
  init(_ taps: Tap...) { self.taps = taps }
  func receive<S: Subscriber<Tap, Fault>>(subscriber: S) {
    taps.publisher.setFailureType(to: Fault.self).subscribe(subscriber)
  }
}
/// Through a subject of the engine that is subscribed to the publisher.
private struct Through<P: Publisher>: Publisher {
  typealias Output = P.Output
  typealias Failure = P.Failure
  let upstream: P
  init(_ upstream: P) { self.upstream = upstream }
  func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
    upstream.multicast(subject: PassthroughSubject()).autoconnect().subscribe(subscriber)
  }
}

/// One thing that a thread does.
enum Act: String, CaseIterable {
  case sends, finishes, fails, requests, cancels, opens
}

extension Pair {
  /// Two threads: the first does something with the first upstream, the second with the second one or as the
  /// subscriber.
  func scenario(_ left: Act, _ right: Act, demand: Subscribers.Demand, late: Bool = false) -> Scenario {
    let amount = demand == .unlimited ? "all" : "\(demand.max ?? 0)"
    return Scenario("\(name): \(left) / \(right), \(amount) requested\(late ? ", second upstream late" : "")") {
      let bench = Bench()
      var a: Tap! = Tap(bench, "a"), b: Tap! = Tap(bench, "b")
      b.isLate = late
      var judge: Judge<String>! = Judge<String>(bench, demand: demand)
      make(a, b).subscribe(judge)
      var sent = 0
      let perform = { (act: Act, tap: Tap) in
        switch act {
        case .sends: for value in 1...2 { if tap.send(value) { sent += 1 } }
        case .finishes: tap.end()
        case .fails: tap.end(.failure(.fault))
        case .requests: judge.request(.max(1))
        case .cancels: judge.cancel()
        case .opens: tap.open()
        }
      }
      return Trial(threads: [{ [a] in perform(left, a!) }, { [b] in perform(right, b!) }]) {
        self.verify(bench, a, b, judge, sent: sent, acts: [left, right])
        (a, b) = (nil, nil)
        return bench.end(&judge)
      }
    }
  }
  private func verify(_ bench: Bench, _ a: Tap, _ b: Tap, _ judge: Judge<String>, sent: Int, acts: [Act]) {
    if judge.isCancelled {
      bench.expect(!a.isOpen && !b.isOpen || b.line == nil || judge.completion != nil, "an upstream is not cancelled")
      let before = judge.values.count
      a.send(8)
      b.send(9)
      bench.expect(judge.values.count == before, "a value that was sent after the cancel")
      return
    }
    // Some go on after a failure, or have let go of the publisher that failed by then.
    let goesOn = ["catch", "append", "prefix(untilOutputFrom:)", "race", "switchToLatest"].contains(name) || !ends
    if !goesOn, a.line?.hasFailed == true || b.line?.hasFailed == true {
      bench.expect(judge.completion != nil, "the failure is lost")
    }
    // Both upstreams go on as long as they are asked, then finish: everything must come out, and the end.
    judge.request(.unlimited)
    var more = sent
    for value in 3...4 { for tap in [a, b] { if tap.send(value) { more += 1 } } }
    if keepsAll, !acts.contains(.fails) {
      bench.expect(judge.values.count == more, "\(judge.values.count) of \(more) values came")
    }
    for tap in [a, b] {
      tap.open()
      tap.end()
    }
    if ends { bench.expect(judge.completion != nil, "no completion comes") } else { judge.cancel() }
    bench.expect(!a.isOpen && (!b.isOpen || b.line == nil), "an upstream is still open at the end")
  }
}
