/// The operators that are confused, and the arguments that are easily off by one: the rivals of a prediction are made of these.
///
/// This belongs into the rows of the operator table; until it is there, it has one place, here.
struct Confusions: Sendable {
  /// The streams that a question about the operators needs.
  enum Input: Hashable, Sendable { case burst, values, numbers, other, work }

  /// Calls that take the same argument, written `%`, and differ in what they do with it.
  var forms: [String]
  /// The values of the argument in generated questions.
  var arguments: [String] = [""]
  var inputs: [Input]
  /// The subscribers of a question that is made up, if there are several.
  var subscribers: [String] = []

  static let families: [Confusions] = [
    Confusions(
      forms: [
        "debounce(for: %)", "throttle(for: %, latest: true)", "throttle(for: %, latest: false)", "audit(for: %)", "sample(every: %)",
        "delay(for: %)", "collect(.byTime(%))",
      ], arguments: ["200ms", "300ms", "400ms"], inputs: [.burst]),
    Confusions(
      forms: ["zip(%)", "combineLatest(%)", "withLatestFrom(%)", "merge(with: %)"], arguments: ["other"], inputs: [.values, .other]),
    Confusions(
      forms: ["flatMap %", "switchMap %", "concatMap %", "exhaustMap %"], arguments: ["{ v in work.map { n in \"\\(v)\\(n)\" } }"],
      inputs: [.values, .work]),
    Confusions(forms: ["share()", "share(replay: 1)"], inputs: [.numbers], subscribers: ["^", "----^"]),
    Confusions(
      forms: ["prefix(%)", "dropFirst(%)", "takeLast(%)", "skipLast(%)"], arguments: ["1", "2"], inputs: [.values]),
    Confusions(forms: ["scan(%) { $0 + $1 }", "reduce(%) { $0 + $1 }"], arguments: ["0"], inputs: [.numbers]),
    Confusions(
      forms: ["prefix(untilOutputFrom: %)", "drop(untilOutputFrom: %)"], arguments: ["other"], inputs: [.values, .other]),
    Confusions(forms: ["prepend(%)", "append(%)"], arguments: ["\"x\""], inputs: [.values]),
  ]

  /// The calls that a call is confused with, each with its argument; empty if it is not known.
  static func siblings(of call: String) -> [String] {
    for family in families {
      guard let argument = family.forms.lazy.compactMap({ Confusions.argument(of: call, written: $0) }).first else { continue }
      return family.forms.map { written($0, argument) }.filter { $0 != call }
    }
    return []
  }

  /// The families in which an operator is, with the form of it.
  static func places(of name: String) -> [(family: Confusions, form: String)] {
    families.flatMap { family in
      family.forms.filter { $0.prefix { $0.isLetter } == name }.map { (family, $0) }
    }
  }

  /// A form with its argument.
  static func written(_ form: String, _ argument: String) -> String {
    form.split(separator: "%", omittingEmptySubsequences: false).joined(separator: argument)
  }

  /// The argument of a call that is written like a form.
  private static func argument(of call: String, written form: String) -> String? {
    guard let place = form.firstIndex(of: "%") else { return call == form ? "" : nil }
    let (head, tail) = (form[..<place], form[form.index(after: place)...])
    guard call.hasPrefix(head), call.hasSuffix(tail), call.count > head.count + tail.count else { return nil }
    let argument = String(call.dropFirst(head.count).dropLast(tail.count))
    // `throttle(for: 1, latest: true)` is no `audit(for: %)` with a long argument.
    return argument.first == "{" || !argument.contains(", ") ? argument : nil
  }

  /// The operators that keep a value until a timer fires.
  static let keepers: Set<String> = ["debounce", "throttle", "audit", "sample", "delay"]
}
