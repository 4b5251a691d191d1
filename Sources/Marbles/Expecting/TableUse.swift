/// Which names of the tables of a test are used by its rows.
///
/// 1. A name may be listed in one row's table and used by another's.
/// 2. A table that several rows are given may hold names that no row uses, for it may serve other tests as well.
/// 3. A table that is written in the call may not: there a name that no row uses is a mistake.
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
    for mark in lanes.flatMap(\.moments).flatMap(\.marks) {
      switch mark.kind {
      case .value(let symbol): used.insert(symbol.text)
      case .failure(let text?): used.insert("#" + text)
      default: break
      }
    }
    return used
  }

  /// A problem for each name that no row uses, where it is listed first.
  func problems(_ report: MarbleReport) -> [MarbleFailure.Problem] {
    if tables.isEmpty || allowsUnused { return [] }
    var known = used
    return tables.flatMap { table in
      table.names.compactMap { name in
        guard known.insert(name).inserted else { return nil }
        let shown = name.first == "#" && name.count > 1 ? name.dropFirst() : name[...]
        let places = tables.filter { $0.names.contains(name) }.map(\.place)
        if places.count > 1, !places.contains(where: { report.call(at: $0, mentions: "\"\(shown)\"") }) { return nil }
        return .init(place: table.place, text: "no row uses '\(shown)' of the table\n  take it out, or call m.allowUnusedNames()")
      }
    }
  }
}
