import PipesCore

/// The tasks of a run, for a report of where they wait. Only the run's own hooks add to it: a task that was made on an
/// actor, and has not left it, is found only if another one waits for it.
struct RunTasks {
  /// The addresses of the tasks that have had a job, by their numbers. A task that has ended may be gone.
  private var addresses = TaskTable()
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
      for (number, address) in addresses.all where SuspendedTask.isTask(address, number, like: body) {
        waiting[number] = address
      }
      // A task that another one waits for.
      var found = Array(waiting.values)
      while let task = found.popLast() {
        guard case .task(let other) = SuspendedTask.wait(of: task) else { continue }
        if waiting.updateValue(other, forKey: Timeline.number(of: other)) == nil { found.append(other) }
      }
      let tasks = waiting.sorted { $0.key < $1.key }.compactMap { number, task in
        SuspendedTask.wait(of: task).map { (number: number, address: task, wait: $0) }
      }
      var names = names ?? TaskNames()
      for task in tasks { names.add(task.number, at: task.address) }
      let sentences = tasks.prefix(Self.most).map { task in
        Self.sentence(names[task.number] ?? "a task", task.wait, CallStack.functions(ofTask: task.address)) {
          names[Timeline.number(of: $0)]
        }
      }
      return sentences + (tasks.count > Self.most ? ["and \(tasks.count - Self.most) more"] : [])
    }
  }
  /// The addresses of some tasks, if they still exist.
  func addresses(of tasks: [UInt64], like other: UInt) -> [UInt] {
    tasks.compactMap { task in
      addresses[task].flatMap { SuspendedTask.isTask($0, task, like: other) ? $0 : nil }
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

extension TaskNames {
  /// Names a task that is suspended, if it has no name.
  fileprivate mutating func add(_ number: UInt64, at address: UInt) {
    if self[number] != nil { return }
    let maker = CallStack.maker(ofTask: address, outside: Timeline.ownModules)
    add(number, name: SuspendedTask.name(of: address), maker: maker)
  }
}

extension Timeline {
  private static let mostSleeps = 5
  /// A sentence about each task that sleeps: until when, and in which function. None where that cannot be found.
  ///
  /// - Parameter words: Returns the words for an instant.
  package func sleeps(_ words: (VirtualInstant) -> String) -> [String] {
    OwnWork.perform {
      let sleeps = sleepers.compactMap { sleeper in
        sleeper.suspendedTask.map { (task: UInt(bitPattern: $0), end: sleeper.deadline) }
      }
      var names = core.state.with { $0.observers.log?.tasks } ?? TaskNames()
      if names.isEmpty { names.add(0, name: nil, maker: nil) }  // the body
      for sleep in sleeps.sorted(by: { Self.number(of: $0.task) < Self.number(of: $1.task) }) {
        names.add(Self.number(of: sleep.task), at: sleep.task)
      }
      let sentences = sleeps.compactMap { sleep -> String? in
        guard let function = CallStack.function(ofTask: sleep.task, outside: Self.ownModules),
          let name = names[Self.number(of: sleep.task)]
        else { return nil }
        let end = sleep.end.isNever ? "for ever" : "until \(words(sleep.end))"
        return "\(name) sleeps \(end)" + (name.hasPrefix(function) ? "" : ", in \(function)")
      }
      let more = sentences.count - Self.mostSleeps
      return sentences.prefix(Self.mostSleeps) + (more > 0 ? ["and \(more) more"] : [])
    }
  }
}
