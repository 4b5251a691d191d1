import Marbles

// More sentences as people say them. Each is a pattern that means one rule; they are tried before the looser ones.

extension RuleParser {
  private static let sends: Set = [
    "emits", "sends", "yields", "produces", "fires", "outputs", "gives", "has", "happens", "occurs",
  ]
  private static let ends = [
    "finishes": "finishes", "completes": "finishes", "ends": "ends", "terminates": "ends", "fails": "fails",
    "errors": "fails",
    "throws": "fails",
  ]
  /// The streams of a sentence in order, each once. An article is not a stream.
  private func streams(_ said: [String]) -> [String] {
    said.indices.filter { isStream(said[$0]) && !(said[$0] == "a" && $0 + 1 < said.count && isStream(said[$0 + 1])) }
      .map { said[$0] }
      .uniqued
  }
  /// A stream with the way in which it ends, if the next word says so.
  private func event(_ name: String, _ said: [String]) -> String {
    guard let place = said.lastIndex(of: name), place + 1 < said.count, let end = Self.ends[said[place + 1]] else {
      return name
    }
    return name + " " + end
  }

  /// The advice for a sentence of a known pattern; `nil` if it has none.
  func patterned(_ said: [String]) -> String? {
    let rule = aboutOne(said) ?? aboutTwo(said)
    return rule.map { $0.contains("' and '") ? "write two rules: '\($0)'" : "write '\($0)'" }
  }

  // MARK: One stream

  private func aboutOne(_ said: [String]) -> String? {
    if said[0] == "no", said.count == 2,
      ["error", "errors", "failure", "failures", "exception", "exceptions"].contains(said[1])
    {
      return "at most 0 this fails"
    }
    if said[0] == "no", said.count > 3, said[1] == "two", isStream(said[2]) {
      return "never two equal \(said[2]) in a row"
    }
    if ["consecutive", "successive", "adjacent", "neighboring"].contains(said[0]), said.count > 2, isStream(said[1]) {
      return "never two equal \(said[1]) in a row"
    }
    if said[0] == "the", said.count > 4, ["last", "final"].contains(said[1]), isStream(said[2]), let value = said.last {
      return "always \(said[2]) = \(value) at the end"
    }
    if said[0].hasSuffix(".count"), said.count == 3, let count = number(said[2]) {
      return exactly(count, String(said[0].dropLast(6)))
    }
    if said.count > 4, let place = said.firstIndex(of: "number"), place < 2, said[place + 1] == "of",
      isStream(said[place + 2]),
      let count = said.last.flatMap(number)
    {
      return exactly(count, said[place + 2])
    }
    guard isStream(said[0]), said.count > 1 else { return nil }
    return state(said[0], Array(said.dropFirst().drop { $0 == "is" || $0 == "does" }), said)
  }
  private func exactly(_ count: Int, _ name: String) -> String {
    "at most \(count) \(name)' and 'at least \(count) \(name)"
  }

  /// `this is between 1 and 5`, `this contains 2`, `this changes every time`: the words behind the stream.
  private func state(_ name: String, _ rest: [String], _ said: [String]) -> String? {
    guard let word = rest.first else { return nil }
    let isDenied = ["never", "not", "doesn't"].contains(word), next = isDenied ? rest.dropFirst().first ?? "" : word
    func value(_ text: String) -> String { text.first == "'" ? text : "'\(text)'" }
    if isDenied, next == "empty" || word != "never" && ["nil", "silent"].contains(next) { return "at least 1 \(name)" }
    if Self.sends.contains(next), ["something", "anything"].contains(rest.last) {
      return "\(isDenied ? "at most 0" : "at least 1") \(name)"
    }
    if ["contains", "contain", "includes", "include"].contains(next), rest.count > 1, streams(said).count == 1,
      let last = rest.last
    {
      return "\(isDenied ? "at most 0" : "at least 1") \(name) \(value(last))"
    }
    if isDenied, word == "not", rest.count == 2, rest[1].allSatisfy(\.isASCIIDigit) {
      return "never \(name) = \(rest[1])"
    }
    if isDenied, ["throw", "crash", "error"].contains(next) { return "at most 0 \(name) fails" }
    if word == "succeeds", rest.count == 1 { return "at least 1 \(name) finishes" }
    if word == "changes" { return "never two equal \(name) in a row" }
    if word == "between", rest.count == 4, rest[2] == "and" {
      return "always \(name) >= \(rest[1]) && \(name) <= \(rest[3])"
    }
    if word == "even" || word == "odd", rest.count == 1 { return "always \(name) % 2 = \(word == "even" ? 0 : 1)" }
    if word == "at", rest.count > 2, ["most", "least"].contains(rest[1]) {
      let isNumber = said[1] == "is"
      if isNumber, rest.count == 3 { return "always \(name) \(rest[1] == "most" ? "<=" : ">=") \(rest[2])" }
      return number(rest[2]).map { "at \(rest[1]) \($0) \(name)\(time(rest))" }
    }
    if word == "ends", rest.count == 3, rest[1] == "with" { return "always \(name) = \(rest[2]) at the end" }
    if rest.count == 4, rest.suffix(3) == ["at", "the", "end"], word.first?.isASCIIDigit == true {
      return "always \(name) = \(word) at the end"
    }
    if word == "has", rest.count > 2, let count = number(rest[1] == "exactly" ? rest[2] : rest[1]),
      let last = rest.last,
      last.hasPrefix("value") || last.hasPrefix("event") || last.hasPrefix("element")
    {
      return exactly(count, name)
    }
    return nil
  }

  // MARK: Two streams

  private func aboutTwo(_ said: [String]) -> String? {
    let named = streams(said)
    if named.count == 1, ["nothing", "silence", "quiet"].contains(said[0]), said.contains("after") {
      return "no this\(time(said)) after \(event(named[0], said))"
    }
    guard named.count == 2 else { return nil }
    let (one, other) = (named[0], named[1]), words = Set(said)
    if ["within", "in"].contains(said[0]) || said[0].first?.isASCIIDigit == true && said.count > 1 && said[1] == "after"
    {
      let length = said[0].first?.isASCIIDigit == true ? said[0] : said[1]
      return words.contains("after")
        ? "each \(event(one, said)) is followed by \(event(other, said)) within \(length)" : nil
    }
    if said[0] == "for", said.count > 1, ["each", "every"].contains(said[1]) { return "as many \(other) as \(one)" }
    if said[0] == "between" {
      let count = said.firstIndex(of: "most").flatMap { $0 + 1 < said.count ? number(said[$0 + 1]) : nil } ?? 1
      return "at most \(count) \(other) after each \(one)"
    }
    if ["after", "when", "once", "if", "whenever"].contains(said[0]), event(other, said) != other {
      return "\(event(other, said))\(time(said).isEmpty ? " within 1s" : time(said)) after \(event(one, said))"
    }
    if words.contains("same"), words.contains("number") || words.contains("count") {
      return "as many \(one) as \(other)"
    }
    if words.contains("together") || words.contains("simultaneously")
      || words.contains("same") && words.contains("time")
    {
      return "each \(one) is followed by \(other) within 0ms"
    }
    if words.contains("without") || words.contains("preceded") { return "\(one) only after \(other)" }
    if ["each", "every"].contains(said[0]), said.count > 2,
      Self.sends.contains(said[2]) || ["creates", "makes", "needs", "gets"].contains(said[2])
    {
      return "each \(one) is followed by \(other)\(time(said))"
    }
    guard isStream(said[0]), said.count > 2 else { return nil }
    if ["waits", "requires", "needs", "depends"].contains(said[1]) { return "\(one) only after \(event(other, said))" }
    if said[1] == "only", ["if", "when", "once", "with"].contains(said[2]) {
      return "\(one) only after \(event(other, said))"
    }
    if ["cancels", "stops", "interrupts", "prevents"].contains(said[1]), isStream(said[2]) {
      return "no \(other) after \(one)"
    }
    if ["stops", "ceases"].contains(said[1]) { return "no \(one) after \(event(other, said))" }
    return nil
  }
}
