extension Operator {
  /// What it is called in the Rx family; nil if it has the same name there, or none.
  package var rxName: String? { Operator.rxNames[signature] ?? Operator.rxNames[name] }

  /// By signature where the forms differ, else by name.
  static let rxNames: [String: String] = [
    "Just": "just", "Empty": "empty", "Fail": "throw", "Deferred": "defer", "publisher": "from", "Timer.publish": "interval",
    "flatMap": "mergeMap", "switchToLatest": "switch",
    "collect()": "toArray", "collect(_:)": "buffer", "allSatisfy": "every", "contains(_:)": "includes", "contains(where:)": "some",
    "removeDuplicates": "distinctUntilChanged", "replaceEmpty": "defaultIfEmpty", "ignoreOutput": "ignoreElements",
    "prefix(_:)": "take", "prefix(while:)": "takeWhile", "prefix(untilOutputFrom:)": "takeUntil",
    "dropFirst": "skip", "drop(while:)": "skipWhile", "drop(untilOutputFrom:)": "skipUntil", "output(at:)": "elementAt",
    "prepend": "startWith", "append": "concat", "Publishers.MergeMany": "merge",
    "catch": "catchError", "replaceError": "onErrorReturn", "measureInterval": "timeInterval",
    "receive": "observeOn", "subscribe": "subscribeOn",
  ]
}
