import MarbleDiagrams
import MarbleRuns
import MarbleSpecs
import Marbles
import PipesCore
import VirtualTime

/// A question about a reason: what does the operator do at one instant? The wrong answers are the actions of its rivals
/// at that instant.
struct QuizWhy {
  struct Option {
    let text: String
    /// The rival that does this; `nil` for the right answer.
    let rival: String?
  }

  let question: String
  let options: [Option]

  init?(_ card: QuizCard, _ rivals: [Rival], preferring preferred: Set<VirtualInstant>) {
    guard let mine = QuizWhy.sentences(card.file) else { return nil }
    let others = rivals.compactMap { rival -> (Rival, [VirtualInstant: [String]])? in
      guard rival.isSibling, let file = rival.file, let sentences = QuizWhy.sentences(file) else { return nil }
      return (rival, sentences)
    }
    // The instant at which most rivals do something else; of several the first preferred one, else the first one.
    var best: (instant: VirtualInstant, options: [Option])?
    for instant in mine.keys.sorted(by: { (preferred.contains($0) ? 0 : 1, $0) < (preferred.contains($1) ? 0 : 1, $1) })
    {
      let options = QuizWhy.options(at: instant, mine, others)
      if options.count > best?.options.count ?? 2 { best = (instant, options) }
    }
    guard let best else { return nil }
    var mixer = SplitMixSequence(seed: UInt64(card.identity, radix: 16) ?? 1)
    options = best.options.shuffled(using: &mixer)
    question = "What happens at \(DurationText.inWords(best.instant.nanoseconds)), and why?"
  }

  /// The right answer and up to three others, without repeated texts.
  private static func options(
    at instant: VirtualInstant, _ mine: [VirtualInstant: [String]], _ others: [(Rival, [VirtualInstant: [String]])]
  ) -> [Option] {
    func text(_ sentences: [VirtualInstant: [String]], _ name: String) -> String {
      (sentences[instant] ?? []).map { $0.replacingWord(name, by: "the operator") }.joined(separator: "; ")
    }
    guard let name = others.first?.0.swapped?.mine else { return [] }
    var options = [Option(text: text(mine, name), rival: nil)]
    for (rival, sentences) in others where options.count < 4 {
      let sentences = text(sentences, rival.swapped?.other ?? "")
      if !sentences.isEmpty, !options.contains(where: { $0.text == sentences }) {
        options.append(Option(text: sentences, rival: rival.name))
      }
    }
    return options
  }

  /// The sentences about each instant at which a source sends a value.
  private static func sentences(_ file: SpecFile) -> [VirtualInstant: [String]]? {
    guard let diagram = try? ExecutedSpec(file, isTraced: true).diagram, let trace = diagram.runs[0].trace else {
      return nil
    }
    let sources = Set(
      trace.events.filter { trace.stages[trace.subscriptions[$0.line].stage].kind == .source && !Mark($0.kind).isEnd }
        .map(\.instant))
    let sentences = Explanation(diagram.runs[0], in: diagram).sentences.filter { sources.contains($0.instant) }
    return Dictionary(grouping: sentences, by: \.instant).mapValues { $0.map(\.text) }
  }
}

extension String {
  /// The text with a word replaced by another one. A word ends where no letter follows.
  fileprivate func replacingWord(_ word: String, by other: String) -> String {
    guard !word.isEmpty else { return self }
    var result = ""
    var rest = self[...]
    while let place = rest.firstRange(of: word) {
      let isWhole =
        rest[..<place.lowerBound].last?.isLetter != true && rest[place.upperBound...].first?.isLetter != true
      result += rest[..<place.lowerBound] + (isWhole ? other : word)
      rest = rest[place.upperBound...]
    }
    return result + rest
  }
}
