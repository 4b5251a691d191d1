/// Reports a broken rule of the engine: inside a deterministic run it becomes a finding of that run, and the offending
/// call does nothing; elsewhere the program stops with the rule.
@usableFromInline package enum Misuse {
  @usableFromInline @inline(never)
  package static func report(_ rule: @autoclosure () -> String, file: StaticString = #file, line: UInt = #line) {
    let rule = rule()
    if RunHook.current?.didMisuse(rule) != true { fatalError(rule, file: file, line: line) }
  }
  /// Returns true if the demand is positive. Reports a demand of zero and returns false.
  package static func isPositive(_ demand: Subscribers.Demand, _ name: @autoclosure () -> String) -> Bool {
    if demand > .none { return true }
    report("\(name()): a subscriber must not request a demand of zero")
    return false
  }
}
