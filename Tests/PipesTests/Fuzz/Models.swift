import Pipes

// The operators of the fuzzer as short functions, written from the contract: from received events to sent ones, with
// time as a number. They know no demand, no threads, no subscriptions and nothing of the engine.

/// An event and its instant.
struct Heard: Equatable {
  var instant: Int
  var event: FuzzLog.Event
  /// The place among the events of a hot source, which its subscribers receive one after the other.
  var rank = 0
  static func == (left: Heard, right: Heard) -> Bool { left.instant == right.instant && left.event == right.event }
}
/// The events for a subscriber that subscribes at an instant.
typealias Play = (Int) -> [Heard]

/// One run of one operator: the events that it receives and the actions that are due later, in the order of time.
final class ModelRun {
  /// Notes that two things of different kinds fell on one instant: their order is no matter of the operator.
  final class Ties { var areMet = false }
  /// Later than any stream of a case.
  static let horizon = FuzzRow.frame * 400
  let ties: Ties
  private(set) var now: Int
  private(set) var sent: [Heard] = []
  private(set) var isOver = false
  private var due: [(instant: Int, rank: Int, kind: Int, act: () -> Void)] = []
  private var left: Set<Int> = []

  init(_ start: Int, _ ties: Ties) { (now, self.ties) = (start, ties) }

  func send(_ value: Int) { if !isOver { sent.append(Heard(instant: now, event: .value(value))) } }
  func finish() { end(.finished) }
  func fail(_ error: Oops) { end(.failed(error)) }
  private func end(_ event: FuzzLog.Event) {
    if isOver { return }
    sent.append(Heard(instant: now, event: event))
    isOver = true
  }
  /// Sends what was heard.
  func pass(_ event: FuzzLog.Event) { if case .value(let value) = event { send(value) } else { end(event) } }
  /// Passes a failure on; the finish is nothing.
  func passFailure(_ event: FuzzLog.Event) { if case .failed = event { end(event) } }

  /// Does something at an instant. Things of the same kind come in the order in which they were asked for.
  func at(_ instant: Int, _ kind: Int, rank: Int = 0, _ act: @escaping () -> Void) {
    if instant > ModelRun.horizon { return }
    var place = due.count
    while place > 0, (due[place - 1].instant, due[place - 1].rank) > (instant, rank) { place -= 1 }
    if due.contains(where: { $0.instant == instant && $0.kind != kind }) { ties.areMet = true }
    due.insert((instant, rank, kind, act), at: place)
  }
  /// Subscribes: what comes at once is heard before this returns.
  func listen(_ play: Play, _ number: Int, _ kind: Int, _ hear: @escaping (FuzzLog.Event) -> Void) {
    left.remove(number)
    for heard in play(now) {
      if heard.instant > now {
        at(heard.instant, kind, rank: heard.rank) { [self] in if !left.contains(number) { hear(heard.event) } }
      } else if !isOver, !left.contains(number) {
        hear(heard.event)
      }
    }
  }
  /// Listens to values. A failure is passed on, and then either completion is told.
  func take(
    _ play: Play, _ number: Int, _ kind: Int, _ take: @escaping (Int) -> Void, completed: @escaping () -> Void = {}
  ) {
    listen(play, number, kind) { [self] event in
      if let value = event.number { return take(value) }
      passFailure(event)
      completed()
    }
  }
  func leave(_ number: Int) { left.insert(number) }
  func run() {
    while !isOver, !due.isEmpty {
      let next = due.removeFirst()
      now = next.instant
      next.act()
    }
  }
}

extension FuzzLog.Event {
  var number: Int? { if case .value(let value) = self { value } else { nil } }
  var error: Oops? { if case .failed(let error) = self { error } else { nil } }
}

/// The models by the names of the steps.
struct Models: Sendable {
  struct Context {
    let other: Play
    let count: Int
    let time: Int
    let isLast: Bool
    let ties: ModelRun.Ties
  }
  typealias Model = @Sendable (@escaping Play, Context) -> Play
  private(set) var all: [String: Model] = [:]

  static let shared: Models = {
    var models = Models()
    models.addValues()
    models.addEnds()
    models.addReducing()
    models.addAgain()
    models.addCombining()
    models.addSides()
    models.addInner()
    models.addTimes()
    return models
  }()

  private let inTurns: Set<String> = ["receive(on:)", "timeout", "debounce", "throttle", "collect(.byTime)"]
  private mutating func add(_ name: String, _ run: @escaping @Sendable (ModelRun, @escaping Play, Context) -> Void) {
    all[name] = { [inTurns] up, c in
      { start in
        let stage = ModelRun(start, c.ties)
        run(stage, up, c)
        stage.run()
        // A delivery in a turn of its own comes at the same instant, and after all others: at the beginning that is
        // another order.
        if inTurns.contains(name), !c.isLast, stage.sent.first?.instant == start { c.ties.areMet = true }
        return stage.sent
      }
    }
  }
  /// An operator with no other upstream.
  private mutating func hears(
    _ name: String, _ make: @escaping @Sendable (ModelRun, Context) -> (FuzzLog.Event) -> Void
  ) {
    add(name) { stage, up, c in stage.listen(up, 0, 0, make(stage, c)) }
  }
  /// An operator that passes completions on.
  private mutating func takes(_ name: String, _ make: @escaping @Sendable (ModelRun, Context) -> (Int) -> Void) {
    hears(name) { stage, c in
      let take = make(stage, c)
      return { if let value = $0.number { take(value) } else { stage.pass($0) } }
    }
  }
  private mutating func maps(_ name: String, _ map: @escaping @Sendable (Int) -> Int?) {
    takes(name) { stage, _ in { if let value = map($0) { stage.send(value) } } }
  }
  /// An operator that says something when its upstream finishes.
  private mutating func reduces(
    _ name: String, _ make: @escaping @Sendable (ModelRun, Context) -> (take: (Int) -> Void, finish: () -> Void)
  ) {
    hears(name) { stage, c in
      let (take, finish) = make(stage, c)
      return { event in
        if let value = event.number { return take(value) }
        if event == .finished { finish() }
        stage.pass(event)
      }
    }
  }

  private mutating func addValues() {
    for name in [
      "materialize", "handleEvents", "finalize", "timestamp", "buffer(byRequest)", "buffer(keepFull)", "share",
      "share(replay:)",
      "multicast",
      "receive(on:)", "subscribe(on:)", "window(every:)",
    ] { maps(name) { $0 } }
    maps("map") { $0 + 1 }
    maps("filter") { $0 % 2 == 0 ? $0 : nil }
    maps("tryFilter") { $0 % 3 != 0 ? $0 : nil }
    maps("compactMap") { $0 % 3 == 1 ? nil : $0 }
    maps("ignoreOutput") { _ in nil }
    maps("groupBy") { $0 + 100 * ($0 % 2) }
    maps("measureInterval") { _ in 1 }
    takes("tryMap") { stage, _ in { $0 == 13 ? stage.fail(.other) : stage.send($0 * 2) } }
    takes("scan") { stage, _ in
      var sum = 0
      return { value in
        sum = (sum + value) % 100
        stage.send(sum)
      }
    }
    takes("tryScan") { stage, _ in
      var sum = 1
      return { value in
        sum = (sum + value) % 50
        stage.send(sum)
      }
    }
    takes("pairwise") { stage, _ in
      var last: Int?
      return { value in
        if let last { stage.send(last * 10 + value) }
        last = value
      }
    }
    takes("removeDuplicates") { stage, _ in
      var last: Int?
      return { value in
        if last != value / 2 { stage.send(value / 2) }
        last = value / 2
      }
    }
    takes("distinct") { stage, _ in
      var seen: Set<Int> = []
      return { if seen.insert($0).inserted { stage.send($0) } }
    }
    takes("dropFirst") { stage, c in
      var left = c.count
      return { value in
        if left == 0 { stage.send(value) } else { left -= 1 }
      }
    }
    takes("drop(while:)") { stage, _ in
      var drops = true
      return { value in
        drops = drops && value < 3
        if !drops { stage.send(value) }
      }
    }
    takes("skipLast") { stage, c in
      var kept: [Int] = []
      return { value in
        kept.append(value)
        if kept.count > c.count { stage.send(kept.removeFirst()) }
      }
    }
    /// A group of each parity, which a new one follows after a number of values: the sums within each group.
    func renewed(_ name: String, _ length: @escaping @Sendable (Context) -> Int) {
      takes(name) { stage, c in
        var groups: [Int: (count: Int, sum: Int)] = [:]
        return { value in
          var group = groups[value % 2] ?? (0, 0)
          if group.count == length(c) { group = (0, 0) }
          group = (group.count + 1, (group.sum + value) % 100)
          groups[value % 2] = group
          stage.send(group.sum)
        }
      }
    }
    renewed("groupBy, prefix") { $0.count }
    renewed("groupBy(duration:)") { $0.count + 1 }
    takes("window(count)") { stage, c in
      var index = 0
      return { value in
        stage.send(value + 100 * (index / c.count))
        index += 1
      }
    }
  }

  /// Operators that end a stream early.
  private mutating func addEnds() {
    add("prefix(0)") { stage, _, _ in stage.finish() }
    /// Sends values until one of them is the last.
    func ends(_ name: String, _ judge: @escaping @Sendable (Int, Int, Context) -> (sends: Bool, ends: Bool)) {
      takes(name) { stage, c in
        var index = -1
        return { value in
          index += 1
          let (sends, ends) = judge(value, index, c)
          if sends { stage.send(value) }
          if ends { stage.finish() }
        }
      }
    }
    ends("prefix") { _, index, c in (true, index + 1 == c.count) }
    ends("prefix(while:)") { value, _, _ in (value < 6, value >= 6) }
    ends("prefix(while:behavior:)") { value, _, _ in (true, value >= 4) }
    ends("output(in:)") { _, index, c in (index >= 1, index == c.count) }
    ends("output(at:)") { _, index, c in (index == c.count, index == c.count) }
    ends("first") { _, _, _ in (true, true) }
    ends("first(where:)") { value, _, _ in (value > 2, value > 2) }
  }

  private mutating func addReducing() {
    /// Sends a result when the upstream finishes; `nil` is none.
    func folds(_ name: String, _ result: @escaping @Sendable ([Int], Context) -> [Int]) {
      reduces(name) { stage, c in
        var values: [Int] = []
        return ({ values.append($0) }, { for value in result(values, c) { stage.send(value) } })
      }
    }
    folds("count") { values, _ in [values.count] }
    folds("reduce") { values, _ in [values.reduce(7, +)] }
    folds("tryReduce") { values, _ in [values.reduce(1, +)] }
    folds("collect") { values, _ in [values.count * 10 + (values.last ?? 0)] }
    folds("max") { values, _ in values.max().map { [$0] } ?? [] }
    folds("min") { values, _ in values.min().map { [$0] } ?? [] }
    folds("last") { values, _ in values.suffix(1) }
    folds("last(where:)") { values, _ in values.filter { $0 < 4 }.suffix(1) }
    folds("takeLast") { values, c in values.suffix(c.count) }
    /// Knows its answer early, or at the finish.
    func answers(_ name: String, _ early: @escaping @Sendable (Int, Int) -> Int?, atLast: Int?) {
      reduces(name) { stage, _ in
        var index = 0
        return (
          { value in
            defer { index += 1 }
            guard let answer = early(value, index) else { return }
            stage.send(answer)
            stage.finish()
          }, { if let atLast { stage.send(atLast) } }
        )
      }
    }
    answers("contains", { value, _ in value == 3 ? 1 : nil }, atLast: 0)
    answers("allSatisfy", { value, _ in value < 5 ? nil : 0 }, atLast: 1)
    answers("isEmpty", { _, _ in 0 }, atLast: 1)
    answers("firstIndex", { value, index in value > 4 ? index : nil }, atLast: nil)
    reduces("replaceEmpty") { stage, _ in
      var isEmpty = true
      return (
        {
          isEmpty = false
          stage.send($0)
        }, { if isEmpty { stage.send(90) } }
      )
    }
    reduces("single") { stage, _ in
      var only: Int?
      return (
        { if only == nil { only = $0 } else { stage.fail(.other) } },
        { if let only { stage.send(only) } else { stage.fail(.other) } }
      )
    }
    reduces("collect(count)") { stage, c in
      var kept: [Int] = []
      return (
        { value in
          kept.append(value)
          if kept.count < c.count { return }
          stage.send(kept.reduce(0, +))
          kept = []
        }, { if !kept.isEmpty { stage.send(kept.reduce(0, +)) } }
      )
    }
    reduces("collect(every:)") { stage, c in
      var index = 0, open: [[Int]] = []
      return (
        { value in
          if index % 2 == 0 { open.append([]) }
          index += 1
          open = open.map { $0 + [value] }
          guard open.first?.count == c.count else { return }
          stage.send(open.removeFirst().reduce(0, +))
        }, { for array in open { stage.send(array.reduce(0, +)) } }
      )
    }
    add("append values") { stage, up, c in
      stage.listen(up, 0, 0) { event in
        if event == .finished { for value in [c.count, 8] { stage.send(value) } }
        stage.pass(event)
      }
    }
    add("prepend values") { stage, up, c in
      for value in [c.count, 8] { stage.send(value) }
      stage.listen(up, 0, 0, stage.pass)
    }
  }

  /// Operators that continue after a completion.
  private mutating func addAgain() {
    func onFailure(_ name: String, _ cure: @escaping @Sendable (ModelRun, Oops) -> Void) {
      add(name) { stage, up, _ in
        stage.listen(up, 0, 0) { event in
          if let error = event.error { cure(stage, error) } else { stage.pass(event) }
        }
      }
    }
    onFailure("replaceError") { stage, _ in
      stage.send(91)
      stage.finish()
    }
    onFailure("mapError") { stage, _ in stage.fail(.other) }
    onFailure("ignoreFailure") { stage, _ in stage.finish() }
    onFailure("mapToResult") { stage, _ in
      stage.send(-1)
      stage.finish()
    }
    add("catch") { stage, up, c in
      stage.listen(up, 0, 0) { event in
        if event.error != nil { stage.listen(c.other, 1, 1, stage.pass) } else { stage.pass(event) }
      }
    }
    add("onErrorResumeNext") { stage, up, c in
      stage.listen(up, 0, 0) { event in
        if let value = event.number { return stage.send(value) }
        stage.listen(c.other, 1, 1) { if $0.error != nil { stage.finish() } else { stage.pass($0) } }
      }
    }
    add("append") { stage, up, c in
      stage.listen(up, 0, 0) { event in
        if event == .finished { stage.listen(c.other, 1, 1, stage.pass) } else { stage.pass(event) }
      }
    }
    add("prepend") { stage, up, c in
      stage.listen(c.other, 1, 1) { event in
        if event == .finished { stage.listen(up, 0, 0, stage.pass) } else { stage.pass(event) }
      }
    }
    add("switchIfEmpty") { stage, up, c in
      var isEmpty = true
      stage.listen(up, 0, 0) { event in
        if event == .finished, isEmpty { return stage.listen(c.other, 1, 1, stage.pass) }
        isEmpty = false
        stage.pass(event)
      }
    }
    add("delaySubscription") { stage, up, c in stage.at(stage.now + c.time, 2) { stage.listen(up, 0, 0, stage.pass) } }
    func retries(_ name: String, if isWanted: @escaping @Sendable (Oops) -> Bool = { _ in true }, waits: Bool = false) {
      add(name) { stage, up, c in
        func attempt(_ number: Int) {
          stage.listen(up, number, 0) { event in
            guard let error = event.error, number < c.count, isWanted(error) else { return stage.pass(event) }
            if waits { stage.at(stage.now + c.time, 2) { attempt(number + 1) } } else { attempt(number + 1) }
          }
        }
        attempt(0)
      }
    }
    retries("retry")
    retries("retry(if:)", if: { $0 == .oops })
    retries("retry(delay:)", waits: true)
    // As many signals as the count: the failure of the last attempt is sent.
    retries("retry(when:)")
    add("repeat") { stage, up, c in
      func round(_ number: Int) {
        stage.listen(up, number, 0) { event in
          if event == .finished, number < c.count { round(number + 1) } else { stage.pass(event) }
        }
      }
      round(1)
    }
    // As many signals as the count: one round more.
    add("repeat(when:)") { stage, up, c in
      func round(_ number: Int) {
        stage.listen(up, number, 0) { event in
          if event == .finished, number <= c.count { round(number + 1) } else { stage.pass(event) }
        }
      }
      round(1)
    }
  }

  private mutating func addCombining() {
    add("merge") { stage, up, c in
      var open = 2
      for (number, play) in [up, c.other].enumerated() where !stage.isOver {
        stage.listen(play, number, number) { event in
          if event != .finished { return stage.pass(event) }
          open -= 1
          if open == 0 { stage.finish() }
        }
      }
    }
    func latest(_ name: String, _ more: [Int], _ join: @escaping @Sendable ([Int]) -> Int) {
      add(name) { stage, up, c in
        let plays =
          [up, c.other]
          + more.map { value in { [Heard(instant: $0, event: .value(value)), Heard(instant: $0, event: .finished)] } }
        var values = [Int?](repeating: nil, count: plays.count), open = plays.count
        for (number, play) in plays.enumerated() where !stage.isOver {
          stage.take(play, number, number) { value in
            values[number] = value
            let all = values.compactMap { $0 }
            if all.count == values.count { stage.send(join(all)) }
          } completed: {
            open -= 1
            if open == 0 { stage.finish() }
          }
        }
      }
    }
    latest("combineLatest", []) { $0[0] * 10 + $0[1] }
    latest("combineLatest of three", [4]) { $0[0] * 10 + $0[1] + $0[2] }
    latest("combineLatest of an array", []) { $0[0] - $0[1] }
    add("forkJoin") { stage, up, c in
      var values = [Int?](repeating: nil, count: 2), open = 2
      for (number, play) in [up, c.other].enumerated() where !stage.isOver {
        stage.take(play, number, number) { value in
          values[number] = value
        } completed: {
          open -= 1
          if values[number] == nil { return stage.finish() }
          if open > 0 { return }
          stage.send(values[0]! * 10 + values[1]!)
          stage.finish()
        }
      }
    }
    add("race") { stage, up, c in
      var winner: Int?
      for (number, play) in [up, c.other].enumerated() where winner == nil {
        stage.listen(play, number, number) { event in
          if winner == nil {
            winner = number
            stage.leave(1 - number)
          }
          stage.pass(event)
        }
      }
    }
    pairs("zip", { $0 * 10 + $1 })
    pairs("zip of an array", { $0 - $1 })
  }
  private mutating func pairs(_ name: String, _ join: @escaping @Sendable (Int, Int) -> Int) {
    add(name) { stage, up, c in
      var values = [[Int]](repeating: [], count: 2), isFinished = [false, false]
      func endIfDue() { if values.indices.contains(where: { isFinished[$0] && values[$0].isEmpty }) { stage.finish() } }
      for (side, play) in [up, c.other].enumerated() where !stage.isOver {
        stage.listen(play, side, side) { event in
          stage.passFailure(event)
          if let value = event.number { values[side].append(value) } else { isFinished[side] = true }
          if event.number != nil, values.allSatisfy({ !$0.isEmpty }) {
            stage.send(join(values[0].removeFirst(), values[1].removeFirst()))
          }
          endIfDue()
        }
      }
    }
  }

  /// Operators that listen to another publisher for signals.
  private mutating func addSides() {
    add("withLatestFrom") { stage, up, c in
      var latest: Int?
      stage.take(c.other, 1, 1) { latest = $0 }
      if stage.isOver { return }
      stage.listen(up, 0, 0) { event in
        guard let value = event.number else { return stage.pass(event) }
        if let latest { stage.send(value * 10 + latest) }
      }
    }
    add("prefix(untilOutputFrom:)") { stage, up, c in
      stage.listen(c.other, 1, 1) { if $0.number != nil { stage.finish() } }
      if !stage.isOver { stage.listen(up, 0, 0, stage.pass) }
    }
    add("drop(untilOutputFrom:)") { stage, up, c in
      var isOpen = false
      stage.listen(c.other, 1, 1) { event in
        if event.number == nil { return stage.pass(event) }
        isOpen = true
        stage.leave(1)
      }
      if stage.isOver { return }
      stage.listen(up, 0, 0) { if isOpen || $0.number == nil { stage.pass($0) } }
    }
    add("sample") { stage, up, c in
      var latest: Int?
      stage.listen(up, 0, 0) { if let value = $0.number { latest = value } else { stage.pass($0) } }
      if stage.isOver { return }
      stage.take(c.other, 1, 1) { _ in if let value = latest.take() { stage.send(value) } }
    }
    func windows(_ name: String, _ result: @escaping @Sendable ([Int]) -> Int) {
      add(name) { stage, up, c in
        var values: [Int] = []
        func turn() {
          stage.send(result(values))
          values = []
        }
        stage.listen(up, 0, 0) { event in
          if let value = event.number { return values.append(value) }
          if event == .finished { turn() }
          stage.pass(event)
        }
        if stage.isOver { return }
        stage.take(c.other, 1, 1) { _ in turn() }
      }
    }
    windows("window", \.count)
    windows("buffer(boundary)") { $0.reduce(0, +) }
  }

  /// Operators that create a publisher for each value.
  private mutating func addInner() {
    /// `policy` says whether a new one waits, is dropped, replaces the running one, or runs beside it.
    enum Policy { case beside, waits, dropped, replaces }
    func flattens(
      _ name: String, _ policy: Policy, most: @escaping @Sendable (Context) -> Int = { _ in 1 }, adds: Bool = true
    ) {
      add(name) { stage, up, c in
        var running = 0, number = 0, isDone = false, queue: [Int] = []
        func begin(_ value: Int) {
          running += 1
          number += 1
          let own = number
          stage.take(c.other, own, 1) { inner in
            stage.send(inner + (adds ? value : 0))
          } completed: {
            running -= 1
            if !queue.isEmpty { return begin(queue.removeFirst()) }
            if isDone, running == 0 { stage.finish() }
          }
        }
        stage.take(up, 0, 0) { value in
          switch policy {
          case .beside: begin(value)
          case .waits: if running < most(c) { begin(value) } else { queue.append(value) }
          case .dropped: if running == 0 { begin(value) }
          case .replaces:
            if running > 0 { stage.leave(number) }
            running = 0
            begin(value)
          }
        } completed: {
          isDone = true
          if running == 0 { stage.finish() }
        }
      }
    }
    flattens("flatMap", .beside, adds: false)
    flattens("concatMap", .waits)
    flattens("mergeMap", .waits, most: \.count)
    flattens("switchMap", .replaces)
    flattens("exhaustMap", .dropped)
    takes("flatMap of values") { stage, c in
      { value in
        stage.send(value)
        stage.send(c.count)
      }
    }
    add("mergeScan") { stage, up, c in
      var sum = 1, open = 1, number = 0
      func done() {
        open -= 1
        if open == 0 { stage.finish() }
      }
      stage.take(up, 0, 0) { value in
        let before = sum
        open += 1
        number += 1
        stage.take(c.other, number, 1) { inner in
          sum = (inner + before + value) % 100
          stage.send(sum)
        } completed: {
          done()
        }
      } completed: {
        done()
      }
    }
    // Breadth first: the publisher of a value is subscribed to when those before it have sent what they send at once.
    add("expand") { stage, up, c in
      var open = 1, number = 0, isGrowing = false, waiting: [Int] = []
      func hear(_ event: FuzzLog.Event, _ add: Int) {
        if let value = event.number.map({ $0 + add }) {
          stage.send(value)
          if value < 100 { waiting.append(value) }
        } else {
          stage.passFailure(event)
          open -= 1
        }
        grow()
      }
      func grow() {
        if isGrowing { return }
        isGrowing = true
        while !waiting.isEmpty {
          let value = waiting.removeFirst()
          open += 1
          number += 1
          stage.listen(c.other, number, 1) { hear($0, value + 40) }
        }
        isGrowing = false
        if open == 0 { stage.finish() }
      }
      stage.listen(up, 0, 0) { hear($0, 0) }
    }
    add("delay(for each:)") { stage, up, c in
      var pending = 0, number = 0, isDone = false
      func settle() {
        pending -= 1
        if isDone, pending == 0 { stage.finish() }
      }
      stage.take(up, 0, 0) { value in
        pending += 1
        number += 1
        let own = number
        stage.take(c.other, own, 1) { _ in
          stage.leave(own)
          stage.send(value)
          settle()
        } completed: {
          settle()
        }
      } completed: {
        isDone = true
        if pending == 0 { stage.finish() }
      }
    }
    add("debounce by") { stage, up, c in
      var pending: Int?, number = 1
      stage.listen(up, 0, 0) { event in
        guard let value = event.number else {
          if event == .finished, let pending { stage.send(pending) }
          return stage.pass(event)
        }
        stage.leave(number)
        number += 1
        pending = value
        let own = number
        stage.take(c.other, own, 1) { _ in
          guard let value = pending.take() else { return }
          stage.leave(own)
          stage.send(value)
        }
      }
    }
    add("throttle by") { stage, up, c in
      let leading = c.count > 1, trailing = c.count < 3
      var isOpen = false, pending: Int?, number = 0, isDone = false
      func begin() {
        isOpen = true
        number += 1
        let own = number
        stage.listen(c.other, own, 1) { event in
          stage.passFailure(event)
          stage.leave(own)
          isOpen = false
          let last = pending.take()  // also after a finish without a value: contract BC-24
          if let last {
            stage.send(last)
            if isDone { stage.finish() } else { begin() }
          } else if isDone {
            stage.finish()
          }
        }
      }
      stage.take(up, 0, 0) { value in
        if !isOpen, leading { stage.send(value) } else if trailing { pending = value }
        if !isOpen { begin() }
      } completed: {
        isDone = true
        if pending == nil { stage.finish() }
      }
    }
    add("audit") { stage, up, c in
      // A finish without a value ends the window, too: contract BC-35.
      var pending: Int?, isOpen = false, isDone = false, number = 0
      stage.take(up, 0, 0) { value in
        pending = value
        if isOpen { return }
        isOpen = true
        number += 1
        let own = number
        stage.listen(c.other, own, 1) { event in
          stage.passFailure(event)
          stage.leave(own)
          isOpen = false
          if let value = pending.take() { stage.send(value) }
          if isDone { stage.finish() }
        }
      } completed: {
        isDone = true
        if pending == nil || !isOpen { stage.finish() }
      }
    }
  }

  private mutating func addTimes() {
    add("delay") { stage, up, c in
      stage.listen(up, 0, 0) { event in stage.at(stage.now + c.time, 0) { stage.pass(event) } }
    }
    add("debounce") { stage, up, c in
      var latest = 0
      stage.listen(up, 0, 0) { event in
        latest += 1
        let own = latest
        if let value = event.number {
          stage.at(stage.now + c.time, 2) { if own == latest { stage.send(value) } }
        } else {
          stage.pass(event)
        }
      }
    }
    add("throttle") { stage, up, c in
      // A value that it sends at once comes after all else that is due at this instant, as everything that is
      // scheduled.
      var open = Int.min, pending: Int?, ending: FuzzLog.Event?
      stage.listen(up, 0, 0) { event in
        guard let value = event.number else {
          if pending == nil { stage.at(stage.now, 0, rank: .max) { stage.pass(event) } } else { ending = event }
          return
        }
        if pending == nil {
          let isNow = stage.now >= open
          stage.at(isNow ? stage.now : open, isNow ? 0 : 2, rank: isNow ? .max : 0) {
            if let value = pending.take() { stage.send(value) }
            open = stage.now + c.time
            if let ending { stage.pass(ending) }
          }
        }
        if pending == nil || c.count > 1 { pending = value }
      }
    }
    add("throttle(leading:trailing:)") { stage, up, c in
      let leading = c.count > 1, trailing = c.count < 3
      var isOpen = false, pending: Int?, isDone = false
      func begin() {
        isOpen = true
        stage.at(stage.now + c.time, 2) {
          isOpen = false
          if let value = pending.take() {
            stage.send(value)
            if isDone { stage.finish() } else { begin() }
          }
        }
      }
      stage.take(up, 0, 0) { value in
        if !isOpen, leading { stage.send(value) } else if trailing { pending = value }
        if !isOpen { begin() }
      } completed: {
        isDone = true
        if pending == nil { stage.finish() }
      }
    }
    add("timeout") { stage, up, c in
      var number = 0
      func begin() {
        number += 1
        let own = number
        stage.at(stage.now + c.time, 2) { if own == number { stage.finish() } }
      }
      begin()
      stage.listen(up, 0, 0) { event in
        begin()
        stage.pass(event)
      }
    }
    /// Does something at the end of every period.
    func periods(
      _ name: String,
      _ make: @escaping @Sendable (ModelRun) -> (take: (Int) -> Void, turn: () -> Void, finish: () -> Void)
    ) {
      add(name) { stage, up, c in
        let (take, turn, finish) = make(stage), start = stage.now
        func tick(_ number: Int) {
          turn()
          stage.at(stage.now + c.time, 2) { tick(number + 1) }
        }
        stage.at(stage.now + c.time, 2) { tick(1) }
        stage.listen(up, 0, 0) { event in
          if let value = event.number { return take(value) }
          if event == .finished { finish() }
          // It may take a turn of its own: at the beginning others come first.
          if stage.now == start { stage.ties.areMet = true }
          stage.pass(event)
        }
      }
    }
    periods("sample(every:)") { stage in
      var latest: Int?
      return ({ latest = $0 }, { if let value = latest.take() { stage.send(value) } }, {})
    }
    periods("collect(.byTime)") { stage in
      var values: [Int] = []
      func turn() {
        if !values.isEmpty { stage.send(values.reduce(0, +)) }
        values = []
      }
      return ({ values.append($0) }, turn, turn)
    }
    add("audit(for:)") { stage, up, c in
      var pending: Int?, isDone = false
      stage.take(up, 0, 0) { value in
        if pending == nil {
          stage.at(stage.now + c.time, 2) {
            if let value = pending.take() { stage.send(value) }
            if isDone { stage.finish() }
          }
        }
        pending = value
      } completed: {
        isDone = true
        if pending == nil { stage.finish() }
      }
    }
  }
}
