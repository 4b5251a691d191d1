import MarbleDiagrams
import MarbleRuns
import MarbleSpecs
import Marbles
import VirtualTime

/// The questions with all facts that a page needs to ask and answer them without running a spec: the events, the
/// rivals' events, the reasons.
enum QuizPage {
  static func text(of questions: [QuizQuestion]) -> String {
    JSONText.object([("questions", .list(questions.map(question)))]).description
  }

  private static func question(_ question: QuizQuestion) -> JSONText {
    let card = question.card
    let answer = try? QuizAnswer(to: card)
    let shown = try? card.question(width: nil, isASCII: false)
    return .object([
      ("place", .string(question.place)), ("identity", .string(card.identity)),
      ("title", .string(card.file.headers["title"])),
      ("frame", .number(card.file.frame)), ("question", .texts(shown?.lines ?? [])),
      ("column", .number(shown?.column ?? 0)), ("pipeline", .string(card.block.pipeline.lines.joined(separator: "\n"))),
      ("subscriber", .number(card.subscriber + 1)), ("subscribers", .number(card.subscribers)),
      (
        "input",
        .list(
          card.inputTable.map {
            .object([("symbol", .string($0.symbol.text)), ("value", .string($0.value.description))])
          })
      ),
      ("row", .string(answer?.sentRow ?? "")), ("events", .list(card.events.map(event))),
      ("meanings", .texts(answer?.meanings ?? [])), ("reasons", .texts(answer?.reasons ?? [])),
      ("timers", .texts(answer?.timers(isASCII: false) ?? [])),
      (
        "rivals",
        .list(card.rivals.map { .object([("name", .string($0.name)), ("events", .list($0.events.map(event)))]) })
      ),
      ("why", answer?.why.map(why) ?? .null),
    ])
  }

  private static func event(_ event: QuizEvent) -> JSONText {
    let kind: (String, JSONText) =
      switch event.event {
      case .value(let value): ("value", .string(value.description))
      case .finished: ("finished", .bool(true))
      case .failure(let failure): ("failure", .string(failure.value.description))
      }
    return .object([("at", .number(event.instant.nanoseconds)), kind])
  }

  private static func why(_ why: QuizWhy) -> JSONText {
    .object([
      ("question", .string(why.question)),
      (
        "options",
        .list(
          why.options.map { .object([("text", .string($0.text)), ("rival", .string($0.rival))]) })
      ),
    ])
  }
}
