import Marbles

extension RuleParser {
  mutating func followed() throws(SpecProblem) -> RuleSentence {
    position = 1
    let trigger = try events(as: 0, isTrigger: true)
    try expect("is followed by", as: 0)
    let response = try events(as: 0)
    return RuleSentence(
      .followed(within: try within(mayBeZero: true), orNext: false), trigger: trigger, response: response)
  }
  mutating func none() throws(SpecProblem) -> RuleSentence {
    position = 1
    let response = try events(as: 1)
    let limit = try within()
    if position == words.count, limit == nil { throw noneAtAll(response) }
    try expect("after", as: 1)
    _ = accept("each")
    return RuleSentence(.none(within: limit), trigger: try events(as: 1, isTrigger: true), response: response)
  }
  mutating func counted() throws(SpecProblem) -> RuleSentence {
    position = 1
    if accept("least") {
      let count = try number()
      return RuleSentence(.atLeast(count), response: try events(as: 4))
    }
    try expect("most", as: 2)
    let count = try number()
    let response = try events(as: 2)
    if accept("after") {
      _ = accept("each")
      return RuleSentence(.atMostAfterEach(count), trigger: try events(as: 3, isTrigger: true), response: response)
    }
    return RuleSentence(.atMost(count, within: try within()), response: response)
  }
  mutating func asMany() throws(SpecProblem) -> RuleSentence {
    position = 1
    try expect("many", as: 7)
    let response = try events(as: 7)
    try expect("as", as: 7)
    return RuleSentence(.asMany, trigger: try events(as: 7), response: response)
  }
  mutating func neverMore() throws(SpecProblem) -> RuleSentence {
    position = 2
    let response = try events(as: 6)
    try expect("than", as: 6)
    return RuleSentence(.neverMore, trigger: try events(as: 6), response: response)
  }
  mutating func neverTwoEqual() throws(SpecProblem) -> RuleSentence {
    position = 1
    try expect("two equal", as: 9)
    var response = RuleSentence.Events(SpecFile.Rule.result)
    if peek() != "in" { response = try events(as: 9) }
    try expect("in a row", as: 9)
    return RuleSentence(.neverTwoEqual, response: response)
  }
  mutating func aboutStream() throws(SpecProblem) -> RuleSentence {
    if let better = RuleForm.habits[words[0].text], names[words[0].text] == nil {
      throw text.problem("this is not a rule", at: words[0].span, fix: "write '\(better)'", kind: .vagueRule)
    }
    if peek(1) == "is", peek(2) == "followed" {
      throw text.problem(
        "expected 'each' before '\(words[0].text)'", at: words[0].span,
        fix: "write 'each \(words[0].text) is followed by …'")
    }
    if let second = peek(1), ["only", "finishes", "fails", "ends", "is", "within"].contains(second) {
      try checkStream(words[0].text, here)
    }
    if peek(1) == nil || names[words[0].text] == nil && words[0].text != SpecFile.Rule.result {
      let starts =
        ["each", "no", "at", "as", "always", "never"] + names.filter(\.value.isStream).keys.sorted() + [
          SpecFile.Rule.result
        ]
      let meant = Suggestion.nearest(to: words[0].text, among: starts)
      let fix = meant.map { Suggestion.question($0) + " 'marble help rules' shows all rules" }
      throw text.problem(
        "this is not a rule", at: words[0].span, fix: fix ?? Self.advice, meant: meant, kind: .vagueRule)
    }
    let response = try events(as: 5)
    if accept("only") {
      try expect("after", as: 5)
      _ = accept("each")
      return RuleSentence(.onlyAfter, trigger: try events(as: 5), response: response)
    }
    let form = response.kind == .values ? 5 : 8
    guard let limit = try within(mayBeZero: true) else {
      try expect(form == 5 ? "only after" : "within", as: form)
      return RuleSentence(.onlyAfter, response: response)
    }
    try expect("after", as: form)
    _ = accept("each")
    return RuleSentence(
      .followed(within: limit, orNext: false), trigger: try events(as: form, isTrigger: true), response: response)
  }
}
