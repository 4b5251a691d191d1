import Pipes

extension OperatorTable {
  mutating func addFailing() {
    family = "Handling failures"
    about(
      "catch",
      facts: OperatorFacts(
        use: "to continue with other values after a failure", rivals: ["replaceError", "retry", "onErrorResumeNext"], rx: ["catchError"],
        requests: "the demand that has not been fulfilled yet, from the other publisher", fails: "when the other publisher fails",
        typing: .keepsValues))
    row(
      "catch", "Continues with another publisher after a failure.", closure(.stream), sample: "a: -1-2-#\nb: 7-8-|\n> a.catch { _ in b }"
    ) { upstream, handler in upstream.catch { handler(Carried($0.value)) } }
    about(
      "tryCatch",
      facts: OperatorFacts(
        use: "to continue after some failures and to fail after others", rivals: ["catch", "mapError"],
        requests: "the demand that has not been fulfilled yet, from the other publisher",
        fails: "when the closure throws or the other publisher fails", typing: .keepsValues))
    row(
      "tryCatch", "Continues with another publisher after a failure, or fails if the closure throws.", throwing(.stream),
      sample: "a: -1-2-#\nb: 7-8-|\n> a.tryCatch { $0 == \"error\" ? throw \"worse\" : b }"
    ) { upstream, handler in upstream.tryCatch { try handler(Carried($0.value)) } }
    about(
      "mapError",
      facts: OperatorFacts(
        use: "to convert failures to another type", rivals: ["catch", "replaceError"],
        fails: "when the upstream fails, with the result of the closure",
        typing: .keepsValues))
    row(
      "mapError", "Replaces the failure with the result of a closure.", closure(.value), sample: "a: -1-#\n> a.mapError { \"an \\($0)\" }"
    ) { upstream, transform in
      upstream.mapError { SpecFailure(transform(Carried($0.value)).value) }
    }
    about(
      "replaceError",
      facts: OperatorFacts(
        use: "to have a value in place of a failure", rivals: ["catch", "ignoreFailure", "replaceEmpty"],
        rx: ["catchAndReturn", "onErrorReturn"], finishes: "when the upstream finishes, or after the value that replaces its failure",
        fails: "", typing: [.keepsValues, .cures]))
    row(
      "replaceError", "Sends a given value in place of a failure, then finishes.", .value("with"),
      sample: "a: -1-#\n> a.replaceError(with: 0)"
    ) {
      $0.replaceError(with: $1)
    }
    about(
      "retry",
      facts: OperatorFacts(
        use: "to try again when the next attempt may succeed", rivals: ["catch", "repeat"],
        elsewhere: [.init("RxSwift", "counts the first attempt, too, and tries once less")],
        requests: "from each attempt the demand that has not been fulfilled yet", fails: "when the last attempt fails",
        typing: [.keepsValues, .joins, .isLenient]))
    row(
      "retry", "Subscribes to the upstream again after a failure, up to a number of times.", .integer(atLeast: 0),
      sample: "a: -1-2-#\n> a.retry(1)"
    ) { $0.retry($1) }
  }
}
