import Contest

let timers: [Case: Run] = [.timers: oneShots, .debounce: debounce, .delay: delay]

@Sendable private func oneShots(_ count: Int) -> Int {
  let (heap, tally) = (KeyHeap(), Tally())
  let sink = tally.addingInOrder()
  for (value, instant) in Instants.random.prefix(count).enumerated() { heap.schedule(at: instant) { sink(value) } }
  Memory.probe()
  heap.run(through: .max)
  return tally.sum
}

@Sendable private func delay(_ count: Int) -> Int {
  let (heap, tally) = (KeyHeap(), Tally())
  let sink = tally.adding()
  for value in 0..<count {
    heap.schedule(at: heap.now + Pace.window) { sink(value) }
    heap.run(through: heap.now + Pace.pause(after: value))
  }
  heap.run(through: .max)
  return tally.sum
}

/// One timer that is armed again when it fires too early, instead of one for every value.
@Sendable private func debounce(_ count: Int) -> Int {
  let (heap, tally) = (KeyHeap(), Tally())
  let calm = Calm(heap, tally.adding())
  for value in 0..<count {
    calm.receive(value)
    heap.run(through: heap.now + Pace.pause(after: value))
  }
  heap.run(through: .max)
  return tally.sum
}

private final class Calm {
  @exclusivity(unchecked) private var latest = 0
  @exclusivity(unchecked) private var due: Int64 = 0
  @exclusivity(unchecked) private var isArmed = false
  private let heap: KeyHeap
  private let sink: (Int) -> Void

  init(_ heap: KeyHeap, _ sink: @escaping (Int) -> Void) { (self.heap, self.sink) = (heap, sink) }

  func receive(_ value: Int) {
    latest = value
    due = heap.now + Pace.window
    if !isArmed {
      isArmed = true
      arm()
    }
  }

  private func arm() {
    heap.schedule(at: due) { [self] in
      if heap.now < due { return arm() }
      isArmed = false
      sink(latest)
    }
  }
}
