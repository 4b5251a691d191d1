import Marbles
import VirtualTime

/// A problem of a recording or of the spec that it is played into.
package struct ReplayProblem: Error, Hashable, Sendable {
  package var message: String
}

/// The recorded sources of a pipeline, played into the pipeline of a spec.
package struct ReplayRun {
  /// A value or a completion of a source. The time in a cold source is counted from its subscription.
  struct ReplaySignal: Hashable {
    var time: Int64
    var kind: Mark.Kind
  }
  /// The signals of one subscription, and the time of its cancel.
  struct RecordedSubscription {
    var signals: [ReplaySignal] = []
    var start: Int64 = 0
    var cancelled: Int64?
    /// Nothing follows a completion in a row, whatever a faulty source sent.
    var hasEnded: Bool { signals.last.map { Mark($0.kind).isEnd } ?? false }
  }
  struct Source {
    var name: String
    var isHot: Bool
    var subscriptions: [RecordedSubscription]
  }
  /// An event of the outcome as it was recorded. `value` is `nil` if the value was not written down, or for a
  /// completion.
  struct Outcome {
    var time: Int64
    var kind: Mark.Kind
    var value: Value?
  }

  let base: SpecFile
  let block: SpecFile.Block
  /// The sources and the streams made of them, as far as the pipeline uses them.
  let definitions: [SpecFile.Definition]
  package let outcomeName: String
  private(set) var sources: [Source] = []
  private(set) var outcome: [Outcome] = []
  private(set) var from: Lane?
  private(set) var demand: Lane?
  private(set) var table: [(symbol: Symbol, literal: String)] = []
  /// The time of the last recorded event: nothing is known after it.
  let end: Int64
  private var known: [ReplayKey: Symbol] = [:]
  private var taken: Set<String> = []

  /// - Parameters:
  ///   - base: The spec with the pipeline. Its rows are replaced by the recorded ones.
  ///   - outcome: The name of the recorded stream that the pipeline should send; `nil` to find it by the name of the
  ///     pipeline.
  package init(_ base: SpecFile, _ run: RecordedRun, outcome wanted: String?) throws(ReplayProblem) {
    self.base = base
    let blocks = base.blocks.filter { wanted == nil || $0.pipeline.lines == [wanted ?? ""] }
    guard let block = blocks.first ?? base.blocks.first else {
      throw ReplayProblem(message: "the spec has no pipeline; write '> …'")
    }
    self.block = block
    definitions = SpecNames(base).definitions(usedBy: block)
    let declared = definitions.compactMap(\.source)
    let streams = run.streams, listed = streams.listed
    for source in declared where !streams.contains(source.name) {
      throw ReplayProblem(
        message: "the recording has no stream '\(source.name)', which the pipeline needs"
          + "\(listed.isEmpty ? "" : " (it has \(listed))"); record it with .recorded(\"\(source.name)\", in: recorder)"
      )
    }
    outcomeName = try ReplayRun.outcomeName(wanted, block, streams, declared.map(\.name))
    end = run.events.last?.instant.nanoseconds ?? 0
    for event in run.events { if case .next(let symbol, _) = event.kind { taken.insert(symbol) } }
    let byStream = Dictionary(grouping: run.events.indices) { run.events[$0].stream }
    for source in declared {
      let events = (byStream[source.name] ?? []).map { run.events[$0] }
      sources.append(
        Source(name: source.name, isHot: source.isHot, subscriptions: subscriptions(events, isHot: source.isHot)))
    }
    read(outcome: (byStream[outcomeName] ?? []).map { run.events[$0] }.filter { $0.subscription == 1 })
  }

  private static func outcomeName(_ wanted: String?, _ block: SpecFile.Block, _ streams: [String], _ sources: [String])
    throws(ReplayProblem) -> String
  {
    let listed = streams.listed
    if let wanted {
      if streams.contains(wanted) { return wanted }
      throw ReplayProblem(message: "the recording has no stream '\(wanted)'; it has \(listed)")
    }
    // A run of a spec has the whole pipeline as the name of its last stream.
    let pipeline = block.pipeline.lines.oneLine
    if streams.contains(pipeline) { return pipeline }
    let others = streams.filter { !sources.contains($0) }
    if others.count == 1 { return others[0] }
    throw ReplayProblem(
      message: others.isEmpty
        ? "the recording has no outcome to compare with: all its streams are sources of the pipeline; record what the app shows, too"
        : "several streams may be the outcome of the pipeline (\(others.listed)); name one with --outcome")
  }

  private mutating func subscriptions(_ events: [RecordedRun.Event], isHot: Bool) -> [RecordedSubscription] {
    if isHot { return [hotSubscription(events)] }
    var subscriptions: [Int: RecordedSubscription] = [:]
    for event in events {
      let number = event.subscription, time = event.instant.nanoseconds
      var subscription = subscriptions[number] ?? RecordedSubscription(start: time)
      switch event.kind {
      case .subscribe, .request: break
      case .cancel: subscription.cancelled = time - subscription.start
      case .next, .finish, .fail:
        if !subscription.hasEnded {
          subscription.signals.append(ReplaySignal(time: time - subscription.start, kind: mark(event)))
        }
      }
      subscriptions[number] = subscription
    }
    return subscriptions.keys.sorted().map { subscriptions[$0] ?? RecordedSubscription() }
  }
  /// The signals of a hot source. All its subscribers receive the same ones, so each is taken from the first that
  /// receives it.
  private mutating func hotSubscription(_ events: [RecordedRun.Event]) -> RecordedSubscription {
    var subscription = RecordedSubscription()
    /// The number of signals before the next one of each subscription.
    var received: [Int: Int] = [:]
    for event in events {
      let place = received[event.subscription] ?? subscription.signals.count
      received[event.subscription] = place + (event.kind.isSignal ? 1 : 0)
      // A subscriber that comes after the completion receives it again.
      if event.kind.isSignal, place >= subscription.signals.count, !subscription.hasEnded {
        subscription.signals.append(ReplaySignal(time: event.instant.nanoseconds, kind: mark(event)))
      }
    }
    return subscription
  }

  private mutating func read(outcome events: [RecordedRun.Event]) {
    var (marks, requests):
      ([(instant: VirtualInstant, kind: Mark.Kind)], [(instant: VirtualInstant, kind: Mark.Kind)]) = ([], [])
    var isPlain = true
    for event in events {
      switch event.kind {
      case .subscribe:
        marks.append((event.instant, .subscribe))
        if event.instant > .zero { isPlain = false }
      case .cancel:
        marks.append((event.instant, .unsubscribe))
        isPlain = false
      case .request: requests.append((event.instant, event.kind.mark))
      case .next(let symbol, let content):
        let literal: String? =
          switch content {
          case .unknown: nil
          case .symbol: Symbol(symbol).ownMeaning.description
          case .literal(let text): text
          }
        outcome.append(Outcome(time: event.instant.nanoseconds, kind: mark(event), value: literal.map(ReplayRun.value)))
      case .finish, .fail: outcome.append(Outcome(time: event.instant.nanoseconds, kind: event.kind.mark, value: nil))
      }
    }
    if !isPlain, marks.first?.kind == .subscribe { from = Lane(frame: base.frame, marks: marks) }
    if let first = requests.first, first.kind != .request(nil) { demand = Lane(frame: base.frame, marks: requests) }
  }

  /// The value of a literal; the text itself if it is not one.
  static func value(_ literal: String) -> Value {
    let spec = SpecText("a: a\n  a = \(literal)\n> a", file: "")
    guard spec.lines.count == 3, let file = try? SpecFile(spec), let value = file.table.value(of: .symbol(Symbol("a")))
    else { return .string(literal) }
    return value
  }
  /// The value of an event. Each literal is read once; `unknown` is the value of a text that no literal writes.
  static func value(
    of event: RecordedRun.Event.Kind, _ literals: inout [String: Value], unknown: (String) -> Value?
  ) -> Value? {
    guard case .next(let symbol, let content) = event else { return nil }
    switch content {
    case .symbol: return Symbol(symbol).ownMeaning
    case .unknown: return unknown(symbol)
    case .literal(let text):
      let value = literals[text] ?? ReplayRun.value(text)
      literals[text] = value
      return value
    }
  }

  /// The mark of a recorded event. A symbol means one value in all streams, so that one table has them all.
  private mutating func mark(_ event: RecordedRun.Event) -> Mark.Kind {
    guard case .next(let symbol, let content) = event.kind else { return event.kind.mark }
    switch content {
    case .symbol: return .value(Symbol(symbol))
    case .unknown: return .value(self.symbol(for: ReplayKey(stream: event.stream, text: symbol), wish: symbol))
    case .literal(let literal):
      let value = ReplayRun.value(literal)
      if let own = Symbolizer.ownSymbol(of: value) { return .value(own) }
      let known = known.count
      let new = self.symbol(for: ReplayKey(stream: nil, text: value.description), wish: symbol)
      if self.known.count > known { table.append((new, value.description)) }
      return .value(new)
    }
  }
  private mutating func symbol(for key: ReplayKey, wish: String) -> Symbol {
    if let symbol = known[key] { return symbol }
    let letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ".map(String.init)
    let used = Set(known.values.map(\.text))
    var number = 1
    var name = used.contains(wish) ? letters.first { !used.contains($0) && !taken.contains($0) } : wish
    while name == nil {
      if !used.contains("v\(number)"), !taken.contains("v\(number)") { name = "v\(number)" }
      number += 1
    }
    let symbol = Symbol(name ?? wish, isQuoted: (name ?? wish).count > 1)
    known[key] = symbol
    return symbol
  }
}

/// A value in the rows: a literal, or the symbol of a stream whose value was not recorded.
private struct ReplayKey: Hashable {
  var stream: String?
  var text: String
}

extension [String] {
  /// The names in a sentence.
  fileprivate var listed: String {
    count < 2 ? joined() : dropLast().joined(separator: ", ") + " and " + self[count - 1]
  }
}
