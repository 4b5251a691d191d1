/// The place of a ``Published`` property in the objects of a class.
struct PublishedProperty: @unchecked Sendable {
  // Unchecked: a type is immutable.
  let offset: Int
  let type: any ObservedProperty.Type

  /// Reads the property. The wrapper is one reference, which is written when the object is created.
  func field(of object: AnyObject) -> any ObservedField {
    withExtendedLifetime(object) {
      type.field(at: UnsafeRawPointer(Unmanaged.passUnretained(object).toOpaque()) + offset)
    }
  }
}

/// The published properties of a class and its superclasses.
///
/// Types and places of the stored properties are read, and no value. `Mirror` copies all values, also those that
/// another thread may be changing under a lock of the class. A mirror of the object's own (`CustomReflectable`) has no
/// influence.
func publishedProperties(of type: AnyClass) -> [PublishedProperty] {
  (0..<fieldCount(type)).compactMap { index in
    var description = FieldDescription()
    let fieldType = fieldType(type, index, &description)
    description.release?(description.name)
    return (fieldType as? any ObservedProperty.Type).map {
      PublishedProperty(offset: fieldOffset(type, index), type: $0)
    }
  }
}

// The functions of the runtime with which `Mirror` and key paths find the stored properties of a type. There is no
// public way to do so without reading their values.

private typealias NameRelease = @convention(c) (UnsafePointer<CChar>?) -> Void

private struct FieldDescription {
  var name: UnsafePointer<CChar>?
  var release: NameRelease?
  var isStrong = false
  var isVar = false
}

@_silgen_name("swift_reflectionMirror_recursiveCount")
private func fieldCount(_ type: Any.Type) -> Int

@_silgen_name("swift_reflectionMirror_recursiveChildMetadata")
private func fieldType(_ type: Any.Type, _ index: Int, _ description: UnsafeMutablePointer<FieldDescription>)
  -> Any.Type

@_silgen_name("swift_reflectionMirror_recursiveChildOffset")
private func fieldOffset(_ type: Any.Type, _ index: Int) -> Int
