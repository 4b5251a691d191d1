extension Members {
  /// An example expression for each member and each function, by its spelling. Help evaluates the examples; a test
  /// finds the ones that are missing.
  static let examples: [String: String] = [
    "count": #""abc".count"#, "isEmpty": "[].isEmpty", "first": "[1, 2].first", "last": "[1, 2].last",
    "prefix(_:)": #""abc".prefix(2)"#, "suffix(_:)": #""abc".suffix(2)"#, "dropFirst()": "[1, 2, 3].dropFirst()",
    "dropFirst(_:)": "[1, 2, 3].dropFirst(2)", "dropLast()": "[1, 2, 3].dropLast()",
    "dropLast(_:)": "[1, 2, 3].dropLast(2)",
    "reversed()": "[1, 2, 3].reversed()", "sorted()": "[2, 3, 1].sorted()",
    "sorted(by:)": "[2, 3, 1].sorted { $0 > $1 }",
    "min()": "[2, 3, 1].min()", "max()": "[2, 3, 1].max()", "map(_:)": "[1, 2].map { $0 * 2 }",
    "flatMap(_:)": #"Int("7").flatMap { $0 > 5 ? $0 : nil }"#, "compactMap(_:)": #"["1", "x"].compactMap { Int($0) }"#,
    "filter(_:)": "[1, 2, 3].filter { $0 != 2 }", "reduce(_:_:)": "[1, 2, 3].reduce(0, +)",
    "allSatisfy(_:)": "[1, 2, 3].allSatisfy { $0 > 1 }", "contains(where:)": "[1, 2, 3].contains { $0 > 1 }",
    "first(where:)": "[1, 2, 3].first { $0 > 1 }", "contains(_:)": "[1, 2, 3].contains(2)",
    "joined()": #"["a", "b"].joined()"#, "joined(separator:)": #"["a", "b"].joined(separator: ", ")"#,
    "enumerated()": #"["a", "b"].enumerated()"#, "uppercased()": #""abc".uppercased()"#,
    "lowercased()": #""ABC".lowercased()"#,
    "hasPrefix(_:)": #""abc".hasPrefix("ab")"#, "hasSuffix(_:)": #""abc".hasSuffix("ab")"#,
    "split(separator:)": #""a,b".split(separator: ",")"#, "description": "12.description",
    "isMultiple(of:)": "12.isMultiple(of: 5)",
    "magnitude": "(-12).magnitude", "signum()": "(-12).signum()", "rounded()": "2.6.rounded()",
    "value": ".max(3).value",
    "Int(_:)": #"Int("12")"#, "Double(_:)": "Double(12)", "String(_:)": "String(12)", "Array(_:)": "Array(1...3)",
    "abs(_:)": "abs(-12)",
    "min(_:_:)": "min(1, 2)", "max(_:_:)": "max(1, 2)",
  ]

  /// The examples of members that several kinds of receivers have.
  private static let ofTexts: [String: String] = ["contains(_:)": #""abc".contains("bc")"#]
  private static let ofOptionals: [String: String] = ["map(_:)": #"Int("7").map { $0 * 2 }"#]

  package static func examples(of table: [String: Body]) -> [String] {
    let own = table.keys == texts.keys ? ofTexts : table.keys == optionals.keys ? ofOptionals : [:]
    return table.keys.sorted().compactMap { own[$0] ?? examples[$0] }
  }

  /// The members by their receivers, in the order in which help shows them.
  package static let groups: [(title: String, table: [String: Body])] = [
    ("Members of arrays, strings and ranges", collections), ("Members of arrays", arrays),
    ("Members of strings", texts),
    ("Members of numbers", numbers), ("Members of integers", integers), ("Members of decimals", decimals),
    ("Members of truth values", bools), ("Members of durations", durations), ("Members of cases", cases),
    ("Members of what may be nil", optionals), ("Functions", functions),
  ]
}
