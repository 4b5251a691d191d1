import Pipes
import Testing

@Suite("Assign") struct AssignTests {
  let rig = Rig()

  final class Target {
    var seen: [Int] = []
    var number = 0 { didSet { seen.append(number) } }
  }

  @Test("SB-05 values are written to the property, everything is asked for") func assign() {
    let source = Source<Int, Never>(rig)
    let target = Target()
    let token = source.assign(to: \.number, on: target)
    #expect(rig.take() == "U^ U?*")
    #expect(source.send(1) == .none)
    source.send(2)
    #expect(target.seen == [1, 2])
    token.cancel()
    #expect(rig.take() == "U!")
    source.send(3)
    #expect(target.seen == [1, 2])
  }

  @Test("SB-04 the object is kept until the end or a cancel", arguments: [true, false]) func release(_ cancels: Bool) {
    let leaks = Leaks()
    var target: Target? = Target()
    leaks.watch(target!, "target")
    let assign = Subscribers.Assign(object: target!, keyPath: \.number)
    target = nil
    assign.receive(subscription: Ticket(rig))
    #expect(assign.object != nil)
    if cancels { assign.cancel() } else { assign.receive(completion: .finished) }
    #expect(assign.object == nil)
    #expect(leaks.alive == [])
    #expect(rig.take() == (cancels ? "T?* T!" : "T?*"))
  }

  @Test("SB-04 values before the subscription and after the end are ignored") func guards() {
    let target = Target()
    let assign = Subscribers.Assign(object: target, keyPath: \.number)
    #expect(assign.receive(1) == .none)
    assign.receive(subscription: Ticket(rig, "A"))
    assign.receive(subscription: Ticket(rig, "B"))
    #expect(assign.receive(2) == .none)
    assign.receive(completion: .finished)
    #expect(assign.receive(3) == .none)
    assign.cancel()
    #expect(target.seen == [2])
    #expect(rig.take() == "A?* B!")
    #expect(assign.keyPath == \Target.number)
  }
}
