import Synchronization

extension Link {
  /// The cases of an object's life, as one atomic byte. An enum with a raw value has this of the standard library, too;
  /// but there each load is a call that looks whether the value is valid: one to two nanoseconds for each event.
  @usableFromInline package protocol AtomicState: RawRepresentable<UInt8>, AtomicRepresentable {}
}
extension Link.AtomicState {
  @_transparent @inlinable package static func encodeAtomicRepresentation(_ state: consuming Self)
    -> UInt8.AtomicRepresentation
  {
    UInt8.encodeAtomicRepresentation(unsafeBitCast(state, to: UInt8.self))
  }
  @_transparent @inlinable package static func decodeAtomicRepresentation(_ byte: consuming UInt8.AtomicRepresentation)
    -> Self
  {
    unsafeBitCast(UInt8.decodeAtomicRepresentation(byte), to: Self.self)
  }
}
