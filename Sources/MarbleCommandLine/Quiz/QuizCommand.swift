import MarbleSpecs
import Marbles
import VirtualTime

extension MarbleTool {
  static let quiz = Subcommand(
    shape: CommandShape(
      name: "quiz", overview: "Print questions about the rows that pipelines send, and then the answers.",
      operands: [
        CommandShape.Operand(
          name: "topic",
          help:
            "Specs, Markdown files or folders; a lesson of the folder Course, such as 2; or operators such as debounce. Without a topic the "
            + "questions are about operators that are easily confused.", isRepeated: true, isOptional: true)
      ],
      options: [
        CommandShape.Option(
          name: "seed", value: "number", help: "The seed of the questions: the same number makes the same questions."),
        CommandShape.Option(name: "count", value: "number", help: "The number of questions. The default is 6."),
        CommandShape.Option(name: "ascii", help: "Draw with ASCII only."),
        CommandShape.Option(
          name: "format", value: "format", choices: ["text", "json"],
          help: "With json, print all questions and their answers for a page."),
      ])
  ) { tool, arguments in try tool.quiz(arguments) }

  private mutating func quiz(_ arguments: ParsedArguments) throws(UsageError) {
    let questions = try questions(arguments)
    if questions.isEmpty { return }
    if arguments.values["format"] == "json" { return print(QuizPage.text(of: questions)) }
    let isASCII = arguments.flags.contains("ascii")
    do throws(SpecProblem) {
      for (index, question) in questions.enumerated() {
        let card = question.card
        print("Question \(index + 1) of \(questions.count) (\(question.place))", as: .difference)
        let lines = try card.question(width: terminal.currentWidth, isASCII: isASCII).lines
        print(lines.joined(separator: "\n"), as: .diagram)
        print(card.subscribers > 1 ? "Which row does subscriber \(card.subscriber + 1) receive?\n\n" : "\n")
      }
      for (index, question) in questions.enumerated() {
        let answer = try QuizAnswer(to: question.card), timers = answer.timers(isASCII: isASCII)
        print((index == 0 ? "" : "\n") + "Answer \(index + 1)", as: .difference)
        // The row with its timers has its meanings, too.
        print(timers.isEmpty ? "= \(answer.sentRow)" : timers.joined(separator: "\n"), as: .diagram)
        let below = (answer.meanings.isEmpty ? [] : ["  " + answer.meanings.joined(separator: "   ")]) + answer.reasons
        if !below.isEmpty { print(below.joined(separator: "\n")) }
      }
    } catch {
      report(error.description, code: 65)
    }
  }

  private mutating func questions(_ arguments: ParsedArguments) throws(UsageError) -> [QuizQuestion] {
    var questions: [QuizQuestion] = []
    var names: [String] = []
    for topic in arguments.operands {
      if let path = lesson(topic) ?? (isPath(topic) ? topic : nil) {
        questions += cards(of: SpecInputs([path]))
      } else {
        names.append(try operatorName(topic))
      }
    }
    if !names.isEmpty || arguments.operands.isEmpty {
      let seed = try arguments.number("seed", in: 0...1_000_000_000) ?? Int(UInt64.random(in: 0..<1_000_000))
      let count = try arguments.number("count", in: 1...1_000) ?? max(6, names.count)
      questions += made(about: names.isEmpty ? QuizGenerator.names : names, count, seed: seed)
    }
    return questions
  }

  // MARK: Topics

  private func isPath(_ topic: String) -> Bool {
    topic == "-" || topic.contains("/") || topic.contains(".") || ((try? Files.entry(at: topic)) ?? nil) != nil
  }

  /// The path of a lesson, by its number, if there is a folder of lessons.
  private func lesson(_ topic: String) -> String? {
    guard let number = Int(topic) else { return nil }
    let name = ((try? Files.names(in: "Course")) ?? []).first {
      Int($0.prefix { $0.isNumber }) == number && $0.hasSuffix(".md")
    }
    return name.map { "Course/\($0)" }
  }

  private func noLesson(_ topic: String) -> String {
    let numbers = ((try? Files.names(in: "Course")) ?? []).filter { $0.hasSuffix(".md") }.compactMap {
      Int($0.prefix { $0.isNumber })
    }
    guard let first = numbers.min(), let last = numbers.max() else {
      return "A number is a lesson only where there is a folder 'Course'; name the file of a lesson."
    }
    return "There is no lesson \(topic); the lessons of the folder 'Course' are \(first) to \(last)."
  }

  private func operatorName(_ topic: String) throws(UsageError) -> String {
    if Int(topic) != nil { throw UsageError(message: noLesson(topic)) }
    if OperatorTable.shared.rows.contains(where: { $0.name == topic }) { return topic }
    let inRx = OperatorTable.shared.rows.first { $0.namesInRx.contains(topic) }
    if let inRx { return inRx.name }
    let meant = OperatorTable.shared.meant(by: topic, among: OperatorTable.shared.rows.map(\.name))
    throw UsageError(
      message: "'\(topic)' is neither a file nor an operator. "
        + (meant.map { "Did you mean '\($0)'?" } ?? "'marble operators' lists the operators."))
  }

  // MARK: Cards

  /// The questions of specs. In a document with fences `marble predict`, only these are questions.
  private mutating func cards(of inputs: SpecInputs) -> [QuizQuestion] {
    for error in inputs.errors { report(error.description) }
    end(with: inputs.code)
    let asking = Set(inputs.specs.filter(\.isPrediction).map(\.file))
    var questions: [QuizQuestion] = []
    for text in inputs.specs where text.isPrediction || !asking.contains(text.file) {
      do throws(SpecProblem) {
        let file = try SpecFile(text)
        guard text.isPrediction || file.hasExpectations else { continue }
        questions += try QuizCard.all(in: file).map {
          QuizQuestion(card: $0, place: text.place(of: $0.block.pipeline.span).description)
        }
      } catch {
        report(error.description, code: 65)
      }
    }
    if questions.isEmpty, result.code == 0 {
      report("Error: There is nothing to ask: no spec has a row that begins with '='.", code: 65)
    }
    return questions
  }

  /// Generates questions about operators. An operator that is confused with no other has its sample in the operator
  /// table as the question.
  private mutating func made(about names: [String], _ count: Int, seed: Int) -> [QuizQuestion] {
    var generator = QuizGenerator(seed: UInt64(seed))
    var mixer = SplitMixSequence(seed: UInt64(seed))
    var questions: [QuizQuestion] = []
    let order = names.count > count ? names.shuffled(using: &mixer) : names
    var known: Set<String> = []
    for index in 0..<count {
      let name = order[index % order.count]
      if let card = generator.card(about: name), known.insert(card.identity).inserted {
        questions.append(QuizQuestion(card: card, place: "seed \(seed)"))
        continue
      }
      for form in OperatorTable.shared.forms(of: name) {
        let cards = (try? QuizCard.all(in: try SpecFile(SpecText(form.sample, file: name)))) ?? []
        questions += cards.filter { known.insert($0.identity).inserted }.map { QuizQuestion(card: $0, place: name) }
      }
    }
    if questions.isEmpty {
      report("Error: There is no question about '\(names[0])'.", code: 65)
    }
    return questions
  }
}

/// A card and its origin.
struct QuizQuestion {
  var card: QuizCard
  var place: String
}
