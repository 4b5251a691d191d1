/// An encoder that serializes a whole value at once, such as a JSON encoder.
public protocol TopLevelEncoder {
  /// The type of the serialized form.
  associatedtype Output
  /// Serializes the value.
  func encode<T: Encodable>(_ value: T) throws -> Output
}

/// A decoder that reads a whole value from its serialized form, such as a JSON decoder.
public protocol TopLevelDecoder {
  /// The type of the serialized form.
  associatedtype Input
  /// Reads a value of the given type from its serialized form.
  func decode<T: Decodable>(_ type: T.Type, from: Input) throws -> T
}
