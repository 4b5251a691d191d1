import Pipes

extension OperatorTable {
  /// The operators that send whether values meet a condition.
  @OperatorRows static var matching: [OperatorRow] {
    row(
      "contains", "Sends true as soon as a given value arrives, or false when the upstream finishes without it.",
      facts: OperatorFacts(
        use: "to know whether a certain value is sent", rivals: ["first", "allSatisfy", "isEmpty"],
        requests: .unlimited, drops: "the values before it", finishes: "right after the answer",
        cancels: "the upstream when the value has arrived",
        losses: .init(atOnce: "it is not the one that was looked for"), undecided: "≠ %", output: .bools),
      .value(), sample: "a: -1-2-3-|\n> a.contains(2)"
    ) { $0.contains($1) }
    let contains = OperatorFacts(
      use: "to know whether a condition is true for any value", rivals: ["first", "allSatisfy"], rx: ["any"],
      requests: .unlimited, drops: "the values before it", finishes: "right after the answer",
      cancels: "the upstream when the value has arrived",
      losses: .init(atOnce: "it is not the one that was looked for"), output: .bools)
    row(
      "contains", "Sends true as soon as a condition is true for a value, or false when the upstream finishes.",
      facts: contains,
      closure(.bool, "where"), sample: "a: -1-2-3-|\n> a.contains { $0 > 1 }"
    ) { $0.contains(where: $1) }
    row(
      "tryContains", "Sends whether a condition is true for any value; fails if the closure throws.",
      facts: contains.throwing(
        "to know whether a condition that can throw is true for any value", rival: "contains",
        cancels: "the upstream when the value has arrived or the closure throws"),
      throwing(.bool, "where"), sample: "a: -1-2-3-|\n> a.tryContains { $0 > 1 ? throw \"big\" : false }"
    ) { $0.tryContains(where: $1) }
    let allSatisfy = OperatorFacts(
      use: "to know whether a condition is true for all values", rivals: ["contains", "filter"],
      rx: ["every", "all"], requests: .unlimited, drops: "the values for which the condition is true",
      finishes: "right after the answer", cancels: "the upstream when the condition is false for a value",
      losses: .init(atOnce: "it meets the condition, so the answer is still open"), output: .bools)
    row(
      "allSatisfy", "Sends false as soon as a condition is false for a value, or true when the upstream finishes.",
      facts: allSatisfy,
      closure(.bool), sample: "a: -1-2-3-|\n> a.allSatisfy { $0 < 3 }"
    ) { $0.allSatisfy($1) }
    row(
      "tryAllSatisfy", "Sends whether a condition is true for all values; fails if the closure throws.",
      facts: allSatisfy.throwing(
        "to know whether a condition that can throw is true for all values", rival: "allSatisfy",
        cancels: "the upstream when the condition is false or the closure throws"),
      throwing(.bool), sample: "a: -1-2-3-|\n> a.tryAllSatisfy { $0 > 2 ? throw \"big\" : true }"
    ) { $0.tryAllSatisfy($1) }
  }
}
