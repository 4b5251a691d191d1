import Pipes
import Testing

@Suite("Error handling") struct FailingCalls {
  let rig = Rig(), source: Source<Int, Oops>
  init() { source = rig.source() }

  @Test("ER-02 demand given back counts on both sides") func catchReply() {
    let u = rig.source("U")
    let v = rig.source("V")
    let probe = rig.attach(u.catch { _ in v }, demand: .max(1), reply: .max(1))
    #expect(u.send(1) == .max(1))
    _ = rig.take()
    u.fail(.oops)
    #expect(rig.take() == "V^ V?1")
    #expect(v.send(2) == .max(1))
    #expect(probe.values == 2)
  }

  @Test("ER-02 a request and a cancel in the hand-over are remembered") func catchGap() {
    let u = rig.source("U")
    let v = rig.source("V")
    v.whenSubscribed = { _ in }
    let a = rig.attach(u.catch { _ in v }, demand: .max(2))
    u.fail(.oops)
    _ = rig.take()
    a.request(.max(3))
    #expect(rig.take() == "")
    v.line.open()
    #expect(rig.take() == "V?5")
    let b = rig.attach(u.catch { _ in v }, demand: .max(2))
    u.fail(.oops)
    _ = rig.take()
    b.cancel()
    v.line.open()
    #expect(rig.take() == "V!")
  }

  @Test("ER-06 demand given back goes up by request") func retryReply() {
    rig.attach(source.retry(1), demand: .max(1), reply: .max(2))
    _ = rig.take()
    #expect(source.send(1) == .none)
    #expect(rig.take() == "1 U?2")
    source.fail(.oops)
    #expect(rig.take() == "U^ U?2")
  }

  @Test("ER-06 retry(0) makes none; a negative count any number") func retryCounts() {
    var attempts = 0
    func failing(_ times: Int) -> some Publisher<Int, Oops> {
      attempts = 0
      return Deferred { () -> Result<Int, Oops>.Publisher in
        attempts += 1
        return attempts <= times ? .init(.oops) : .init(7)
      }
    }
    rig.attach(failing(1).retry(0), demand: .unlimited)
    #expect(rig.take() == "^Retry #oops")
    rig.attach(failing(100).retry(-1), demand: .unlimited)
    #expect(rig.take() == "^Retry 7 |")
    #expect(attempts == 101)
    rig.attach(Publishers.Retry(upstream: failing(100), retries: nil), demand: .unlimited)
    #expect(rig.take() == "^Retry 7 |")
    #expect(Empty<Int, Oops>().retry(1) == Publishers.Retry(upstream: Empty(), retries: 1))
    #expect(Empty<Int, Oops>().retry(1).retries == 1)
  }

  @Test("ER-06 failures at once loop, they do not recurse") func retryLoops() {
    var attempts = 0
    let publisher = Deferred { () -> Fail<Int, Oops> in
      attempts += 1
      return Fail(error: .oops)
    }.retry(20_000)
    let probe = Rig().attach(publisher, demand: .unlimited)
    #expect(probe.ends == 1)
    #expect(attempts == 20_001)
  }

  @Test("ER-02 a cancel between a failure and what replaces it counts") func catchCancelled() {
    var token: AnyCancellable?, heard: [Int] = []
    let spare = PassthroughSubject<Int, Never>()
    token = source.catch { _ -> PassthroughSubject<Int, Never> in
      token?.cancel()
      return spare
    }.sink { heard.append($0) }
    source.fail(.oops)
    spare.send(1)
    #expect(heard.isEmpty)
  }
}
