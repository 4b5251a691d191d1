import Pipes

extension OperatorTable {
  mutating func addFailing() {
    family = "Handling failures"
    about(
      "catch",
      facts: OperatorFacts(
        use: "to go on with something else after a failure", rivals: ["replaceError", "retry", "onErrorResumeNext"], rx: ["catchError"],
        requests: "the demand that is not fulfilled yet, from the other stream", fails: "when the other stream fails",
        typing: .keepsValues))
    row(
      "catch", "Goes on with another stream after a failure.", closure(.stream), sample: "a: -1-2-#\nb: 7-8-|\n> a.catch { _ in b }"
    ) { upstream, handler in upstream.catch { handler(Carried($0.value)) } }
    about(
      "tryCatch",
      facts: OperatorFacts(
        use: "to go on after some failures, and to fail after others", rivals: ["catch", "mapError"],
        requests: "the demand that is not fulfilled yet, from the other stream",
        fails: "when the closure throws, or the other stream fails", typing: .keepsValues))
    row(
      "tryCatch", "Goes on with another stream after a failure, or fails if the closure throws.", throwing(.stream),
      sample: "a: -1-2-#\nb: 7-8-|\n> a.tryCatch { $0 == \"error\" ? throw \"worse\" : b }"
    ) { upstream, handler in upstream.tryCatch { try handler(Carried($0.value)) } }
    about(
      "mapError",
      facts: OperatorFacts(
        use: "to translate failures", rivals: ["catch", "replaceError"], fails: "when the upstream fails, with what the closure gives",
        typing: .keepsValues))
    row("mapError", "Changes the failure.", closure(.value), sample: "a: -1-#\n> a.mapError { \"an \\($0)\" }") { upstream, transform in
      upstream.mapError { SpecFailure(transform(Carried($0.value)).value) }
    }
    about(
      "replaceError",
      facts: OperatorFacts(
        use: "to have a value where something failed", rivals: ["catch", "ignoreFailure", "replaceEmpty"],
        rx: ["catchAndReturn", "onErrorReturn"], finishes: "when the upstream finishes, or after the value that stands for a failure",
        fails: "", typing: [.keepsValues, .cures]))
    row(
      "replaceError", "Sends a value in the place of a failure, and finishes.", .value("with"), sample: "a: -1-#\n> a.replaceError(with: 0)"
    ) {
      $0.replaceError(with: $1)
    }
    about(
      "retry",
      facts: OperatorFacts(
        use: "to try again what may go right the next time", rivals: ["catch", "repeat"],
        requests: "the demand that is not fulfilled yet, from each attempt", fails: "when the last attempt fails",
        typing: [.keepsValues, .joins, .isLenient]))
    row("retry", "Subscribes again after a failure, so many times.", .integer(), sample: "a: -1-2-#\n> a.retry(1)") { $0.retry($1) }
  }
}
