// What Embedded Swift lacks, for the notation and what stands on it.

// Of string processing there is what is used.
extension Collection where Element: Equatable {
  package func firstRange(of other: some Collection<Element>) -> Range<Index>? {
    var start = startIndex
    while true {
      var (here, there) = (start, other.startIndex)
      while there != other.endIndex, here != endIndex, self[here] == other[there] {
        formIndex(after: &here)
        other.formIndex(after: &there)
      }
      if there == other.endIndex { return start..<here }
      if here == endIndex { return nil }
      formIndex(after: &start)
    }
  }
}
extension StringProtocol {
  package func contains(_ other: String) -> Bool { firstRange(of: other) != nil }
  package func split(separator: String) -> [SubSequence] {
    var parts: [SubSequence] = []
    var rest = self[...]
    while let range = rest.firstRange(of: separator) {
      if range.lowerBound > rest.startIndex { parts.append(rest[..<range.lowerBound]) }
      rest = rest[range.upperBound...]
    }
    if !rest.isEmpty { parts.append(rest) }
    return parts
  }
}
