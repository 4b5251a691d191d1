/// Something that turns a value into a serialised form as a whole, such as a JSON encoder.
public protocol TopLevelEncoder {
  /// The serialised form.
  associatedtype Output
  /// Serialises the value.
  func encode<T: Encodable>(_ value: T) throws -> Output
}

/// Something that reads a whole value from a serialised form, such as a JSON decoder.
public protocol TopLevelDecoder {
  /// The serialised form.
  associatedtype Input
  /// Reads a value of the given type.
  func decode<T: Decodable>(_ type: T.Type, from: Input) throws -> T
}
