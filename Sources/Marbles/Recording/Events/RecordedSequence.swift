import PipesCore
import VirtualTime

extension AsyncSequence {
  /// Records the elements of this sequence. Values are not written: each has a new symbol.
  ///
  /// An iterator is a subscription, each `next()` a request for one value. An error is written as its type's name. An
  /// iterator that is released before the end is a cancel, and so is a `CancellationError`.
  ///
  /// - Parameters:
  ///   - name: The name of the stream in the file.
  ///   - recorder: The recorder; with `nil` nothing is recorded.
  public func recorded(_ name: String, in recorder: SessionRecorder?) -> RecordedSequence<Self> {
    RecordedSequence(self, name, recorder) { _ in (nil, nil) }
  }
  /// Records the elements of this sequence, with a text of each.
  ///
  /// - Parameters:
  ///   - name: The name of the stream in the file.
  ///   - recorder: The recorder; with `nil` nothing is recorded.
  ///   - value: Returns the part of an element that may be written: a text, a number or a Boolean.
  public func recorded<Written: LosslessStringConvertible>(
    _ name: String, in recorder: SessionRecorder?, writing value: @escaping @Sendable (Element) -> Written
  ) -> RecordedSequence<Self> {
    RecordedSequence(self, name, recorder, isText: Written.isText) { (value($0).description, nil) }
  }
}
extension AsyncSequence where Element: Hashable {
  /// Records the elements of this sequence. Values are not written: equal values have the same symbol.
  public func recorded(_ name: String, in recorder: SessionRecorder?) -> RecordedSequence<Self> {
    RecordedSequence(self, name, recorder) { (nil, $0.hashValue) }
  }
}

/// The sequence that `recorded(_:in:)` returns.
public struct RecordedSequence<Base: AsyncSequence>: AsyncSequence {
  public typealias Element = Base.Element
  public typealias Failure = Base.Failure

  private let base: Base
  private let name: String
  private let recorder: SessionRecorder?
  private let isText: Bool
  private let write: (Element) -> (text: String?, hash: Int?)

  init(
    _ base: Base, _ name: String, _ recorder: SessionRecorder?, isText: Bool = false,
    _ write: @escaping (Element) -> (text: String?, hash: Int?)
  ) {
    self.base = base
    self.name = name
    self.recorder = recorder
    self.isText = isText
    self.write = write
  }

  public func makeAsyncIterator() -> Iterator {
    Iterator(base.makeAsyncIterator(), SessionTap(name, recorder, isText: isText, write))
  }

  /// An iterator, which is recorded as a subscription.
  public struct Iterator: AsyncIteratorProtocol {
    private var base: Base.AsyncIterator
    private let lifetime: Lifetime

    fileprivate init(_ base: Base.AsyncIterator, _ tap: SessionTap<Element>) {
      self.base = base
      lifetime = Lifetime(tap)
    }

    public mutating func next() async throws(Base.Failure) -> Base.Element? { try await next(isolation: #isolation) }

    public mutating func next(isolation actor: isolated (any Actor)?) async throws(Base.Failure) -> Base.Element? {
      lifetime.request()
      do throws(Base.Failure) {
        let element = try await base.next(isolation: actor)
        if let element { lifetime.tap.add(value: element, on: lifetime.number) } else { lifetime.end(with: nil) }
        return element
      } catch {
        lifetime.end(with: error)
        throw error
      }
    }
  }

  /// The subscription of an iterator. Releasing it before the end is a cancel.
  fileprivate final class Lifetime {
    let tap: SessionTap<Element>
    let number: Int32
    private var isOver = false

    init(_ tap: SessionTap<Element>) {
      self.tap = tap
      number = tap.recorder?.subscribe(tap.stream) ?? 0
    }
    func request() { if !isOver { tap.add(.max(1), on: number) } }
    func end(with error: (any Error)?) {
      if isOver { return }
      isOver = true
      switch error {
      case nil: tap.add(.finish, on: number)
      case is CancellationError: tap.add(.cancel, on: number)
      case let error?: tap.add(failure: error, on: number)
      }
    }
    deinit { if !isOver { tap.add(.cancel, on: number) } }
  }
}

// Unchecked: the closure of the user can be sent, and the others have no state.
extension RecordedSequence: @unchecked Sendable where Base: Sendable {}

@available(*, unavailable)
extension RecordedSequence.Iterator: Sendable {}
