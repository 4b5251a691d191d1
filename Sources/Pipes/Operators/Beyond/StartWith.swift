extension Publisher {
  /// Sends given values before it subscribes to the upstream.
  ///
  /// *Sends* first the other values, then the values of the upstream.
  ///
  /// *Use it* to begin with known values. *See also* `endWith`, `prepend`.
  ///
  ///     a: -   1-2-|
  ///     > a.startWith(8, 9)
  ///     =  [89]1-2-|
  @inlinable public func startWith(_ elements: Output...)
    -> Publishers.Concatenate<Publishers.Sequence<[Output], Failure>, Self>
  {
    prepend(elements)
  }
  /// Sends given values after the upstream has finished.
  ///
  /// *Sends* first the values of the upstream, then the other values. *Finishes* after the other values.
  ///
  /// *Use it* to send values after the finish. *See also* `startWith`, `append`.
  ///
  ///     a: -1-2-|
  ///     > a.endWith(8, 9)
  ///     =  -1-2-(89|)
  @inlinable public func endWith(_ elements: Output...)
    -> Publishers.Concatenate<Self, Publishers.Sequence<[Output], Failure>>
  {
    append(elements)
  }
}
