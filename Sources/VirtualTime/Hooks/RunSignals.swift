import PipesCore

/// The signals of a run: its test sends them, its sources and handlers receive them. The process gets none, and what it
/// does with a signal does not change.
///
/// Only the thread of the run sends. `state` guards the rest; no code of the user runs under its lock.
final class RunSignals: Sendable {
  /// A receiver that does not live longer for this.
  private struct Receiver {
    weak var source: (any SignalSource)?
  }
  private struct State {
    var receivers: [CInt: [Receiver]] = [:]
    var actions: [CInt: SignalAction] = [:]
  }
  private let state = Guarded(State())
  init() {}

  func add(_ source: some SignalSource, of signal: CInt) {
    state.with { state in
      state.receivers[signal, default: []].removeAll { $0.source == nil }
      state.receivers[signal, default: []].append(Receiver(source: source))
    }
  }
  /// Sets what is done with a signal, and returns what was done before.
  func set(_ action: SignalAction, for signal: CInt) -> SignalAction {
    state.with { $0.actions.updateValue(action, forKey: signal) ?? SignalAction() }
  }
  func action(for signal: CInt) -> SignalAction { state.with { $0.actions[signal] } ?? SignalAction() }

  /// Sends a signal. Returns false if nothing receives it, so that it would end a process.
  func send(_ signal: CInt) -> Bool {
    let (sources, action) = state.with { state in
      ((state.receivers[signal] ?? []).compactMap(\.source), state.actions[signal]?.function ?? 0)
    }
    // Each source has to get it.
    let count = sources.count { $0.receive() }
    if action > 1 {
      // The information about the signal begins with its number. A handler with one parameter does not read it.
      withUnsafeTemporaryAllocation(byteCount: 128, alignment: 16) { information in
        information.initializeMemory(as: UInt8.self, repeating: 0)
        information.storeBytes(of: signal, as: CInt.self)
        unsafeBitCast(action, to: SignalAction.Handler.self)(signal, information.baseAddress, nil)
      }
    }
    return count > 0 || action > 0
  }
}

/// The action that code has chosen for a signal.
struct SignalAction: Sendable {
  typealias Handler = @convention(c) (CInt, UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> Void
  /// The address of the handler: 0 is the default, 1 ignores the signal.
  var function: UInt = 0
  var flags: CInt = 0
}

/// A source of Dispatch for a signal.
protocol SignalSource: AnyObject, Sendable {
  /// Receives the signal. Returns false if the source is not active.
  func receive() -> Bool
}
