extension Publisher {
  /// Sends arrays of `count` values, and begins an array at every `stride`-th value.
  ///
  /// With a stride below the count the arrays overlap, with one above it values between them are dropped. Requests one more value for each
  /// value that completes no array. Sends the arrays that are not full yet before it finishes, and drops them when it fails. Rx calls it
  /// `bufferCount` or `buffer`.
  ///
  ///     source               -1-2-3-|
  ///     collect(2, every: 1) ---x-y-(z|)   x = [1, 2], y = [2, 3], z = [3]
  ///
  /// - Parameters:
  ///   - count: How many values make an array. A number below one is a programming error.
  ///   - stride: How many values after an array's first one the next array begins. A number below one is a programming error.
  @inlinable
  public func collect(_ count: Int, every stride: Int) -> some Publisher<[Output], Failure> {
    precondition(count > 0 && stride > 0, "the number of values to collect and the stride must be positive")
    return Deferred {
      let batches = Batches<Output>(count, stride)
      return self.compactMap { batches.add($0) }.append(Deferred { Publishers.Sequence<[[Output]], Failure>(sequence: batches.rest) })
    }
  }
}

/// Arrays that are being filled. They belong to one upstream, whose values come one at a time.
@usableFromInline final class Batches<Element> {
  private let count: Int
  private let stride: Int
  @exclusivity(unchecked) private var open: ArraySlice<[Element]> = []
  /// How many values come before the next array begins.
  @exclusivity(unchecked) private var pause = 0

  @usableFromInline init(_ count: Int, _ stride: Int) { (self.count, self.stride) = (count, stride) }
  /// Returns the array that is full.
  @usableFromInline func add(_ element: Element) -> [Element]? {
    if pause == 0 {
      open.append([])
      pause = stride
    }
    pause -= 1
    for index in open.indices { open[index].append(element) }
    return open.first?.count == count ? open.popFirst() : nil
  }
  @usableFromInline var rest: [[Element]] { Array(open) }
}
