/// The values of all stored properties of an object, those of its superclasses last.
///
/// A mirror of the object's own (`CustomReflectable`) shows other children, so it is not used: the object would be silent.
func storedProperties(of object: AnyObject) -> [Any] {
  var values: [Any] = []
  guard object is any CustomReflectable else {
    var mirror = Optional(Mirror(reflecting: object))
    while let level = mirror {
      values += level.children.map(\.value)
      mirror = level.superclassMirror
    }
    return values
  }
  var level: AnyClass? = type(of: object)
  while let type = level {
    for index in 0..<childCount(of: object, type) { values.append(child(of: object, type, index)) }
    level = _getSuperclass(type)
  }
  return values
}

// `Mirror` itself calls these two functions of the runtime for an object without a mirror of its own. There is no public way to do so for an
// object that has one.

@_silgen_name("swift_reflectionMirror_count")
private func childCount<Object>(of object: Object, _ type: Any.Type) -> Int

private typealias NameRelease = @convention(c) (UnsafePointer<CChar>?) -> Void

@_silgen_name("swift_reflectionMirror_subscript")
private func child<Object>(
  of object: Object, _ type: Any.Type, _ index: Int, _ name: UnsafeMutablePointer<UnsafePointer<CChar>?>,
  _ release: UnsafeMutablePointer<NameRelease?>
) -> Any

private func child(of object: AnyObject, _ type: Any.Type, _ index: Int) -> Any {
  var name: UnsafePointer<CChar>?, release: NameRelease?
  defer { release?(name) }
  return child(of: object, type, index, &name, &release)
}
