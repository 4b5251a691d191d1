import Contest

/// How a case is measured, and what it should reach.
struct Plan {
  let name: Case
  /// What is counted.
  var elements = "values"
  /// Elements of one run; runs are repeated until a round has `total`. Empty: one run of `total`.
  var sizes: [Int] = []
  /// Elements of one round at most, where a million would take too long.
  var total = Int.max
  var goals: [Goal] = []
  /// A ratio to the limit or to the shorter chain is no loss up to this, whatever it was before: where the rival is a
  /// loop of a nanosecond, its placement decides a factor of two. A chain that is not specialized any more takes more
  /// than ten times as long.
  var tolerated = 0.0
}

/// What a case should reach. Most speak of ratios, which travel from machine to machine.
enum Goal {
  case limitTimes(Double)
  case fasterThanPeer(Double)
  case times(Double, of: Case)
  case nanoseconds(Double)
  case allocations(Double)
  case megabytes(Double)
  /// No more time per element at the largest size than so many times that at the smallest.
  case linear(Double)
}

let plans: [Plan] =
  [
    Plan(name: .sequence, goals: [.limitTimes(2), .fasterThanPeer(50), .allocations(0)]),
    Plan(name: .sequenceLateDemand, goals: [.limitTimes(2), .fasterThanPeer(50), .allocations(0)]),
    Plan(name: .sequenceErased, goals: [.limitTimes(4), .allocations(0)]),
    Plan(name: .subject, goals: [.limitTimes(6), .fasterThanPeer(8)]),
    Plan(name: .currentValue, goals: [.times(1.5, of: .subject)]),
    Plan(name: .subject100, elements: "deliveries", goals: [.times(2, of: .subject)]),
    Plan(name: .subscribing, elements: "subscriptions", total: 200_000, goals: [.nanoseconds(350), .allocations(6)]),
    Plan(name: .chain10, goals: [.fasterThanPeer(50)]),
    Plan(name: .tryMap), Plan(name: .count), Plan(name: .reduce),
    Plan(name: .collect8, goals: [.fasterThanPeer(15)]),
    Plan(name: .buffer16, goals: [.fasterThanPeer(15)]),
    Plan(name: .zip, elements: "inputs", sizes: [1_000, 1_000_000], goals: [.fasterThanPeer(20), .linear(1.3)]),
    Plan(name: .merge, elements: "inputs", sizes: [1_000, 1_000_000], goals: [.fasterThanPeer(8), .linear(1.3)]),
    Plan(
      name: .combineLatest, elements: "inputs", sizes: [1_000, 1_000_000], goals: [.nanoseconds(60), .linear(1.3)]),
    Plan(name: .flatMap, goals: [.fasterThanPeer(40)]),
    Plan(name: .flatMapOne, elements: "inner streams", total: 200_000),
    Plan(name: .share, goals: [.times(2.5, of: .subject)]),
    Plan(name: .retry, goals: [.times(1.5, of: .subject)]),
    // What goes beyond Combine keeps the pace of its family.
    Plan(name: .replay, goals: [.times(1.5, of: .subject), .allocations(0)]),
    Plan(name: .shareReplay, goals: [.times(1.5, of: .share), .allocations(0)]),
    Plan(name: .retryWhen, goals: [.times(1.5, of: .merge), .allocations(0)]),
    Plan(name: .withLatestFrom, elements: "inputs", goals: [.times(1.5, of: .combineLatest), .allocations(0)]),
    Plan(name: .combineLatestMany, elements: "inputs", goals: [.times(2, of: .combineLatest), .allocations(0)]),
    Plan(name: .zipMany, elements: "inputs", goals: [.times(2, of: .zip), .allocations(0.5)]),
    Plan(name: .groupBy, goals: [.times(5, of: .merge), .allocations(0)]),
    Plan(
      name: .timers, elements: "timers", sizes: [1_000, 100_000, 1_000_000], goals: [.limitTimes(2.5), .megabytes(160)]),
    Plan(name: .debounce, total: 100_000, goals: [.fasterThanPeer(25)]),
    Plan(name: .throttle, total: 100_000, goals: [.times(3, of: .debounce)]),
    Plan(name: .delay, total: 100_000, goals: [.times(3, of: .debounce)]),
    Plan(name: .timeout, total: 100_000, goals: [.times(3, of: .debounce)]),
    Plan(name: .collectByTime, total: 100_000, goals: [.times(3, of: .debounce)]),
    Plan(name: .notation, elements: "bytes", goals: [.nanoseconds(100)]),
    Plan(name: .marbleTest, elements: "tests", total: 2_000, goals: [.nanoseconds(25_000)]),
    Plan(name: .failingTest, elements: "tests", total: 2_000, goals: [.times(1.1, of: .marbleTest)]),
    Plan(name: .rules, elements: "values with ten rules", total: 20_000, goals: [.nanoseconds(10_000)]),
    Plan(name: .cases, elements: "cases", total: 500, goals: [.nanoseconds(200_000)]),
    // A session of an app is recorded beside its work.
    Plan(name: .recorderOn, elements: "events", goals: [.nanoseconds(1_000)]),
    Plan(name: .recorderOff, elements: "events", goals: [.nanoseconds(250)]),
  ]
  + [
    .depth10Map, .depth20Map, .depth30Map, .depth10RemoveDuplicates, .depth20RemoveDuplicates, .depth30RemoveDuplicates,
  ].map {
    Plan(name: $0, elements: "operators", tolerated: 3)
  }
