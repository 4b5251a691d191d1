import Pipes
import Testing
import VirtualTime

@Suite("retry in its later forms, repeat") struct AgainCalls {
  private let rig = Rig()

  @Test("BC-38 BC-39 a negative number of retries is no limit, and no recursion") func endless() {
    var attempts = 0
    let publisher = Deferred {
      attempts += 1
      return attempts == 10_000
        ? Result<Int, Oops>.success(attempts).publisher : Result<Int, Oops>.failure(.oops).publisher
    }
    rig.attach(publisher.retry(-1, if: { _ in true }), demand: .unlimited)
    #expect(rig.take() == "^RetryWhen 10000 |")
  }

  @Test("BC-40 the handler is called once for each subscriber, and its stream is asked for everything") func handler() {
    let u = rig.source(), v = rig.source("V")
    var calls = 0
    let publisher = u.retry { (errors: AnyPublisher<Oops, Never>) -> Source<Int, Oops> in
      calls += 1
      return v
    }
    let probe = rig.attach(publisher, demand: .max(1))
    #expect(rig.take() == "^RetryWhen V^ V?* U^ U?1")
    v.send(0)
    #expect(rig.take() == "", "nothing has failed yet")
    u.fail(.oops)
    v.send(0)
    #expect(rig.take() == "U^ U?1")
    probe.cancel()
    #expect(rig.take() == "V! U!")
    rig.attach(publisher)
    #expect(calls == 2)
  }

  @Test(
    "BC-40 a handler that allows some attempts: the failure of the last one is sent, also if an attempt fails at once",
    arguments: 0...3)
  func allowed(_ count: Int) {
    for atOnce in [0, 1, 2, 3] {
      var attempt = 0
      let later = (0...3).map { rig.source("U\($0)") }
      let publisher = Deferred { () -> AnyPublisher<Int, Oops> in
        defer { attempt += 1 }
        return attempt == atOnce ? Fail(error: .oops).eraseToAnyPublisher() : later[attempt].eraseToAnyPublisher()
      }
      rig.attach(publisher.retry { $0.prefix(count) }, demand: .unlimited)
      for number in 0...count where number != atOnce { later[number].fail(.oops) }
      let attempts = (0...count).filter { $0 != atOnce }.map { " U\($0)^ U\($0)?*" }.joined()
      #expect(rig.take() == "^RetryWhen\(attempts) #oops", "\(count) more attempts, number \(atOnce) fails at once")
    }
  }

  @Test("BC-41 repeat without end is no recursion") func repeatsLong() {
    rig.attach(Just(1).repeat().prefix(50_000).count(), demand: .unlimited)
    #expect(rig.take().hasSuffix("50000 |"))
  }
}
