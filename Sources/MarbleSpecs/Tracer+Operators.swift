extension Tracer {
  /// What an operator keeps of the values it receives, as far as what it sends is made of more than the one it is handling.
  enum Kept {
    /// Nothing, or what it sends again unchanged.
    case none
    /// A queue: the first of each input is used, once.
    case queue
    /// The last value of each input.
    case latest
    /// The last two.
    case pair
    /// All values since it last sent one.
    case all
    /// A value that it sends when something else happens.
    case held
  }

  static func memory(of name: String) -> Kept { kept[name] ?? .none }

  private static let kept: [String: Kept] = [
    "zip": .queue, "buffer": .queue, "delay": .queue, "receive": .queue, "skipLast": .queue, "combineLatest": .latest,
    "withLatestFrom": .latest,
    "collect": .all, "reduce": .all, "tryReduce": .all, "count": .all, "forkJoin": .latest,
    "pairwise": .pair, "sequenceEqual": .all, "sample": .held, "audit": .held,
  ]

  /// Whether the other streams of an operator only give signs: nothing is made of their values.
  static func takesSigns(_ name: String) -> Bool { ["sample", "audit", "drop", "prefix", "delay", "retry", "repeat"].contains(name) }

  /// Whether an operator sends at the end what it chose before: of a stream that fails comes nothing.
  static func choosesAtEnd(_ name: String) -> Bool { ["min", "max", "tryMin", "tryMax", "last", "tryLast", "takeLast"].contains(name) }

  /// Why nothing came of a value, as a clause with "it" for the value; empty if it went where no line leads.
  static func silence(of name: String, hasArguments: Bool) -> String {
    // Alone `last` takes every value; with a closure only some.
    let name = name == "last" && hasArguments ? "tryLast" : name
    return name == "groupBy" ? "" : silences[name] ?? "nothing came of it"
  }

  private static let silences: [String: String] = [
    "filter": "its condition is false", "tryFilter": "its condition is false",
    "compactMap": "the closure gave nil for it", "tryCompactMap": "the closure gave nil for it",
    "removeDuplicates": "it equals the one before", "tryRemoveDuplicates": "it equals the one before",
    "debounce": "another came, or the stream ended, before its pause was over",
    "throttle": "another was sent in its period", "timeout": "the time had run out",
    "dropFirst": "it is one of the first, which are dropped", "drop": "it came too early", "tryDrop": "it came too early",
    "prefix": "it came too late", "tryPrefix": "it came too late", "first": "it is not the one that was looked for",
    "tryFirst": "it is not the one that was looked for", "last": "a later one took its place",
    "tryLast": "its condition is false, or a later one took its place",
    "output": "its position is not asked for", "ignoreOutput": "all values are ignored",
    "zip": "it never got a partner", "combineLatest": "it was replaced before every stream had sent one",
    "min": "there was a smaller one", "max": "there was a larger one", "tryMin": "there was a smaller one",
    "tryMax": "there was a larger one", "contains": "it is not the one that was looked for",
    "tryContains": "it is not the one that was looked for", "allSatisfy": "it satisfies the condition, as those before",
    "tryAllSatisfy": "it satisfies the condition, as those before", "collect": "the stream failed before they were sent",
    "reduce": "the stream failed before there was a result", "tryReduce": "the stream failed before there was a result",
    "count": "the stream failed before there was a result", "buffer": "the buffer was full, or nobody asked for it",
    "delay": "the stream failed or was cancelled before its time", "receive": "the stream was cancelled before its turn",
    "exhaustMap": "it is busy with the one before", "replaceEmpty": "the stream was cancelled", "sample": "a later one took its place",
    "audit": "another came in its window", "pairwise": "there was no other", "distinct": "an equal one came before",
    "forkJoin": "a later one took its place, or another stream sent none", "single": "there was a second one, or the stream failed",
    "skipLast": "it is one of the last", "takeLast": "it is not one of the last",
    "withLatestFrom": "not every stream had sent one, or a later one took its place",
    "flatMap": "nobody asked for it before the end", "mergeMap": "nobody asked for it before the end",
    "concatMap": "nobody asked for it before the end", "merge": "nobody asked for it before the end",
  ]
}
