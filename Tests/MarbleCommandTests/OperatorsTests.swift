import Foundation
import Gallery
import MarbleSpecs
import Pipes
import Testing
import VirtualTime

@testable import MarbleCommandLine

/// `marble operators` and `marble render -e`.
struct OperatorsTests {
  @Test func whatSpecsDoWithout() {
    let result = MarbleTool.run(["operators", "print"])
    #expect(result.code == 64 && result.output == "")
    #expect(result.errors.hasPrefix("Error: Specs have no 'print'; it does not affect timing; remove it.\nUsage: "))
    #expect(MarbleTool.run(["operators", "mapTo"]).output.hasPrefix("mapTo is written with map here.\n\nmap(_:)\n"))
  }

  @Test func oneOperatorIsShownAtWork() {
    let output = """
      count()
      Sends the number of values when the upstream finishes.
      Requests unlimited values. Keeps the number so far.
      Use it to count values. See also reduce, collect.

      #  0s   5ms
      a: -1-2-3-|

      > a.count()
      =  -------(3|)

      """
    #expect(MarbleTool.run(["operators", "count"]) == .init(output: output))
  }

  @Test func whatAnotherLibraryDoesIsSaid() {
    let debounce = MarbleTool.run(["operators", "debounce(for:)"]).output
    #expect(debounce.contains("\nIn Rx it sends the pending value when the upstream finishes.\n"))
    #expect(
      MarbleTool.run(["operators", "retry(_:)"]).output.contains("\nIn RxSwift it counts the first attempt, too,"))
  }

  @Test func aSignatureIsOneForm() {
    let output = MarbleTool.run(["operators", "prefix(while:)"]).output
    #expect(
      output.hasPrefix("prefix(while:)\nSends values as long as a condition is true, then finishes.\nDrops the value"))
    #expect(output.contains("\nIn Rx: takeWhile.\n\n") && !output.contains("untilOutputFrom"))
  }

  /// A table below an expected row changes the input, too, and the failure says so; with other symbols the row holds.
  @Test func aTableThatChangesTheInputIsTold() {
    let spec = ["typed: -a-b-|", #"> typed.map { $0 + "!" }"#]
    let wrong = MarbleTool.run(["render", "-e"] + spec + ["= -a-b-|", #"  a = "a!"   b = "b!""#])
    let told = wrong.output + wrong.errors
    #expect(told.contains(#"the table below this row also makes 'a' of typed "a!": write another symbol"#), "\(told)")
    let right = MarbleTool.run(["render", "-e"] + spec + ["= -x-y-|", #"  x = "a!"   y = "b!""#])
    #expect(right.code == 0 && !(right.output + right.errors).contains("the table below"))
    // A table below the row of the source is about it, and another difference is no reason for the sentence.
    let other = MarbleTool.run(["render", "-e", "typed: -a-b-|", #"  a = "A""#] + spec.dropFirst() + ["= -x-|"])
    #expect(other.code != 0 && !(other.output + other.errors).contains("the table below"))
  }

  /// The data of a form has the texts that are printed, each by itself, and there is data of all forms.
  @Test func formsAsData() {
    let one = MarbleTool.run(["operators", "count", "--format", "json"])
    #expect(one.code == 0 && one.errors.isEmpty)
    for text in [
      #""signature": "count()""#, #""sentence": "Sends the number of values when the upstream finishes.""#,
      #""use": "to count values""#,
      #""rivals": ["reduce", "collect"]"#, #""facts": ["Requests unlimited values.", "Keeps the number so far."]"#,
      #""elsewhere": []"#,
    ] { #expect(one.output.contains(text), "\(text) in \(one.output)") }
    let all = MarbleTool.run(["operators", "--format", "json"]).output
    #expect(all.split(separator: #""signature": "#).count - 1 == OperatorTable.shared.rows.count)
    #expect(MarbleTool.run(["operators", "debonce", "--format", "json"]).code == 64)
  }

  @Test func anRxNameLeadsToTheOperator() {
    let result = MarbleTool.run(["operators", "elementAt"])
    #expect(result.output.hasPrefix("elementAt is called output here.\n\noutput(at:)\n"))
    #expect(result.code == 0)
  }

  // MARK: By purpose

  /// The operators that a list names, in its order.
  private func listed(_ words: String...) -> [String] {
    let lines = MarbleTool.run(["operators"] + words).output.split(separator: "\n").filter {
      $0.hasPrefix("  ") && !$0.hasPrefix("   ") && !$0.hasPrefix("  See")
    }
    return lines.map { String($0.dropFirst(2).prefix { $0 != " " }) }
  }
  @Test func aPurposeLeadsToOperators() {
    let result = MarbleTool.run(["operators", "wait until typing stops"])
    let head = "Operators for 'wait until typing stops', the likeliest first:\n  debounce                "
    #expect(result.code == 0 && result.output.hasPrefix(head), "\(result)")
    #expect(result.output.hasSuffix("\n\n  See 'marble operators <name>' for one of them at work.\n"))
    #expect(MarbleTool.run(["operators", "wait", "until", "typing", "stops"]) == result)
    #expect(listed("cancel the old request").first == "switchMap")
    // One word is a name that was mistyped if one is near, unless it is a phrase: `catch` is near to `batch`.
    #expect(listed("batch").first == "collect")
    #expect(MarbleTool.run(["operators", "buy milk"]).code == 64)
    #expect(MarbleTool.run(["operators", ""]).code == 64)
    let data = MarbleTool.run(["operators", "wait until typing stops", "--format", "json"]).output
    #expect(data.contains(#""signature": "debounce(for:)""#) && data.contains(#""wait until typing stops""#))
  }
  /// The questions of forums, with their mistakes; the search of the site is tried with the same lines.
  @Test func whatPeopleAskForIsAmongTheFirstThree() throws {
    let folder = try #require(Gallery.folder.range(of: "/", options: .backwards)).lowerBound
    let path = Gallery.folder[..<folder] + "/Tools/Site/phrases.txt"
    let lines = try String(contentsOfFile: String(path), encoding: .utf8).split(separator: "\n")
    let phrases = lines.filter { $0.first != "#" }.map { $0.components(separatedBy: ": ") }
    #expect(phrases.count > 70)
    for phrase in phrases {
      let names = OperatorSearch.shared.names(for: phrase[0]).prefix(3)
      #expect(names.contains(phrase[1]), "\(phrase): \(names)")
    }
  }
  /// For each phrase of the table, its operators come before all others, in any order and case of its words.
  @Test func eachPhraseOfTheTableFindsItsOperators() {
    var mixer = SplitMixSequence(seed: 7), byPhrase: [Set<String>: Set<String>] = [:]
    for (name, phrases) in Intentions.phrases {
      #expect(OperatorTable.shared.rows.contains { $0.name == name || $0.name.hasSuffix("." + name) }, "\(name)")
      for phrase in phrases { byPhrase[Set(phrase.split(separator: " ").map(String.init)), default: []].insert(name) }
    }
    for (words, names) in byPhrase where words != ["=>"] {
      let text = words.sorted().shuffled(using: &mixer).map { word in
        word == word.lowercased() && Bool.random(using: &mixer) ? word.uppercased() : word
      }
      let found = OperatorSearch.shared.names(for: text.joined(separator: " "))
      let first = found.prefix(names.count + 3).map { $0.split(separator: ".").last.map(String.init) ?? $0 }
      #expect(names.isSubset(of: first), "\(text): \(first), not \(names)")
    }
  }
  @Test func theBeginningOfANameLeadsToIt() {
    let result = MarbleTool.run(["operators", "withLatest"])
    #expect(result.code == 0 && result.output.hasPrefix("withLatest is called withLatestFrom here.\n\nwithLatestFrom("))
    #expect(Set(listed("switch")) == ["switchMap", "switchToLatest", "switchIfEmpty"])
    #expect(MarbleTool.run(["operators", "withlatest"]).code == 0)
  }

  @Test(arguments: [
    ("debonce", "There is no operator 'debonce'. Did you mean 'debounce'?"),
    ("startWit", "There is no operator 'startWit'. Did you mean 'startWith'?"),
    ("gizmo", "There is no operator 'gizmo'. 'marble operators' lists them."),
  ])
  func anUnknownOperator(_ name: String, _ message: String) {
    let errors =
      "Error: \(message)\nUsage: marble operators [<name> ...] [--format <format>]\n  See 'marble operators --help' for more information.\n"
    #expect(MarbleTool.run(["operators", name]) == .init(errors: errors, code: 64))
  }

  @Test func theListHasEveryFamilyAndName() {
    let list = MarbleTool.run(["operators"])
    #expect(list.code == 0)
    for form in OperatorTable.shared.rows {
      #expect(list.output.contains("\n  \(form.name)"))
      #expect(list.output.contains(form.family.uppercased() + ":\n"))
    }
  }

  // MARK: try

  @Test func aSpecInTheCall() {
    #expect(
      MarbleTool.run(["render", "-e", "a: -1-2-|", "> a.delay(for: 2)"])
        == .init(output: "#  0s   5ms\na: -1-2-|\n\n> a.delay(for: 2)\n=  ---1-2-|\n"))
  }

  @Test(arguments: [
    (
      ["a: -1-|", "> a.dely(for: 2)"],
      "-e:2:5: error: unknown operator 'dely'; did you mean 'delay'?\n> a.dely(for: 2)\n    ^~~~\n"
    ),
    (
      ["a: -1-|", "a.delay(for: 2)"],
      "-e:2:1: error: a line cannot begin with 'a'; a pipeline begins with '>'\na.delay(for: 2)\n^\n"
    ),
    (
      ["a: -1-|"],
      "-e:1:1: error: there is no pipeline; write one, such as '> typed.debounce(for: 300ms)'; "
        + "without quotes the shell takes '>' for the name of a file\na: -1-|\n^\n"
    ),
  ])
  func aWrongSpecInTheCall(_ lines: [String], _ errors: String) {
    #expect(MarbleTool.run(["render", "-e"] + lines) == .init(errors: errors, code: 65))
  }
}
