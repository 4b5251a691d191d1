import Marbles
import Testing

@testable import MarbleSpecs

/// Messages for newcomers who write what they know from elsewhere: another library, another notation, another language.
/// The part that the caret marks stands between « and ».
struct NewcomerMessageTests {
  typealias Case = SpecMessageTests.Case

  static let all: [Case] = [
    meanings, rows, durations, forms, closures, counts, calls, units, signs, marks, lines, subscribers, operators,
    tables,
  ].flatMap(\.self)

  @Test(arguments: all) func isTold(_ row: Case) {
    #expect(SpecErrorTests.problem(in: row.spec) == row.description)
  }

  static let meanings: [Case] = [
    Case(
      "a: -x-|\n«x» = 1\n> a",
      "a meaning is written on an indented line; put spaces before it, as in '  x = …'; 'let x = …' names a stream, a value or a closure"
    ),
    Case(
      "a: -'on'-|\n> a\n«on» = 1",
      "a meaning is written on an indented line; put spaces before it, as in '  'on' = …'; 'let on = …' names a stream, a value or a closure"
    ),
    Case(
      "a: -'x y'-|\n«'x y'» = 1\n> a",
      "a meaning is written on an indented line; put spaces before it, as in '  'x y' = …'"),
    Case("a: -1-|\n«1» = 2\n> a", "a meaning is written on an indented line; put spaces before it, as in '  1 = …'"),
    Case("a: -é-|\n«é» = 2\n> a", "a meaning is written on an indented line; put spaces before it, as in '  é = …'"),
    Case(
      "a: -ab-|\n  a = 1«,» b = 2\n> a", "there is a ',' between two meanings; separate them by spaces: a = 1   b = 2"),
    Case(
      "a: -ab-|\n  a = [1, 2]«,»b = 2\n> a",
      "there is a ',' between two meanings; separate them by spaces: a = 1   b = 2"),
  ]

  static let rows: [Case] = [
    Case("a: -1«–»2-|\n> a", "'–' is an en dash; did you mean '-'? As a value, quote it: '–'"),
    Case("a: «—»1-2-|\n> a", "'—' is an em dash; did you mean '-'? As a value, quote it: '—'"),
    Case("a: -1-|\n> a\n= «−»1-|", "'−' is a minus sign; did you mean '-'? As a value, quote it: '−'"),
    Case(
      "a: -«“»ab”-|\n> a",
      "'“' is a curly quotation mark; a value of several characters has straight single quotes: 'x y'"),
    Case(
      "a: -1-|\n> a\n= -«’»1’-|",
      "'’' is a curly quotation mark; a value of several characters has straight single quotes: 'x y'"),
    Case("a: -«\"x y\"»-|\n> a", "'\"x y\"' has double quotes; a value of several characters has single quotes: 'x y'"),
    Case("a: -(1«\"ab\"»)|\n> a", "'\"ab\"' has double quotes; a value of several characters has single quotes: 'ab'"),
    Case(
      "a: -1-|\n> a.map { _ in \"ab\" }\n= -«\"ab\"»-|",
      "'\"ab\"' has double quotes; a value of several characters has single quotes: 'ab'"
    ),
    Case("a: -«\"»-|\n> a", "'\"' is not a value by itself; quote it as a value: '\"'"),
    Case("a: -«\"»\"-|\n> a", "'\"' is not a value by itself; quote it as a value: '\"'"),
  ]

  static let durations: [Case] = [
    Case(
      "a: -1-300«m»s-2-|\n> a",
      "a stream has values of one type: 'm' is \"m\", '1' is 1; put spaces around the duration '300ms', or give one of them a meaning in a table"
    ),
    Case(
      "a: -x-«1».5s-2-|\n> a",
      "a stream has values of one type: '1' is 1, 'x' is \"x\"; put spaces around the duration '1.5s', or give one of them a meaning in a table"
    ),
    Case(
      "hot a: -1-«x»-|\n> a",
      "a stream has values of one type: 'x' is \"x\", '1' is 1; give one of them a meaning in a table"),
    Case(
      "a: -1-|\n> a\nfrom ^-«3»00ms-!",
      "a row of a subscription cannot hold '3'; put spaces around the duration '300ms'"),
    Case("a: -1-|\n> a\ndemand 1-25«m»s-1", "a row of requests cannot hold 'm'; put spaces around the duration '25ms'"),
    Case(
      "a: -1-|\n> a\ndemand 1-3«0»0ms-1",
      "'0' is not a number of values to request; put spaces around the duration '300ms'"),
    // 2 stands at 3ms, so the next free frame is that at 4ms; a duration that has passed leaves its end free.
    Case("a: -1-2 «@1ms» 3|\n> a", "'@1ms' is not later than the symbols before it; write @4ms or later"),
    Case("a: (ab) «@0ms» c|\n> a", "'@0ms' is not later than the symbols before it; write @1ms or later"),
    Case("a: 1s «@1ms» 3\n> a", "'@1ms' is not later than the symbols before it; write @1s or later"),
    Case(
      "frame: 100ms\na: -1- «@10ms» 3\n> a", "'@10ms' is not later than the symbols before it; write @300ms or later"),
    Case("hot a: 1-^-2 «@1ms» 3\n> a", "'@1ms' is not later than the symbols before it; write @3ms or later"),
    Case("frame: «0ms»\n> Just(1)", "a frame must be longer than zero; write a duration such as 100ms"),
    Case("frame: «0.1ns»\n> Just(1)", "the duration is not a whole number of nanoseconds"),
    Case("frame: «9999999999h»\n> Just(1)", "the duration is too long; a row spans at most 292 years"),
    Case("frame: «100»\n> Just(1)", "expected a duration such as 100ms; a number needs a unit: ns, us, ms, s, m or h"),
    Case("frame: «fast»\n> Just(1)", "expected a duration such as 100ms"),
    Case("a: -1-|\n> a.delay(for: 1s «/» 0)", "delay: division by zero: 1s / 0"),
    Case("a: -1-|\n> a.map { 1.5s «/» ($0 - 1) }", "map: division by zero: 1500ms / 0"),
    Case("a: -1-|\n> a.delay(for: 2562047h «*» 2)", "delay: overflow: 2562047h * 2 does not fit"),
  ]

  static let forms: [Case] = [
    Case(two + "Publishers.«Zip»(a, b)", "there is no 'Publishers.Zip'; write a.zip(b)"),
    Case(two + "Publishers.«Zip3»(a, b, a)", "there is no 'Publishers.Zip3'; write a.zip(b, a)"),
    Case(two + "Publishers.«Merge»(a, b)", "there is no 'Publishers.Merge'; write a.merge(with: b)"),
    Case(two + "Publishers.«CombineLatest»(a, b)", "there is no 'Publishers.CombineLatest'; write a.combineLatest(b)"),
    Case(
      two + "Publishers.«Map»(a)", "there is no 'Publishers.Map'; write the stream before the operator: a.map { … }"),
    Case(two + "Publishers.«Foo»(a)", "there is no 'Publishers.Foo'; there is Publishers.MergeMany"),
    Case(two + "«merge»(a, b)", "there is no 'merge(…)'; write a.merge(with: b)"),
    Case(two + "«zip»(a, b.map { $0 + 1 })", "there is no 'zip(…)'; write a.zip(b.map { $0 + 1 })"),
    Case(two + "«combineLatest»([a, b])", "there is no 'combineLatest(…)'; write [a, b].combineLatest()"),
    Case(two + "«concat»(a, b)", "there is no 'concat(…)'; write a.append(b)"),
    Case(two + "«amb»(a, b)", "there is no 'amb(…)'; write a.race(with: b)"),
    Case("> «of»(1, 2)", "there is no 'of(…)'; write [1, 2].publisher"),
    Case("> Observable.«of»(1, 2)", "there is no 'Observable.of'; write [1, 2].publisher"),
    Case("> «from»([1, 2])", "there is no 'from(…)'; write [1, 2].publisher"),
    Case("> «range»(1, 3)", "there is no 'range(…)'; write (1...3).publisher"),
    Case("> «never»()", "there is no 'never(…)'; write Empty(completeImmediately: false)"),
    Case("> «Never»()", "there is no 'Never(…)'; write Empty(completeImmediately: false)"),
    Case("> «never»", "there is no stream 'never'; write Empty(completeImmediately: false)"),
    Case("> «empty»()", "there is no 'empty(…)'; write Empty()"),
    Case("> «throwError»(\"x\")", "there is no 'throwError(…)'; write Fail(\"error\")"),
    Case("> «just»(1)", "there is no 'just(…)'; write Just(1)"),
    Case("> «BehaviorSubject»(1)", "there is no 'BehaviorSubject(…)'; write CurrentValueSubject(0)"),
  ]
  private static let two = "a: -1-|\nb: -2-|\n> "

  static let closures: [Case] = [
    Case("a: -1-|\n> a.«tap» {}", "a spec has no 'tap'; it does not affect timing; remove it"),
    Case("a: -1-|\n> a.«do» { }", "a spec has no 'do'; it does not affect timing; remove it"),
    Case("a: -1-|\n> a.«finally» {}", "a spec has no 'finally'; it does not affect timing; remove it"),
    Case(
      "a: -1-|\n> a.«handleEvents»(receiveOutput: { _ in })",
      "a spec has no 'handleEvents'; it does not affect timing; remove it"),
    Case("a: -1-|\n> a.«sink» {}", "a spec has no 'sink'; every pipeline is subscribed to; remove it"),
    Case("a: -1-|\n> a.«mapp» {}", "unknown operator 'mapp'; did you mean 'map'?"),
    Case("a: -1-|\n> a.map «{}»", "the closure is empty; write a value, such as { $0 }"),
    Case("a: -1-|\n> a.scan(0) «{ x, y in }»", "the closure is empty; write a value, such as { $0 }"),
    Case("a: -1-|\nlet f = «{}»\n> a.map(f)", "the closure is empty; write a value, such as { $0 }"),
    Case("> Deferred «{}»", "the closure is empty; write a value, such as { $0 }"),
  ]

  static let counts: [Case] = [
    Case("a: -1-|\n> a.retry(«-1»)", "retry: expected 0 or more, got -1"),
    Case("a: -1-|\n> a.retry(«-1», delay: 3)", "retry: expected 0 or more, got -1"),
    Case("a: -1-|\n> a.retry(«-1», backoff: .constant(1))", "retry: expected 0 or more, got -1"),
    Case("a: -1-|\n> a.retry(«-1», if: { _ in true })", "retry: expected 0 or more, got -1"),
    Case("a: -1-|\n> a.repeat(«-1»)", "repeat: expected 0 or more, got -1"),
    Case("a: -1-|\n> a.prefix(«-1»)", "prefix: expected 0 or more, got -1"),
  ]

  /// Calls without a label or without an argument, and closures as other languages write them.
  static let calls: [Case] = [
    Case("a: -1-|\n> a.debounce(«3»)", "debounce: an argument has no label; write debounce(for: 3)"),
    Case("a: -1-|\n> a.debounce(«300ms»)", "debounce: an argument has no label; write debounce(for: 300ms)"),
    Case("a: -1-|\n> a.delay(«3»)", "delay: an argument has no label; write delay(for: 3)"),
    Case("a: -1-|\n> a.sample(«3»)", "sample: an argument has no label; write sample(every: 3)"),
    Case("> timer(«3»)", "timer: an argument has no label; write timer(after: 3)"),
    // No form of merge takes a number.
    Case("a: -1-|\n> a.merge(with: «3»)", "merge: expected a stream; Just(…) makes a stream of a value"),
    Case("a: -1-|\n> a.«throttle»(for: 3)", "throttle: 'latest:' is missing; write throttle(for: 3, latest: true)"),
    Case("a: -1-|\n> a.«throttle»(3)", "throttle: 'latest:' is missing; write throttle(for: 3, latest: true)"),
    Case("a: -1-|\n> a.«scan» { $0 + $1 }", "scan: an initial value is missing; write scan(0) { … }"),
    Case("a: -1-|\n> a.«reduce» { $0 + $1 }", "reduce: an initial value is missing; write reduce(0) { … }"),
    Case(two + "a.merge(«b»)", "merge: an argument has no label; write merge(with: b)"),
    Case("A: -1-|\n> A.«map»", "'map' needs a closure; write map { … }"),
    // Every form of map takes a closure, so a number has no other place.
    Case("a: -1-|\n> a.map(«3»)", "map: expected a closure that takes one value; write { … }"),
    Case("a: -1-|\n> a.filter { x «=>» x > 1 }", "'=>' means nothing here; \(closure)"),
    Case("a: -1-|\n> a.filter(x «=>» x > 1)", "'=>' means nothing here; \(closure)"),
    Case("a: -1-|\n> a.filter(x «->» x > 1)", "'->' means nothing here; \(closure)"),
    Case("a: -1-|\n> a.map(\\x «->» x)", "'->' means nothing here; \(closure)"),
    Case("a: -1-|\n> a.map(() «=>» 3)", "'=>' means nothing here; \(closure)"),
    Case("a: -1-|\n> a.map { x in «y» * 2 }", "there is no name 'y'; there is 'x', 'a'"),
    Case("a: -1-|\n> a.map { «y» * 2 }", "there is no name 'y'; the first value is $0, or { y in … } names it"),
    Case("a: -1-|\n> «y»", "there is no stream 'y'; there is 'a'"),
    Case("«-1-2-|»\n> a", "a row needs a name; write 'a: -1-2-|'"),
    Case("«1-2-|»\n> a", "a row needs a name; write 'a: 1-2-|'"),
    Case("a: -1|\n«-1-2-|»\n> a", "a row needs a name; write 'b: -1-2-|'"),
    Case("«-» item\n> a", "expected a source such as 'a: -1-2-|', a pipeline after '>', or marbles after '='"),
  ]
  private static let closure = "a closure is written { x in x > 1 }, or { $0 > 1 }"

  /// Signs in rows that other notations have.
  static let marks: [Case] = [
    Case("a: -x-y-«>»\n> a", "'>' is not an event; \(open)"),
    Case("a: -1-|\n> a\n= -1-«>»", "'>' is not an event; \(open)"),
    Case("a: -1«,»2-|\n> a", "there is a ',' in a row; \(commas)"),
    Case("a: -[1«,»2]-|\n> a", "there is a ',' in a row; \(commas)"),
    Case("a: -1-|\n> a\n= -{1«,»2}", "there is a ',' in a row; \(commas)"),
    Case("a: «─»1─2─|\n> a", "'─' is a line for drawing boxes; did you mean '-'? As a value, quote it: '─'"),
    Case("a: -1-«│»\n> a", "'│' is a line for drawing boxes; did you mean '|'? As a value, quote it: '│'"),
    Case("a: -1-«¦»\n> a", "'¦' is a broken bar; did you mean '|'? As a value, quote it: '¦'"),
    Case("a: ..«1»..2..|\n> a", "a stream has values of one type: '1' is 1, '.' is \".\"; silence is written '-'"),
    Case("a: __«1»__|\n> a", "a stream has values of one type: '1' is 1, '_' is \"_\"; silence is written '-'"),
    Case("a: -1«~»2|\n> a", "a stream has values of one type: '~' is \"~\", '1' is 1; silence is written '-'"),
    Case("a: «\"-1-2-|\"»\n> a", "a row has no quotes; write -1-2-|"),
    Case("hot a: «'-1-2-|'»\n> a", "a row has no quotes; write -1-2-|"),
    Case("a: -1-|\n> a\n= «\"-1-|\"»", "a row has no quotes; write -1-|"),
    Case("a: -1-2-| «//» two\n> a", "a comment begins with '#'; write # …"),
  ]
  private static let open = "a row without '|' goes on without a sign; as a value, quote it: '>'"
  private static let commas = "write values without commas: ab, or [ab] at one instant; as a value, quote it: ','"

  /// Lines as in another language or another tool.
  static let lines: [Case] = [
    Case("a «=» -1-2-|\n> a", "a row of marbles follows ':'; write 'a: -1-2-|'"),
    Case("let a = «-1-2-|»\n> a", "a source has no 'let'; write 'a: -1-2-|'"),
    Case("let a«:» -1-2-|\n> a", "expected '=' after 'let a'; a source has no 'let': a: -1-2-|"),
    Case("let x«:» Int = 2\n> Just(x)", "expected '=' after 'let x'; a 'let' has no type: let x = …"),
    Case(
      "let f«(x)» = x\n> Just(1).map(f)",
      "expected '=' after 'let f'; a closure names its values inside: let f = { x in … }"),
    Case("const «x» = 2\n> Just(x)", "expected ':' after 'const'; write let x = …"),
    Case("func «f(x)» { x }\n> Just(1)", "expected ':' after 'func'; write let f = { x in … }"),
    Case("import «Combine»\n> Just(1)", "expected ':' after 'import'; a spec needs no imports; remove the line"),
    Case("source «a:» -1-|\n> a", "expected ':' after 'source'; a source is written 'a: -1-2-|' or 'hot a: -1-2-|'"),
    Case("frame «=» 100ms\n> Just(1)", "expected ':' after 'frame'; write 'frame: 100ms'"),
    Case("title «Debounce»\n> Just(1)", "expected ':' after 'title'; write 'title: Debounce'"),
    Case("hot a «-1-|»\n> a", "expected ':' after 'hot a'; write 'hot a: …'"),
    Case("cold a «=» -1-|\n> a", "expected ':' after 'cold a'; write 'cold a: …'"),
    Case("hot«:» -1-|\n> a", "expected a name after 'hot'; write 'hot a: -1-2-|'"),
    Case(
      "a«,» b: -1-|\n> a", "expected ':' after 'a'; a source is written 'a: -1-2-|', a pipeline '> a.map { $0 * 2 }'"),
    Case(
      "a: -1-|\na «>» map { $0 }",
      "expected ':' after 'a'; a source is written 'a: -1-2-|', a pipeline '> a.map { $0 * 2 }'"),
    Case("a: -1-|\n> a\n«expected» -1-|", "an expected row begins with '='; write '= -1-|'"),
    Case("a: -1-|\n> a\n«output» = -1-|", "an expected row begins with '='; write '= -1-|'"),
    Case("a: -1-|\n> a\n«->» -1-|", "an expected row begins with '='; write '= -1-|'"),
    Case("a: -1-|\n> a\n «=» -1-|", "an expected row begins in the first column; remove the spaces before '='"),
    Case("a: -1-|\n> a\n=«:» -1-|", "an expected row has no ':'; write '= -1-|'"),
    Case("a: -1-|\n> a\n== «= -1-|»", "a pipeline follows '=='; an expected row begins with one '='"),
    Case(
      "a: -1-|\n> a\n«.»map { $0 }",
      "a line that continues a pipeline is indented; write '  .map { … }', with spaces before it"),
    Case(
      "a: -1-|\n> a\n«|»> map { $0 }",
      "a line that continues a pipeline is indented; write '  .map { … }', with spaces before it"),
    Case(
      "a: -1-|\n> a\nmap «{» $0 }", "expected ':' after 'map'; a line that continues a pipeline is indented: '  .map …'"
    ),
    Case("a: -1-|\n> a.map «{»\n$0 * 2\n}", "'{' is never closed; indent the lines inside it"),
    Case("a: -1-|\n>«>» a", "expected a value, found '>'; a pipeline begins with one '>'"),
    Case("«--» note\n> Just(1)", "a comment begins with '#'; write # …"),
    Case("«;» note\n> Just(1)", "a comment begins with '#'; write # …"),
    Case("«/*» note */\n> Just(1)", "a comment begins with '#'; write # …"),
    Case("«<!--» note -->\n> Just(1)", "a comment begins with '#'; write # …"),
  ]

  /// The rows of a subscriber, and of subscriptions.
  static let subscribers: [Case] = [
    Case("a: -1-|\n> a\ndemand«:» 1--1", "'demand' has no ':'; write 'demand 1--1'"),
    Case("a: -1-|\n> a\ndemand «=» 1", "'demand' has no '='; write 'demand 1'"),
    Case("a: -1-|\n> a\ndemand «unlimited»", "unlimited demand is a '*'; write 'demand *'"),
    Case("a: -1-|\n> a\nfrom«:» ^--!", "'from' has no ':'; write 'from ^--!'"),
    Case(
      "a: -1-|\n> a\nfrom «---»", "the subscriber never subscribes; write '^' where it subscribes, as in 'from --^'"),
    Case(
      "a: -1-|\n> a\nfrom «2ms»", "the subscriber never subscribes; write '^' where it subscribes, as in 'from --^'"),
    Case("a: -1-|\n> a\nfrom «0»", "the subscriber never subscribes; write '^' where it subscribes, as in 'from --^'"),
    Case("a: -1-|\n> a\nsubs a «^-!»", "expected ':' after 'subs a'; write 'subs a: …'"),
    Case("a: -1-|\n> a\nsubscription «a:» ^-!", "expected ':' after 'subscription'; did you mean 'subs'?"),
  ]

  /// Operators between values, and words, of other languages.
  static let operators: [Case] = [
    Case("a: -1-|\n> a.map { $0 «**» 2 }", "there is no operator '**'; write a product, as in $0 * $0"),
    Case("a: -1-|\n> a.map { $0«++» }", "there is no operator '++'; write $0 + 1"),
    Case("a: -1-|\n> a.map { $0 «+=» 1 }", "there is no operator '+='; a closure returns the new value, as in $0 + 1"),
    Case("a: -1-|\n> a.filter { $0 «<>» 1 }", "there is no operator '<>'; write !="),
    Case("a: -1-|\n> a.filter { $0 «===» 1 }", "there is no operator '==='; write =="),
    Case("a: -1-|\n> a.filter { $0 > 1 «and» $0 < 3 }", "there is no operator 'and'; write &&"),
    Case("a: -1-|\n> a.filter { «not» $0 > 1 }", "there is no operator 'not'; write !"),
    Case("a: -1-|\n> a.filter { $0 «is» even }", "there is no operator 'is'; write =="),
    Case("a: -1-|\n> a.filter { $0 «&» 1 == 0 }", "'&' means nothing here; write &&"),
    Case("a: -1-|\n> a.filter { $0 «in» [1, 2] }", "there is no operator 'in'; write [1, 2].contains($0)"),
    Case("a: -1-|\n> a.filter(«>» 1)", "expected a value, found '>'; \(closure)"),
    Case("a: -1-|\n> a.map { «|»x| x * 2 }", "'|' means nothing here; \(closure)"),
    Case("a: -1-|\n> a.map(«lambda» x: x * 2)", "'lambda' means nothing here; \(closure)"),
    Case(
      "a: -1-|\n> a.map(«function(x) { return x * 2 }»)", "map: expected a closure that takes one value; \(closure)"),
    Case("a: -1-|\n> a«->»map { $0 }", "'->' means nothing here; \(chain)"),
    Case("a: -1-|\n> a «>>» map { $0 }", "there is no operator '>>'; \(chain)"),
    Case(
      "a: -1-|\n> a.map «(» { $0 } )", "expected an operator or the end, found '('; write '(' without a space before it"
    ),
    Case("a: -1-|\n> a.debounce(«for» 3)", "a label ends in ':'; write for: …"),
    Case("a: -1-|\nb: -2-|\n> a.merge(«with» b)", "a label ends in ':'; write with: …"),
    Case("a: -1-|\nb: -2-|\n> a.zip(«with»: b)", "zip: there is no argument 'with:'; write zip(b)"),
    Case(
      "a: -1-|\n> a.debounce(«dueTime»: 300ms)", "debounce: there is no argument 'dueTime:'; write debounce(for: 300ms)"
    ),
    Case(
      "a: -1-|\n> a.debounce(for: «0.3»)",
      "debounce: expected a duration such as 300ms, got 0.3; a number of seconds has a unit: 0.3s"),
    Case(
      "a: -1-|\n> a.debounce(for: «\"300ms\"»)",
      "debounce: expected a duration such as 300ms, got \"300ms\"; write it without quotes: 300ms"),
    Case("a: -1-|\n> a.«then»(a)", "unknown operator 'then'; 'marble operators' lists all"),
  ]
  private static let chain = "operators follow each other after periods, as in a.map { $0 * 2 }.filter { $0 > 2 }"

  /// Meanings as other languages write them.
  static let tables: [Case] = [
    Case("a: -x-|\n  «x»: 1\n> a", "\(table); write x = 1"),
    Case("a: -x-|\n  «x »-> 1\n> a", "\(table); write x = 1"),
    Case("a: -x-|\n  «x »=> 1\n> a", "\(table); write x = 1"),
    Case("a: -x-|\n  «\"x\"» = 1\n> a", "a symbol has no double quotes; write x = …"),
    Case("a: -x-|\n  x = «null»\n> a", "there is no stream 'null'; write nil"),
    Case("a: -x-|\n  x = «{»id: 1}\n> a", "\(plain)"),
    Case("a: -x-|\n  x = «User»(id: 1)\n> a", "\(plain)"),
    Case("a: -x-|\n  x = 1 «+ »2\n> a", "\(table); a meaning is one plain value; a string has quotes"),
  ]
  private static let table = "expected a table such as a = 1 after the spaces"
  private static let plain =
    "a table holds plain values such as 1, \"a\" or [1, 2]; a value of a type of its own is a string or a tuple here, as in (1, \"Ada\")"

  /// A line of a subscriber below its row is another subscriber, and a source that nothing uses is a mistake: both are
  /// noticed by 'check'.
  @Test(arguments: [
    ("> a\n= -1-|\ndemand 1", "a:4: 'demand' below '=' starts another subscriber, which has no row '='"),
    ("> a\n= -1-|\nfrom -^", "a:4: 'from' below '=' starts another subscriber, which has no row '='"),
    (
      "> a\n= -1-|\nresult: -1-|", "a:4: no pipeline uses 'result'\n  an expected row begins with '=', as in '= -1-2-|'"
    ),
    ("> a\n= -1-|\nb: -1-|", "a:4: no pipeline uses 'b'"),
  ]) func aLineWithoutEffect(_ rest: String, _ start: String) throws {
    let failures = SpecCheck(try ExecutedSpec(SpecText("a: -1-|\n\(rest)", file: "a"))).failures
    #expect(failures.count == 1 && failures[0].hasPrefix(start), "\(failures)")
    // Above the pipelines a row that is not used yet is no mistake, but the line of an unknown header is one.
    #expect(SpecCheck(try ExecutedSpec(SpecText("a: -1-|\nb: -2-|\n> a\n= -1-|", file: "a"))).failures == [])
    let header = SpecCheck(try ExecutedSpec(SpecText("author: Anna\na: -1-|\n> a\n= -1-|", file: "a"))).failures
    #expect(header == ["a:1: no pipeline uses 'author'"])
  }
  @Test(arguments: [
    "a: -1-|\nb: -2-|\nlet c = b\n> a.merge(with: c)\n= -[12]-|", "a: -x-|\n  x = b\nb: 1|\n> a.flatMap { $0 }\n= -1-|",
    "a: -1-|\n> a.share()\nfrom ^\nfrom -^\n= -|\n= -|",
  ]) func whatIsUsedElsewhereIsNoMistake(_ spec: String) throws {
    let failures = SpecCheck(try ExecutedSpec(SpecText(spec, file: "a"))).failures
    #expect(!failures.contains { $0.contains("no pipeline uses") || $0.contains("another subscriber") }, "\(failures)")
  }

  /// A number after the number before it is meant as one value; other digits beside each other may be two.
  @Test func aNumberOfTwoDigitsInASource() throws {
    func failures(_ row: String) throws -> String {
      SpecCheck(try ExecutedSpec(SpecText("a: \(row)\n> a.map { $0 * 2 }\n= -x-|\n  x = 2", file: "a"))).failures
        .joined()
    }
    #expect(try failures("-8-9-10-|").contains("'10' is 2 values, 1 and 0: write a letter"))
    #expect(try failures("-10-20-|").contains("'10' is 2 values, 1 and 0: write a letter"))
    #expect(try !failures("-8-9-12-|").contains("values, "))
  }
  @Test func theNameOfAStreamIsNoRow() throws {
    let failures = SpecCheck(try ExecutedSpec(SpecText("first: -1-|\n> first\n= first", file: "a"))).failures
    #expect(failures.first?.hasSuffix("\n  to compare with the stream 'first', write == first") == true, "\(failures)")
  }

  /// Units that are words, and spaces before units.
  static let units: [Case] = [
    Case("a: -1 «10sec» 2-|\n> a", "'sec' is not a unit of time; write 10s"),
    Case("a: -1 «2min» 2-|\n> a", "'min' is not a unit of time; write 2m"),
    Case("a: -1 «1.5secs» 2-|\n> a", "'secs' is not a unit of time; write 1.5s"),
    Case("a: -1 «@10sec» 2-|\n> a", "'sec' is not a unit of time; write @10s"),
    Case("a: -1-|\n> a.delay(for: 10«sec»)", "'sec' is not a unit of time; write 10s"),
    Case("a: -1-|\n> a.delay(for: 3«parsec»)", "'parsec' is not a unit of time; the units are ns, us, ms, s, m and h"),
    Case("a: -1-|\n> a.delay(for: «300 ms»)", "a duration has no space; write 300ms"),
    Case("a: -1-|\n> a.delay(for: «2 seconds»)", "a duration has no space; write 2s"),
    Case("a: -1-|\nlet d = «1.5 s»\n> a.delay(for: d)", "a duration has no space; write 1.5s"),
    Case("frame: «10sec»\n> Just(1)", "expected a duration such as 100ms; write 10s"),
    Case("frame: «10 ms»\n> Just(1)", "expected a duration such as 100ms; write 10ms"),
  ]

  /// Signs that an editor or a page puts in the place of others.
  static let signs: [Case] = [
    Case("a: -1-|\n> a.map { $0 «—» 1 }", "this is an em dash; use a hyphen"),
    Case("a: -1-|\n> a.map { $0 «−» 1 }", "this is a minus sign; use a hyphen"),
    Case("a: -1-|\n> a.map { $0 «×» 2 }", "'×' means nothing here; write *"),
    Case("a: -1-|\n> a.filter { $0 «≥» 2 }", "'≥' means nothing here; write >="),
    Case("a: -1-|\n> a.map { «“»x” }", "'“' means nothing here; write \"…\" with straight quotes"),
    Case("a: -1-|\n> a.map { x «→» x }", "'→' means nothing here; \(closure)"),
  ]

  /// A mark alone, quoted, is a value, and what is printed of it can be read again.
  @Test func aDoubleQuoteIsAValueInQuotes() throws {
    let text = try ExecutedSpec(SpecText("a: -'\"'-|\n> a.map { $0 + \"\" }", file: "a")).diagram.text()
    #expect(text.contains("\na: -'\"'-|\n") && text.contains("\n=  -'\"'-|\n"))
    #expect(try ExecutedSpec(SpecText(text, file: "a")).diagram.text() == text)
  }

  // MARK: Long lines

  /// The part of a long line around the place is shown: at most 160 signs, and a mark where it was cut.
  @Test(arguments: [(1_000, 0), (1_000, 10), (1_000, 79), (1_000, 80), (1_000, 81), (1_000, 990), (100_000, 50_000)])
  func aMistakeInALongLine(_ count: Int, _ place: Int) throws {
    var row = [Character](repeating: "-", count: count)
    row[place] = "–"
    let message = try #require(SpecErrorTests.problem(in: "a:" + String(row) + "\n> a"))
    let lines = message.split(separator: "\n").map(Array.init)
    #expect(lines.count == 3 && lines[0].starts(with: "a.marble:1:\(place + 3): error: '–' is an en dash"))
    #expect(lines[1].count <= 162 && lines[2].count <= 162)
    let caret = try #require(lines[2].firstIndex(of: "^"))
    #expect(lines[1][caret] == "–" && lines[2].count == caret + 1)
    #expect((lines[1].first == "…") == (place + 2 > 80) && (lines[1].last == "…") == (place < count - 100))
  }

  @Test func aMistakeInALongWord() throws {
    let long = String(repeating: "x", count: 20_000)
    for spec in [
      long, "> \(long)", "\(long): -1-|\n\(long): -|", "> Just(1).\(long)()", "> Just(\"\(long)\" + 1)",
      "a: '\(long)'1|\n> a",
    ] {
      let message = try #require(SpecErrorTests.problem(in: spec))
      #expect(message.count < 900, "\(message.prefix(1_000))")
    }
    #expect(
      SpecErrorTests.problem(in: "> Just(1).map { \"\(long)\" + $0 }")?.contains(
        "got a string of 20000 characters and 1\n") == true)
  }

  /// Without the width of a terminal the parts with differences have 400 columns at most, and there are ten of them at
  /// most.
  @Test func aDifferenceInALongRow() throws {
    let row = String(repeating: "-1", count: 2_500)
    let one = SpecCheck(try ExecutedSpec(SpecText("a: \(row)-1|\n> a\n= \(row)-2|", file: "a"))).failures[0].split(
      separator: "\n")
    #expect(one.count == 6 && one.allSatisfy { $0.count <= 400 }, "\(one.map(\.count))")
    #expect(
      one[2].hasSuffix("-1-2|") && one[3].hasSuffix("-1-1|") && one[4].last == "^" && one[4].count == one[2].count - 1)
    let all = SpecCheck(try ExecutedSpec(SpecText("a: \(row)|\n> a.map { $0 + 1 }\n= \(row)|", file: "a"))).failures[0]
    let lines = all.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.allSatisfy { $0.count <= 400 } && lines.count { $0.hasPrefix("  actual") } == 10)
  }

  // MARK: Events

  /// Values that no table names get a symbol, which says its value wherever it is told of.
  @Test(arguments: [
    ("-a-b-|\n  a = 10   b = 21", "  3ms: expected 'b' (21), got 'c' (20)"),
    ("-a-|\n  a = 10", "  3ms: expected the completion '|', got 'b' (20)"),
    ("-(ab)|\n  a = 10   b = 20", "  1ms: expected 'a' (10), 'b' (20), got 'a' (10)"),
    ("-a|\n  a = 10", "  3ms: nothing expected, got 'b' (20)"),
  ])
  func aNewSymbolSaysItsValue(_ expected: String, _ sentence: String) throws {
    let spec = try ExecutedSpec(SpecText("s: -1-2-|\n> s.map { $0 * 10 }\n= \(expected)", file: "a"))
    let lines = SpecCheck(spec).failures.flatMap { $0.split(separator: "\n") }
    #expect(lines.contains { $0 == sentence }, "\(lines)")
  }
  @Test func aFailureSaysItsValue() throws {
    let spec = try ExecutedSpec(SpecText("s: -1-#\n  # = 404\n> s\n= -1-#'gone'", file: "a"))
    #expect(SpecCheck(spec).failures[0].hasSuffix("  3ms: expected the failure gone, got the failure 404"))
    let new = try ExecutedSpec(SpecText("s: -1-|\n> s.tryMap { throw $0 + 403 }\n= -1-|", file: "a"))
    #expect(SpecCheck(new).failures[0].contains("\n  1ms: expected '1', got the failure 404\n"))
  }

  // MARK: The rows of a subscriber

  /// 1 and 2 are requested at 0 ms and 2 ms, and the subscriber cancels at 3 ms.
  @Test(arguments: ["demand 1-1\nfrom ^--!", "from ^--!\ndemand 1-1"]) func fromAndDemandHaveNoOrder(_ rows: String)
    throws
  {
    let spec = "hot a: -1-2-3-4-|\n> a\n\(rows)\n= -1\n"
    let executed = try ExecutedSpec(SpecText(spec, file: "a"))
    #expect(executed.diagram.runs[0].subscribers.map(\.received.description) == ["-1"])
    #expect(SpecCheck(executed).failures == [])
  }
  /// A word that the subscriber has already, or any word behind its '=', begins the next one.
  @Test(arguments: [
    ("from ^\nfrom --^", 2), ("demand 1\ndemand 2", 2), ("= -1\nfrom ^", 2), ("= -1\ndemand 1", 2),
    ("demand 1\nfrom ^\ndemand 1", 2),
    ("from ^\ndemand 1\n= -1\n= -1", 2), ("demand 1\nfrom ^\n= -1\nfrom ^\ndemand 1\n= -1", 2),
    ("from ^\nfrom ^\nfrom ^", 3),
  ])
  func theNextSubscriber(_ rows: String, _ count: Int) throws {
    #expect(try SpecFile(SpecText("a: -1-|\n> a\n\(rows)", file: "a")).blocks[0].subscribers.count == count)
  }
}
