import Pipes
import Testing

@Suite("flatMap") struct FlatMapTests {
  /// A source `U` whose values 0, 1, 2 stand for the sources `A`, `B`, `C`.
  final class Stage {
    let rig = Rig()
    let u: Source<Int, Oops>
    let inner: [Source<Int, Oops>]
    let probe: Probe<Int, Oops>

    init(max: Subscribers.Demand = .unlimited, demand: Subscribers.Demand? = nil) {
      let rig = self.rig
      let inner = ["A", "B", "C"].map { rig.source($0) }
      self.inner = inner
      u = rig.source()
      probe = Probe(rig, demand: demand)
      u.flatMap(maxPublishers: max) { inner[$0] }.subscribe(probe)
    }
  }

  @Test(
    "TR-08 the subscriber has its subscription before upstream is subscribed, which is asked for maxPublishers",
    arguments: [
      (Subscribers.Demand.unlimited, "*"), (.max(2), "2"), (.none, "0"),
    ]) func start(_ max: Subscribers.Demand, _ asked: String)
  {
    let s = Stage(max: max)
    #expect(s.rig.take() == "^FlatMap U^ U?\(asked)")
  }

}
