import MarbleDiagrams
import MarbleRuns
import MarbleSpecs
import Marbles
import VirtualTime

/// Asks questions one after the other, on a terminal or through a pipe.
struct QuizSession {
  private var questions: [QuizQuestion]
  private let asksWhy: Bool
  private let isASCII: Bool
  private let isInteractive: Bool
  private let terminal: Terminal
  /// The number of columns for sentences.
  private var width: Int { min(100, terminal.currentWidth ?? 80) }

  private var asked = 0
  private var right = 0
  private var events = (right: 0, total: 0)
  private var isOver = false

  init(_ questions: [QuizQuestion], _ arguments: ParsedArguments, _ terminal: Terminal) {
    isInteractive = terminal.isInteractive
    asksWhy = terminal.isInteractive || arguments.flags.contains("why")
    isASCII = arguments.flags.contains("ascii")
    self.terminal = terminal
    self.questions = questions
  }

  mutating func run(_ tool: inout MarbleTool) {
    if isInteractive {
      tool.print(wrapped("Write the row below the others. A . shows the answer, q ends the quiz.", ""))
    }
    var index = 0
    while index < questions.count, !isOver {
      if index > 0 || isInteractive { tool.print("") }
      tool.print(
        wrapped("Question \(index + 1) of \(questions.count) (\(questions[index].place))", ""), as: .difference)
      ask(questions[index].card, &tool)
      index += 1
    }
    summarize(&tool)
  }

  private func summarize(_ tool: inout MarbleTool) {
    let all = asked == questions.count ? "" : " (\(questions.count - asked) not answered)"
    let rows = "\(right) of \(asked) row\(asked == 1 ? "" : "s") right"
    tool.print("\n\(rows), \(events.right) of \(events.total) event\(events.total == 1 ? "" : "s")\(all).")
    if right < questions.count { tool.end(with: 1) }
  }

  // MARK: One question

  /// Asks until the learner enters a row that can be read, and gives the answer.
  private mutating func ask(_ original: QuizCard, _ tool: inout MarbleTool) {
    var card = original
    guard var column = show(card, &tool) else { return }
    while true {
      let label = "=" + String(repeating: " ", count: max(1, column - 1))
      guard let line = tool.ask(label) else { return isOver = true }
      let words = line.drop { $0 == " " }
      if words == "q" || words == "quit" { return isOver = true }
      if words.isEmpty {
        tool.print(wrapped("Write '-' if nothing happens; . shows the answer.", "  "))
      } else if let changed = edited(card, String(words), &tool) {
        if let changed {
          card = changed
          column = show(card, &tool) ?? column
        }
      } else if words == "." {
        return give(nil, to: card, &tool)
      } else if let row = row(String(words.first == "=" ? words.dropFirst() : words), card, &tool) {
        return give(row, to: card, &tool)
      }
    }
  }

  /// Shows a question and returns the column at which rows begin. Reports a message and returns `nil` if the question
  /// cannot be shown.
  private func show(_ card: QuizCard, _ tool: inout MarbleTool) -> Int? {
    do throws(SpecProblem) {
      let question = try card.question(width: terminal.currentWidth, isASCII: isASCII)
      tool.print(question.lines.joined(separator: "\n"), as: .diagram)
      if card.subscribers > 1 { tool.print(wrapped("What does subscriber \(card.subscriber + 1) receive?", "")) }
      return question.column
    } catch {
      tool.report(error.description)
      tool.end(with: 65)
      return nil
    }
  }

  /// Reads a row. Reports a message and returns `nil` if it cannot be read, which does not count as an answer.
  private func row(_ text: String, _ card: QuizCard, _ tool: inout MarbleTool) -> Lane? {
    do {
      let row = try Lane(parsing: text, as: .expectation, frame: card.file.frame)
      let marks = row.moments.flatMap(\.marks)
      guard !marks.contains(Mark(.anyValue)), !row.moments.contains(where: \.anyOrder) else {
        tool.print(wrapped("A prediction says which value comes, and in which order; write no '?' and no '{'.", "  "))
        return nil
      }
      return row
    } catch {
      tool.print(error.description.split(separator: "\n").map { "  " + $0 }.joined(separator: "\n"), as: .difference)
      return nil
    }
  }

  /// The question with another row for a source, if the line is `name: row`. The inner value is `nil`, with a message,
  /// if the row cannot be read.
  private func edited(_ card: QuizCard, _ line: String, _ tool: inout MarbleTool) -> QuizCard?? {
    guard let colon = line.firstIndex(of: ":") else { return nil }
    let name = line[..<colon].split(separator: " ").last.map(String.init) ?? ""
    guard card.file.sources.contains(where: { $0.name == name }) else { return nil }
    do throws(SpecProblem) {
      let text = String(line[line.index(after: colon)...].drop { $0 == " " })
      guard let changed = try card.editing(name, to: text) else {
        tool.print(wrapped("With this row there is no question: the pipeline does not end, or sends too much.", "  "))
        return .some(nil)
      }
      return changed
    } catch {
      tool.print(error.description, as: .message)
      return .some(nil)
    }
  }

  // MARK: The answer

  private mutating func give(_ row: Lane?, to card: QuizCard, _ tool: inout MarbleTool) {
    do throws(SpecProblem) {
      let answer = try QuizAnswer(row ?? Lane(frame: card.file.frame, moments: []), to: card)
      count(answer, isGiven: row != nil)
      showRow(answer, isGiven: row != nil, &tool)
      // The sentence is the answer to "why?", so the question comes first.
      if asksWhy, let why = answer.why {
        ask(why, answer, &tool)
      }
      showReasons(answer, isGiven: row != nil, &tool)
      if isInteractive, !isOver { offerChanges(card, &tool) }
    } catch {
      tool.report(error.description)
      tool.end(with: 65)
    }
  }

  private mutating func count(_ answer: QuizAnswer, isGiven: Bool) {
    asked += 1
    if isGiven, answer.prediction.isRight { right += 1 }
    events.right += isGiven ? answer.prediction.right : 0
    events.total += answer.prediction.total
  }

  private func showRow(_ answer: QuizAnswer, isGiven: Bool, _ tool: inout MarbleTool) {
    if isGiven, answer.prediction.isRight {
      return tool.print(wrapped("Right: \(answer.sentence)", ""), as: .difference)
    }
    tool.print(answer.rows.joined(separator: "\n"), as: .difference)
    if isGiven { tool.print(wrapped(answer.sentence, ""), as: .difference) }
    if isGiven, let rival = answer.rival { tool.print(wrapped("This is the row of \(rival).", ""), as: .difference) }
  }
  private func showReasons(_ answer: QuizAnswer, isGiven: Bool, _ tool: inout MarbleTool) {
    if !answer.meanings.isEmpty { tool.print(wrapped(answer.meanings.joined(separator: "   "), "  ")) }
    if isGiven, answer.prediction.isRight { return }
    let reasons = answer.reasons
    if !reasons.isEmpty { tool.print("\n" + reasons.map { wrapped($0, "") }.joined(separator: "\n")) }
    let timers = answer.timers(isASCII: isASCII)
    if !timers.isEmpty, (timers.map(DisplayWidth.of).max() ?? 0) <= terminal.currentWidth ?? .max {
      tool.print("\n" + timers.joined(separator: "\n"), as: .diagram)
    }
  }

  private mutating func ask(_ why: QuizWhy, _ answer: QuizAnswer, _ tool: inout MarbleTool) {
    tool.print("\n" + wrapped(why.question, ""), as: .difference)
    let letters = ["a", "b", "c", "d"]
    for (letter, option) in zip(letters, why.options) {
      tool.print(wrapped("\(letter)) \(option.text)", "   ", first: "  "))
    }
    while true {
      guard let line = tool.ask("a to \(letters[why.options.count - 1])? ") else { return isOver = true }
      let word = line.split(separator: " ").first.map { $0.lowercased() } ?? ""
      if word == "q" { return isOver = true }
      if word.isEmpty || word == "." { return tool.print("The answer is \(letters[why.right]).") }
      guard let choice = letters.prefix(why.options.count).firstIndex(of: word) else {
        tool.print("Write one of the letters; . shows the answer.")
        continue
      }
      if choice == why.right { return tool.print("Right.", as: .difference) }
      let rival = why.options[choice].rival ?? ""
      return tool.print(wrapped("No: \(rival) does that. The answer is \(letters[why.right]).", ""), as: .difference)
    }
  }

  /// Asks for another row of the input after the answer, which is another question.
  private mutating func offerChanges(_ card: QuizCard, _ tool: inout MarbleTool) {
    let name = card.file.sources.first?.name ?? ""
    while !name.isEmpty {
      guard let line = tool.ask("Enter: next; \(name): ROW asks again with this row. ") else { return isOver = true }
      if line == "q" { return isOver = true }
      if line.allSatisfy({ $0 == " " }) { return }
      guard let changed = edited(card, line, &tool) else {
        tool.print(wrapped("To change the input, write the name of a row, ':' and the row.", "  "))
        continue
      }
      if let changed {
        questions.append(QuizQuestion(card: changed, place: "changed"))
        return questions.swapAt(asked < questions.count ? asked : questions.count - 1, questions.count - 1)
      }
    }
  }

  /// The text in lines of at most the width, each with a prefix.
  private func wrapped(_ text: String, _ start: String, first: String? = nil) -> String {
    let indent = text.prefix { $0 == " " }
    var lines = [(first ?? start) + indent]
    var isEmpty = true
    for word in text.split(separator: " ", omittingEmptySubsequences: false).drop(while: \.isEmpty) {
      if !isEmpty, DisplayWidth.of(lines[lines.count - 1]) + 1 + DisplayWidth.of(String(word)) > width {
        lines.append(start + indent + (indent.isEmpty ? "" : "  "))
        isEmpty = true
      }
      lines[lines.count - 1] += (isEmpty ? "" : " ") + word
      isEmpty = false
    }
    return lines.joined(separator: "\n")
  }
}
