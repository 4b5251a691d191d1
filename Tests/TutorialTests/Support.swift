import Foundation
import Testing

/// Something that other threads write and the test reads.
final class Shared<Value>: @unchecked Sendable {
  private let lock = NSLock()
  private var storage: Value
  init(_ value: Value) { storage = value }
  var value: Value { with { $0 } }
  @discardableResult func with<Result>(_ body: (inout Value) -> Result) -> Result {
    lock.lock()
    defer { lock.unlock() }
    return body(&storage)
  }
}

/// Something that is waited for; the limit only bounds a test that has failed already.
final class Signal: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)
  func callAsFunction() { semaphore.signal() }
  func wait(sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(semaphore.wait(timeout: .now() + 120) == .success, "waited too long", sourceLocation: sourceLocation)
  }
}
