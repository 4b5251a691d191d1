import Testing

@testable import MarbleSpecs

/// The message of a spec that cannot run: the whole message, the line and the caret.
struct SpecErrorTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var spec: String
    var message: String
    init(_ spec: String, _ message: String) { (self.spec, self.message) = (spec, message) }
    var testDescription: String { spec }
  }

  static func problem(in text: String) -> String? {
    do {
      _ = try ExecutedSpec(SpecText(text, file: "a.marble"))
      return nil
    } catch {
      return error.description
    }
  }

  @Test(arguments: rows) func saysWhatIsWrongAndWhere(_ row: Case) {
    #expect(SpecErrorTests.problem(in: row.spec) == row.message)
  }

  static let rows: [Case] = lines + pipelines + closures + values

  static let lines: [Case] = [
    Case(
      "",
      "a.marble:1:1: error: the file is empty; write a source and a pipeline; if a drawing was sent to it with '>', the shell has emptied it: use -o FILE"
    ),
    Case(
      "# note",
      "a.marble:1:1: error: there is no pipeline; write one, such as '> typed.debounce(for: 300ms)'\n# note\n^"),
    Case(
      "a: -1-|10ms|\n> a",
      "a.marble:1:8: error: the stream has ended before '1'; after '|' only silence may follow\na: -1-|10ms|\n       ^"),
    Case("titel: x\n> Just(1)", "a.marble:1:1: error: unknown header 'titel'; did you mean 'title'?\ntitel: x\n^~~~~"),
    Case(
      "title: x\ntitle: y\n> Just(1)",
      "a.marble:2:1: error: 'title' appears twice; each header may appear once\ntitle: y\n^~~~~"),
    Case(
      "a: -|\ntitle: x\n> a",
      "a.marble:2:1: error: 'title' comes too late; headers come before the streams\ntitle: x\n^~~~~"),
    Case("frame: 1x\n> Just(1)", "a.marble:1:8: error: expected a duration such as 100ms\nframe: 1x\n       ^~"),
    Case(
      "limit: many\n> Just(1)",
      "a.marble:1:8: error: expected a number of actions such as 10000\nlimit: many\n       ^~~~"),
    Case("hot a: -|\na: -|\n> a", "a.marble:2:1: error: there are two streams 'a'; choose another name\na: -|\n^"),
    Case(
      "a: -|\nhot a: -|\n> a",
      "a.marble:2:5: error: a hot stream has one row; all its subscribers share one run\nhot a: -|\n    ^"),
    Case(
      "a: -|\nb: -|\na: -|\n> a",
      "a.marble:3:1: error: there are two streams 'a'; choose another name; write the rows of one stream below each other\na: -|\n^"
    ),
    Case(
      "for: -|\n> Just(1)", "a.marble:1:1: error: 'for' is a word of the language; choose another name\nfor: -|\n^~~"),
    Case("hot\n> Just(1)", "a.marble:1:4: error: expected a name after 'hot'; write 'hot a: -1-2-|'\nhot\n   ^"),
    Case(
      "hott a: -|\n> Just(1)",
      "a.marble:1:6: error: expected ':' after 'hott'; did you mean 'hot'?\nhott a: -|\n     ^~"),
    Case("= -|", "a.marble:1:1: error: '=' belongs to a pipeline; write '> …' above it\n= -|\n^"),
    Case("> Just(1)\nfrom", "a.marble:2:1: error: expected a row after 'from'\nfrom\n^~~~"),
    Case("> Just(1)\nsubs b: ^", "a.marble:2:6: error: there is no source 'b'\nsubs b: ^\n     ^"),
    Case(
      "typed: -|\n> typed\nsubs typd: ^-!",
      "a.marble:3:6: error: there is no source 'typd'; did you mean 'typed'?\nsubs typd: ^-!\n     ^~~~"),
    Case(
      "  a = 1\n> Just(1)",
      "a.marble:1:3: error: an indented line belongs to a source or a pipeline above it; begin it in the first column\n  a = 1\n  ^~~~~"
    ),
    Case(
      "\ta = 1\n> Just(1)", "a.marble:1:1: error: only plain spaces are allowed here; indent with spaces\n a = 1\n^"),
    Case(
      "-1-|\n> Just(1)", "a.marble:1:1: error: a row needs a name; write 'a: -1-|'\n-1-|\n^~~~"),
    Case("a: -1-|\n  x = 3\n> a", "a.marble:2:3: error: no row uses 'x'; remove the entry\n  x = 3\n  ^"),
    Case(
      "a: -x-|\n  x = 3\n> a\n  x = 4",
      "a.marble:4:3: error: 'x' has another meaning in line 2; one symbol means one thing in a file\n  x = 4\n  ^"),
    Case("a: -x-|\n  x = \n> a", "a.marble:2:5: error: expected a value after '='\n  x = \n    ^"),
    Case("a: -x-|\n  x = [1\n> a", "a.marble:2:7: error: '[' is never closed\n  x = [1\n      ^"),
    Case(
      "a: -x-|\n  x = y\n> a",
      "a.marble:2:7: error: there is no stream 'y'; a string has quotes: \"y\"\n  x = y\n      ^"),
    Case(
      "a: -1-x-|\n> a",
      "a.marble:1:7: error: a stream has values of one type: 'x' is \"x\", '1' is 1; give one of them a meaning in a table\na: -1-x-|\n      ^"
    ),
  ]

  static let pipelines: [Case] = [
    Case("a: -|\n>", "a.marble:2:2: error: expected a pipeline such as typed.debounce(for: 300ms)\n>\n ^"),
    Case(
      "a: -|\n> a.debonce(for: 3)",
      "a.marble:2:5: error: unknown operator 'debonce'; did you mean 'debounce'?\n> a.debonce(for: 3)\n    ^~~~~~~"),
    Case("a: -|\n> b", "a.marble:2:3: error: there is no stream 'b'; there is 'a'\n> b\n  ^"),
    Case(
      "typed: -|\n> tpyed", "a.marble:2:3: error: there is no stream 'tpyed'; did you mean 'typed'?\n> tpyed\n  ^~~~~"),
    Case("a: -|\n> a.count", "a.marble:2:5: error: 'count' needs parentheses; write count()\n> a.count\n    ^~~~~"),
    Case(
      "a: -|\n> a.debounce(fro: 3)",
      "a.marble:2:14: error: debounce: there is no argument 'fro:'; did you mean 'for:'?\n> a.debounce(fro: 3)\n             ^~~"
    ),
    Case(
      "a: -|\n> a.debounce()",
      "a.marble:2:5: error: debounce: these arguments do not fit; write debounce(for:) or debounce(_:)\n> a.debounce()\n    ^~~~~~~~"
    ),
    Case(
      "a: -|\n> a.debounce(for: \"x\")",
      "a.marble:2:19: error: debounce: expected a duration such as 300ms, got \"x\"\n> a.debounce(for: \"x\")\n                  ^~~"
    ),
    Case(
      "a: -|\n> a.debounce(for: -3)",
      "a.marble:2:19: error: debounce: a duration must not be negative, got -3\n> a.debounce(for: -3)\n                  ^~"
    ),
    Case(
      "a: -|\n> a.delay(for: 3, scheduler: main)",
      """
      a.marble:2:30: error: delay: expected scheduler; the virtual scheduler is the only one; it may be left out
      > a.delay(for: 3, scheduler: main)
                                   ^~~~
      """),
    Case(
      "a: -|\n> a.merge(with: 1)",
      "a.marble:2:17: error: merge: expected a stream; Just(…) makes a stream of a value\n> a.merge(with: 1)\n                ^"
    ),
    Case(
      "a: -|\n> a.prefix(-1)", "a.marble:2:12: error: prefix: expected 0 or more, got -1\n> a.prefix(-1)\n           ^~"
    ),
    Case(
      "a: -|\n> a.flatMap(maxPublishers: 2) { _ in a }",
      """
      a.marble:2:28: error: flatMap: expected .max(1), .unlimited or .none, got 2
      > a.flatMap(maxPublishers: 2) { _ in a }
                                 ^
      """),
    Case(
      "> 1 + 2",
      "a.marble:1:3: error: the pipeline is a value, not a stream; Just(…) makes a stream of a value\n> 1 + 2\n  ^~~~~"),
    Case("> Jsut(1)", "a.marble:1:3: error: there is no 'Jsut(…)'; did you mean 'Just'?\n> Jsut(1)\n  ^~~~"),
    Case("a: -|\n> a.map { $0 * 2", "a.marble:2:9: error: '{' is never closed\n> a.map { $0 * 2\n        ^"),
    Case(
      "a: -|\n> a.map { $0 * }", "a.marble:2:16: error: expected a value, found '}'\n> a.map { $0 * }\n               ^"
    ),
    Case(
      "a: -|\n> a.map { $0 ]",
      "a.marble:2:14: error: ']' does not match '{'; write '}' before it\n> a.map { $0 ]\n             ^"),
    Case(
      "a: -|\n> a.map { \"x }",
      "a.marble:2:11: error: the string is not closed; write \" at its end\n> a.map { \"x }\n          ^~~~"),
    Case(
      "> Just('x')",
      "a.marble:1:8: error: a string does not start with a single quote; write \"x\"\n> Just('x')\n       ^"),
    Case("> Just(3min)", "a.marble:1:9: error: 'min' is not a unit of time; write 3m\n> Just(3min)\n        ^~~"),
    Case(
      "> Just(99999999999999999999)",
      "a.marble:1:8: error: the number is too large\n> Just(99999999999999999999)\n       ^~~~~~~~~~~~~~~~~~~~"),
    Case(
      "> Just(1 < 2 < 3)",
      "a.marble:1:14: error: comparisons cannot be chained; join them with &&\n> Just(1 < 2 < 3)\n             ^"),
  ]

  static let closures: [Case] = [
    Case(
      "a: -1-|\n> a.scan(0) { a, b, c in a }",
      "a.marble:2:13: error: scan: the closure takes 2 values, not 3\n> a.scan(0) { a, b, c in a }\n            ^~~~~~~~~~~~~~~~"
    ),
    Case(
      "a: -1-|\n> a.map { }",
      "a.marble:2:9: error: the closure is empty; write a value, such as { $0 }\n> a.map { }\n        ^~~"),
    Case(
      "a: -1-|\n> a.map { x in $0 }",
      "a.marble:2:16: error: '$0' is in a closure that names its values; use the names before 'in'\n> a.map { x in $0 }\n               ^~"
    ),
    Case(
      "> Just($0)",
      "a.marble:1:8: error: '$0' is outside a closure; a closure has braces, as in { $0 * 2 }\n> Just($0)\n       ^~"),
    Case(
      "a: -1-|\n> a.map { $1 }",
      "a.marble:2:9: error: map: the closure takes 2 values, got one: 1; the only value is $0\n> a.map { $1 }\n        ^~~~~~"
    ),
    Case(
      "a: -1-|\n> a.map { throw \"x\" }",
      "a.marble:2:11: error: map: the closure cannot throw; use tryMap\n> a.map { throw \"x\" }\n          ^~~~~~~~~"),
    Case(
      "a: -1-|\n> a.map(3)",
      "a.marble:2:9: error: map: expected a closure that takes one value; write { … }\n> a.map(3)\n        ^"),
    Case(
      "a: -1-|\n> a.filter { $0 }",
      "a.marble:2:12: error: filter: the closure must give true or false, got 1\n> a.filter { $0 }\n           ^~~~~~"),
    Case(
      "a: -1-|\n> a.flatMap { $0 }",
      "a.marble:2:13: error: flatMap: the closure must give a stream, got 1\n> a.flatMap { $0 }\n            ^~~~~~"),
    Case(
      "a: -1-|\n> a.map { v in vv }",
      "a.marble:2:16: error: there is no name 'vv'; did you mean 'v'?\n> a.map { v in vv }\n               ^~"),
  ]

  static let values: [Case] = [
    Case(
      "a: -1-|\n> a.map { $0 + \"a\" }",
      "a.marble:2:14: error: map: '+' needs two numbers or two strings, got 1 and \"a\"\n> a.map { $0 + \"a\" }\n             ^"
    ),
    Case(
      "a: -1-|\n> a.map { $0 * 2.5 }",
      """
      a.marble:2:14: error: map: '*' needs two integers or two decimals, got 1 and 2.5; Double(…) makes a decimal of an integer
      > a.map { $0 * 2.5 }
                   ^
      """),
    Case(
      "a: -1-|\n> a.map { $0 / 0 }",
      "a.marble:2:14: error: map: division by zero: 1 / 0\n> a.map { $0 / 0 }\n             ^"),
    Case(
      "a: -1-|\n> a.map { $0 % 0 }",
      "a.marble:2:14: error: map: division by zero: 1 % 0\n> a.map { $0 % 0 }\n             ^"),
    Case(
      "a: -1-|\n> a.map { $0 + 9223372036854775807 }",
      """
      a.marble:2:14: error: map: overflow: 1 + 9223372036854775807 does not fit
      > a.map { $0 + 9223372036854775807 }
                   ^
      """),
    Case(
      "a: -1-|\n> a.map { [1, 2][$0 + 5] }",
      "a.marble:2:18: error: map: there is no element 6: the array has 2\n> a.map { [1, 2][$0 + 5] }\n                 ^~~~~~"
    ),
    Case(
      "a: -x-|\n> a.map { Int($0)! }",
      "a.marble:2:11: error: map: the value before '!' is nil\n> a.map { Int($0)! }\n          ^~~~~~~~"),
    Case(
      "a: -1-|\n> a.map { $0.uppercased() }",
      "a.marble:2:14: error: map: 1 has no 'uppercased'\n> a.map { $0.uppercased() }\n             ^~~~~~~~~~"),
    Case(
      "a: -x-|\n> a.map { $0.uppercase() }",
      """
      a.marble:2:14: error: no stream and no value has a member 'uppercase'; did you mean 'uppercased'?
      > a.map { $0.uppercase() }
                   ^~~~~~~~~
      """),
    Case(
      "a: -x-|\n> a.map { $0 == 1 }",
      "a.marble:2:14: error: map: '==' needs two values of one type, got \"x\" and 1\n> a.map { $0 == 1 }\n             ^~"
    ),
    Case(
      "a: -1-|\n> a.scan(\"12345678\") { all, _ in (0..<20).reduce(all) { t, _ in t + t } }",
      """
      a.marble:2:67: error: scan: the value grows too large
      > a.scan("12345678") { all, _ in (0..<20).reduce(all) { t, _ in t + t } }
                                                                        ^
      """),
    Case(
      "a: -1-|\n> a.scan([]) { all, _ in (0..<99).reduce(all) { t, _ in [t] } }",
      """
      a.marble:2:57: error: scan: the value is nested too deeply
      > a.scan([]) { all, _ in (0..<99).reduce(all) { t, _ in [t] } }
                                                              ^~~
      """),
    Case(
      "limit: 1000\na: -1-|\n> a.map { (0..<99999).map { x in (0..<99999).count } .count }",
      """
      a.marble:3:23: error: map: the run takes too many steps; 'limit: 2000000' at the top of the file allows more
      > a.map { (0..<99999).map { x in (0..<99999).count } .count }
                            ^~~
      """),
  ]

  /// A wide character takes two columns of the line, so it takes two of the caret line.
  @Test func theCaretStandsBelowWideCharacters() {
    #expect(
      SpecErrorTests.problem(in: "a: -日-|\n> a.map { \"日本\" + 1 }")
        == "a.marble:2:16: error: map: '+' needs two numbers or two strings, got \"日本\" and 1; a value in a text is written \"日本\\($0)\"\n> a.map { \"日本\" + 1 }\n                 ^"
    )
  }
}
