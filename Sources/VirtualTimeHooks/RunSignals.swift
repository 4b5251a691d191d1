import Pipes

/// The signals of a run: its test sends them, its sources and handlers receive them. The process gets none, and what it
/// does with a signal does not change.
///
/// Only the thread of the run sends. `state` guards the rest; no code of the user runs under its lock.
package final class RunSignals: Sendable {
  /// A receiver that does not live longer for this.
  private struct Receiver {
    weak var source: (any SignalSource)?
  }
  private struct State {
    var receivers: [CInt: [Receiver]] = [:]
    /// The functions of `signal`, as addresses: 0 is the default, 1 ignores the signal.
    var actions: [CInt: UInt] = [:]
  }
  private let state = Guarded(State())
  package init() {}

  func add(_ source: some SignalSource, of signal: CInt) {
    state.with { state in
      state.receivers[signal, default: []].removeAll { $0.source == nil }
      state.receivers[signal, default: []].append(Receiver(source: source))
    }
  }
  /// Sets what is done with a signal, and returns what was done before.
  func set(_ action: UInt, for signal: CInt) -> UInt {
    state.with { $0.actions.updateValue(action, forKey: signal) ?? 0 }
  }

  /// Sends a signal. Returns false if nothing receives it, so that it would end a process.
  package func send(_ signal: CInt) -> Bool {
    let (sources, action) = state.with { state in
      ((state.receivers[signal] ?? []).compactMap(\.source), state.actions[signal] ?? 0)
    }
    // Each source has to get it.
    let count = sources.count { $0.receive() }
    if action > 1 { unsafeBitCast(action, to: (@convention(c) (CInt) -> Void).self)(signal) }
    return count > 0 || action > 0
  }
}

/// A source of Dispatch for a signal.
protocol SignalSource: AnyObject, Sendable {
  /// Receives the signal. Returns false if the source is not active.
  func receive() -> Bool
}
