import Foundation
import Marbles
import VirtualTime

@testable import MarbleDiagrams
@testable import MarbleSpecs

/// The shapes of a picture, read from its SVG, and what is wrong with them.
struct PictureGeometry {
  private struct Marble {
    var events: [String]
    var at: Int64?
    var place: Point
    /// The fills of its parts within the ring, in order.
    var fills: [String]
    var isGhost: Bool
  }
  private struct Segment {
    var at: Int64
    var from: Point
    var to: Point
    func y(_ x: Double) -> Double { to.x > from.x ? from.y + (x - from.x) * (to.y - from.y) / (to.x - from.x) : from.y }
  }

  private let diagram: Diagram
  private let details: PictureDetails
  private let places: [Int64: Double]
  private var marbles: [Marble] = []
  /// Completions and failures, and the strokes of cancels.
  private var ends: [Marble] = []
  private var cuts: [Point] = []
  private var rows: [Segment] = []
  private var texts: [(text: String, size: Double, box: Box)] = []
  /// The texts beside and below the marbles, which no line may cross; and the lines.
  private var labels: [(text: String, box: Box)] = []
  private var lines: [(role: String, from: Point, to: Point)] = []

  /// The starts of the timers that are drawn, in nanoseconds.
  private var timers: [Int64] = []

  static func svg(of diagram: Diagram) -> String { SVGRenderer.liveItems(of: PictureLayout.picture(of: diagram)) }

  init(of diagram: Diagram, _ details: PictureDetails = PictureDetails(), svg: String? = nil) {
    (self.diagram, self.details) = (diagram, details)
    let picture = PictureLayout.picture(of: diagram, details: details)
    places = Dictionary(picture.moments.map { ($0.instant, $0.x) }) { one, _ in one }
    for line in (svg ?? SVGRenderer.liveItems(of: picture)).split(separator: "\n") { read(String(line)) }
  }

  // MARK: Reading

  // A regular expression is compiled where it is written, each time.
  nonisolated(unsafe) private static let (textShape, circleShape, fillShape, pathShape) = (
    /<text class="([^"]*)" x="([^"]*)" y="([^"]*)" font-size="([^"]*)"([^>]*)>([^<]*)</,
    /<circle class="(marble|core)" cx="([^"]*)" cy="([^"]*)" r="([^"]*)"/, /fill="(#[^"]*)"/,
    /<path class="([^"]*)"[^>]* d="M([^ "]*) ([^L"]*)L([^ "]*) ([^L"Z]*)"/
  )

  /// Reads one line: a shape, or a group with the shapes of an item.
  private mutating func read(_ line: String) {
    let at = line.attribute("data-at").flatMap { Int64($0) }
    let events = line.attribute("data-events")?.split(separator: " ").map(String.init) ?? []
    let isGhost = line.contains("class=\"ghost") || line.contains("class=\"template")
    if line.contains("<title>timer from "), let at { timers.append(at) }
    for text in line.matches(of: Self.textShape) {
      let size = Double(text.4) ?? 0
      let words = String(text.6).replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing(
        "&quot;", with: "\""
      ).replacing(
        "&amp;", with: "&")
      var shape = Picture.Text(string: words, place: Point(Double(text.2) ?? 0, Double(text.3) ?? 0), size: size)
      (shape.isMono, shape.isBold) = (text.1.contains("mono"), text.1.contains("title"))
      shape.anchor = text.5.contains("middle") ? .middle : text.5.contains("\"end") ? .end : .start
      texts.append((words, size, shape.box))
      // A box hides the lines behind its code.
      if !text.1.contains("letter"), !text.1.contains("code") { labels.append((words, shape.box)) }
    }
    let circles = line.matches(of: Self.circleShape)
    if let first = circles.first, first.1 == "marble", Double(first.4) == Lettering.radius {
      // A ring says which subscription a marble is in; a hot value may be in several. Its own colors are within the
      // ring.
      let own = circles.contains { $0.1 == "core" } ? line[first.range.upperBound...].drop { $0 != ">" } : line[...]
      let fills = own.matches(of: Self.fillShape).map { String($0.1) }
      let place = Point(Double(first.2) ?? 0, Double(first.3) ?? 0)
      marbles.append(Marble(events: events, at: at, place: place, fills: fills, isGhost: isGhost))
    }
    for path in line.matches(of: Self.pathShape) {
      let (from, to) = (
        Point(Double(path.2) ?? 0, Double(path.3) ?? 0), Point(Double(path.4) ?? 0, Double(path.5) ?? 0)
      )
      let middle = Point((from.x + to.x) / 2, (from.y + to.y) / 2)
      // The guides are behind everything, and each text has an outline in the color of the background.
      if path.1 != "guide", !line.contains("class=\"key") { lines.append((String(path.1), from, to)) }
      switch path.1 {
      case "stream": if let at { rows.append(Segment(at: at, from: from, to: to)) }
      case "finish", "failure":
        if ends.last?.place != middle {
          ends.append(Marble(events: events, at: at, place: middle, fills: [], isGhost: isGhost))
        }
      case "cut": cuts.append(middle)
      default: break
      }
    }
  }

  // MARK: Faults

  var faults: [String] {
    subscriptionFaults + textFaults + crossedTexts + placeFaults + orderFaults + colorFaults + timerFaults
  }

  /// Each timer over which time passes is drawn once, or none is.
  private var timerFaults: [String] {
    if isShortened { return [] }
    let all = diagram.runs.compactMap(\.trace).flatMap(\.timers).filter { $0.waits && $0.end != $0.start }
    let starts = details.timers ? all.map(\.start.nanoseconds).sorted() : []
    return starts == timers.sorted() ? [] : ["timers start at \(starts), and are drawn from \(timers.sorted())"]
  }

  /// The texts that a line crosses.
  private var crossedTexts: [String] {
    lines.flatMap { line in
      labels.filter { $0.box.widened(by: -1).part(from: line.from, to: line.to) != nil }.map {
        "a line of \(line.role) crosses \($0.text)"
      }
    }
  }

  /// The causes that are not above their effects of the same instant.
  private var orderFaults: [String] {
    var places: [String: [Point]] = [:]
    for marble in marbles + ends where !marble.isGhost {
      for event in marble.events { places[event, default: []].append(marble.place) }
    }
    func top(_ run: Int, _ event: Int) -> Double? { places["\(run)-\(event)"]?.map(\.y).min() }
    var faults: [String] = []
    for (run, trace) in diagram.runs.map(\.trace).enumerated() {
      guard let trace else { continue }
      var last: [Int: Int] = [:]
      for (number, event) in trace.events.enumerated() where event.isValue {
        guard let y = top(run, number) else { continue }
        // A source sends a value late after a request, and a request goes up: the rows of the sources are in the order
        // of the spec.
        let causes = trace.stage(of: number).kind == .source ? [] : event.causes
        for cause in causes where trace.events[cause].instant == event.instant && trace.events[cause].isValue {
          if let above = top(run, cause), above > y { faults.append("\(number) is above its cause \(cause)") }
        }
        // Values of one row and one instant are in the order in which they were sent, from top to bottom.
        if let before = last[event.line], trace.events[before].instant == event.instant, let above = top(run, before),
          above >= y
        {
          faults.append("\(number) is not below \(before), which was sent before it")
        }
        last[event.line] = number
      }
      // In a picture by operators the rows of an operator are together: an attempt may be above the operator that
      // subscribes again. The cause of many subscriptions may be left out.
      if details.stages || isShortened { continue }
      for line in trace.subscriptions.indices where isOwn(line, trace) {
        let subscription = trace.subscriptions[line]
        guard let cause = subscription.startedBy, trace.events[cause].instant == subscription.start else { continue }
        if isRequested(line, by: cause, trace) { continue }
        let causes = trace.chain(from: cause).prefix { trace.events[$0].instant == subscription.start }
        guard let above = causes.compactMap({ top(run, $0) }).first else { continue }
        let first = trace.events.indices.first { trace.events[$0].line == line }
        guard
          let row = row(of: subscription, first.flatMap { trace.events[$0].isEnd ? nil : places["\(run)-\($0)"] } ?? [])
        else {
          continue
        }
        if row.from.y <= above { faults.append("the subscription \(line) begins above its cause \(cause)") }
      }
    }
    return faults
  }

  /// Whether a line began because of a request: its cause follows from values of an operator that receives from the
  /// line. These values are below both, so no order of the rows has each cause above its effect.
  private func isRequested(_ line: Int, by cause: Int, _ trace: Trace) -> Bool {
    var receivers: Set<Int> = [], next = trace.subscriptions[line].consumer
    while let receiver = next {
      (next, receivers) = (trace.subscriptions[receiver].consumer, receivers.union([receiver]))
    }
    if receivers.contains(trace.events[cause].line) { return false }
    var open = [cause], known: Set<Int> = []
    while let event = open.popLast() {
      if receivers.contains(trace.events[event].line) { return true }
      if known.insert(event).inserted {
        open += trace.events[event].causes + [trace.subscriptions[trace.events[event].line].startedBy].compactMap { $0 }
      }
    }
    return false
  }

  private var textFaults: [String] {
    var faults = texts.filter { $0.size < 11 }.map { "\($0.text) is too small: \($0.size)" }
    let order = texts.sorted { $0.box.left < $1.box.left }
    for (index, one) in order.enumerated() {
      for other in order[(index + 1)...] {
        if other.box.left >= one.box.right { break }
        if other.box.overlaps(one.box) { faults.append("\(one.text) lies on \(other.text)") }
      }
    }
    return faults
  }

  private var placeFaults: [String] {
    let order = marbles.sorted { ($0.place.x, $0.place.y) < ($1.place.x, $1.place.y) }
    return zip(order, order.dropFirst()).filter {
      abs($0.place.x - $1.place.x) < 1 && abs($0.place.y - $1.place.y) < 2 * Lettering.radius
    }
    .map { "two marbles share \($0.place): \($0.events) and \($1.events)" }
  }

  private var colorFaults: [String] {
    var fills: [String: [String]] = [:]
    var faults: [String] = []
    for marble in marbles {
      for event in marble.events {
        if let known = fills[event], known != marble.fills {
          faults.append("\(event) has the colors \(known) and \(marble.fills)")
        }
        fills[event] = marble.fills
      }
    }
    // A value that an operator only passes on keeps its colors.
    for (run, trace) in diagram.runs.map(\.trace).enumerated() {
      for (number, event) in (trace?.events ?? []).enumerated() where event.isValue && event.causes.count == 1 {
        let cause = event.causes[0]
        guard let trace, trace.events[cause].isValue, trace.stage(of: number).kind != .source,
          let own = fills["\(run)-\(number)"],
          let old = fills["\(run)-\(cause)"], own != old
        else { continue }
        faults.append("\(number) has the colors \(own), and its cause \(cause) has \(old)")
      }
    }
    return faults
  }

  /// The row of a subscription, by the places of its first value; `nil` if several begin at its instant and it has no
  /// value.
  private func row(of subscription: TraceSubscription, _ places: [Point]) -> Segment? {
    let found = rows.filter { row in
      row.at == subscription.start.nanoseconds && self.places[row.at].map { abs($0 - row.from.x) < 0.02 } == true
    }
    if found.count == 1 { return found[0] }
    return found.min { one, other in
      func distance(_ row: Segment) -> Double { places.map { abs(row.y($0.x) - $0.y) }.min() ?? 0 }
      return distance(one) < distance(other)
    }.flatMap { places.isEmpty ? nil : $0 }
  }

  /// Whether only the first ones of many subscriptions are drawn; a sentence says so.
  private var isShortened: Bool { texts.contains { $0.text.contains("more subscriptions are left out") } }

  /// The subscriptions without a row that starts, has its events and ends at the places of their instants.
  private var subscriptionFaults: [String] {
    if isShortened { return [] }
    return diagram.runs.map(\.trace).enumerated().flatMap { run, trace -> [String] in
      guard let trace, !trace.isCut else { return [] }
      return trace.subscriptions.indices.filter { isOwn($0, trace) }.compactMap { line in
        let subscription = trace.subscriptions[line]
        let name = "\(trace.stages[subscription.stage].call) from \(subscription.start.nanoseconds / 1_000_000)"
        let events = trace.events.indices.filter { trace.events[$0].line == line }
        let found = rows.contains { row in
          guard row.at == subscription.start.nanoseconds, let x = places[row.at], abs(row.from.x - x) < 0.02 else {
            return false
          }
          return events.allSatisfy { shows($0, of: events, trace, run, on: row) } && ends(row, subscription)
        }
        return found ? nil : "there is no row for \(name)"
      }
    }
  }

  /// Whether an event, or one that it led to at once, is on a row at its instant: the row of `x.map { … }` shows `x`,
  /// too. Marbles of one instant are around the line, with pale ones between them.
  private func shows(_ number: Int, of events: [Int], _ trace: Trace, _ run: Int, on row: Segment) -> Bool {
    let event = trace.events[number], instant = event.instant.nanoseconds
    guard let x = places[instant] else { return false }
    var known: Set = [number]
    for (later, effect) in trace.events.enumerated().dropFirst(number) where effect.instant == event.instant {
      if effect.causes.contains(where: known.contains) { known.insert(later) }
    }
    let names = Set(known.map { "\(run)-\($0)" })
    let together = events.count { trace.events[$0].instant == event.instant && trace.events[$0].kind != .finished }
    let pale = marbles.count { $0.isGhost && $0.at == instant }
    let reach = event.kind == .finished ? 0 : Double(together + pale - 1) * (Lettering.radius + 1)
    return (event.isEnd ? ends : marbles).contains { mark in
      !mark.isGhost && mark.at == instant && !names.isDisjoint(with: mark.events) && abs(x - mark.place.x) < 0.02
        && abs(row.y(x) - mark.place.y) < reach + 0.1
    }
  }

  /// Whether a row ends where its subscription does.
  private func ends(_ row: Segment, _ subscription: TraceSubscription) -> Bool {
    guard let end = subscription.end else { return true }
    guard let x = places[end.nanoseconds] else { return false }
    if !subscription.isCancelled { return abs(row.to.x - x) < 0.02 }
    // The two strokes of a cut are at the end of the line, which goes on a little behind the marble or the dot of that
    // instant.
    let isCut = [-2.0, 4].allSatisfy { stroke in
      cuts.contains { abs($0.y - row.to.y) < 0.1 && abs($0.x - row.to.x - stroke) < 0.1 }
    }
    let rest = [0, PictureLayout.dot + PictureLayout.cutGap, Lettering.radius + PictureLayout.cutGap]
    return isCut && rest.contains { abs(row.to.x - x - $0) < 0.1 }
  }

  /// Whether a subscription began on its own: for a value, after another subscription, after a time, or again.
  private func isOwn(_ line: Int, _ trace: Trace) -> Bool {
    let one = trace.subscriptions[line]
    guard let consumer = one.consumer.map({ trace.subscriptions[$0] }) else { return false }
    if one.start != consumer.start { return true }
    guard trace.stages[one.stage].kind == .source,
      diagram.streams.contains(where: { $0.name == trace.stages[one.stage].name && $0.kind == .cold })
    else { return false }
    return trace.subscriptions.count { $0.stage == one.stage } > 1
  }
}

extension Trace {
  /// An event, and the events that led to it.
  fileprivate func chain(from event: Int) -> [Int] { Array(sequence(first: event) { events[$0].causes.last }) }
}

extension String {
  fileprivate func attribute(_ name: String) -> String? {
    guard let start = range(of: " \(name)=\"") else { return nil }
    return String(self[start.upperBound...].prefix { $0 != "\"" })
  }
}
