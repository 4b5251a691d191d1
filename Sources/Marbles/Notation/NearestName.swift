/// Finds the known name that was probably meant.
package enum NearestName {
  /// The known name with the smallest distance, the first of several; `nil` if all are too distant.
  package static func find(_ name: String, among known: some Sequence<String>) -> String? {
    let wanted = Array(name.lowercased())
    guard (2...60).contains(wanted.count) else { return nil }
    let limit = max(1, wanted.count / 3)
    var best: (name: String, distance: Int)?
    for candidate in known where candidate != name {
      let distance = distance(wanted, Array(candidate.lowercased()))
      if distance <= limit, distance < best?.distance ?? .max { best = (candidate, distance) }
    }
    return best?.name
  }

  /// The number of characters that have to be added, removed, replaced or swapped with the next one to change one text
  /// into the other.
  package static func distance(_ lhs: [Character], _ rhs: [Character]) -> Int {
    guard abs(lhs.count - rhs.count) <= 20 else { return abs(lhs.count - rhs.count) }
    var beforeLast: [Int] = []
    var last = Array(0...rhs.count)
    for (row, left) in lhs.enumerated() {
      var current = [row + 1]
      for (column, right) in rhs.enumerated() {
        var cost = min(last[column] + (left == right ? 0 : 1), last[column + 1] + 1, current[column] + 1)
        if row > 0, column > 0, left == rhs[column - 1], lhs[row - 1] == right {
          cost = min(cost, beforeLast[column - 1] + 1)
        }
        current.append(cost)
      }
      beforeLast = last
      last = current
    }
    return last[rhs.count]
  }
}
