import Pipes

extension OperatorTable {
  /// The operators that handle failures.
  @OperatorRows static var failing: [OperatorRow] {
    row(
      "catch", "Continues with another publisher after a failure.",
      facts: OperatorFacts(
        use: "to continue with other values after a failure", rivals: ["replaceError", "retry", "onErrorResumeNext"],
        rx: ["catchError"], requests: "the demand that has not been fulfilled yet, from the other publisher",
        fails: "when the other publisher fails", typing: [.keepsValues, .adds], failure: .other),
      closure(.stream).of(.failure), sample: "a: -1-2-#\nb: 7-8-|\n> a.catch { _ in b }"
    ) { upstream, handler in upstream.catch { handler(Carried($0.value)) } }
    row(
      "tryCatch", "Continues with another publisher after a failure, or fails if the closure throws.",
      facts: OperatorFacts(
        use: "to continue after some failures and to fail after others", rivals: ["catch", "mapError"],
        requests: "the demand that has not been fulfilled yet, from the other publisher",
        fails: "when the closure throws or the other publisher fails", typing: [.keepsValues, .adds]),
      throwing(.stream).of(.failure),
      sample: "a: -1-2-#\nb: 7-8-|\n> a.tryCatch { $0 == \"error\" ? throw \"worse\" : b }"
    ) { upstream, handler in upstream.tryCatch { try handler(Carried($0.value)) } }
    row(
      "mapError", "Replaces the failure with the result of a closure.",
      facts: OperatorFacts(
        use: "to convert failures to another type", rivals: ["catch", "replaceError"],
        fails: "when the upstream fails, with the result of the closure", typing: .keepsValues, failure: .given),
      closure(.value).of(.failure).givingFailure, sample: "a: -1-#\n> a.mapError { \"an \\($0)\" }"
    ) { upstream, transform in
      upstream.mapError { SpecFailure(transform(Carried($0.value)).value) }
    }
    row(
      "replaceError", "Sends a given value in place of a failure, then finishes.",
      facts: OperatorFacts(
        use: "to have a value in place of a failure", rivals: ["catch", "ignoreFailure", "replaceEmpty"],
        rx: ["catchAndReturn", "onErrorReturn"],
        finishes: "when the upstream finishes, or after the value that replaces its failure",
        fails: "", typing: [.keepsValues, .cures, .adds]),
      .value("with"), sample: "a: -1-#\n> a.replaceError(with: 0)"
    ) { $0.replaceError(with: $1) }
    let retry = OperatorFacts(
      use: "to try again after a pause", rivals: ["catch", "repeat"],
      requests: "from each attempt the demand that has not been fulfilled yet", fails: "when the last attempt fails",
      subscribesAgain: true, typing: [.keepsValues, .joins, .isLenient])
    row(
      "retry", "Subscribes to the upstream again after a failure, up to a number of times.",
      facts: retry.but {
        $0.use = "to try again when the next attempt may succeed"
        $0.elsewhere = [.init("RxSwift", "counts the first attempt, too, and tries once less")]
      },
      .integer(atLeast: 0), sample: "a: -1-2-#\n> a.retry(1)"
    ) { $0.retry($1) }
    row(
      "retry", "Subscribes again after a failure, up to a number of times, each time after a delay.", facts: retry,
      .integer(atLeast: 0), .duration("delay"), .scheduler, sample: "a: -1-#\n> a.retry(1, delay: 3)"
    ) { $0.retry($1, delay: $2, scheduler: $3) }
    row(
      "retry", "Subscribes again after a failure, up to a number of times, each time after a longer delay.",
      facts: retry, .integer(atLeast: 0), .backoff, .scheduler,
      sample: "a: -1-#\n> a.retry(2, backoff: .exponential(from: 1, upTo: 8))"
    ) { $0.retry($1, backoff: $2, scheduler: $3) }
    let reconnect = retry.but {
      $0.use = "to keep a connection: to try again after a pause when the failure may pass"
      $0.fails = "when the last attempt fails, or an attempt with a failure for which the condition is false"
    }
    row(
      "retry",
      "Subscribes again after a failure that a condition accepts, up to a number of times, each time after a delay.",
      facts: reconnect, .integer(atLeast: 0), .duration("delay"), closure(.bool, "if").of(.failure),
      .bool("resetOnSuccess").optional(false), .scheduler,
      sample: "a: -1-#'busy'\n> a.retry(1, delay: 3, if: { $0 == \"busy\" })"
    ) { upstream, count, delay, isAccepted, resets, scheduler in
      upstream.retry(
        count, delay: delay, if: { isAccepted(Carried($0.value)) }, resetOnSuccess: resets, scheduler: scheduler)
    }
    row(
      "retry",
      "Subscribes again after a failure that a condition accepts, up to a number of times, each after a longer delay.",
      facts: reconnect,
      .integer(atLeast: 0), .backoff, closure(.bool, "if").of(.failure), .bool("resetOnSuccess").optional(false),
      .scheduler,
      sample:
        "a: -1-#'busy'\n> a.retry(2, backoff: .linear(2, upTo: 8), if: { $0 == \"busy\" }, resetOnSuccess: true).prefix(4)"
    ) { upstream, count, backoff, isAccepted, resets, scheduler in
      upstream.retry(
        count, backoff: backoff, if: { isAccepted(Carried($0.value)) }, resetOnSuccess: resets, scheduler: scheduler)
    }
    row(
      "retry", "Subscribes again after a failure for which a condition is true, up to a number of times.",
      facts: reconnect.but {
        ($0.use, $0.rivals) = ("to try again after some failures only", ["catch", "tryCatch"])
      },
      .integer(atLeast: 0), closure(.bool, "if").of(.failure),
      sample: "a: -1-#'busy'\n> a.retry(2, if: { $0 == \"busy\" })"
    ) { upstream, count, isAccepted in upstream.retry(count, if: { isAccepted(Carried($0.value)) }) }
    row(
      "retry", "Subscribes again after a failure, each time another publisher sends a value.",
      facts: retry.but {
        ($0.use, $0.rx) = ("to decide after each failure when to try again", ["retryWhen"])
        $0.finishes = "when the upstream finishes, or when the other publisher has finished and no attempt is running"
        $0.fails = "when the other publisher fails, or the attempt that was running when it finished"
        $0.takesSignals = true
      },
      answering("when", to: "failures").of(.failures),
      sample: "a: -1-#\n> a.retry { errors in errors.delay(for: 2) }.prefix(2)"
    ) { upstream, handler in upstream.retry(when: { handler($0.map(\.value).adapted) }) }
    row(
      "ignoreFailure", "Finishes in place of a failure, or never completes.",
      facts: OperatorFacts(
        use: "where a failure may count as a finish", rivals: ["replaceError", "catch"],
        finishes: "when the upstream finishes, and when the upstream fails unless completeImmediately is false",
        fails: "", typing: [.keepsValues, .cures]),
      .bool("completeImmediately").optional(true), sample: "a: -1-#\n> a.ignoreFailure()"
    ) { $0.ignoreFailure(completeImmediately: $1) }
    row(
      "onErrorResumeNext", "Continues with another publisher after the upstream has finished or failed.",
      facts: OperatorFacts(
        use: "to continue with other values after any completion", rivals: ["catch", "append"],
        requests: "the demand that has not been fulfilled yet, from the other publisher",
        finishes: "when the other publisher has finished", fails: "", typing: [.keepsValues, .adds], failure: .other),
      .stream(), sample: "a: -1-#\nb: 7-8-|\n> a.onErrorResumeNext(b)"
    ) { $0.onErrorResumeNext($1) }
  }
}
