import Marbles

/// A row that differs, to be accepted or rejected.
struct ReviewItem {
  /// The file and the line.
  var place: String
  /// The difference, as a failure reports it, after its place.
  var reason: String
  var old: [String]
  var new: [String]
}

/// Shows rows that differ, one after the other, and asks for a key. Without a terminal it only shows them.
struct ReviewSession {
  enum Decision: Equatable { case accepted, rejected, pending }

  /// The decision about all rows, which is not asked for.
  private let fixed: Decision?
  var isFixed: Bool { fixed != nil }
  private let count: Int
  private var shown = 0
  /// Whether the user has stopped the review; all further rows are pending.
  private var isOver = false
  private var accepted = 0
  private var rejected = 0
  private var pending: [String] = []

  /// - Parameter fixed: The decision about all rows, if it is known.
  init(of count: Int, fixed: Decision? = nil) {
    self.count = count
    self.fixed = fixed
  }

  /// Asks about the rows of one file.
  mutating func decide(_ items: [ReviewItem], _ tool: inout MarbleTool) -> [Decision] {
    var isForAll: Decision?
    return items.enumerated().map { index, item in
      shown += 1
      if let fixed { return fixed }
      if isOver { return .pending }
      if let isForAll { return isForAll }
      show(item, &tool)
      if !tool.terminal.isInteractive { return .pending }
      return ask(items.count - index, &isForAll, &tool)
    }
  }

  private func show(_ item: ReviewItem, _ tool: inout MarbleTool) {
    if shown > 1 { tool.print("") }
    if count > 1 { tool.print("\(shown) of \(count)") }
    tool.print(item.reason, as: .difference)
    let lines = item.old.map { Paint.oldMark + $0 } + item.new.map { Paint.newMark + $0 }
    if !lines.isEmpty { tool.print("\n" + lines.joined(separator: "\n"), as: .difference) }
  }

  /// - Parameter rest: The number of rows of the file from this one on.
  private mutating func ask(_ rest: Int, _ isForAll: inout Decision?, _ tool: inout MarbleTool) -> Decision {
    tool.print("")
    while true {
      let all = rest > 1 ? ", A accept all \(rest) in this file" : ""
      switch tool.askKey("a accept, r reject, s skip\(all), q stop: ") {
      case "a": return .accepted
      case "r": return .rejected
      case "s": return .pending
      case "A":
        isForAll = .accepted
        return .accepted
      case "q", nil:
        isOver = true
        return .pending
      default: continue
      }
    }
  }

  /// Counts a decision that has taken effect.
  mutating func count(_ decision: Decision, _ item: ReviewItem) {
    switch decision {
    case .accepted: accepted += 1
    case .rejected: rejected += 1
    case .pending: pending.append(item.place)
    }
  }

  /// Prints the number of each decision, and the places that are pending.
  func summarize(_ tool: inout MarbleTool) {
    if count == 0 { return }
    let counts = [(accepted, "accepted"), (rejected, "rejected"), (pending.count, "pending")].filter { $0.0 > 0 }
    let rows = "\(count) row\(count == 1 ? " differs" : "s differ")"
    if tool.terminal.isInteractive || fixed != nil {
      tool.print("\n\(rows): " + counts.map { "\($0) \($1)" }.joined(separator: ", "))
      for place in pending { tool.print("  pending: \(place)") }
    } else {
      tool.print(
        "\n\(rows); nothing was written. On a terminal a key accepts or rejects each; 'marble check --accept' accepts all."
      )
    }
  }
}
