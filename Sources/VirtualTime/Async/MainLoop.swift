/// The place of the main run loop in its round, as Core Foundation goes: the blocks, the observers before timers, the
/// blocks again, then the main queue or, after the observers before it waits, the timers or the main queue, of which it
/// runs what it has received when it begins with them.
///
/// 1. If the latest turn was one of the timers, the main queue comes first, else the loop waits, and the timers come first.
/// 2. A loop that has nothing sleeps. A block does not wake it, in a run it does if nothing else can.
/// 3. Code on the main thread gives work while the loop stands. Other code may give work before or after the loop has
///    looked: then there are several options, and the first one is the order in which the loop received the work.
/// 4. Work has a number, by the order in which the loop and the queues received it.
struct MainLoop {
  enum LoopTurn: Int { case queue, timers, blocks, beforeTimers, blocksAgain, beforeWaiting }
  struct Option {
    let place: Int
    let turn: LoopTurn
    /// Whether the loop begins with it, and does not go on.
    let begins: Bool
    /// Whether the loop has looked for work after it was received, and whether it would sleep without it.
    var wasSeen = true, wakes = false
  }
  /// The first work of a part. The main queue may have several, because of queues that hand their work on to it.
  struct Work {
    let place, number: Int, part: QueueWork.Part
    /// Whether it comes in the turn that goes on, whenever it was received, and whether it may.
    let isBound, mayGoOn: Bool
  }
  private var turn = LoopTurn.queue, instant = Int64.min
  /// When the turn began. A timer that is due later is not in it.
  private(set) var began = Int64.min
  /// The loop has looked for work when it had received this number of pieces, or any more up to the other number.
  private var least = 0, most = 0
  /// How many it has received when its latest work ended.
  private var seen = 0
  private var wasQueue = false

  mutating func begin(_ option: Option?, _ number: Int, _ received: Int, at now: Int64) {
    let goesOn = instant == now && turn == (option?.turn ?? .queue)
    if let option, !option.begins {
      if option.wasSeen { least = max(least, number) }
      return
    }
    if option == nil, goesOn, number <= least { return }
    // Without timers and blocks nobody knows whether the turn goes on or another one begins.
    least = option == nil && goesOn && number <= most ? number : max(number, instant == now ? seen : 0)
    most = received
    if option?.wakes == true { least = received }
    if instant != now || option?.wakes == true { wasQueue = false }
    turn = option?.turn ?? .queue
    switch turn {
    case .queue: wasQueue = true
    case .timers: wasQueue = false
    // Then the loop waits, as after work of the main queue: the timers come first.
    case .beforeWaiting: wasQueue = true
    case .blocks, .beforeTimers, .blocksAgain: break
    }
    instant = now
    began = now
  }
  mutating func end(_ received: Int, at now: Int64) {
    seen = received
    instant = now
  }

  func options(_ works: [Work], at now: Int64) -> [Option] {
    let queue = works.filter { $0.part == .queue }
    func first(_ part: QueueWork.Part) -> Work? { works.first { $0.part == part } }
    let timer = first(.timers), block = first(.blocks), beforeTimers = first(.beforeTimers)
    // Only code on the main thread gives the loop what observers post.
    let beforeWaiting = first(.beforeWaiting), isAsleep = instant != now && beforeTimers == nil && beforeWaiting == nil
    let seen = isAsleep ? 0 : seen, turn = instant == now ? turn : .queue
    var options: [Option] = []
    func begin(_ work: Work?, _ turn: LoopTurn, wakes: Bool = false) {
      if let work { options.append(Option(place: work.place, turn: turn, begins: true, wakes: wakes)) }
    }
    func beginQueue() { for work in queue { begin(work, .queue) } }

    // The turn goes on.
    if !isAsleep {
      let part: [Work]
      switch turn {
      case .queue: part = queue
      case .beforeTimers, .beforeWaiting: part = []
      case .timers: part = works.filter { $0.part == .timers }
      case .blocks, .blocksAgain: part = works.filter { $0.part == .blocks }
      }
      var mustGoOn = false
      for work in part where work.number <= most || work.isBound || work.mayGoOn {
        let wasSeen = !work.isBound && !work.mayGoOn
        options.append(Option(place: work.place, turn: turn, begins: false, wasSeen: wasSeen))
        if work.isBound || work.number <= least { mustGoOn = true }
      }
      if mustGoOn { return options }
      // The blocks come twice.
      func come(_ work: Work?, in next: LoopTurn) -> Bool {
        guard let work, turn.rawValue < next.rawValue else { return false }
        begin(work, next)
        return work.number <= seen
      }
      if come(block, in: .blocks) || come(beforeTimers, in: .beforeTimers) || come(block, in: .blocksAgain) {
        return options
      }
    }
    // The main queue or the timers.
    let first = queue.map(\.number).min() ?? .max, due = timer?.number ?? .max
    let timersWait = !isAsleep && !(turn == .queue || wasQueue)
    if let beforeWaiting, turn != .beforeWaiting {
      if timersWait { beginQueue() }
      if !timersWait || first > seen { begin(beforeWaiting, .beforeWaiting) }
      return options
    }
    if timersWait, first <= seen {
      beginQueue()
    } else if first < due, due > seen {
      beginQueue()
      begin(timer, .timers)
    } else {
      begin(timer, .timers)
      if timersWait || timer == nil { beginQueue() }
    }
    if timer == nil, queue.isEmpty {
      begin(block, beforeTimers == nil ? .blocksAgain : .blocks, wakes: true)
      if block == nil {
        begin(beforeTimers ?? beforeWaiting, beforeTimers == nil ? .beforeWaiting : .beforeTimers, wakes: true)
      }
    }
    return options
  }
}
