import Pipes
import Testing
import VirtualTime

/// Each of these notices a fault that `Tools/Scripts/mutate` planted and no other test noticed: see
/// Tests/PlantedFaults.md.
@Suite("Planted faults that nothing else notices") struct PlantedFaultTests {
  private let rig = Rig()

  // MARK: Subjects

  @Test("a subject sends to a subscriber that comes after another one has canceled") func newcomer() {
    let subject = PassthroughSubject<Int, Oops>()
    let a = rig.attach(subject, "a", demand: .unlimited), b = rig.attach(subject, "b", demand: .unlimited)
    a.cancel()
    let c = rig.attach(subject, "c", demand: .unlimited)
    _ = rig.take()
    subject.send(1)
    #expect(rig.take() == "b:1 c:1")
    withExtendedLifetime((b, c)) {}
  }

  // MARK: groupBy

  @Test("a group that is opened while another one is being sent comes after it") func groups() {
    let source = rig.source()
    let probe = rig.attach(source.groupBy { $0 }.map(\.key), "g", demand: .unlimited)
    _ = rig.take()
    probe.inNextValue { [rig] in
      source.send(2)
      rig.note("sent")
    }
    source.send(1)
    #expect(rig.take() == "g:1 sent g:2")
  }

  // MARK: Several upstreams

  @Test("when the first of two has won the race already, the other one is not subscribed to") func race() {
    let a = rig.source("A"), b = rig.source("B")
    a.whenSubscribed = {
      $0.open()
      $0.send(1)
    }
    let probe = rig.attach(a.race(with: b), demand: .unlimited)
    #expect(rig.take() == "^Race A^ A?* 1")
    withExtendedLifetime(probe) {}
  }

  @Test("a request from inside receive(subscription:) reaches the upstreams before that call returns")
  func requestInside() {
    func check<P: Publisher>(_ make: (Source<Int, Oops>, Source<Int, Oops>) -> P) {
      let probe = Probe<P.Output, P.Failure>(rig, demand: .max(2))
      probe.whenSubscribed = { [rig] _ in rig.note("subscribed") }
      make(rig.source("A"), rig.source("B")).subscribe(probe)
      #expect(rig.take().hasSuffix("A?2 B?2 subscribed"))
    }
    check { $0.zip($1) }
    check { $0.combineLatest($1) }
  }

  @Test("a trigger that sends twice for one failure leads to one attempt") func retryWhen() {
    let source = rig.source(), trigger = rig.source("T")
    let probe = rig.attach(source.retry { _ in trigger }, demand: .unlimited)
    source.fail(.oops)
    _ = rig.take()
    trigger.send(1)
    #expect(rig.take() == "U^ U?*")
    trigger.send(2)
    #expect(rig.take() == "", "an attempt is going on")
    source.send(7)
    #expect(rig.take() == "7")
    withExtendedLifetime(probe) {}
  }

  // MARK: Nothing is kept

  @Test(
    "after a cancel the values of a group without a subscriber are released, while the upstream keeps its subscribers")
  func values() {
    final class Box {}
    let keeper = Source<Box, Oops>(rig)
    keeper.forgets = false
    weak var weakBox: Box?
    let probe = rig.attach(keeper.groupBy { _ in 0 }.map(\.key), demand: .unlimited)
    func send() {
      let box = Box()
      weakBox = box
      keeper.send(box)
    }
    send()
    #expect(weakBox != nil, "it waits for a subscriber of the group")
    probe.cancel()
    #expect(weakBox == nil)
    withExtendedLifetime(keeper) {}
  }

  // MARK: merge and flatMap

  @Test("unlimited demand in reply to a value is requested from the inner publishers") func replyUnlimited() {
    let a = rig.source("A")
    rig.attach(Publishers.MergeMany(a), demand: .max(1), reply: .unlimited)
    _ = rig.take()
    a.send(1)
    #expect(rig.take() == "1 A?* A+1")
  }

  @Test("a value that was parked while another one was being received is sent for the demand of the reply")
  func parked() {
    let a = rig.source("A"), b = rig.source("B")
    let probe = rig.attach(a.merge(with: b), demand: .max(1), reply: .max(1))
    probe.inNextValue { b.send(2) }
    _ = rig.take()
    a.send(1)
    #expect(rig.take().hasPrefix("1 A?1 B?1 2"))
    withExtendedLifetime(probe) {}
  }

  // MARK: collect

  @Test("values that an upstream sends after its finish make no batch, while the last batch is being received")
  func afterTheFinish() {
    let source = rig.source()
    source.forgets = false
    let probe = rig.attach(source.collect(2), demand: .unlimited)
    _ = rig.take()
    probe.inNextValue { source.send([8, 9]) }
    source.send(1)
    source.finish()
    #expect(rig.take() == "[1] |")
  }

  @Test("a timer is given back at once if the upstream has completed while it was being requested from")
  func timeOfCompletion() {
    let scheduler = RecordingScheduler(rig), source = rig.source()
    source.whenSubscribed = {
      $0.feed([1], then: .finished)
      $0.open()
    }
    let probe = rig.attach(source.collect(.byTime(scheduler, 5)), demand: .unlimited)
    #expect(rig.take() == "U^ ^CollectByTime U?* soon(-) at5+5~1(-) x5")
    #expect(scheduler.go(to: 0) == "[1] |")
    withExtendedLifetime(probe) {}
  }
}
