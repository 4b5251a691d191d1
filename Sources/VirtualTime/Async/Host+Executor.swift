extension Host {
  private static let executorKey = ThreadKey<VirtualExecutor>()
  /// The executor whose jobs this thread runs.
  static var executor: VirtualExecutor? { executorKey.value }
  /// Makes this thread one of an executor, until `leave` is called with the result.
  static func enter(_ executor: VirtualExecutor) -> AnyObject {
    executorKey.value = executor
    return RunOfThread.enter(executor)
  }
  static func leave(_ registration: AnyObject) {
    executorKey.value = nil
    RunOfThread.leave(registration)
  }
  /// Runs the body as the thread of an executor, or of none: jobs that it enqueues belong to the executor.
  static func adopting<Result>(_ executor: VirtualExecutor?, _ body: () -> Result) -> Result {
    let outer = self.executor
    executorKey.value = executor
    defer { executorKey.value = outer }
    return RunOfThread.adopting(executor, body)
  }
}

extension Timeline {
  /// Whether this thread runs code of the run on this timeline, or of one inside of it.
  package var isOfThisThread: Bool {
    var run = Host.executor
    while let here = run {
      if here.timeline === self { return true }
      run = here.outer
    }
    return false
  }
}
