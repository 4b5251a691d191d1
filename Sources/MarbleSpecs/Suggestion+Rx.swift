extension Suggestion {
  /// What somebody who comes from Rx may look for, and what it is called here.
  package static let rxNames: [String: String] = [
    "all": "allSatisfy", "amb": "race(with:)", "auditTime": "audit(for:)", "bufferCount": "collect(_:)",
    "bufferTime": "collect(.byTime(…))", "bufferWhen": "buffer(_:)", "findIndex": "firstIndex(where:)", "ifEmpty": "switchIfEmpty(_:)",
    "windowCount": "window(count:)", "windowTime": "window(every:)",
    "catchAndReturn": "replaceError(with:)", "catchError": "catch", "concat": "append", "concatWith": "append",
    "debounceTime": "debounce(for:)", "defer": "Deferred", "defaultIfEmpty": "replaceEmpty(with:)", "delayWhen": "delay(for:)",
    "distinctUntilChanged": "removeDuplicates()", "distinctUntilKeyChanged": "removeDuplicates(by:)", "elementAt": "output(at:)",
    "every": "allSatisfy", "filterMap": "compactMap",
    "find": "first(where:)", "flatMapFirst": "exhaustMap", "flatMapLatest": "switchMap", "ignoreElements": "ignoreOutput()",
    "includes": "contains(_:)", "mapTo": "map(_:)",
    "mergeAll": "flatMap", "mergeWith": "merge(with:)", "observeOn": "receive(on:)", "onErrorReturn": "replaceError(with:)",
    "publishReplay": "share(replay:)", "raceWith": "race(with:)", "repeatWhen": "repeat(when:)", "retryWhen": "retry(when:)",
    "sampleTime": "sample(every:)", "shareReplay": "share(replay:)", "skip": "dropFirst(_:)", "skipUntil": "drop(untilOutputFrom:)",
    "skipWhile": "drop(while:)", "startWith": "prepend", "subscribeOn": "subscribe(on:)", "switchAll": "switchToLatest()",
    "switchLatest": "switchToLatest()",
    "take": "prefix(_:)", "takeUntil": "prefix(untilOutputFrom:)", "takeWhile": "prefix(while:)", "throttleTime": "throttle(for:latest:)",
    "throwError": "Fail(_:)", "timeInterval": "measureInterval(using:)", "toArray": "collect()", "zipWith": "zip(_:)",
  ]

  /// Operators of the library, and of Rx, that change nothing a spec could show, and what to do instead.
  package static let notInSpecs: [String: String] = {
    var reasons: [String: String] = [:]
    for name in ["print", "handleEvents", "breakpoint", "breakpointOnError", "finalize", "eraseToAnyPublisher", "tap", "do"] {
      reasons[name] = "what happens and when is the same without it: leave it out"
    }
    for name in ["sink", "assign", "store"] { reasons[name] = "every pipeline is subscribed to: leave it out" }
    for name in ["setFailureType", "assertNoFailure"] { reasons[name] = "all streams of a spec fail alike: leave it out" }
    for name in ["multicast", "makeConnectable", "autoconnect", "connect", "refCount"] { reasons[name] = "use share()" }
    reasons["partition"] = "a pipeline has one output: use filter(_:) twice"
    for name in ["encode", "decode"] { reasons[name] = "use map(_:)" }
    return reasons
  }()

  /// `did you mean 'race(with:)'?` for a name of Rx, if what it stands for is known.
  static func rxFix(for name: String, among known: some Sequence<String>) -> String? {
    guard let ours = rxNames[name], known.contains(String(ours.prefix { $0 != "(" })) else { return nil }
    return "did you mean '\(ours)'?"
  }

  /// What an operator is called in Rx, if it has another name there.
  package static func rxNames(of form: Operator) -> [String] {
    rxNames.filter { $0.value == form.signature || $0.value == form.name }.map(\.key).sorted()
  }
}
