import Pipes

/// The part of a stream that only its run knows.
private final class StreamInRun {
  let made: MadeStream
  /// The stage of the trace that sends the stream's values, if the run is traced.
  let stage: Int?
  let output: String?

  init(_ made: MadeStream, stage: Int?, output: String?) {
    self.made = made
    self.stage = stage
    self.output = output
  }
}

extension SpecStream {
  private var part: StreamInRun? { inRun as? StreamInRun }
  var publisher: SpecPublisher { part?.made.publisher ?? .never }
  /// Connects the stream; `nil` if it needs no connection.
  var connect: (() -> AnyCancellable)? { part?.made.connect }
  /// The stage of the trace that sends the stream's values, if the run is traced.
  var stage: Int? { part?.stage }
  /// The name that its operator gives it, if that makes several streams.
  var output: String? { part?.output }

  convenience init(
    name: String?, key: Value? = nil, stage: Int? = nil, output: String? = nil, publisher: SpecPublisher,
    connect: (() -> AnyCancellable)? = nil
  ) {
    let made = MadeStream(publisher: publisher, connect: connect)
    self.init(name, key: key, inRun: StreamInRun(made, stage: stage, output: output))
  }

  func named(_ name: String) -> SpecStream { SpecStream(name, key: key, inRun: inRun) }
}

extension SpecPublisher {
  /// A stream that sends no value and never completes.
  static var never: Self { Empty(completeImmediately: false).eraseToAnyPublisher() }
}
