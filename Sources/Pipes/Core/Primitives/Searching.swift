// The standard library's versions of these functions bring its engine of regular expressions, which a program would
// carry whole: `.ci/run` looks for it. These search for the elements of another collection, one place after the other.
//
// Each function has the signature of its counterpart, or the compiler would prefer that one.

extension BidirectionalCollection where Element: Comparable {
  /// The first place of other elements; the beginning if there are none.
  package func firstRange(of other: some Collection<Element>) -> Range<Index>? {
    var start = startIndex
    while true {
      var (place, rest) = (start, other[...])
      while let next = rest.first, place < endIndex, self[place] == next {
        rest = rest.dropFirst()
        formIndex(after: &place)
      }
      if rest.isEmpty { return start..<place }
      if place == endIndex { return nil }
      formIndex(after: &start)
    }
  }
  /// The places of other elements, of which there is at least one, from the first on.
  package func ranges(of other: some Collection<Element>) -> [Range<Index>] {
    var ranges: [Range<Index>] = []
    while let range = self[(ranges.last?.upperBound ?? startIndex)...].firstRange(of: other), !range.isEmpty {
      ranges.append(range)
    }
    return ranges
  }
  /// The parts between the places of other elements.
  @_disfavoredOverload
  package func split(separator: some Collection<Element>, omittingEmptySubsequences: Bool = true) -> [SubSequence] {
    var parts: [SubSequence] = [], start = startIndex
    for range in ranges(of: separator) {
      parts.append(self[start..<range.lowerBound])
      start = range.upperBound
    }
    return (parts + [self[start...]]).filter { !omittingEmptySubsequences || !$0.isEmpty }
  }
}

extension StringProtocol {
  @_disfavoredOverload package func contains(_ other: String) -> Bool { firstRange(of: other) != nil }
}

extension RangeReplaceableCollection where Self: BidirectionalCollection, Element: Comparable {
  package func replacing(_ other: some Collection<Element>, with new: some Collection<Element>) -> Self {
    var result = Self(), start = startIndex
    for range in ranges(of: other) {
      result += self[start..<range.lowerBound]
      result += new
      start = range.upperBound
    }
    return result + self[start...]
  }
}
