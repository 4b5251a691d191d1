/// Checks that rows of a test use the names of its tables.
///
/// 1. A name may be in the table of one row and be used by another row.
/// 2. A table that is written outside of the test, such as a `let` of the suite, may contain names that no row uses:
///    other tests share it.
/// 3. In a table that is written inside a call or elsewhere in the body, a name that no row uses is an error. It is
///    written there if it stands before a colon: the body may have the text for another reason.
struct TableUse {
  private var tables: [(names: [String], place: SourcePlace)] = []
  private var lanes: [Lane] = []
  var allowsUnused = false

  mutating func add(_ names: [String], usedBy lane: Lane, at place: SourcePlace) {
    if !names.isEmpty { tables.append((names.sorted(), place)) }
    lanes.append(lane)
  }

  private var used: Set<String> {
    var used: Set<String> = []
    for mark in lanes.flatMap(\.moments).flatMap(\.content) {
      switch mark.kind {
      case .value(let symbol): used.insert(symbol.text)
      case .failure(let text?): used.insert("#" + text)
      default: break
      }
    }
    return used
  }

  /// Returns a problem for each table with names that no row uses. A name counts at its first table.
  func problems(_ report: MarbleReport) -> [MarbleFailure.Problem] {
    if tables.isEmpty || allowsUnused { return [] }
    var known = used
    return tables.compactMap { table in
      let unused = table.names.compactMap { name -> String? in
        guard known.insert(name).inserted else { return nil }
        let shown = name.first == "#" && name.count > 1 ? name.dropFirst() : name[...]
        let places = tables.filter { $0.names.contains(name) }.map(\.place)
        if !places.contains(where: { report.body(before: $0, mentions: "\"\(shown)\":", alone: places.count == 1) }) {
          return nil
        }
        return "'\(shown)'"
      }
      if unused.isEmpty { return nil }
      let fix = "remove \(unused.count == 1 ? "it" : "them"), or call m.allowUnusedNames()"
      return .init(place: table.place, text: "no row uses \(unused.joined(separator: ", ")) of the table\n  \(fix)")
    }
  }
}
