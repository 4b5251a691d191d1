import MarbleRuns
import Marbles

/// The boxes that a poster leaves out. A title that names an operator makes it the subject: of the others there is the
/// code, where nothing else is needed to follow the values.
extension PosterPlan {
  /// Returns the stages that the title names: of a pipeline without one, beside others that have one, the last.
  static func named(_ trace: Trace, _ diagram: Diagram) -> Set<Int>? {
    // Without words the stages of all runs are not looked at.
    let words = Set((diagram.title ?? "").split { !$0.isLetter && !$0.isNumber }.map(String.init))
    func stages(_ trace: Trace) -> [Int] {
      trace.stages.indices.filter {
        trace.stages[$0].kind != .source && words.contains(shortName(trace.stages[$0].name))
      }
    }
    if words.isEmpty { return nil }
    let own = stages(trace)
    if !own.isEmpty { return Set(own) }
    guard diagram.runs.contains(where: { $0.trace.map { !stages($0).isEmpty } == true }) else { return nil }
    return Set(trace.subscriptions.filter { $0.consumer == nil }.map(\.stage))
  }

  private func consumers(of node: Node) -> Set<Int> {
    Set(node.lines.map { trace.subscriptions[$0].consumer.map { trace.subscriptions[$0].stage } ?? -1 })
  }

  /// Leaves out the box of an operator within an argument, whose code is in the call; what it sends has a row.
  mutating func foldArguments() {
    guard let named else { return }
    var main: Set<Int> = []
    for node in nodes where consumers(of: node).contains(-1) {
      var stage: Int? = node.stage
      while let next = stage, main.insert(next).inserted { stage = trace.stages[next].receiver }
    }
    var arguments: Set<Int> = []
    for number in nodes.indices.reversed() {
      let node = nodes[number], stage = trace.stages[node.stage], consumers = consumers(of: node)
      guard !main.contains(node.stage), stage.kind != .source, stage.definition == nil, !stage.isGiven,
        !named.contains(node.stage), !stage.makesGroups, consumers.isSubset(of: main.union(arguments))
      else { continue }
      arguments.insert(node.stage)
      nodes[number].code = []
      folded.formUnion(node.lines)
      guard consumers.isDisjoint(with: main) else { continue }
      for line in node.lines { isDrawn[line] = false }
      nodes.remove(at: number)
    }
    for line in inner where trace.subscriptions[line].consumer.map(folded.contains) == true { isDrawn[line] = false }
  }

  /// Leaves out what happens in an operator that receives the streams of one that the title names.
  mutating func foldReceivers() {
    guard let named else { return }
    for number in nodes.indices where !named.contains(nodes[number].stage) {
      let inputs = nodes[number].lines.flatMap { index.inputs[$0] }.map { trace.subscriptions[$0].stage }
      guard inputs.contains(where: { named.contains($0) && trace.stages[$0].makesGroups }) else { continue }
      folded.formUnion(nodes[number].lines)
    }
    for line in inner where trace.subscriptions[line].consumer.map(folded.contains) == true { isDrawn[line] = false }
  }

  /// Whether the title names one of two operators at most, and nothing happens in one of them.
  private func isQuiet(_ one: Node, _ other: Node) -> Bool {
    guard let named, !named.contains(one.stage) || !named.contains(other.stage) else { return false }
    return isTransparent(one) || isTransparent(other)
  }

  /// Draws an operator whose values are streams in one box with the operator that receives them: `map` and
  /// `switchToLatest`. If the title names an operator, others in which nothing happens share its box, too.
  mutating func joinStreams() {
    for number in nodes.indices.reversed() {
      let events = nodes[number].lines.flatMap { index.events[$0] }
      let isStreams =
        events.contains { trace.events[$0].kind == .anyValue }
        && events.allSatisfy { !trace.events[$0].isValue || trace.events[$0].kind == .anyValue }
      guard isStreams || isCompact || named != nil, trace.stages[nodes[number].stage].kind == .operator,
        !trace.stages[nodes[number].stage].makesGroups,
        !trace.subscriptions.contains(where: { $0.key != nil && $0.stage == nodes[number].stage })
      else { continue }
      let consumers = Set(
        nodes[number].lines.map { trace.subscriptions[$0].consumer.map { trace.subscriptions[$0].stage } ?? -1 })
      guard consumers.count == 1, let next = nodes.firstIndex(where: { $0.stage == consumers.first }),
        nodes[next].hasBox, Set(nodes[number].lines.map { trace.subscriptions[$0].output }).count == 1,
        (isStreams || isCompact) && isTransparent(nodes[number]) || isQuiet(nodes[number], nodes[next])
      else { continue }
      // A box has the code of one chain only.
      let inputs = nodes[next].lines.flatMap { index.inputs[$0] }.filter { !inner.contains($0) }
      guard inputs.allSatisfy({ trace.subscriptions[$0].stage == nodes[number].stage }) else { continue }
      nodes[next].code = nodes[number].code + nodes[next].code
      nodes[next].inside = nodes[number].inside + nodes[next].inside
      for line in nodes[number].lines { isDrawn[line] = false }
      nodes.remove(at: number)
    }
  }

  /// Whether nothing happens within an operator: no timer, no loss, no stream, and each value at the instant of its
  /// cause.
  private func isTransparent(_ node: Node) -> Bool {
    node.lines.allSatisfy { line in
      index.timers[line].isEmpty && !trace.losses.contains { $0.line == line }
        && !trace.kept.contains { $0.line == line }
        && !index.inputs[line].contains(where: inner.contains)
        && index.events[line].allSatisfy { event in
          trace.events[event].causes.allSatisfy { trace.events[$0].instant == trace.events[event].instant }
        }
    }
  }
}
