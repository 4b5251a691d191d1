/// A value that is made when it is first asked for. Of two threads that ask first at a time one keeps what it made: foreign code makes it, so
/// no lock is held meanwhile.
@usableFromInline struct Once<Value>: ~Copyable, Sendable {
  @usableFromInline let made = Guarded<Value?>(nil)
  @inlinable init() {}
  @inlinable borrowing func value(_ make: () -> Value) -> Value {
    if let value = made.with({ $0 }) { return value }
    let new = make()
    return made.with { slot in
      let value = slot ?? new
      slot = value
      return value
    }
  }
}
