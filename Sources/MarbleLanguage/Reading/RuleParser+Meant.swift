import Marbles

// Sentences as people say them, with the rule to write.

extension RuleParser {
  /// The advice for a sentence that is not a rule, and that is a rule in other words; `nil` if it is not known what was
  /// meant.
  var meant: String? {
    var said = words.map(\.text)
    if ["there"].contains(said.first), said.count > 2, ["is", "are"].contains(said[1]) { said.removeFirst(2) }
    let first = said.first
    said.removeAll {
      ["should", "must", "shall", "will", "can", "may", "always", "eventually", "ever"].contains($0) && first != $0
    }
    if said.first == "eventually" { said.removeFirst() }
    if said.first == "only", said.count > 2 { said.removeFirst() }
    if said.isEmpty { return nil }
    return patterned(said) ?? advice(said) ?? comparison(said) ?? counting(said) ?? ends(said) ?? order(said)
  }

  func isStream(_ word: String?) -> Bool {
    word == SpecFile.Rule.result || word.map { names[$0]?.isStream == true } == true
  }
  /// The last words from `within` on, with a blank before them; empty if there are none.
  func time(_ said: [String]) -> String {
    let starts: Set = ["within", "in", "for", "under", "per", "every"]
    let units = ["second": "1s", "seconds": "1s", "minute": "1m", "hour": "1h", "millisecond": "1ms", "frame": "1"]
    let place = said.indices.last { index in
      starts.contains(said[index]) || said[index] == "each" && index + 1 < said.count && units[said[index + 1]] != nil
    }
    guard let start = place, start + 1 < said.count else { return "" }
    let length =
      said[start + 1] == "the" || said[start + 1] == "a" ? said[min(start + 2, said.count - 1)] : said[start + 1]
    guard let time = units[length] ?? (length.first?.isASCIIDigit == true ? length : nil) else { return "" }
    return " within " + time
  }
  private static let numbers = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]
  func number(_ word: String) -> Int? {
    Int(word) ?? Self.numbers.firstIndex(of: word) ?? ["once": 1, "twice": 2, "a": 1][word]
  }

  /// `this emits 1 then 2`, `this equals b`
  private func advice(_ said: [String]) -> String? {
    guard isStream(said.first), said.count > 2 else { return nil }
    let sends = ["emits", "sends", "yields", "produces", "fires", "outputs", "has", "gives"]
    if sends.contains(said[1]), said.contains("then") || said.contains("followed") {
      let values = said.dropFirst(2).filter { !["then", "followed", "by", "and"].contains($0) }
      return "values in an order are a row: '= -\(values.joined(separator: "-"))-|'"
    }
    if ["equals", "is", "matches"].contains(said[1]) {
      if said.count == 3, isStream(said[2]) { return "write '== \(said[2])' below the pipeline, or '= ' and the row" }
      if said.suffix(2) == ["same", "as"] || said.dropLast().suffix(2) == ["same", "as"], isStream(said.last) {
        return "write '== \(said[said.count - 1])' below the pipeline"
      }
    }
    return nil
  }

  /// `this > 0`, `this is positive`, `this never exceeds 3`, `this stays below 3`
  private func comparison(_ said: [String]) -> String? {
    guard isStream(said.first), said.count > 1 else { return nil }
    let name = said[0], rest = said.dropFirst().filter { !["is", "stays", "remains", "than", "to", "be"].contains($0) }
    guard let word = rest.first else { return nil }
    if [">", "<", ">=", "<=", "==", "!="].contains(word), rest.count > 1 {
      return "write 'always \(name) \(rest.joined(separator: " "))'"
    }
    if word == "never", rest.count > 1 {
      if ["exceeds", "above", "over", "more", "greater"].contains(rest[1]), rest.count > 2 {
        return "write 'always \(name) <= \(rest[2])'"
      }
      if ["below", "under", "less", "smaller"].contains(rest[1]), rest.count > 2 {
        return "write 'always \(name) >= \(rest[2])'"
      }
      if rest[1] == "negative" { return "write 'always \(name) >= 0'" }
      if ["repeats", "repeated", "duplicates"].contains(rest[1]) { return "write 'never two equal \(name) in a row'" }
      if rest.count == 2, rest[1].allSatisfy(\.isASCIIDigit) { return "write 'never \(name) = \(rest[1])'" }
    }
    if word == "positive" { return "write 'always \(name) > 0'" }
    if word == "negative" { return "write 'always \(name) < 0'" }
    if ["above", "greater", "over", "more", "larger"].contains(word), rest.count > 1 {
      return "write 'always \(name) > \(rest[1])'"
    }
    if ["below", "less", "under", "smaller"].contains(word), rest.count > 1 {
      return "write 'always \(name) < \(rest[1])'"
    }
    if "distinct unique".split(separator: " ").contains(where: { $0 == word })
      || word == "has" && rest.dropFirst().first == "no" && rest.last == "duplicates"
    {
      return "write 'never two equal \(name) in a row'"
    }
    return nil
  }

  /// `at most one a per second`, `no more than 3 a`, `this emits 3 times`, `a never emits`, `one a`
  private func counting(_ said: [String]) -> String? {
    guard let first = said.first else { return nil }
    if isStream(first), said.count > 1 {
      let sends = ["emits", "sends", "fires", "happens", "occurs", "yields", "produces"]
      let rest = said.dropFirst().filter { !["does", "do"].contains($0) }
      if let word = rest.first, ["never", "not", "doesn't"].contains(word), rest.count == 2,
        sends.contains(rest[1]) || rest[1].hasPrefix("emit")
      {
        return "write 'at most 0 \(first)'"
      }
      guard let word = rest.first, sends.contains(word), rest.count > 1 else { return nil }
      let more = Array(rest.dropFirst())
      if more[0] == "at", more.count > 2, let count = number(more[2]) {
        return "write 'at \(more[1]) \(count) \(first)\(time(more))'"
      }
      if more[0] == "nothing" || more[0] == "no" { return "write 'at most 0 \(first)'" }
      if let count = number(more[0] == "exactly" || more[0] == "only" ? more[min(1, more.count - 1)] : more[0]),
        more.count == 1 && more[0].first?.isLetter == true
          || more.contains(where: { ["times", "time", "values", "value", "exactly", "only"].contains($0) })
      {
        return "write two rules: 'at most \(count) \(first)' and 'at least \(count) \(first)'"
      }
      if more.count == 1 {
        let value = more[0].first == "'" ? more[0] : "'\(more[0])'"
        return "write 'at least 1 \(first) \(value)'"
      }
      return nil
    }
    var most: Int?
    var rest = said[...]
    if said.starts(with: ["no", "more", "than"]) || said.starts(with: ["not", "more", "than"]), said.count > 3 {
      most = number(said[3])
      rest = said.dropFirst(4)
    } else if said.starts(with: ["fewer", "than"]) || said.starts(with: ["less", "than"]), said.count > 2 {
      most = number(said[2]).map { $0 - 1 }
      rest = said.dropFirst(3)
    } else if ["max", "maximum", "maximally"].contains(first), said.count > 1 {
      most = number(said[1])
      rest = said.dropFirst(2)
    } else if said.starts(with: ["at", "most"]), said.count > 2 {
      most = number(said[2])
      rest = said.dropFirst(3)
    } else if said.starts(with: ["more", "than"]), said.count > 3, let count = number(said[2]), isStream(said[3]) {
      return "write 'at least \(count + 1) \(said[3])'"
    } else if ["min", "minimum"].contains(first), said.count > 2, let count = number(said[1]), isStream(said[2]) {
      return "write 'at least \(count) \(said[2])'"
    } else if number(first) != nil, said.count > 1, isStream(said[1]) {
      most = number(first)
      rest = said.dropFirst(1)
    }
    rest = rest.drop { ["of", "a", "the"].contains($0) && !isStream($0) || ["times", "values"].contains($0) }
    guard let most, let name = rest.first, isStream(name) else { return nil }
    if rest.contains("after"), let last = rest.last, isStream(last) {
      return "write 'at most \(most) \(name) after each \(last)'"
    }
    return "write 'at most \(most) \(name)\(time(Array(rest)))'"
  }

  /// `a is never followed by this`, `b follows a`, `a triggers b within 1s`, `if a then b`, `b comes after a`,
  /// `a before b`
  private func order(_ said: [String]) -> String? {
    let named = said.filter(isStream)
    let time = time(said)
    if ["if", "when", "whenever", "after", "once", "on", "upon"].contains(said[0]), named.count == 2,
      isStream(said.dropFirst().first { $0 != "each" && $0 != "every" })
    {
      let isDenied = said.contains("no") || said.contains("never") || said.contains("not")
      return isDenied
        ? "write 'no \(named[1])\(time) after \(named[0])'"
        : "write 'each \(named[0]) is followed by \(named[1])\(time)'"
    }
    guard named.count == 2, isStream(said.first) || ["every", "each", "any", "all", "a", "no"].contains(said[0]) else {
      return nil
    }
    let (a, b) = (named[0], named[1])
    let words = Set(said)
    if words.contains("followed") || words.contains("precedes") || words.contains("leads") || words.contains("triggers")
      || words.contains("causes") || words.contains("implies") || words.contains("starts") || words.contains("->")
      || words.contains("=>")
    {
      let isDenied = words.contains("never") || words.contains("not") || said[0] == "no"
      return isDenied ? "write 'no \(b)\(time) after \(a)'" : "write 'each \(a) is followed by \(b)\(time)'"
    }
    if words.contains("follows") || words.contains("answers") || words.contains("responds") {
      return words.contains("never")
        ? "write 'no \(a)\(time) after \(b)'" : "write 'each \(b) is followed by \(a)\(time)'"
    }
    if words.contains("silent") || words.contains("quiet") { return "write 'no \(a)\(time) after \(b)'" }
    if words.contains("before") || words.contains("until") {
      return words.contains("never") || words.contains("not") || said[0] == "no"
        ? "write '\(a) only after \(b)'" : "write '\(b) only after \(a)'"
    }
    if words.contains("after") {
      if words.contains("never") || words.contains("not") { return "write 'no \(a)\(time) after \(b)'" }
      return time.isEmpty ? "write '\(a) only after \(b)'" : "write '\(a)\(time) after \(b)'"
    }
    if words.contains("often") || words.contains("many") { return "write 'as many \(a) as \(b)'" }
    return nil
  }

  /// `this completes`, `this finishes`, `this errors`
  private func ends(_ said: [String]) -> String? {
    guard isStream(said.first), said.count > 1 else { return nil }
    let verbs = [
      "completes": "finishes", "complete": "finishes", "completed": "finishes", "finishes": "finishes",
      "finish": "finishes",
      "finished": "finishes",
      "terminates": "ends", "ends": "ends", "end": "ends", "errors": "fails", "error": "fails", "fails": "fails",
      "fail": "fails",
      "throws": "fails",
    ]
    let rest = said.dropFirst().filter { !["is", "does", "with", "an", "a", "it", "the"].contains($0) || isStream($0) }
    let isDenied = ["never", "not", "doesn't"].contains(rest.first)
    guard let word = isDenied ? rest.dropFirst().first : rest.first, let verb = verbs[word] else { return nil }
    if let place = said.dropFirst().firstIndex(where: isStream) {
      let ending = place + 1 < said.count ? verbs[said[place + 1]].map { " \($0)" } ?? "" : ""
      return "write '\(said[0]) \(verb)\(time(said).isEmpty ? " within 1s" : time(said)) after \(said[place])\(ending)'"
    }
    if isDenied { return "write 'at most 0 \(said[0]) \(verb)'" }
    return "write 'at least 1 \(said[0]) \(verb)', or the row with its \(verb == "fails" ? "'#'" : "'|'")"
  }
}
