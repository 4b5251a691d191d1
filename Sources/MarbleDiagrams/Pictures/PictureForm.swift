/// The form of a picture.
public enum PictureForm: String, CaseIterable, Sendable {
  /// The work of an operator is drawn in its box.
  case poster
  /// Every subscription, loss and cause has a row of its own.
  case lab
}
