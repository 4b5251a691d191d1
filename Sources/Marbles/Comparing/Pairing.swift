/// Assigns to each of several items a partner of its own from a list of candidates: a bipartite matching.
struct Pairing {
  /// The partner of each item; `nil` if not all of them can have one.
  private(set) var partners: [Int]?
  private var owners: [Int: Int] = [:]

  init(_ choices: [[Int]]) {
    for index in choices.indices {
      var tried: Set<Int> = []
      guard place(index, choices, &tried) else { return }
    }
    var found = [Int](repeating: 0, count: choices.count)
    for (partner, owner) in owners { found[owner] = partner }
    partners = found
  }

  private mutating func place(_ index: Int, _ choices: [[Int]], _ tried: inout Set<Int>) -> Bool {
    for choice in choices[index] where tried.insert(choice).inserted {
      if let owner = owners[choice], !place(owner, choices, &tried) { continue }
      owners[choice] = index
      return true
    }
    return false
  }
}
