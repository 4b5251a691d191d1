// Only these systems can run a test in a process of its own.
#if os(macOS) || os(Linux) || os(Windows)
  import Pipes
  import Testing

  @Suite("What stops the program") struct TrapTests {
    @Test("DM-01 a negative count stops the program") func negativeCount() async {
      await #expect(processExitsWith: .failure) { _ = Subscribers.Demand.max(-1) }
    }

    @Test("G8 a request for nothing stops the program outside a run") func zeroDemandTraps() async {
      await #expect(processExitsWith: .failure) { Rig().attach(Just(7), demand: Subscribers.Demand.none) }
    }

    @Test("SQ-03 a negative count stops the program") func dropNegative() async {
      await #expect(processExitsWith: .failure) { _ = Empty<Int, Oops>().dropFirst(-1) }
    }

    @Test("SQ-06 negative bounds and the last index stop the program") func outputTraps() async {
      await #expect(processExitsWith: .failure) { _ = Empty<Int, Oops>().prefix(-1) }
      await #expect(processExitsWith: .failure) { _ = Empty<Int, Oops>().output(in: -1..<3) }
      await #expect(processExitsWith: .failure) { _ = Empty<Int, Oops>().output(at: .max) }
    }

  }
#endif
