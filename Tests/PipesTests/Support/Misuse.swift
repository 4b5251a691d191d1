import Pipes

/// Runs the body and returns the rules of the engine it broke, instead of stopping the program.
func misuses(in body: () -> Void) -> [String] {
  let monitor = Listener()
  RunHook.monitored(by: monitor, isAnnounced: false, body)
  return monitor.rules
}

private final class Listener: RunHook.Monitor {
  var rules: [String] = []
  func willSubscribe() -> Bool { true }
  func didMisuse(_ rule: String) -> Bool {
    rules.append(rule)
    return true
  }
  func didMeet(_ scheduler: RealScheduler, in user: String?) {}
  func didWait(for work: String, _ isWaiting: @escaping () -> Bool) {}
  func didKeepNewest() {}
  var time: (any RunTime)? { nil }
}
