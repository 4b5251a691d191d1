import MarbleRuns
import Marbles
import PipesCore
import VirtualTime

/// The contents of a poster: the rows of its streams, and a box for each operator with what happens within it.
struct PosterPlan {

  /// A source, or an operator with the streams that it sends.
  struct Node {
    var stage: Int
    /// The subscriptions to it that are not within the box of another operator.
    var lines: [Int]
    /// The subscriptions to the operators of its box: to others, too, that share it.
    var inside: [Int]
    var code: [String] = []
    /// The events within the box.
    var elements: [Element] = []
    /// The rows of what it sends.
    var rows: [DrawnRow] = []
    /// The streams that it sends, such as groups.
    var groups: [Element] = []
    var hasBox: Bool { !code.isEmpty }
  }

  /// A time within a box: a value that waits, a timer, a stream within a stream, an instant at which a value is
  /// dropped, at which a scheduler acts, or at which another stream gives a signal; a time when a scheduler is busy; or
  /// words about an instant.
  struct Element {
    enum Kind: Hashable { case bar, lane, drop, hop, busy, signal, words }
    /// `left` is a subscription or a timer that was cancelled, `lost` a value that was dropped.
    enum Ending: Hashable { case open, plain, finished, left, lost, failed }
    var kind: Kind
    /// Whether it is a timer alone, without a value that waits.
    var isTimer = false
    var from: Int64
    /// The end; `nil` if it had none when the run was over.
    var to: Int64?
    var hues: [Int]
    /// The words in it, such as the length of a timer.
    var label = ""
    var ending = Ending.plain
    /// The words beside its end; of a lost value the reason, which the heading of the box has.
    var reason = ""
    /// The value that it shows, or that a lane was created for.
    var value: Mark.Kind?
    /// Whether its stream has sent this value several times.
    var isOneOfSeveral = false
    /// The events that it begins with: of a bar its value, of a lane the event that was being handled.
    var causes: [Int] = []
    /// The events that leave it at its end.
    var effects: [Int] = []
    /// The timer that it shows, or that began it.
    var timer: Int?
    /// The arrival of the value of a lane that had to wait for its turn.
    var waiting: Int64?
    /// The subscription that a lane shows.
    var line: Int?
    var row: DrawnRow?
    /// The timers within a lane.
    var waits: [(from: Int64, to: Int64)] = []
    /// Elements of one input are beside each other.
    var input: Int?
    /// Whether it is a value that is used at once.
    var isUsed: Bool { kind == .drop && ending == .plain && !causes.isEmpty }
    /// Whether it has no value: a timer, or a completion that waits.
    var isHollow: Bool { isTimer || reason == Self.ofCompletion }
    static let ofCompletion = "the completion waits"
    /// Whether it is a stream that finished at its start, without a value.
    var isEmptyLane: Bool { kind == .lane && row?.end == from && row?.beats.allSatisfy(\.stack.isEmpty) == true }
  }

  let trace: Trace
  let index: TraceIndex
  let run: Int
  let diagram: Diagram
  let coloring: Coloring
  var nodes: [Node] = []
  /// The nearest drawn events that led to each event.
  private(set) var causes: [[Int]] = []
  /// Whether a subscription has a row or a lane.
  var isDrawn: [Bool]
  /// The subscriptions to operators of which only the code is shown, because the title names another one.
  var folded: Set<Int> = []
  /// The stages that the title names; `nil` if it names none.
  let named: Set<Int>?
  let inner: Set<Int>
  /// How many lanes are left out.
  private(set) var omitted = 0
  /// Whether operators in which nothing happens share the box of the next one.
  let isCompact: Bool
  /// The number of lanes in a box that are drawn.
  static let mostLanes = 40

  init(_ trace: Trace, _ index: TraceIndex, run: Int, of diagram: Diagram, _ coloring: Coloring, isCompact: Bool) {
    self.trace = trace
    self.index = index
    self.run = run
    self.diagram = diagram
    self.coloring = coloring
    self.isCompact = isCompact
    inner = PosterPlan.inner(trace, index)
    named = PosterPlan.named(trace, diagram)
    isDrawn = Array(repeating: false, count: trace.subscriptions.count)
    addNodes()
    findCauses()
    for node in nodes.indices {
      if nodes[node].hasBox { addElements(to: node) }
      addRows(to: node)
    }
  }

  /// The subscriptions that an operator makes later than at its own start, and those that it repeats.
  private static func inner(_ trace: Trace, _ index: TraceIndex) -> Set<Int> {
    // A subscription that waited for its scheduler belongs to its operator as if it had not waited.
    let begun = SubscriptionRows(trace, index, templates: []).begun.filter { line in
      trace.subscriptions[line].timer.map { trace.timers[$0].waits || trace.timers[$0].heldUntil == nil } ?? true
    }
    var inner = begun
    for line in begun where SubscriptionRows.isAttempt(line, trace) {
      guard let consumer = trace.subscriptions[line].consumer else { continue }
      inner.formUnion(
        index.inputs[consumer].filter { trace.subscriptions[$0].stage == trace.subscriptions[line].stage })
    }
    return inner
  }

  // MARK: Nodes

  /// Adds the nodes, those upstream first.
  private mutating func addNodes() {
    var order: [Int] = []
    var rest = Array(trace.subscriptions.indices.filter { trace.subscriptions[$0].consumer == nil })
    while let line = rest.popLast() {
      order.append(line)
      let inputs = index.inputs[line].filter { !inner.contains($0) && trace.subscriptions[$0].key == nil }
      // The stream on which an operator is called is above its arguments.
      let receiver = trace.stages[trace.subscriptions[line].stage].receiver
      func isReceiver(_ input: Int) -> Bool { trace.subscriptions[input].stage == receiver }
      rest += inputs.filter(isReceiver) + inputs.filter { !isReceiver($0) }
    }
    var numbers: [Int: Int] = [:]
    for line in order.reversed() {
      isDrawn[line] = true
      let stage = trace.subscriptions[line].stage
      if let number = numbers[stage] {
        nodes[number].lines.append(line)
        nodes[number].inside.append(line)
      } else {
        numbers[stage] = nodes.count
        nodes.append(Node(stage: stage, lines: [line], inside: [line]))
      }
    }
    for line in trace.subscriptions.indices where trace.subscriptions[line].key != nil {
      if numbers[trace.subscriptions[line].stage] != nil { isDrawn[line] = true }
    }
    for line in inner.sorted() {
      if let consumer = trace.subscriptions[line].consumer, isDrawn[consumer], !inner.contains(consumer) {
        isDrawn[line] = !isClock(line)
      }
    }
    for number in nodes.indices { nodes[number].code = code(of: nodes[number]) }
    foldArguments()
    joinStreams()
    foldReceivers()
    // The streams that an operator sends are drawn themselves, and not as values.
    for node in nodes where !groups(of: node).isEmpty {
      for line in node.lines { isDrawn[line] = false }
      // A stream that only ends a group is as long as the group.
      let times = groups(of: node).map { (trace.subscriptions[$0].start, trace.subscriptions[$0].end) }
      for line in node.inside.flatMap({ index.inputs[$0] }) where inner.contains(line) {
        let own = trace.subscriptions[line]
        if !index.events[line].contains(where: { trace.events[$0].isValue }),
          times.contains(where: { $0 == (own.start, own.end) })
        {
          isDrawn[line] = false
        }
      }
    }
  }

  /// The streams that an operator sends and that are drawn below its box.
  func groups(of node: Node) -> [Int] {
    if node.lines.contains(where: { trace.subscriptions[$0].consumer == nil }) { return [] }
    return trace.subscriptions.indices.filter {
      trace.subscriptions[$0].key != nil && trace.subscriptions[$0].stage == node.stage
    }
  }

  /// Returns the lines in the box of an operator; none for a source that an operator receives from.
  private func code(of node: Node) -> [String] {
    let stage = trace.stages[node.stage]
    let isLast = node.lines.contains { trace.subscriptions[$0].consumer == nil }
    if stage.isGiven { return [] }
    guard stage.kind != .source else { return isLast ? [stage.call] : [] }
    if stage.kind == .origin { return [stage.call] }
    let inputs = node.lines.flatMap { index.inputs[$0] }.filter { !inner.contains($0) }
    let isBelow = inputs.contains { trace.subscriptions[$0].stage == stage.receiver }
    // One of several streams says which one it is called on.
    let outputs = inputs.compactMap { trace.subscriptions[$0].output }
    let isOne = Set(inputs.map { trace.subscriptions[$0].stage }).count == 1 && Set(outputs).count < 2
    return [isBelow && isOne || stage.base == nil ? "." + stage.call : (stage.base ?? "") + "." + stage.call]
  }

  private mutating func findCauses() {
    for event in trace.events {
      let nearest = event.causes.flatMap { isDrawn[trace.events[$0].line] ? [$0] : causes[$0] }
      causes.append(nearest.uniqued)
    }
  }

  /// Returns an event if it is drawn, else the nearest ones that led to it.
  func drawn(_ event: Int) -> [Int] { isDrawn[trace.events[event].line] ? [event] : causes[event] }

  /// Returns an event if it is drawn, else the nearest ones of its instant that it led to.
  func shown(_ event: Int) -> [Int] {
    if isDrawn[trace.events[event].line] { return [event] }
    return index.effects[event].filter { trace.events[$0].instant == trace.events[event].instant }.flatMap(shown)
  }

  mutating func setElements(_ elements: [Element], of number: Int) { nodes[number].elements = elements }
  mutating func setOmitted(_ more: Int) { omitted += max(0, more) }

  // MARK: Rows

  func sign(_ event: Int) -> DrawnMark {
    DrawnMark(
      kind: trace.events[event].kind, colors: coloring.colors(of: event, inRun: run),
      events: [Picture.EventID(run: run, event: event)])
  }

  func row(_ line: Int) -> DrawnRow {
    var row = DrawnRow(beats: [])
    if trace.subscriptions[line].start > .zero { row.start = trace.subscriptions[line].start.nanoseconds }
    if trace.subscriptions[line].isCancelled { row.cut = trace.subscriptions[line].end?.nanoseconds }
    for event in index.events[line] {
      let instant = trace.events[event].instant.nanoseconds
      if row.beats.last?.instant != instant { row.beats.append(Beat(instant: instant, signs: [])) }
      row.beats[row.beats.count - 1].signs.append(sign(event))
    }
    return row
  }

  private mutating func addRows(to number: Int) {
    let node = nodes[number], stage = trace.stages[node.stage]
    if stage.kind == .source { return addSource(stage.name, to: number) }
    let groups = groups(of: node)
    if !groups.isEmpty {
      nodes[number].groups = groups.prefix(PosterPlan.mostLanes).map { lane($0, of: nil) }
      omitted += max(0, groups.count - PosterPlan.mostLanes)
      return
    }
    for line in node.lines where trace.subscriptions[line].consumer != nil { add(row(line), to: number) }
    for place in nodes[number].rows.indices {
      if place == 0, let name = stage.isGiven ? stage.name : stage.definition {
        nodes[number].rows[0].name = name
      } else {
        let output = nodes[number].rows[place].beats.lazy.flatMap(\.signs).flatMap(\.events).first.flatMap {
          trace.subscriptions[trace.events[$0.event].line].output
        }
        nodes[number].rows[place].note =
          output ?? PosterPlan.shortName(trace.stages[nameGiver(of: node)].name)
      }
    }
  }

  /// The stage that gives a row its name: of an argument whose box is left out the call that it begins with.
  private func nameGiver(of node: Node) -> Int {
    var stage = node.stage
    guard node.lines.contains(where: folded.contains) else { return stage }
    while let next = trace.stages[stage].receiver, trace.stages[next].kind != .source, !trace.stages[next].isGiven {
      stage = next
    }
    return trace.stages[stage].kind == .origin ? stage : node.stage
  }

  /// The last part of the name of a call: `publisher` of `Timer.publish`.
  static func shortName(_ name: String) -> String { name.split(separator: ".").last.map(String.init) ?? name }

  /// Adds a row, unless the same one is there: two subscriptions that receive the same at the same time are drawn once.
  private mutating func add(_ row: DrawnRow, to number: Int) {
    let same = nodes[number].rows.firstIndex { $0.isLike(row) }
    guard let same else { return nodes[number].rows.append(row) }
    for beat in row.beats.indices {
      for sign in row.beats[beat].signs.indices {
        nodes[number].rows[same].beats[beat].signs[sign].events += row.beats[beat].signs[sign].events
      }
    }
  }

  private mutating func addSource(_ name: String, to number: Int) {
    let lines = nodes[number].lines
    let streams = diagram.streams.filter { $0.name == name && $0.isDeclared }
    if streams.count == 1, streams[0].kind == .hot || lines.allSatisfy({ trace.subscriptions[$0].start == .zero }),
      run < diagram.runs.count
    {
      let beats = PosterStrips.beats(of: streams[0].lane) { coloring.colors(of: $0, inSource: name) }
      let indices = diagram.runs.indices.map { $0 == run ? index : nil }
      let played = PlayedStream(streams[0], beats, in: diagram, run..<run + 1, indices)
      if !played.isAsWritten {
        var row = DrawnRow(name: name, note: streams[0].kind == .hot ? "hot" : "", beats: played.beats)
        row.subject = .source(name, row: streams[0].subscription ?? 0)
        let ends = lines.filter { trace.subscriptions[$0].isCancelled }.compactMap { trace.subscriptions[$0].end }
        row.left = Set(ends.map(\.nanoseconds)).sorted()
        if lines.allSatisfy({ trace.subscriptions[$0].end != nil }) { row.findUnheard() }
        if streams[0].kind == .hot, let begin = lines.map({ trace.subscriptions[$0].start }).min(),
          lines.allSatisfy(isLate)
        {
          row.losePassed(until: begin.nanoseconds)
        }
        if streams[0].kind == .cold, let line = lines.first.map({ trace.subscriptions[$0] }) {
          // Beside subscribers that begin at several times, the source tells when it begins.
          if diagram.runs[run].subscribers.contains(where: { $0.from != nil }) || isSubscribedByScheduler {
            row.start = line.start.nanoseconds
          }
        }
        nodes[number].rows = [row]
        return
      }
    }
    for line in lines {
      var row = row(line)
      // Each of several begins at a dot.
      if lines.count > 1 { row.start = trace.subscriptions[line].start.nanoseconds }
      add(row, to: number)
    }
    for place in nodes[number].rows.indices {
      nodes[number].rows[place].name = name
      if place > 0 { nodes[number].rows[place].note = "\((place + 1).ordinal) time" }
    }
  }
}

extension PosterPlan {
  /// Whether a subscription began later than the one of the subscriber of the pipeline, if only in its instant.
  private func isLate(_ line: Int) -> Bool {
    var first = line
    while let consumer = trace.subscriptions[first].consumer { first = consumer }
    return trace.subscriptions[line].timer != nil || trace.subscriptions[line].start > trace.subscriptions[first].start
  }
}

extension DrawnRow {
  /// Marks the values that nobody received, because they were sent before the subscription.
  fileprivate mutating func losePassed(until begin: Int64) {
    for beat in beats.indices where beats[beat].instant <= begin {
      let early = beats[beat].signs.prefix { $0.events.isEmpty && !$0.kind.isEnd }.count
      for sign in 0..<early { beats[beat].signs[sign].loss = PosterPlan.early }
    }
  }
  /// Finds the instant from which on nobody receives what the row shows.
  fileprivate mutating func findUnheard() {
    guard let last = left.last, beats.allSatisfy({ $0.instant <= last || $0.signs.allSatisfy(\.events.isEmpty) })
    else { return }
    unheard = last
  }

  /// Whether both rows show the same at the same instants.
  fileprivate func isLike(_ other: Self) -> Bool {
    guard start == other.start, cut == other.cut, beats.count == other.beats.count else { return false }
    return zip(beats, other.beats).allSatisfy { one, two in
      one.instant == two.instant && one.signs.map(\.kind) == two.signs.map(\.kind)
        && one.signs.map(\.colors) == two.signs.map(\.colors)
    }
  }
}
