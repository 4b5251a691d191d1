#if canImport(Glibc)
  import Dispatch
  import Foundation
  import Glibc
  import Synchronization
  import Testing

  @testable import VirtualTime

  private let handled = Atomic<CInt>(0)
  private let informed = Atomic<CInt>(0)

  /// Signals that a test sends to the code of its run.
  @Suite(.enabled(if: callsAreVirtual)) struct SignalTests {
    private typealias Log = QueueTests.Log
    private typealias Unreceived = VirtualClock.UnreceivedSignal

    /// The action of the process for a signal: the address of its function, and whether it waits in a set.
    private static func disposition(_ signal: CInt) -> (Int, Bool) {
      var action = sigaction(), set = sigset_t()
      typealias Ask = @convention(c) (CInt, UnsafeRawPointer?, UnsafeMutableRawPointer?) -> CInt
      // Not by name: in a run the name asks for the action of the run.
      _ = unsafeBitCast(dlsym(nil, "sigaction"), to: Ask.self)(signal, nil, &action)
      sigprocmask(SIG_BLOCK, nil, &set)
      return (unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self), sigismember(&set, signal) == 1)
    }

    @Test func aSource() async throws {
      let before = Self.disposition(SIGTERM)
      let text = try await withVirtualTime { clock in
        let log = Log(clock)
        let source = DispatchSource.makeSignalSource(signal: SIGTERM, queue: .main)
        source.setRegistrationHandler { log("registered") }
        source.setEventHandler {
          dispatchPrecondition(condition: .onQueue(.main))
          log("\(source.data) of \(source.handle)")
        }
        source.setCancelHandler { log("cancelled") }
        #expect(throws: Unreceived(signal: SIGTERM, instant: .zero)) { try clock.send(signal: SIGTERM) }
        try await Task.sleep(for: .milliseconds(10))
        source.activate()
        try await Task.sleep(for: .milliseconds(10))
        try clock.send(signal: SIGTERM)
        try await Task.sleep(for: .milliseconds(10))
        source.suspend()
        try clock.send(signal: SIGTERM)
        try clock.send(signal: SIGTERM)
        try await Task.sleep(for: .milliseconds(10))
        source.resume()
        try await Task.sleep(for: .milliseconds(10))
        #expect(Self.disposition(SIGTERM) == before)
        source.cancel()
        #expect(throws: Unreceived.self) { try clock.send(signal: SIGTERM) }
        try await Task.sleep(for: .milliseconds(10))
        return log.text
      }
      // The signals of a pause are one event.
      #expect(text == "10:registered 20:1 of 15 40:2 of 15 50:cancelled")
      #expect(Self.disposition(SIGTERM) == before)
    }
    @Test func eachSourceGetsASignal() async throws {
      let text = try await withVirtualTime { clock in
        let log = Log(clock)
        let sources = [SIGINT, SIGTERM, SIGTERM].enumerated().map { number, signal in
          let source = DispatchSource.makeSignalSource(signal: signal, queue: .main)
          source.setEventHandler { log("\(number)") }
          source.activate()
          return source
        }
        try clock.send(signal: SIGTERM)
        try await Task.sleep(for: .milliseconds(10))
        try clock.send(signal: SIGINT)
        try await Task.sleep(for: .milliseconds(10))
        for source in sources { source.cancel() }
        return log.text
      }
      #expect(text == "0:1 0:2 10:0")
    }
    /// A run receives the signals of its own test.
    @Test func anotherRun() async throws {
      try await withVirtualTime { clock in
        let source = DispatchSource.makeSignalSource(signal: SIGUSR2, queue: .main)
        source.setEventHandler { Issue.record("received") }
        source.activate()
        let error = await #expect(throws: Unreceived.self) {
          try await withVirtualTime { try $0.send(signal: SIGUSR2) }
        }
        #expect(
          error?.description
            == "nothing receives signal \(SIGUSR2) at 0s, so it would end the process: "
            + "activate a source of 'DispatchSource.makeSignalSource' before, in code of the run")
        try await Task.sleep(for: .seconds(1))
        source.cancel()
      }
    }
    @Test func aSignalThatIsIgnored() async throws {
      let before = Self.disposition(SIGUSR1)
      try await withVirtualTime { clock in
        #expect(throws: Unreceived.self) { try clock.send(signal: SIGUSR1) }
        #expect(unsafeBitCast(signal(SIGUSR1, SIG_IGN), to: Int.self) == 0)
        try clock.send(signal: SIGUSR1)
        let old = signal(SIGUSR1) { handled.store($0, ordering: .relaxed) }
        #expect(unsafeBitCast(old, to: Int.self) == 1)
        try clock.send(signal: SIGUSR1)
        #expect(handled.load(ordering: .relaxed) == SIGUSR1)
        #expect(Self.disposition(SIGUSR1) == before)
        signal(SIGUSR1, SIG_DFL)
        #expect(throws: Unreceived.self) { try clock.send(signal: SIGUSR1) }
      }
    }
    /// A handler with the information about the signal, as a service in C sets it.
    @Test func anAction() async throws {
      let before = Self.disposition(SIGUSR2)
      try await withVirtualTime { clock in
        var action = sigaction(), old = sigaction()
        action.sa_flags = SA_SIGINFO
        action.__sigaction_handler.sa_sigaction = { number, information, _ in
          informed.store(1_000 * number + (information?.pointee.si_signo ?? 0), ordering: .relaxed)
        }
        #expect(sigaction(SIGUSR2, &action, &old) == 0 && old.__sigaction_handler.sa_handler == nil)
        try clock.send(signal: SIGUSR2)
        #expect(informed.load(ordering: .relaxed) == 1_001 * SIGUSR2)
        // The next one is told of this one, and the process has none.
        #expect(sigaction(SIGUSR2, &old, &action) == 0 && action.sa_flags == SA_SIGINFO)
        #expect(Self.disposition(SIGUSR2) == before)
        #expect(throws: Unreceived.self) { try clock.send(signal: SIGUSR2) }
      }
    }
    /// Code that sends a signal to its own process, as tests of a service do.
    @Test func aSignalOfTheCode() async throws {
      let before = Self.disposition(SIGUSR1)
      let text = try await withVirtualTime { clock in
        let log = Log(clock)
        signal(SIGUSR1, SIG_IGN)
        let source = DispatchSource.makeSignalSource(signal: SIGUSR1, queue: .main)
        source.setEventHandler { log("\(source.data)") }
        source.activate()
        #expect(kill(getpid(), SIGUSR1) == 0)
        try await Task.sleep(for: .milliseconds(10))
        #expect(raise(SIGUSR1) == 0)
        try await Task.sleep(for: .milliseconds(10))
        // Nothing of the run receives 0, which asks whether a process is there.
        #expect(kill(getpid(), 0) == 0 && kill(getppid(), 0) == 0)
        source.cancel()
        return log.text
      }
      #expect(text == "0:1 10:1")
      #expect(Self.disposition(SIGUSR1) == before)
    }
    @Test func outsideOfARun() {
      #expect(throws: Unreceived.self) { try VirtualClock().send(signal: SIGTERM) }
    }
    /// Dispatch sets the action of the process for a real source and never takes it back: no test compares that of this
    /// signal, and the row of the matrix whose source may be real has the same one.
    @Test func aSourceThatStaysReal() async {
      let error = await #expect(throws: VirtualTimeError.self) {
        try await withVirtualTime { clock in
          clock.timeline.refuseRealSchedulers()
          let source = DispatchSource.makeSignalSource(signal: SIGWINCH)
          source.activate()
          source.cancel()
        }
      }
      #expect(error?.description.contains("DispatchSource.makeSignalSource in '") == true)
    }
  }
#endif
