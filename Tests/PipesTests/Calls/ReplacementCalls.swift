import Pipes
import Testing

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#elseif canImport(Glibc)
  import Glibc
#endif

@Suite("In place of a failure, or of nothing") struct ReplacementCalls {
  let rig = Rig(), source: Source<Int, Oops>
  init() { source = rig.source() }

  @Test("ER-05 demand given back counts for the value") func replaceErrorReply() {
    rig.attach(source.replaceError(with: 9), demand: .max(1), reply: .max(1))
    source.send(1)
    source.fail(.oops)
    #expect(rig.take() == "U^ ^ReplaceError U?1 1 U+1 9 |")
  }

  @Test("FI-07 upstream gets the requests of the subscriber and no others") func replaceEmptyDemand() {
    let probe = rig.attach(source.replaceEmpty(with: 9), demand: .max(2), reply: .max(3))
    #expect(rig.take() == "U^ ^ReplaceEmpty U?2")
    probe.request(.max(1))
    source.send([1, 2])
    source.finish()
    #expect(rig.take() == "U?1 1 U+3 2 U+3 |")
    rig.attach(source.replaceEmpty(with: 9))
    #expect(rig.take() == "U^ ^ReplaceEmpty")
  }

  @Test("FI-07 the default waits for the first request") func replaceEmptyWaits() {
    let late = rig.attach(source.replaceEmpty(with: 9))
    source.finish()
    #expect(rig.take() == "U^ ^ReplaceEmpty")
    late.request(.max(1))
    #expect(rig.take() == "9 |")
    late.request(.max(1))
    late.cancel()
    #expect(rig.take() == "")
    let early = rig.attach(source.replaceEmpty(with: 9), demand: .max(1))
    source.finish()
    #expect(rig.take() == "U^ ^ReplaceEmpty U?1 9 |")
    #expect(early.subscriptions.count == 1)
  }

  @Test("FI-07 cancelling while the default waits drops it") func replaceEmptyCancel() {
    let probe = rig.attach(source.replaceEmpty(with: 9))
    source.finish()
    probe.cancel()
    probe.request(.max(1))
    #expect(rig.take() == "U^ ^ReplaceEmpty")
  }

  @Test("ER-05 a cancel while the value waits drops it") func replaceErrorCancel() {
    let probe = rig.attach(source.replaceError(with: 9))
    source.fail(.oops)
    _ = rig.take()
    probe.cancel()
    probe.request(.max(1))
    #expect(rig.take() == "")
  }

  @Test("ER-01 assertNoFailure says what failed") func assertNoFailure() {
    let line = #line + 1
    let publisher: Publishers.AssertNoFailure<Source<Int, Oops>> = source.assertNoFailure("no way")
    rig.attach(publisher, demand: .unlimited)
    #expect(
      misuses { source.fail(.oops) } == [
        "assertNoFailure at ReplacementCalls.swift:\(line): no way: the upstream has failed: oops"
      ])
    rig.attach(source.assertNoFailure(), demand: .unlimited)
    #expect(
      misuses { source.fail(.oops) } == [
        "assertNoFailure at ReplacementCalls.swift:\(line + 6): the upstream has failed: oops"
      ])
    #expect(rig.take() == "U^ ^U U?* U^ ^U U?*")
    #expect("\(publisher.file)".hasSuffix("ReplacementCalls.swift"))
  }

  #if os(macOS) || os(Linux) || os(Windows)
    @Test("DB-02 a closure that is true stops in the debugger") func breakpointTrap() async {
      // A handler of the signal, such as that of SWIFT_BACKTRACE in the environment, would let the process go on.
      await #expect(processExitsWith: .failure) {
        signal(SIGTRAP, SIG_DFL)
        Rig().attach([1].publisher.breakpoint(receiveOutput: { _ in true }), demand: .unlimited)
      }
      await #expect(processExitsWith: .failure) {
        signal(SIGTRAP, SIG_DFL)
        Rig().attach(Fail<Int, Oops>(error: .oops).breakpointOnError())
      }
    }
  #endif
}
