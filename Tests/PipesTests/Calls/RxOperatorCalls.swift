import Pipes
import Testing
import VirtualTime

@Suite("Operators that Rx has and Combine does not") struct RxOperatorCalls {
  private let rig = Rig()

  @Test("BC-19 collect(_:every:) asks again for values that fill no array, and waits for demand with the rest")
  func collectEvery() {
    let u = rig.source()
    let probe = rig.attach(u.collect(2, every: 3).eraseToAnyPublisher(), demand: .max(1))
    _ = rig.take()
    #expect(u.send(1) == .max(1))
    #expect(u.send(2) == .none)
    #expect(rig.take() == "U+1 [1,2]")
    probe.request(.max(1))
    u.send([3, 4])
    _ = rig.take()
    let slow = rig.attach([1, 2].publisher.collect(3, every: 1).eraseToAnyPublisher())
    slow.request(.max(1))
    #expect(rig.take().hasSuffix(" [1,2]"))
    slow.request(.max(1))
    #expect(rig.take() == "[2] |")
    u.fail(.oops)
    #expect(rig.take() == "#oops", "what is not full is dropped")
    withExtendedLifetime(probe) {}
  }

  @Test("BC-14 expand is breadth first, ends with its last inner publisher, and is no recursion") func expand() {
    let numbers = Just(1).expand { n in
      n < 4 ? [n * 2, n * 2 + 1].publisher.eraseToAnyPublisher() : Empty().eraseToAnyPublisher()
    }
    rig.attach(numbers, demand: .unlimited)
    #expect(rig.take() == "^Expand 1 2 3 4 5 6 7 |")
    let slow = rig.attach(numbers, demand: .max(1))
    for _ in 0..<6 { slow.request(.max(1)) }
    #expect(rig.take().split(separator: " ").dropFirst().sorted() == ["1", "2", "3", "4", "5", "6", "7", "|"])
    rig.attach(
      Just(0).expand { $0 < 50_000 ? Just($0 + 1).eraseToAnyPublisher() : Empty().eraseToAnyPublisher() }.count(),
      demand: .unlimited)
    #expect(rig.take() == "^Count 50001 |")
  }

  @Test("BC-13 windows that nobody takes wait for demand, and a cancel lets the open one go on") func windowCancel() {
    let u = rig.source(), rig = rig
    let probe = Probe<Publishers.Group<Int, Int, Oops>, Oops>(rig, "w")
    var taken: [Publishers.Group<Int, Int, Oops>] = []
    let windows = u.window(count: 2).handleEvents(receiveOutput: { taken.append($0) })
    windows.subscribe(probe)
    u.send(1)
    probe.request(.max(1))
    rig.attach(taken[0], "a", demand: .unlimited)
    _ = rig.take()
    probe.cancel()
    #expect(rig.take() == "")
    u.send(2)
    #expect(rig.take() == "a:2 a:| U!")
  }
}
