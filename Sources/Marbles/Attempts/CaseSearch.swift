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
/// 6. *Showing* runs the simplest case once more, with a picture. An order that is repeated is shown at once.
/// 7. *Contrasting* looks for an order that holds, if the order of scheduling fails.
struct CaseSearch {
  enum Phase {
    case searching, repeating, shrinking(Shrinker), editing(Shrinker, RowEdits), varying(Variations), showing
    case contrasting(OrderSearch, failed: Outcome)
    case done
  }
  struct Outcome {
    var choices: Choices
    var rows: [GeneratedRow] = []
    /// The values that `choose` has returned, by the names of the constants.
    var values: [(name: String, text: String)] = []
    var problems: [MarbleFailure.Problem] = []
    /// The row of a stream that was expected to be equal, if the failure is about that.
    var expected: String?
    /// The order at the first instant that differs, in the order of scheduling and in this case.
    var turns: [String] = []
    /// All turns of this case, if it fails and has noted them.
    var order: RunOrder?
    /// The names of the sources in the test, by the names of their actions.
    var names: [String: String] = [:]
    /// Whether the description of the test is wrong, so that no case can run.
    var isInvalid = false
    /// Whether the problems say that a limit has stopped the case.
    var isStopped = false
    /// Whether the case has waited in real time for what never came. It is not repeated.
    var isBlocked = false
  }

  let cases: Cases
  let settings: CaseSettings
  let place: SourcePlace
  var phase = Phase.searching
  /// The number of cases up to now, those of other shares included, and of those that ran.
  var number = 0
  var ran = 0
  /// The next list in the order of counting; `nil` after the last one.
  private var counting: [Int]? = []
  /// The case that is repeated, until it has run.
  var again: CaseText?
  /// The choices at the start of a counted list that decide its share, and their number in order.
  private var share: (prefix: [Int], number: Int)?
  private var failed: Outcome?
  var failedNumber = 0
  /// The problem whose kind simpler cases have to have.
  var problem: MarbleFailure.Problem?
  private var best: Outcome?
  private var time = SearchTime()
  /// Whether the terminal has a line that has to be cleared.
  private(set) var isProgressShown = false
  /// The number of cases that were tried after the failure, and what they have cost: so it does not depend on the
  /// machine which case is the simplest.
  private(set) var tries = 0
  private var effort = 0
  /// Whether simplifying has cost too much.
  var isCutShort: Bool { effort > settings.effort }
  var tried: Variations?
  var isImpure = false
  /// The problems that the test reports.
  var problems: [MarbleFailure.Problem] = []
  /// The order of turns with which the test fails.
  var failedOrder: RunOrder?
  /// The number of frames of all rows, if they are counted.
  let frames: Int?
  /// Whether the first choice is the order at equal instants.
  let permutes: Bool
  /// Whether choices decide each turn at equal instants.
  let takesTurns: Bool
  /// Counts all orders. It is not asked when a case is repeated or made simpler.
  var orders: OrderSearch
  /// The actions of the first case, which has the order of scheduling, if choices decide the turns.
  var scheduled: [Timeline.RunAction] = []

  /// The cost of a case, as a number of actions.
  private static let caseEffort = 100
  /// The number of choices that decide the share of a counted list.
  private static let shareLength = 4
  /// The largest number of orders that are tried to find one that holds, and of their actions: work without an end
  /// fails in each order, and takes thousands in each.
  private static let mostContrasts = 200, mostContrastedActions = 10_000
  private var contrastedActions = 0

  /// The names of the sources in the case that was shown.
  var shownNames: [String: String] = [:]
  /// Whether a case that fails may be repeated and made simpler.
  let mayRepeat: Bool
  /// Whether the test has rows; otherwise it is a call of `everyOrder`.
  let hasRows: Bool

  init(
    _ cases: Cases, _ settings: CaseSettings, at place: SourcePlace, mayRepeat: Bool = true, hasRows: Bool = true
  ) {
    self.cases = cases
    self.settings = settings
    self.place = place
    self.mayRepeat = mayRepeat
    self.hasRows = hasRows
    var refusal = settings.problem, frames: Int?, permutes = false, takesTurns = false
    var limits = OrderLimits(switches: 0, orders: 1)
    switch cases.kind {
    case .drawn(let count, _, let isPermuted):
      permutes = isPermuted
      if count < 1 { refusal = "\(count) cases test nothing\n  write a number of cases, such as cases: 500" }
    case .counted(let length, let limit):
      frames = length
      if !RowGenerator.lengths.contains(length) || length > 64 {
        refusal =
          "all rows of up to \(length) frames cannot be counted\n  write a number from 1 to 64, such as cases: .all(frames: 6)"
      }
      if limit < 1 { refusal = "at most \(limit) cases test nothing\n  write a number above 0" }
    case .orders(let orders):
      takesTurns = true
      limits = orders
      if limits.orders < 1 { refusal = "at most \(limits.orders) orders test nothing\n  write a number above 0" }
      if limits.switches < 0 {
        refusal = "no order has \(limits.switches) switches\n  write a number from 0, such as switches: 2"
      }
    case .repeated(let text):
      if let known = CaseText(text), hasRows || known.takesTurns {
        frames = known.frames
        permutes = known.permutes
        takesTurns = known.takesTurns
        again = known
      } else {
        let what = hasRows ? "a case" : "an order"
        refusal = "'\(text)' is not the text of \(what)\n  copy the text after again: from a failure"
      }
    }
    self.frames = frames
    self.permutes = permutes
    self.takesTurns = takesTurns
    orders = OrderSearch(switches: limits.switches, limit: limits.orders, share: settings.share ?? (1, 1))
    if let refusal {
      problems = [.init(place: place, text: refusal)]
      phase = .done
    }
  }

  /// Whether the next case is shown: the simplest failing one.
  var isShowing: Bool {
    switch phase {
    case .showing: true
    case .searching: isAgain && takesTurns
    default: false
    }
  }
  /// Whether the case that runs notes its turns.
  var notesTurns: Bool {
    switch phase {
    case .showing, .contrasting: true
    case .searching: !mayRepeat || scheduled.isEmpty
    default: false
    }
  }

  // MARK: The next case

  /// Returns the choices of the next case; `nil` if the search is over. After a second the terminal shows how many have
  /// run.
  mutating func next() -> Choices? {
    if time.isSecondOver(), Files.isTerminal(2) {
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
    case .contrasting(var orders, let failed):
      guard orders.ran < Self.mostContrasts, contrastedActions < Self.mostContrastedActions,
        let choices = orders.next()
      else {
        var failed = failed
        failed.turns.append("  No order was found that holds (\(orders.summary))")
        report(failed)
        return nil
      }
      phase = .contrasting(orders, failed: failed)
      return choices
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
    case .orders(let limits):
      if !(limits.time.map(time.isOver) ?? false), let choices = orders.next() {
        number += 1
        return choices
      }
      ran = orders.ran
      if limits.mustComplete, !orders.isComplete, (orders.completeSwitches ?? -1) < limits.switches {
        let start = "not every order with at most \(limits.switches) switches has run: \(orders.summary)"
        problems = [.init(place: place, text: "\(start)\n\(busiest)  allow more with atMost:")]
      }
    case .repeated:
      guard let again = again.take() else { break }
      number = 1
      ran = 1
      return again.choices
    }
    phase = .done
    return nil
  }

  // MARK: The outcome of a case

  /// Takes the outcome of the case that ``next()`` has returned, and the number of actions that it has carried out.
  mutating func take(_ outcome: Outcome, actions: Int) {
    func spend() {
      tries += 1
      effort += Self.caseEffort + actions
    }
    switch phase {
    case .searching: takeOfSearch(outcome)
    case .repeating:
      if fails(outcome) {
        best = outcome
        phase = .shrinking(Shrinker(outcome.choices.trimmed, countsSwitches: takesTurns))
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
      shownNames = outcome.names
      if isImpure { return report(failed!) }
      if !takesTurns || isAgain || !outcome.choices.trimmed.isEmpty { return report(outcome) }
      phase = .contrasting(OrderSearch(switches: 2, limit: Self.mostContrasts), failed: outcome)
    case .contrasting(var orders, var failed):
      orders.take(outcome.choices)
      contrastedActions += actions
      if outcome.problems.isEmpty {
        failed.turns += outcome.turns
        report(failed)
      } else if outcome.isBlocked {
        report(failed)
      } else {
        phase = .contrasting(orders, failed: failed)
      }
    case .done: break
    }
  }

  private mutating func takeOfSearch(_ outcome: Outcome) {
    if case .orders = cases.kind {
      orders.take(outcome.choices)
      ran = orders.ran
      if !orders.isOwn { return }
    } else if isCounted {
      let isOurs = belongs(outcome.choices)
      counting = outcome.choices.successor(countingFirst: isOurs ? .max : Self.shareLength)
      if !isOurs {
        ran -= 1
        return
      }
    }
    if isAgain, let stale = staleness(of: outcome.choices) {
      problems = [.init(place: place, text: stale)]
      phase = .done
      return
    }
    guard let first = outcome.problems.first else { return }
    if outcome.isInvalid {
      problems = outcome.problems
      phase = .done
      return
    }
    failed = outcome
    failedNumber = number
    problem = first
    guard mayRepeat, !outcome.isBlocked else { return report(outcome) }
    if isAgain && takesTurns { return report(outcome) }
    phase = isAgain ? .showing : .repeating
  }
  /// Whether a counted case belongs to the share that runs.
  private mutating func belongs(_ choices: Choices) -> Bool {
    guard isCounted, let wanted = settings.share else { return true }
    let prefix = Array(choices.list.prefix(Self.shareLength))
    if share?.prefix != prefix { share = (prefix, share.map { $0.number + 1 } ?? 0) }
    return share!.number % wanted.count == wanted.number - 1
  }

  private var isCounted: Bool { if case .counted = cases.kind { true } else { false } }

  private func fails(_ outcome: Outcome) -> Bool { outcome.problems.contains(where: isOfThisKind) }
  func isOfThisKind(_ other: MarbleFailure.Problem) -> Bool { problem.map(other.isSame) ?? false }
}
