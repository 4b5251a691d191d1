extension Publisher {
  /// Shares one subscription among all subscribers, and gives each that comes late the last values first.
  ///
  /// The subscription begins with the first subscriber and is cancelled with the last; what is kept outlives it, and so does the end. The same
  /// as `multicast(subject: ReplaySubject(bufferSize: count)).autoconnect()`. A count below one is a programming error. Rx calls it
  /// `shareReplay` or `share(replay:)`.
  ///
  ///     source  -1-2-3-|
  ///     first   -1-2-3-|
  ///     second     23--|    share(replay: 1), from the fourth frame
  @inlinable
  public func share(replay count: Int) -> Publishers.Autoconnect<Publishers.Multicast<Self, ReplaySubject<Output, Failure>>> {
    multicast(subject: ReplaySubject(bufferSize: count)).autoconnect()
  }
}
