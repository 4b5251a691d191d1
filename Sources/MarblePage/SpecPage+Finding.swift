import MarbleDiagrams
import MarbleSpecs
import Marbles
import PipesCore

extension SpecPage {
  /// The search that the last call made a step of, with the text of its spec.
  private static let last = Guarded<(text: String, search: StepwiseSearch)?>(nil)

  /// Makes one step of a search for the pipelines that send the row below the first pipeline of a spec. Step 0 tries
  /// the pipelines of one operator, each other one prepares or tries some pipelines of two. The outcome as JSON has
  /// what is `found` up to now, the simplest first, the number of pipelines that were `tried`, of how many, and the
  /// `next` step, if there is one; or the text of a `problem`. At most so many pairs are tried: a page runs them more
  /// slowly than the command does. They begin with the likeliest operators, all of them or so many.
  static func pipelines(for text: SpecText, step: Int, starts: Int? = nil, pairs: Int = 4_000) -> String {
    do throws(SpecProblem) {
      let key = text.lines.map { String($0) }.joined(separator: "\n")
      var search: StepwiseSearch
      if let known = last.with({ $0?.text == key ? $0?.search : nil }) {
        search = known
      } else {
        search = StepwiseSearch(try FindExamples(try SpecFile(text), text), starts: starts, pairs: pairs)
      }
      search.advance(to: step)
      last.with { [search] in $0 = (key, search) }
      return search.json
    } catch {
      return JSONText.object([("problem", .string(error.message))]).description
    }
  }
}

/// A search for pipelines in steps that each take a fraction of a second, so that somebody who waits sees how far it
/// is.
private struct StepwiseSearch {
  private let search: FindSearch
  private var found: [FindSearch.Found]
  /// The number of steps that are made, and of first operators whose pairs are known.
  private var done = 0, starts = 0
  private var candidates: [FindSearch.Candidate] = []
  /// The pairs that are tried, once all are known, and the number of those that have been.
  private var likeliest: ArraySlice<FindSearch.Candidate>?
  private var tried = 0

  private let mostStarts, mostPairs: Int

  /// The number of first operators and of pairs in a step.
  private static let (startsInStep, pairsInStep) = (25, 250)
  private static let mostShown = 8

  init(_ examples: FindExamples, starts: Int?, pairs: Int) {
    search = FindSearch(examples)
    mostStarts = min(starts ?? .max, search.count)
    mostPairs = pairs
    found = search.ones
    if !found.isEmpty { likeliest = [] }
  }

  private var isOver: Bool { likeliest?.isEmpty == true }

  /// Makes all steps up to one that are not made yet. The first one is made already.
  mutating func advance(to step: Int) {
    while done < step, !isOver {
      done += 1
      advance()
    }
  }
  private mutating func advance() {
    if let pairs = likeliest {
      let part = pairs.prefix(Self.pairsInStep)
      for candidate in part { if let one = search.found(candidate) { found.append(one) } }
      tried += part.count
      likeliest = pairs.dropFirst(Self.pairsInStep)
    } else if starts < mostStarts {
      let end = min(starts + Self.startsInStep, mostStarts)
      for number in starts..<end { candidates += search.candidates(number) }
      starts = end
    } else {
      likeliest = FindSearch.likeliest(candidates).prefix(mostPairs)
      candidates = []
    }
  }

  var json: String {
    let pipelines = FindSearch.simplest(found, most: Self.mostShown).map { one in
      JSONText.object([("pipeline", .string(one.text)), ("sentences", .texts(one.sentences))])
    }
    let left = likeliest?.count ?? mostPairs
    return JSONText.object([
      ("found", .list(pipelines)), ("tried", .number(search.runs + tried)), ("of", .number(search.runs + tried + left)),
      ("next", isOver ? .null : .number(done + 1)),
    ]).description
  }
}
