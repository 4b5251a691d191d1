extension Diagram {
  /// Returns the diagram of one of its pipelines, with the streams that it names, and those that no pipeline names.
  ///
  /// - Parameter number: The number of the pipeline, from 0.
  package func only(_ number: Int) -> Diagram {
    var one = self
    one.runs = [runs[number]]
    let others = runs.indices.filter { $0 != number }.flatMap { names(in: runs[$0]) }
    let dropped = Set(others).subtracting(names(in: runs[number]))
    one.streams.removeAll { dropped.contains($0.name) }
    // A symbol has one meaning in all of a spec, which is written at its first use.
    var known = Set((one.streams.flatMap(\.meanings) + runs[number].meanings + innerMeanings).map(\.symbol))
    let marks = runs[number].lanes.flatMap(\.moments).flatMap(\.marks)
    let used = Set(marks.map { mark in if case .value(let symbol) = mark.kind { symbol.text } else { "" } })
    for meaning in streams.flatMap(\.meanings) + runs.flatMap(\.meanings) where known.insert(meaning.symbol).inserted {
      if used.contains(meaning.symbol) {
        one.runs[0].meanings.append(meaning)
      } else {
        one.innerMeanings.append(meaning)
      }
    }
    return one
  }

  /// The names of the streams of a pipeline, also of those that other streams are made of.
  private func names(in run: Run) -> Set<String> {
    var found: Set<String> = []
    var rest = run.pipeline + (run.law?.pipeline ?? [])
    while let line = rest.popLast() {
      for word in line.split(whereSeparator: { !($0.isLetter || $0.isNumber || $0 == "_") }) {
        guard found.insert(String(word)).inserted else { continue }
        for stream in streams where stream.name == word { if case .derived(let lines) = stream.kind { rest += lines } }
      }
    }
    return found
  }
}

extension [String] {
  /// The lines of a pipeline as one.
  package var oneLine: String { map { String($0.drop { $0 == " " }) }.joined() }
}
