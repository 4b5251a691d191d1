import Marbles

// Sentences as people say them, with the rule to write.

extension RuleParser {
  /// A pattern of words, and the rule that a sentence of this pattern means.
  struct Saying: Sendable {
    let said: String
    let rule: String
    let pattern: [String]
    /// The number of words that deny something: a sentence with another number means something else.
    let denials: Int

    init(_ said: Substring, _ rule: Substring) {
      self.said = String(said)
      self.rule = String(rule)
      pattern = said.split(separator: " ").map { word in
        let mark = word.first == "?" ? "?" : ""
        return mark
          + word.dropFirst(mark.count).split(separator: "|").map { Self.classes[String($0)] ?? String($0) }.joined(
            separator: "|")
      }
      denials = pattern.count { $0.split(separator: "|").contains { RuleParser.isDenial(String($0)) } }
    }

    private static let classes = [
      "NOT": "never|not|cannot|doesn't|don't|didn't|isn't|aren't|wasn't|can't|won't|shouldn't|mustn't",
      "SENDS":
        "emits|emit|sends|send|yields|yield|produces|produce|fires|fire|outputs|output|gives|give|has|have|happens|happen|occurs|occur",
      "BE": "is|stays|remains", "IF": "if|when|whenever|after|once|on|upon",
      "LEADS": "followed|precedes|precede|leads|lead|triggers|trigger|causes|cause|implies|imply|starts|start|->|=>",
      "FOLLOWS": "follows|follow|answers|answer|responds|respond", "Q": "each|every|any|all|a|an|the",
    ]
  }

  /// The first saying that fits is taken.
  ///
  /// In a pattern `a|b` is one of these words, `?a` a word that may be missing, `*` any words but those that would change
  /// the meaning (``strong``); `S` and `T` are streams,
  /// `E` and `F` their ends, `N` is a number, `L` one in letters, `D` begins with a digit, `V` is any other word, `O` a
  /// comparison, `R` the rest. In a rule these are what was said, `@` is the time that was said, and `@!` one that has to
  /// be there. A sentence that begins with `@` has a time. `;` separates two rules, and advice begins with "write".
  static let sayings: [Saying] = """
    no error|errors|failure|failures|exception|exceptions → at most 0 this fails
    no two S * → never two equal S in a row
    consecutive|successive|adjacent|neighboring S * → never two equal S in a row
    the last|final S * V → always S = V at the end
    ?the number of S * N → at most N S;at least N S
    One stream and its values.
    S ?is|does NOT empty|silent → at least 1 S
    S ?is NOT nil → never S = nil
    S ?does NOT SENDS * something|anything → at most 0 S
    S SENDS * something|anything → at least 1 S
    S ?does NOT contain|contains|include|includes * V → at most 0 S 'V'
    S contains|includes * V → at least 1 S 'V'
    S ?is|does NOT D → never S = D
    S ?does NOT throw|crash|error → at most 0 S fails
    S succeeds → at least 1 S finishes
    S changes * → never two equal S in a row
    S is between V and W → always S >= V && S <= W
    S is even → always S % 2 = 0
    S is odd → always S % 2 = 1
    S is at most V → always S <= V
    S is at least V → always S >= V
    S ?SENDS at most N * → at most N S@
    S ?SENDS at least N * → at least N S
    S ends with ?an|a error|failure → at least 1 S fails
    S ends with V → always S = V at the end
    S is D at the end → always S = D at the end
    S has ?exactly N value|values|event|events|element|elements → at most N S;at least N S
    Two streams.
    nothing * after * S ?E * → no this@ after S E
    silence|quiet * after * S ?E * → no this@ after S E
    D after * S ?E * T ?F * → each S E is followed by T F within D
    for each|every S * T * → as many T as S
    between * S * at most N T * → at most N T after each S
    between * S * T * → at most 1 T after each S
    after|when|once|if|whenever * S ?E * T F * → T F@! after S E
    ?Q S * same number|count * T * → as many S as T
    ?Q S * T * same number|count * → as many S as T
    no|never S without T * → S only after T
    ?Q S * preceded * T * → S only after T
    each|every S SENDS|creates|makes|needs|gets * T * → each S is followed by T@
    S waits|requires|needs|depends ?until * T ?E * → S only after T E
    S only if|when|once|with * T ?E * → S only after T E
    S cancels|stops|interrupts|prevents T * → no T after S
    S stops|ceases * T ?E * → no S after T E
    Rows and laws.
    S equals|is|matches T → write '== T' below the pipeline, or '= ' and the row
    S equals|is|matches ?the same as T → write '== T' below the pipeline
    Comparisons.
    S ?BE O R → always S O R
    S ?BE never ?BE exceeds|above|over|more|greater ?than V → always S <= V
    S ?BE never ?BE below|under|less|smaller ?than V → always S >= V
    S ?BE never negative → always S >= 0
    S ?BE never repeats|repeated|duplicates → never two equal S in a row
    S ?BE positive → always S > 0
    S ?BE negative → always S < 0
    S ?BE above|greater|over|more|larger ?than V → always S > V
    S ?BE below|less|under|smaller ?than V → always S < V
    S ?BE distinct|unique * → never two equal S in a row
    S has no * duplicates → never two equal S in a row
    Counts.
    S ?does NOT SENDS → at most 0 S
    S SENDS nothing|no * → at most 0 S
    S SENDS ?exactly|only N times|time|values|value * → at most N S;at least N S
    S SENDS exactly|only N * → at most N S;at least N S
    S SENDS L → at most N S;at least N S
    S SENDS V → at least 1 S 'V'
    more than N S * → at least N+ S
    min|minimum N S * → at least N S
    fewer|less than N S * → at most N- S@
    ?at ?most N ?times|values ?of|the S * after * T * → at most N S after each T
    ?at ?most N ?times|values ?of|the S * → at most N S@
    Ends.
    S ?is|does NOT E → at most 0 S E
    S E before * T F → T F only after S E
    S E before * T → T only after S E
    S E after|when|once|with|if * T ?F * → S E@! after T F
    S ?is|does ?with ?an|a|the errors|error|fails|fail|throws * → write 'at least 1 S fails', or the row with its '#'
    S ?is|does ?with ?an|a|the E → write 'at least 1 S E', or the row with its '|'
    The order.
    IF ?each|every S ?E * NOT * T * → no T@ after S E
    IF ?each|every S ?E * no T * → no T@ after S E
    IF ?each|every S ?E * T NOT * → no T@ after S E
    IF ?each|every S ?E * T ?F * → each S E is followed by T F@
    no S ?E * LEADS * T * → no T@ after S E
    ?Q S ?E * NOT * LEADS * T * → no T@ after S E
    ?Q S ?E * LEADS * T ?F * → each S E is followed by T F@
    ?Q S * NOT * FOLLOWS * T ?E * → no S@ after T E
    no S * FOLLOWS * T ?E * → no S@ after T E
    ?Q S * FOLLOWS * T ?E * → each T E is followed by S@
    ?Q S * silent|quiet * T ?E * → no S@ after T E
    no S * before|until * T ?E * → S only after T E
    ?Q S * NOT * before|until * T ?E * → S only after T E
    ?Q S * until * T ?E * → no S after T E
    ?Q S * before * T * → T only after S
    ?Q S * NOT * after * T ?E * → no S@ after T E
    @ ?Q S * after * T ?E * → S@ after T E
    ?Q S * after * T ?E * → S only after T E
    ?Q S * often|many * T * → as many S as T
    """.split(separator: "\n").compactMap { line in
      let parts = line.split(separator: "→")
      return parts.count == 2 ? Saying(parts[0], parts[1].dropFirst()) : nil
    }
  /// Words that say how two streams belong together.
  private static let strong: Set = [
    "waits", "wait", "requires", "require", "needs", "need", "depends", "depend", "cancels", "cancel", "stops", "stop",
    "interrupts", "interrupt", "prevents", "prevent", "ceases", "cease", "silent", "quiet", "before", "until",
    "preceded",
    "follows", "follow", "followed", "answers", "answer", "responds", "respond", "precedes", "precede", "leads", "lead",
    "triggers", "trigger", "causes", "cause", "implies", "imply",
  ]
  private static let ends = Dictionary(
    uniqueKeysWithValues: [
      ("finishes", "completes complete completed finishes finish finished"), ("ends", "terminates ends end"),
      ("fails", "errors error fails fail throws"),
    ].flatMap { end, words in words.split(separator: " ").map { (String($0), end) } })
  private static let numbers = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]
  private static let fillers: Set = ["should", "must", "shall", "will", "can", "may", "always", "eventually", "ever"]
  private static let units = [
    "second": "1s", "seconds": "1s", "minute": "1m", "hour": "1h", "millisecond": "1ms", "frame": "1",
  ]
  private static let synonyms = [
    ["no", "more", "than"], ["not", "more", "than"], ["max"], ["maximum"], ["maximally"],
  ]

  private static func isDenial(_ word: String) -> Bool {
    word.hasSuffix("n't")
      || ["no", "not", "never", "cannot", "none", "nothing", "nobody", "neither", "nor", "without", "hardly"].contains(
        word)
  }

  /// The advice for a sentence that is not a rule, and that is a rule in other words; `nil` if it is not known what was
  /// meant.
  var meant: String? { meaning?.advice }
  /// The advice, the saying that the sentence is, and of an advice to write one rule the rule without its first quote.
  var meaning: (advice: String, saying: Int?, rule: String?)? {
    var said = words.map(\.text)
    if said.first == "there", said.count > 2, ["is", "are"].contains(said[1]) { said.removeFirst(2) }
    let first = said.first
    said.removeAll { Self.fillers.contains($0) && first != $0 }
    if said.first == "eventually" || said.first == "only" && said.count > 2 { said.removeFirst() }
    // A long text is not a sentence that people say, and the time grows with a power of its length.
    if said.isEmpty || said.count > 40 { return nil }
    if isStream(said[0]), said.count > 2, said.contains("then"),
      let start = said.firstIndex(where: { $0.first?.isNumber == true })
    {
      let values = said[start...].filter { $0 != "then" && $0 != "and" }
      return ("values in an order are a row: '= -\(values.joined(separator: "-"))-|'", nil, nil)
    }
    for synonym in Self.synonyms where said.starts(with: synonym) {
      said.replaceSubrange(..<synonym.count, with: ["at", "most"])
    }
    if said[0].hasSuffix(".count") { said.replaceSubrange(..<1, with: ["number", "of", String(said[0].dropLast(6))]) }
    let time = takeTime(&said), denials = said.count(where: Self.isDenial)
    for (number, saying) in Self.sayings.enumerated() where saying.denials == denials {
      var found: [Character: String] = ["@": time]
      let isTimed = saying.pattern[0] == "@"
      if isTimed && time.isEmpty || !fits(saying.pattern.dropFirst(isTimed ? 1 : 0), said[...], &found) { continue }
      let rules = saying.rule.split(separator: ";").map { filled(String($0), found) }
      let start = "write '"
      if rules[0].hasPrefix(start) { return (rules[0], number, String(rules[0].dropFirst(start.count))) }
      let words = rules.map { "'\($0)'" }.joined(separator: " and ")
      return rules.count > 1
        ? ("write two rules: " + words, number, nil) : ("write " + words, number, rules[0] + "'")
    }
    return nil
  }

  private func isStream(_ word: String) -> Bool { word == SpecFile.Rule.result || names[word]?.isStream == true }
  private static func number(_ word: String) -> Int? {
    Int(word) ?? numbers.firstIndex(of: word) ?? ["once": 1, "twice": 2, "a": 1][word]
  }

  /// Takes the words of a time, such as "in the first 5ms": a blank, "within", and the time; empty if there is none.
  private func takeTime(_ said: inout [String]) -> String {
    let starts = ["within", "in", "for", "under", "per", "every", "each"]
    for start in said.indices.dropLast().reversed() where starts.contains(said[start]) {
      let place = ["the", "a"].contains(said[start + 1]) ? min(start + 2, said.count - 1) : start + 1
      let length = said[place], isLength = length.first?.isASCIIDigit == true && said[start] != "each"
      // "under 5" is a comparison.
      let isTime = isLength && (said[start] != "under" || length.last?.isLetter == true)
      guard let time = Self.units[length] ?? (isTime ? length : nil) else { continue }
      said.removeSubrange(start...place)
      return " within " + time
    }
    return ""
  }

  /// Whether words fit a pattern. The meanings of the letters of the pattern are added to `found`.
  ///
  /// Never inlined: a loop that calls itself would be optimized within itself, level by level.
  @inline(never)
  private func fits(_ pattern: ArraySlice<String>, _ said: ArraySlice<String>, _ found: inout [Character: String])
    -> Bool
  {
    guard let part = pattern.first else { return said.isEmpty }
    let rest = pattern.dropFirst()
    if part == "*" {
      for start in said.startIndex...said.endIndex {
        var all = found
        if fits(rest, said[start...], &all) {
          found = all
          return true
        }
        if start < said.endIndex, Self.strong.contains(said[start]) { return false }
      }
      return false
    }
    let old = found
    if let word = said.first, self.word(word, said.dropFirst().first, fits: part, &found),
      fits(rest, part == "R" ? [] : said.dropFirst(), &found)
    {
      if part == "R" { found["R"] = said.joined(separator: " ") }
      return true
    }
    found = old
    return part.first == "?" && fits(rest, said, &found)
  }

  @inline(never)
  private func word(_ word: String, _ next: String?, fits part: String, _ found: inout [Character: String]) -> Bool {
    let part = part.first == "?" ? String(part.dropFirst()) : part
    guard part.count == 1, let letter = part.first, letter.isUppercase else {
      return part.split(separator: "|").contains { $0 == word }
    }
    switch letter {
    // An article is not a stream.
    case "S", "T":
      guard isStream(word), !(word == "a" && next.map(isStream) == true) else { return false }
      found[letter] = word
    case "E", "F":
      guard let end = Self.ends[word] else { return false }
      found[letter] = " " + end
    case "N", "L":
      guard let count = Self.number(word), letter == "N" || word.first?.isLetter == true else { return false }
      found["N"] = "\(count)"
    case "O":
      guard [">", "<", ">=", "<=", "==", "!="].contains(word) else { return false }
      found[letter] = word
    case "D":
      guard word.first?.isASCIIDigit == true else { return false }
      found[letter] = word
    default:
      if isStream(word) { return false }
      found[letter] = word.first == "'" && word.count > 2 ? String(word.dropFirst().dropLast()) : word
    }
    return true
  }

  private func filled(_ rule: String, _ found: [Character: String]) -> String {
    var text = ""
    for character in rule {
      switch character {
      case "!" where text.hasSuffix("@"):
        text = String(text.dropLast()) + (found["@"] == "" ? " within 1s" : found["@"] ?? "")
      case "+", "-":
        guard let count = found["N"].flatMap(Int.init), text.hasSuffix("\(count)") else {
          text.append(character)
          break
        }
        text = String(text.dropLast("\(count)".count)) + "\(character == "+" ? count + 1 : count - 1)"
      case "E", "F": text = String(text.dropLast()) + (found[character] ?? "")
      case let letter where letter.isUppercase: text += found[letter] ?? ""
      default: text.append(character)
      }
    }
    return text.split(separator: "@", omittingEmptySubsequences: false).joined(separator: found["@"] ?? "")
  }
}
