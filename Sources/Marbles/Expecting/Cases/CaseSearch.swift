import VirtualTime

/// Runs the cases of a test one after the other: all of them, and if one fails, simpler ones until none fails any more.
///
/// It only says which case is the next one. The caller runs it, with or without `async`, and reports the outcome:
///
/// 1. *Searching* runs the cases up to the first failure.
/// 2. *Repeating* runs the failed case again. If it does not fail then, the test depends on more than its choices.
/// 3. *Shrinking* runs simpler cases. A failure counts only if it is of the same kind.
/// 4. *Editing* tries the removal and the shift of each single event, and goes back to shrinking if one still fails.
/// 5. *Varying* changes single events of the simplest case, to find those that do not matter.
/// 6. *Showing* runs the simplest case once more, with a picture.
struct CaseSearch {
  private enum Phase {
    case searching, repeating, shrinking(Shrinker), editing(Shrinker, RowEdits), varying(Variations), showing, done
  }
  /// The outcome of one case.
  struct Outcome {
    var choices: Choices
    var rows: [GeneratedRow] = []
    var problems: [MarbleFailure.Problem] = []
    /// The row of a stream that was expected to be equal, if the failure is about that.
    var expected: String?
    /// The order at the first instant that differs, in the order of scheduling and in this case.
    var turns: [String] = []
    /// The names of the sources in the test, by the names of their actions.
    var names: [String: String] = [:]
    /// A number that differs from that of another run if anything in the runs does that was seen.
    var trace: UInt64 = 0
    /// Whether the description of the test is wrong, so that no case can run.
    var isInvalid = false
  }

  private let cases: Cases
  private let settings: CaseSettings
  private let clock = ContinuousClock()
  private let place: SourcePlace
  private var phase = Phase.searching
  /// The number of cases up to now, those of other shares included, and of those that ran.
  private var number = 0
  private(set) var ran = 0
  /// The next list in the order of counting; `nil` after the last one.
  private var counting: [Int]? = []
  /// The choices at the start of a counted list that decide its share, and their number in order.
  private var share: (prefix: [Int], number: Int)?
  private var failed: Outcome?
  private var failedNumber = 0
  private var kind = ""
  private var best: Outcome?
  private var deadline: ContinuousClock.Instant?
  /// Whether simplifying has taken too long.
  private var isCutShort = false
  /// The last time at which the progress was shown.
  private var shown: ContinuousClock.Instant
  /// Whether the terminal has a line that has to be cleared.
  private(set) var isProgressShown = false
  /// The number of cases that were tried after the failure.
  private var tries = 0
  private var tried: Variations?
  private var isImpure = false
  /// The problems that the test reports.
  private(set) var problems: [MarbleFailure.Problem] = []
  /// The number of frames of all rows, if they are counted.
  let frames: Int?
  /// Whether the first choice is the order at equal instants.
  private let permutes: Bool
  /// Whether choices decide each turn at equal instants.
  let takesTurns: Bool
  /// Counts all orders. It is not asked when a case is repeated or made simpler.
  private let orders: OrderSearch
  /// The actions of the first case, which has the order of scheduling, if choices decide the turns.
  var scheduled: [Timeline.RunAction] = []

  /// The largest number of cases that are tried to simplify a failure.
  private static let patience = 20_000
  /// The number of choices that decide the share of a counted list.
  private static let shareLength = 4

  init(_ cases: Cases, _ settings: CaseSettings, at place: SourcePlace) {
    (self.cases, self.settings, self.place) = (cases, settings, place)
    (shown, orders) = (clock.now, OrderSearch(shareLength: settings.share == nil ? 0 : Self.shareLength))
    var refusal = settings.problem, frames: Int?, permutes = false, takesTurns = false
    switch cases.kind {
    case .drawn(let count, _, let isPermuted):
      permutes = isPermuted
      if count < 1 { refusal = "\(count) cases test nothing\n  write a number of cases, such as cases: 500" }
    case .counted(let length, let limit):
      frames = length
      if !CaseText.lengths.contains(length) || length > 64 {
        refusal =
          "all rows of up to \(length) frames cannot be counted\n  write a number from 1 to 64, such as cases: .all(frames: 6)"
      }
      if limit < 1 { refusal = "at most \(limit) cases test nothing\n  write a number above 0" }
    case .orders(let limit):
      takesTurns = true
      if limit < 1 { refusal = "at most \(limit) orders test nothing\n  write a number above 0" }
    case .repeated(let text):
      if let known = CaseText(text) {
        (frames, permutes, takesTurns) = (known.frames, known.permutes, known.takesTurns)
        counting = known.list
      } else {
        refusal = "'\(text)' is not the text of a case\n  copy the text after again: from a failure"
      }
    }
    (self.frames, self.permutes, self.takesTurns) = (frames, permutes, takesTurns)
    if let refusal {
      problems = [.init(place: place, text: refusal)]
      phase = .done
    }
  }

  /// Whether the next case is shown: the simplest failing one.
  var isShowing: Bool { if case .showing = phase { true } else { false } }

  /// Returns the seed of the order at equal instants that a case chooses; `nil` for the order of scheduling.
  func order(_ choices: Choices) -> UInt64? {
    guard permutes else { return nil }
    let seed = choices.choose(64, always: true)
    return seed == 0 ? nil : UInt64(seed)
  }

  // MARK: The next case

  /// Returns the choices of the next case; `nil` if the search is over. After a second the terminal shows how many have
  /// run.
  mutating func next() -> Choices? {
    let now = clock.now
    if now >= shown + .seconds(1), Files.isTerminal(2) {
      shown = now
      isProgressShown = true
      _ = Files.put("\r\(place.short): case \(number), \(tries) simpler ones\u{1b}[K", 2)
    }
    return following()
  }

  private mutating func following() -> Choices? {
    switch phase {
    case .searching: return nextOfSearch()
    case .repeating, .showing: return Choices(repeating: best?.choices.list ?? failed?.choices.list ?? [])
    case .shrinking(var shrinker):
      let candidate = isCutShort ? nil : shrinker.candidate()
      phase = .shrinking(shrinker)
      if let candidate { return Choices(repeating: candidate) }
      phase = .editing(shrinker, RowEdits(best!.rows, best!.choices))
      return following()
    case .editing(var shrinker, var edits):
      while !isCutShort, let candidate = edits.candidate() {
        guard shrinker.mayTry(candidate) else { continue }
        phase = .editing(shrinker, edits)
        return Choices(repeating: candidate)
      }
      phase = .varying(Variations(best!.rows, best!.choices))
      return following()
    case .varying(var variations):
      let candidate = isCutShort ? nil : variations.candidate()
      phase = .varying(variations)
      if let candidate { return Choices(repeating: candidate) }
      if !isCutShort { tried = variations }
      phase = .showing
      return following()
    case .done: return nil
    }
  }

  private mutating func nextOfSearch() -> Choices? {
    switch cases.kind {
    case .drawn(let count, let seed, _):
      let count = max(count, settings.cases ?? 0)
      while number < count {
        number += 1
        if let share = settings.share, (number - 1) % share.count != share.number - 1 { continue }
        ran += 1
        return Choices(seed: seed, case: number)
      }
    case .counted(_, let limit):
      guard let list = counting else { break }
      if number == limit {
        let fix = "take fewer symbols, sources or frames, or allow more with atMost:"
        problems = [
          .init(
            place: place, text: "there are more than \(limit) cases; \(ran) were run, and all of them hold\n  \(fix)")
        ]
        break
      }
      number += 1
      ran += 1
      return Choices(repeating: list)
    case .orders(let limit):
      guard let list = counting else { break }
      if number == limit {
        let fix = "allow more with .allOrders(atMost:), or draw some with .drawn(500, permutingOrder: true)"
        let start = "there are more than \(limit) orders\(orders.leftOut > 0 ? " that may differ" : "")"
        problems = [
          .init(place: place, text: "\(start); \(ran) were run, and the test holds in all of them\n\(busiest)  \(fix)")
        ]
        break
      }
      number += 1
      ran += 1
      return Choices(repeating: list)
    case .repeated:
      guard let list = counting else { break }
      (number, ran, counting) = (1, 1, nil)
      return Choices(repeating: list)
    }
    phase = .done
    return nil
  }

  // MARK: The outcome of a case

  /// Takes the outcome of the case that ``next()`` has returned.
  mutating func take(_ outcome: Outcome) {
    switch phase {
    case .searching: takeOfSearch(outcome)
    case .repeating:
      if fails(outcome) {
        best = outcome
        phase = .shrinking(Shrinker(outcome.choices.trimmed))
        deadline = clock.now + settings.patience
      } else {
        isImpure = true
        report(failed!)
      }
    case .shrinking(var shrinker):
      if fails(outcome) {
        shrinker.accept(outcome.choices.trimmed)
        if shrinker.best == outcome.choices.trimmed { best = outcome }
      }
      phase = .shrinking(shrinker)
      spend()
    case .editing(var shrinker, _):
      if fails(outcome) {
        shrinker.accept(outcome.choices.trimmed)
        if shrinker.best == outcome.choices.trimmed {
          best = outcome
          phase = .shrinking(shrinker)
        }
      }
      spend()
    case .varying(var variations):
      variations.take(fails(outcome))
      phase = .varying(variations)
      spend()
    case .showing:
      isImpure = !fails(outcome)
      report(isImpure ? failed! : outcome)
    case .done: break
    }
  }

  private mutating func takeOfSearch(_ outcome: Outcome) {
    let isOurs = belongs(outcome.choices)
    if isCounted {
      let repeated = orders.repeated
      counting =
        searchedOrders?.next(after: outcome.choices, trace: outcome.trace, of: isOurs ? .own : .other)
        ?? (takesTurns ? nil : outcome.choices.successor(countingFirst: isOurs ? .max : Self.shareLength))
      ran -= orders.repeated - repeated
    }
    if !isOurs {
      ran -= 1
      return
    }
    guard let first = outcome.problems.first else { return }
    if outcome.isInvalid {
      (problems, phase) = (outcome.problems, .done)
      return
    }
    (failed, failedNumber, kind) = (outcome, number, Self.kind(of: first))
    phase = isAgain ? .showing : .repeating
  }

  /// Whether a counted case belongs to the share that runs.
  private mutating func belongs(_ choices: Choices) -> Bool {
    guard isCounted, let wanted = settings.share else { return true }
    let prefix = Array(choices.list.prefix(Self.shareLength))
    if share?.prefix != prefix { share = (prefix, share.map { $0.number + 1 } ?? 0) }
    return share!.number % wanted.count == wanted.number - 1
  }

  /// The search of all orders to which the next case belongs.
  var searchedOrders: OrderSearch? {
    if case .searching = phase, case .orders = cases.kind { orders } else { nil }
  }
  /// A line about the instant with the most orders.
  private var busiest: String {
    guard let instant = orders.busiest else { return "" }
    var names: [String] = []
    for step in scheduled where step.instant == instant && !names.contains(step.name) { names.append(step.name) }
    return names.isEmpty ? "" : "  the most are at \(instant): \(names.joined(separator: ", "))\n"
  }
  private var isCounted: Bool {
    switch cases.kind {
    case .counted, .orders: true
    case .drawn, .repeated: false
    }
  }

  private mutating func spend() {
    tries += 1
    if tries >= Self.patience || clock.now > deadline! { isCutShort = true }
  }
  private func fails(_ outcome: Outcome) -> Bool { outcome.problems.contains { Self.kind(of: $0) == kind } }

  /// The kind of a problem: its line and its headline, without instants and numbers.
  static func kind(of problem: MarbleFailure.Problem) -> String {
    let line = problem.text.prefix { $0 != "\n" }
    let head = line.components(before: " at frame ")
    return "\(problem.place.fileID):\(problem.place.line):" + head.filter { !$0.isNumber }
  }

  /// Adds what no case has put to the test, if all of them hold. A share of the cases, or one that is repeated, need
  /// not test everything.
  mutating func check(_ coverage: CaseCoverage) {
    guard problems.isEmpty, settings.share == nil, !isAgain else { return }
    if !takesTurns, !permutes, !coverage.generates, ran > 1 || frames != nil {
      let fix = "create a source with m.hot(any: \"abc\"), choose with m.choose(…), or leave out cases:"
      problems = [
        .init(
          place: place,
          text: "nothing is generated, so \(ran == 1 ? "there is one case" : "all \(ran) cases are the same")\n  \(fix)"
        )
      ]
    }
    problems += coverage.problems(ran)
  }

  // MARK: The report

  private mutating func report(_ outcome: Outcome) {
    phase = .done
    let report = CaseReport(
      number: failedNumber, total: total, rows: outcome.rows,
      text: CaseText(outcome.choices.list, frames: frames, permutes: permutes, takesTurns: takesTurns).text,
      remarks: tried?.remarks(about: outcome.rows) ?? [],
      isImpure: isImpure, isCutShort: isCutShort, isAgain: isAgain, patience: settings.patience,
      expected: outcome.expected,
      isPermuted: permutes && outcome.choices.list.first ?? 0 > 0, turns: outcome.turns)
    let first = outcome.problems.first { Self.kind(of: $0) == kind } ?? outcome.problems[0]
    let others = outcome.problems.filter { $0.text != first.text }
    problems = [.init(place: first.place, text: report.text(around: first.text))] + others
  }

  private var isAgain: Bool { if case .repeated = cases.kind { true } else { false } }

  /// The words for all cases.
  private var total: String {
    let share = settings.share.map { ", share \($0.number)/\($0.count)" } ?? ""
    return switch cases.kind {
    case .drawn(let count, _, _): "of \(max(count, settings.cases ?? 0))\(share)"
    case .counted(let frames, _): "of all rows of up to \(frames) frames\(share)"
    case .orders: "of all orders at equal instants\(share)"
    case .repeated: ""
    }
  }

  /// A sentence about the cases that have run.
  var summary: String {
    switch cases.kind {
    case .drawn: "\(ran) case\(ran == 1 ? "" : "s") \(ran == number ? "" : total)".trimmingEnd
    case .counted: "\(ran) case\(ran == 1 ? "" : "s") \(total)"
    case .orders where !problems.isEmpty: "stopped after \(ran) order\(ran == 1 ? "" : "s") at equal instants"
    case .orders where ran == 1: "the only order at equal instants"
    case .orders where settings.share == nil: "all \(ran) orders at equal instants\(orders.remark)"
    case .orders: "\(ran) \(total)"
    case .repeated: "1 case"
    }
  }
}
