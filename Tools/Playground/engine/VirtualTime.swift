// What Embedded Swift lacks, for virtual time. Nobody sleeps where there are no tasks.

extension Timeline { struct Sleepers {} }
extension Timeline {
  package func run(_ action: () -> Void, isMain: Bool) { action() }
}
