import Pipes

/// The tasks of a run, for a report of where they wait. Only the run's own hooks add to it: a task that was made on an
/// actor, and has not left it, is found only if another one waits for it.
struct RunTasks {
  /// The addresses of the tasks that have had a job, by their numbers. A task that has ended may be gone.
  private var addresses: [UInt64: UInt] = [:]
  private static let most = 20

  func contains(_ task: UInt64) -> Bool { addresses[task] != nil }
  mutating func add(_ task: UInt64, _ address: UInt) { addresses[task] = address }

  /// A sentence about each task that waits, with what for, and the function that waits. Called while no task runs.
  ///
  /// - Parameters:
  ///   - body: The address of the first task, which is kept.
  ///   - names: The names that a log has given.
  func waits(body: UInt, names: TaskNames?) -> [String] {
    OwnWork.perform {
      var waiting = [Timeline.number(of: body): body]
      for (number, address) in addresses where CallStack.isTask(address, withNumber: number, like: body) {
        waiting[number] = address
      }
      // A task that another one waits for.
      var found = Array(waiting.values)
      while let task = found.popLast() {
        guard case .task(let other) = CallStack.wait(ofTask: task) else { continue }
        if waiting.updateValue(other, forKey: Timeline.number(of: other)) == nil { found.append(other) }
      }
      let tasks = waiting.sorted { $0.key < $1.key }.compactMap { number, task in
        CallStack.wait(ofTask: task).map { (number: number, address: task, wait: $0) }
      }
      var names = names ?? TaskNames()
      for task in tasks where names[task.number] == nil {
        let maker = CallStack.maker(ofTask: task.address, outside: Timeline.ownModules)
        names.add(task.number, name: CallStack.name(ofTask: task.address), maker: maker)
      }
      let sentences = tasks.prefix(Self.most).map { task in
        Self.sentence(names[task.number] ?? "a task", task.wait, CallStack.functions(ofTask: task.address)) {
          names[Timeline.number(of: $0)]
        }
      }
      return sentences + (tasks.count > Self.most ? ["and \(tasks.count - Self.most) more"] : [])
    }
  }
  private static func sentence(
    _ name: String, _ wait: TaskWait, _ functions: [FunctionName], _ nameOf: (UInt) -> String?
  ) -> String {
    let place = functions.firstIndex { !Timeline.ownModules.contains($0.module) }
    // The function of a library that the code calls.
    let called = functions[..<(place ?? functions.endIndex)].last?.text
    let object =
      switch wait {
      case .task(let task): nameOf(task) ?? "a task"
      case .group: "the tasks of a group"
      case .turn: "its turn on an actor"
      case .continuation:
        called.flatMap { text in
          ["Continuation(", "CancellationHandler("].contains(where: text.contains) ? nil : text
        } ?? "a continuation"
      }
    let function = place.map { functions[$0].text }.flatMap { name.hasPrefix($0) ? nil : ", in \($0)" }
    return "\(name) waits for \(object)\(function ?? "")"
  }
}
