import Foundation
import Pipes

// The names of the schedulers that run in real time, for the reports of a run in virtual time. An operator whose scheduler is written into
// the code waits there for a time that does not move.

extension DispatchQueue: RealTimeScheduler {
  package var realScheduler: RealScheduler? {
    // On Linux each access to the main queue returns another object, so the label is compared.
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
