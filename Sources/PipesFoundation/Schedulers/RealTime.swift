import Foundation
import Pipes

// The schedulers of the real world say who they are, so that a run in virtual time can report them: an operator with a scheduler that is written
// into the code waits for a time which does not move there.

extension DispatchQueue: RealTimeScheduler {
  package var realScheduler: RealScheduler? {
    // On Linux the main queue is another object at every look.
    RealScheduler(label == DispatchQueue.main.label ? "DispatchQueue.main" : "the queue '\(label)'", kind: "DispatchQueue")
  }
}
extension RunLoop: RealTimeScheduler {
  package var realScheduler: RealScheduler? {
    RealScheduler(self === RunLoop.main ? "RunLoop.main" : "a RunLoop", kind: "RunLoop")
  }
}
extension OperationQueue: RealTimeScheduler {
  package var realScheduler: RealScheduler? {
    RealScheduler(self === OperationQueue.main ? "OperationQueue.main" : "an OperationQueue", kind: "OperationQueue")
  }
}
