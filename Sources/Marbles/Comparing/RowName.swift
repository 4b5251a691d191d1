/// The names of the two rows of a difference, for who writes them and for who colors them.
package enum RowName {
  package static let expected = "expected"
  package static let actual = "actual"
}
