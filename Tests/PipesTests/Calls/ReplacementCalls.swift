import Pipes
import Testing

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#elseif canImport(Glibc)
  import Glibc
#endif

@Suite("In place of a failure") struct ReplacementCalls {
  let rig = Rig(), source: Source<Int, Oops>
  init() { source = rig.source() }

  @Test("ER-05 demand given back counts for the value; the end of upstream passes") func replaceErrorReply() {
    rig.attach(source.replaceError(with: 9), demand: .max(1), reply: .max(1))
    source.send(1)
    source.fail(.oops)
    #expect(rig.take() == "U^ ^ReplaceError U?1 1 U+1 9 |")
    rig.attach(source.replaceError(with: 9), demand: .max(1))
    source.finish()
    #expect(rig.take() == "U^ ^ReplaceError U?1 |")
  }

  @Test("ER-05 a cancel while the value waits drops it") func replaceErrorCancel() {
    let probe = rig.attach(source.replaceError(with: 9))
    source.fail(.oops)
    _ = rig.take()
    probe.cancel()
    probe.request(.max(1))
    #expect(rig.take() == "")
  }

  @Test("ER-03 another publisher goes on with the demand that is left, and its failure is not caught") func tryCatch() {
    let (u, v) = (rig.source(), rig.source("V"))
    let probe: Probe<Int, any Error> = rig.attach(
      u.tryCatch { error in
        rig.note("caught:\(error)")
        return v
      }, demand: .max(3))
    u.send(1)
    u.fail(.oops)
    #expect(rig.take() == "U^ ^TryCatch U?3 1 caught:oops V^ V?2")
    probe.request(.max(1))
    v.send(2)
    v.fail(.other)
    #expect(rig.take() == "V?1 2 #other")
    #expect(probe.subscriptions.count == 1)
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
    @Test("ER-01 a failure stops the program") func assertTrap() async {
      await #expect(processExitsWith: .failure) { Rig().attach(Fail<Int, Oops>(error: .oops).assertNoFailure()) }
    }
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
