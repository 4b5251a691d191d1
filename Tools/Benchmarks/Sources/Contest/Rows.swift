/// What the cases of notation and of marble tests share.
public enum Rows {
  /// A row with all that the notation has.
  public static let varied = "-a--b-(cd)---'some text'-e 10ms f---@250ms g--[hi]----j- 1.5s k--(l|)"
  /// Ten events.
  public static let events = "-a-b-c-d-e-f-g-h-i-|"
}
