/// The failure of the tests.
enum Oops: Error, Hashable, Codable {
  case oops, other
}

/// The value; the failure of the tests if it is the one.
func throwing(_ value: Int, at bad: Int) throws -> Int {
  if value == bad { throw Oops.oops }
  return value
}
