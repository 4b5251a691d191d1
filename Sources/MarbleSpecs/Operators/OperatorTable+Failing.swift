import Pipes

extension OperatorTable {
  mutating func addFailing() {
    family = "Handling failures"
    row(
      "catch", "Goes on with another stream after a failure.", closure(.stream), sample: "a: -1-2-#\nb: 7-8-|\n> a.catch { _ in b }"
    ) { upstream, handler in upstream.catch { handler($0.value) } }
    row(
      "tryCatch", "Goes on with another stream after a failure, or fails if the closure throws.", throwing(.stream),
      sample: "a: -1-2-#\nb: 7-8-|\n> a.tryCatch { $0 == \"error\" ? throw \"worse\" : b }"
    ) { upstream, handler in upstream.tryCatch { try handler($0.value) } }
    row("mapError", "Changes the failure.", closure(.value), sample: "a: -1-#\n> a.mapError { \"an \\($0)\" }") { upstream, transform in
      upstream.mapError { SpecFailure(transform($0.value)) }
    }
    row(
      "replaceError", "Sends a value in the place of a failure, and finishes.", .value("with"), sample: "a: -1-#\n> a.replaceError(with: 0)"
    ) {
      $0.replaceError(with: $1)
    }
    row("retry", "Subscribes again after a failure, so many times.", .integer(), sample: "a: -1-2-#\n> a.retry(1)") { $0.retry($1) }
  }
}
