import MarbleDiagrams
import MarbleSpecs
import Marbles
import Pipes

extension SpecPage {
  /// The search that the last call made a step of, with the text of its spec.
  private static let last = Guarded<(text: String, search: StepwiseSearch)?>(nil)

  /// Makes one step of a search for the pipelines that send the row below the first pipeline of a spec. Step 0 tries the pipelines of one operator, each
  /// other one some pipelines of two. The outcome as JSON has what is `found` up to now, the simplest first, the number of pipelines that were
  /// `tried`, of how many, and the `next` step, if there is one; or the text of a `problem`.
  package static func pipelines(for text: SpecText, step: Int) -> String {
    do throws(SpecProblem) {
      let key = text.lines.map { String($0) }.joined(separator: "\n")
      var search: StepwiseSearch
      if let known = last.with({ $0?.text == key ? $0?.search : nil }) {
        search = known
      } else {
        search = StepwiseSearch(try FindExamples(try SpecFile(text), text))
      }
      search.advance(to: step)
      last.with { [search] in $0 = (key, search) }
      return search.json
    } catch {
      return JSONText.object([("problem", .text(error.message))]).description
    }
  }
}

/// A search for pipelines in steps that each take a fraction of a second, so that somebody who waits sees how far it is.
private struct StepwiseSearch {
  private let search: FindSearch
  private var likeliest: [FindSearch.Candidate] = []
  private var found: [FindSearch.Found]
  private var done = 0

  /// The number of pipelines of two operators in a step, and of those that are tried at all: a page runs them more slowly than the command does.
  private static let (size, most) = (250, 4_000)
  private static let mostShown = 8

  init(_ examples: FindExamples) {
    search = FindSearch(examples)
    found = search.ones
    if found.isEmpty {
      likeliest = Array(FindSearch.likeliest((0..<search.count).flatMap(search.candidates)).prefix(Self.most))
    }
  }

  private var steps: Int { (likeliest.count + Self.size - 1) / Self.size }

  /// Makes all steps up to one that are not made yet.
  mutating func advance(to step: Int) {
    while done < min(step, steps) {
      let part = likeliest[done * Self.size..<min((done + 1) * Self.size, likeliest.count)]
      for candidate in part { if let one = search.found(candidate) { found.append(one) } }
      done += 1
    }
  }

  var json: String {
    let pipelines = FindSearch.simplest(found, most: Self.mostShown).map { one in
      JSONText.object([("pipeline", .text(one.text)), ("sentences", .list(one.sentences.map { .text($0) }))])
    }
    return JSONText.object([
      ("found", .list(pipelines)), ("tried", .number(Int64(search.runs + min(done * Self.size, likeliest.count)))),
      ("of", .number(Int64(search.runs + likeliest.count))), ("next", done < steps ? .number(Int64(done + 1)) : .null),
    ]).description
  }
}
