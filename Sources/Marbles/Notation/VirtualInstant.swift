// Stands in until the timeline's own instant is there.
public struct VirtualInstant: Hashable, Comparable, Sendable {
  public var nanoseconds: Int64
  public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }
  public static let zero = VirtualInstant(nanoseconds: 0)
  public static func < (left: Self, right: Self) -> Bool { left.nanoseconds < right.nanoseconds }
}
