import Pipes
import Testing

@Suite("Rules") struct RulesTests {
  let rig = Rig(), source: Source<Int, Oops>
  init() { source = rig.source() }

  /// Well-behaved chains under every demand.
  @Test("G1 G2 one subscription, no more values than asked for, one end", arguments: [1, 2, 3, 7])
  func order(_ step: Int) {
    let rig = Rig()
    let publisher = (1...10).publisher.eraseToAnyPublisher().map { $0 }.filter { $0 % 2 == 0 }.prefix(4).scan(0, +)
      .dropFirst(1)
    let probe = rig.attach(publisher)
    var asked = 0
    while probe.ends == 0, asked < 100 {
      #expect(probe.values <= asked)
      asked += step
      probe.request(.max(step))
    }
    #expect(probe.subscriptions.count == 1)
    #expect(probe.ends == 1)
    #expect(rig.take().split(separator: " ").suffix(4) == ["6", "12", "20", "|"])
  }

  @Test("G9 values beyond the demand corrupt nothing") func tooMany() {
    func flood<P: Publisher>(_ publisher: P) -> Probe<P.Output, P.Failure> {
      let probe = rig.attach(publisher, demand: .max(1))
      _ = misuses { source.send([1, 2, 3]) }
      probe.request(.max(5))
      _ = misuses { source.send(4) }
      source.finish()
      return probe
    }
    #expect(flood(source.catch { _ in Just(9) }).ends == 1)
    #expect(flood(source.retry(3)).ends == 1)
    let replaced = flood(source.replaceError(with: 9))
    #expect(replaced.values == 2 && replaced.ends == 1, "1 and 4")
    #expect(flood(source.map { Just($0).setFailureType(to: Oops.self) }.switchToLatest()).ends == 1)
  }

  @Test("G9 a value before the subscription is not delivered, and reported where the contract says so") func early() {
    source.whenSubscribed = { _ in }
    func reports<P: Publisher>(_ publisher: P) -> [String] {
      let probe = rig.attach(publisher, demand: .unlimited)
      let reports = misuses { source.send(1) }
      source.line.open()
      source.finish()
      #expect(probe.values == 0 && probe.ends == 1)
      return reports
    }
    func rule(_ name: String) -> [String] { ["\(name): a value must not come before the subscription"] }
    #expect(reports(source.removeDuplicates()) == rule("RemoveDuplicates"))
    #expect(reports(source.tryRemoveDuplicates { $0 == $1 }) == rule("TryRemoveDuplicates"))
    #expect(reports(source.prefix { _ in true }) == rule("PrefixWhile"))
    #expect(reports(source.tryPrefix { _ in true }) == rule("TryPrefixWhile"))
    #expect(reports(source.tryFilter { _ in true }) == rule("TryFilter"))
    #expect(reports(source.tryCompactMap { $0 }) == rule("TryCompactMap"))
    #expect(reports(source.drop { _ in false }) == [])
  }

  /// The description of a subscription, in `print()` and in a debugger.
  @Test("G10 subscriptions describe themselves to print, mirrors and playgrounds") func descriptions() {
    func name<P: Publisher>(_ publisher: P) -> String {
      guard let subscription = rig.attach(publisher).subscription else { return "none" }
      let description = String(describing: subscription)
      #expect(
        (subscription as? any CustomPlaygroundDisplayConvertible)?.playgroundDescription as? String == description)
      #expect(subscription is any CustomReflectable)
      return description
    }
    #expect(name(Just(1)) == "Just")
    #expect(name((1...2).publisher) == "1...2")
    #expect(name(PassthroughSubject<Int, Never>()) == "PassthroughSubject")
    #expect(name(source.tryMap { $0 }) == "TryMap")
    #expect(name(source.count()) == "Count")
    #expect(name(source.flatMap { _ in source }) == "FlatMap")
    #expect(name(source.zip(source)) == "Zip")
    #expect(name(source.catch { _ in source }) == "Catch")
    #expect(name(source.collect(2)) == "CollectByCount")
  }

  @Test("G10 delay and prefix(untilOutputFrom:) have no description") func undescribed() {
    func isPlain<P: Publisher>(_ publisher: P) -> Bool {
      let probe = rig.attach(publisher)
      let neighbours: [Any?] = [probe.subscription, source.line.subscriber]
      return neighbours.allSatisfy { $0 != nil && !($0 is any CustomStringConvertible) }
    }
    #expect(isPlain(source.delay(for: 1, scheduler: ImmediateScheduler.shared)))
    #expect(isPlain(source.prefix(untilOutputFrom: Empty<Int, Never>(completeImmediately: false))))
    #expect(!isPlain(source.drop(untilOutputFrom: Empty<Int, Oops>(completeImmediately: false))))
  }
}
