extension Publisher {
  /// Sends arrays of a given number of values and begins a new array at a given stride.
  ///
  /// *Sends* an array when it is full, and the rest when the upstream finishes. *Requests* as many values as the
  /// downstream, and one more for each value that completes no array. *Keeps* the values of the arrays that are not
  /// full. *Drops* values between two arrays, and the rest when the upstream fails.
  ///
  /// *Use it* to process values in batches that overlap or skip values. *See also* `pairwise`, `window`.
  ///
  ///     a: -1-2-3-|
  ///     > a.collect(2, every: 1)
  ///     =  ---b-c-(d|)
  ///       b = [1, 2]   c = [2, 3]   d = [3]
  ///
  /// - Parameters:
  ///   - count: The number of values in each array. A number below 1 stops the program.
  ///   - stride: The number of values from the start of one array to the start of the next. A number below 1 stops the
  ///     program.
  @inlinable public func collect(_ count: Int, every stride: Int) -> some Publisher<[Output], Failure> {
    precondition(count > 0 && stride > 0, "the number of values to collect and the stride must be positive")
    return Deferred {
      let batches = Batches<Output>(count, stride)
      return self.compactMap { batches.add($0) }.append(
        Deferred { Publishers.Sequence<[[Output]], Failure>(sequence: batches.rest) })
    }
  }
}

/// The arrays that are not full yet. Not guarded: the upstream sends its values one at a time.
@usableFromInline final class Batches<Element> {
  private let count: Int
  private let stride: Int
  @exclusivity(unchecked) private var open = Kept<[[Element]]>([])
  /// The number of values to skip before the next array begins.
  @exclusivity(unchecked) private var pause = 0

  @usableFromInline init(_ count: Int, _ stride: Int) {
    self.count = count
    self.stride = stride
  }
  /// Adds a value to all arrays and returns the array that has become full, if any.
  @usableFromInline func add(_ element: Element) -> [Element]? {
    if pause == 0 {
      open.append([])
      pause = stride
    }
    pause -= 1
    return open.add(element, upTo: count)
  }
  @usableFromInline var rest: [[Element]] { open.value }
}
