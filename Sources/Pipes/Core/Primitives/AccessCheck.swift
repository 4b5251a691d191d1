#if !INTERLEAVE
  extension Misuse {
    /// Stands for variables that have no lock of their own, because a gate, a lock elsewhere or a convention orders
    /// their accesses. In the builds of Tools/Scripts/interleave it reports two accesses, one of them a write, neither
    /// of which happens before the other one: see Tests/Interleaving. This one does nothing.
    @usableFromInline package struct AccessCheck: Sendable {
      @inlinable @inline(__always) package init(_ name: StaticString) {}
      @inlinable @inline(__always) package func read() {}
      @inlinable @inline(__always) package func write() {}
    }
  }
#endif
