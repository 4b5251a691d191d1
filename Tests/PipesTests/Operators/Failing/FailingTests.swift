import Pipes
import Testing

@Suite("Error handling") struct FailingTests {
  @Test("ER-01 assertNoFailure lets values through") func assertNoFailure() {
    let rig = Rig()
    let source = rig.source()
    let line: UInt = #line + 1
    let publisher = source.assertNoFailure("never")
    let probe: Probe<Int, Never> = rig.attach(publisher, demand: .max(1), reply: .max(2))
    source.send(1)
    source.finish()
    #expect(rig.take() == "U^ ^U U?1 1 U+2 |")
    #expect(probe.ends == 1)
    #expect(publisher.prefix == "never")
    #expect(publisher.line == line)
  }

  @Test("ER-02 catch puts another publisher in place, with the demand that is left") func catchHandsOver() {
    let rig = Rig()
    let u = rig.source("U")
    let v = rig.source("V")
    let probe = rig.attach(
      u.catch { error in
        rig.note("caught:\(error)")
        return v
      }, demand: .max(5))
    let start = rig.take()
    #expect(start == "U^ ^Catch U?5" || start == "^Catch U^ U?5")
    u.send([1, 2])
    u.fail(.oops)
    #expect(rig.take() == "1 2 caught:oops V^ V?3")
    probe.request(.max(1))
    v.send(3)
    v.fail(.other)
    #expect(rig.take() == "V?1 3 #other")
    #expect(probe.subscriptions.count == 1)
  }

  @Test("ER-02 without demand the replacement is asked for nothing") func catchNoDemand() {
    let rig = Rig()
    let u = rig.source("U")
    let v = rig.source("V")
    let probe = rig.attach(u.catch { _ in v }, demand: .max(1))
    u.send(1)
    _ = rig.take()
    u.fail(.oops)
    #expect(rig.take() == "V^")
    probe.request(.max(2))
    #expect(rig.take() == "V?2")
  }

  @Test("ER-02 demand given back counts on both sides") func catchReply() {
    let rig = Rig()
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

  @Test("ER-02 the end of upstream passes, the handler is not called") func catchFinish() {
    let rig = Rig()
    let u = rig.source("U")
    rig.attach(u.catch { _ in rig.source("V") }, demand: .unlimited)
    _ = rig.take()
    u.send(1)
    u.finish()
    #expect(rig.take() == "1 |")
  }

  @Test("ER-02 a cancel reaches the live side") func catchCancel() {
    let rig = Rig()
    let u = rig.source("U")
    let v = rig.source("V")
    let a = rig.attach(u.catch { _ in v }, demand: .unlimited)
    _ = rig.take()
    a.cancel()
    #expect(rig.take() == "U!")
    let b = rig.attach(u.catch { _ in v }, demand: .unlimited)
    u.fail(.oops)
    _ = rig.take()
    b.cancel()
    b.cancel()
    #expect(rig.take() == "V!")
  }

  @Test("ER-02 a request and a cancel in the hand-over are remembered") func catchGap() {
    let rig = Rig()
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

  @Test("ER-03 tryCatch hands over, or fails with what the handler throws") func tryCatch() {
    let rig = Rig()
    let u = rig.source("U")
    let v = rig.source("V")
    let probe: Probe<Int, any Error> = rig.attach(
      u.tryCatch { error in
        if error == .other { throw Oops.oops }
        return v
      }, demand: .max(4))
    u.send(1)
    u.fail(.oops)
    let notes = rig.take()
    #expect(notes.hasSuffix("U?4 1 V^ V?3"))
    #expect(notes.contains("^TryCatch"))
    v.send(2)
    v.fail(.other)
    #expect(rig.take() == "2 #other")
    #expect(probe.ends == 1)
    rig.attach(
      u.tryCatch { error -> Source<Int, Oops> in
        if error == .other { throw Oops.oops }
        return v
      }, demand: .max(4))
    _ = rig.take()
    u.fail(.other)
    #expect(rig.take() == "#oops")
  }

  struct Wrapped: Error, Equatable { let inner: Oops }

  @Test("ER-04 mapError changes the failure alone") func mapError() {
    let rig = Rig()
    let source = rig.source()
    let probe: Probe<Int, Wrapped> = rig.attach(source.mapError { Wrapped(inner: $0) }, demand: .max(1), reply: .max(1))
    source.send(1)
    source.fail(.oops)
    #expect(rig.take() == "U^ ^U U?1 1 U+1 #Wrapped(inner:PipesTests.Oops.oops)")
    #expect(probe.ends == 1)
    #expect(Publishers.MapError(upstream: source) { Wrapped(inner: $0) }.transform(.other) == Wrapped(inner: .other))
  }

  @Test("ER-05 replaceError gives its output for a failure, when there is demand") func replaceError() {
    let rig = Rig()
    let source = rig.source()
    let probe: Probe<Int, Never> = rig.attach(source.replaceError(with: 9), demand: .max(2))
    #expect(rig.take() == "U^ ^ReplaceError U?2")
    source.send(1)
    source.fail(.oops)
    #expect(rig.take() == "1 9 |")
    #expect(probe.ends == 1)
  }

  @Test("ER-05 without demand the output waits for a request") func replaceErrorWaits() {
    let rig = Rig()
    let source = rig.source()
    let probe = rig.attach(source.replaceError(with: 9), demand: .max(1))
    source.send(1)
    source.fail(.oops)
    #expect(rig.take() == "U^ ^ReplaceError U?1 1")
    probe.request(.max(1))
    #expect(rig.take() == "9 |")
    probe.request(.max(1))
    #expect(rig.take() == "")
    let other = rig.attach(source.replaceError(with: 9))
    source.fail(.oops)
    _ = rig.take()
    other.cancel()
    other.request(.max(1))
    #expect(!rig.take().contains("9"))
    #expect(Empty<Int, Oops>().replaceError(with: 1) == Publishers.ReplaceError(upstream: Empty(), output: 1))
  }

  @Test("ER-06 retry(n) makes n further attempts") func retry() {
    let rig = Rig()
    let source = rig.source()
    let probe = rig.attach(source.retry(2), demand: .max(5))
    let start = rig.take()
    #expect(start == "U^ ^Retry U?5" || start == "^Retry U^ U?5")
    source.send(1)
    source.fail(.oops)
    #expect(rig.take() == "1 U^ U?4")
    source.send(2)
    source.fail(.oops)
    #expect(rig.take() == "2 U^ U?3")
    source.send(3)
    source.fail(.other)
    #expect(rig.take() == "3 #other")
    #expect(source.lines.count == 3)
    #expect(probe.subscriptions.count == 1)
  }

  @Test("ER-06 a finish at any attempt is the end") func retryFinish() {
    let rig = Rig()
    let source = rig.source()
    rig.attach(source.retry(2), demand: .unlimited)
    source.fail(.oops)
    _ = rig.take()
    source.send(1)
    source.finish()
    #expect(rig.take() == "1 |")
    #expect(source.lines.count == 2)
  }

  @Test("ER-06 demand given back goes up by request") func retryReply() {
    let rig = Rig()
    let source = rig.source()
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
    let rig = Rig()
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

  @Test("ER-06 a cancel stops the attempts") func retryCancel() {
    let rig = Rig()
    let source = rig.source()
    source.forgets = false
    let probe = rig.attach(source.retry(5), demand: .unlimited)
    source.fail(.oops)
    _ = rig.take()
    probe.cancel()
    source.fail(.oops)
    source.send(1)
    #expect(rig.take() == "U!")
    #expect(source.lines.count == 2)
  }
}
