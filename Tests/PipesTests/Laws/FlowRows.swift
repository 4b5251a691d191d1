import Pipes

extension Row {
  /// Operators on upstreams that come and go, or that follow one another.
  static let flattening: [Row] = [
    Row("flatMap", "TR-08", .special, zero: .reported) {
      $0.flatMap { Publishers.Sequence<[Int], Oops>(sequence: [$0]) }
    },
    Row("flatMap of one", "TR-08", .special, zero: .reported) { source in
      Publishers.Sequence<[Int], Oops>(sequence: [0]).flatMap { _ in source }
    },
    Row("switchToLatest to one", "TR-09", .special, zero: .reported) {
      [$0].publisher.setFailureType(to: Oops.self).switchToLatest()
    },
    Row("MergeMany", "CO-02", .special, zero: .reported) { Publishers.MergeMany($0) },
    Row("append", "SQ-09", .special) { $0.append([]) },
    Row("prepend", "SQ-09", .special) { $0.prepend([]) },
  ]
  /// Operators that share or keep. A value that finds no demand is lost where it is shared.
  static let sharing: [Row] = [
    Row("multicast", "MC-01", .special, zero: .reported, exempt: hot) {
      $0.multicast(subject: PassthroughSubject()).autoconnect()
    }.losing(),
    Row("share", "MC-02", .special, zero: .reported, exempt: hot) { $0.share() }.losing(),
    Row("buffer", "BF-01", .special, zero: .ignored, exempt: keepsEnd) {
      $0.buffer(size: 100, prefetch: .byRequest, whenFull: .dropNewest)
    },
    Row("buffer that is kept full", "BF-01", .special, zero: .ignored, exempt: keepsEnd) {
      $0.buffer(size: 2, prefetch: .keepFull, whenFull: .dropNewest)
    },
  ]

  private static let hot: [Law: String] = {
    let why = "PB-09: a subject drops a value that finds no demand"
    return [.demandOnItsWay: why, .pastTheSubscription: why]
  }()
  private static let keepsEnd: [Law: String] = [
    .endsWithoutDemand: "BF-01: the finish is delivered when there is demand"
  ]
  private func losing() -> Row {
    var row = self
    row.loses = true
    return row
  }
}
