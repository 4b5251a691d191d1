import Pipes
import Synchronization
import Testing

@Suite("Cancellables") struct CancellableTests {
  final class Counter: Cancellable {
    var cancels = 0
    func cancel() { cancels += 1 }
  }

  @Test("PR-09 the closure runs once, at the first cancel") func once() {
    var runs = 0
    let token = AnyCancellable { runs += 1 }
    #expect(runs == 0)
    token.cancel()
    #expect(runs == 1)
    token.cancel()
    #expect(runs == 1)
  }

  @Test("PR-09 the closure runs when the token is dropped") func dropped() {
    var runs = 0
    var token: AnyCancellable? = AnyCancellable { runs += 1 }
    #expect(token != nil)
    token = nil
    #expect(runs == 1)
  }

  @Test("PR-09 a dropped token does not cancel twice") func cancelledThenDropped() {
    let counter = Counter()
    do {
      let token = AnyCancellable(counter)
      #expect(counter.cancels == 0)
      token.cancel()
      #expect(counter.cancels == 1)
    }
    #expect(counter.cancels == 1)
  }

  @Test("PR-09 what the token keeps is released at the cancel") func release() {
    let leaks = Leaks()
    var counter: Counter? = Counter()
    leaks.watch(counter!, "target")
    let token = AnyCancellable(counter!)
    let closureToken = AnyCancellable { [counter = counter!] in counter.cancels += 10 }
    counter = nil
    #expect(leaks.alive == ["target"])
    token.cancel()
    closureToken.cancel()
    #expect(leaks.alive == [])
  }

  @Test("PR-09 a cancel from inside the closure does nothing") func reentrant() {
    var runs = 0
    var token: AnyCancellable?
    token = AnyCancellable {
      runs += 1
      token?.cancel()
    }
    token?.cancel()
    #expect(runs == 1)
  }

  @Test("PR-09 equality and hash are identity") func identity() {
    let a = AnyCancellable {}
    let b = AnyCancellable {}
    #expect(a == a)
    #expect(a != b)
    #expect(Set([a, b, a]).count == 2)
  }

  @Test("PR-09 cancels from two threads run the closure once") func twoThreads() {
    for _ in 0..<200 {
      let runs = Atomic<Int>(0)
      let token = AnyCancellable { runs.add(1, ordering: .relaxed) }
      onTwoThreads { _ in token.cancel() }
      #expect(runs.load(ordering: .relaxed) == 1)
    }
  }

  @Test("PR-08 store wraps in a new token") func store() {
    let counter = Counter()
    var list: [AnyCancellable] = []
    var set: Set<AnyCancellable> = []
    counter.store(in: &list)
    counter.store(in: &set)
    counter.store(in: &set)
    #expect(list.count == 1)
    #expect(set.count == 2)
    #expect(counter.cancels == 0)
    list = []
    #expect(counter.cancels == 1)
    set = []
    #expect(counter.cancels == 3)
  }
}
