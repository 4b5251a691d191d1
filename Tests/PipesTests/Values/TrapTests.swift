// Only these systems can run a test in a process of its own.
#if os(macOS) || os(Linux) || os(Windows)
  import Pipes
  import Testing

  @Suite("Misuse that stops the program") struct TrapTests {
    @Test("DM-01 a negative count stops the program") func negativeCount() async {
      await #expect(processExitsWith: .failure) { _ = Subscribers.Demand.max(-1) }
    }

    @Test("G8 a request for nothing stops the program outside a run") func zeroDemandTraps() async {
      await #expect(processExitsWith: .failure) { Rig().attach(Just(7), demand: Subscribers.Demand.none) }
    }

    @Test("ER-01 a failure stops the program, with the prefix and the error") func assertNoFailureTraps() async {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        let token = Fail<Int, Oops>(error: .oops).assertNoFailure("never").sink { _ in }
        token.cancel()
      }
      let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      #expect(text.contains("assertNoFailure at TrapTests.swift:16: never: the upstream has failed: oops"))
    }

    @Test("SQ-03 a negative count stops the program") func dropNegative() async {
      await #expect(processExitsWith: .failure) { _ = Empty<Int, Oops>().dropFirst(-1) }
    }

    @Test("SQ-06 negative bounds and the last index stop the program") func outputTraps() async {
      await #expect(processExitsWith: .failure) { _ = Empty<Int, Oops>().prefix(-1) }
      await #expect(processExitsWith: .failure) { _ = Empty<Int, Oops>().output(in: -1..<3) }
      await #expect(processExitsWith: .failure) { _ = Empty<Int, Oops>().output(at: .max) }
    }

    @Test("PB-09 a recording takes nothing after its end") func recordingAfterEnd() async {
      await #expect(processExitsWith: .failure) {
        _ = Record<Int, Oops> {
          $0.receive(completion: .finished)
          $0.receive(1)
        }
      }
      await #expect(processExitsWith: .failure) {
        var recording = Record<Int, Oops>.Recording(output: [1])
        recording.receive(2)
      }
    }

    @Test("RE-02 a batch of no values stops the program") func collectZero() async {
      await #expect(processExitsWith: .failure) { _ = Empty<Int, Oops>().collect(0) }
    }
  }
#endif
