extension Publisher {
  /// Sends these values before those of this publisher. Another name of `prepend`, for those who know it from Rx.
  @inlinable public func startWith(_ elements: Output...) -> Publishers.Concatenate<Publishers.Sequence<[Output], Failure>, Self> {
    prepend(elements)
  }
  /// Sends these values after those of this publisher. Another name of `append`, for those who know it from Rx.
  @inlinable public func endWith(_ elements: Output...) -> Publishers.Concatenate<Self, Publishers.Sequence<[Output], Failure>> {
    append(elements)
  }
}
