import Pipes
import Testing

@Suite("Operators that may throw") struct TryFormsCalls {
  let rig = Rig(), source: Source<Int, Oops>
  init() { source = rig.source() }

  @Test("RE-06 MA-03 G7 G10 a thrown error cancels upstream, then fails; nothing follows", arguments: TryForm.all)
  func fails(
    _ form: TryForm
  ) {
    let rig = Rig()
    let source = rig.source()
    source.forgets = false
    _ = form.attach(rig, source)
    #expect(rig.take() == "U^ ^\(form.description) U?*")
    source.send(1)
    source.send(2)
    let drops = form.name == "tryDrop" ? "U+1 U+1" : form.before
    #expect(rig.take() == drops)
    #expect(source.send(3) == .none)
    #expect(rig.take() == "U! #oops")
    source.send(4)
    source.finish()
    source.fail(.other)
    #expect(rig.take() == "")
  }

  @Test("G7 the failure of upstream is passed on as any error", arguments: TryForm.all) func erases(_ form: TryForm) {
    _ = form.attach(rig, source)
    _ = rig.take()
    source.fail(.other)
    #expect(rig.take() == "#other")
  }

  @Test("FI-06 the value received before is compared with, even if it was left out") func duplicates() {
    rig.attach(source.tryRemoveDuplicates { abs($0 - $1) == 1 }, demand: .unlimited)
    source.send([1, 2, 3, 5])
    #expect(rig.take() == "U^ ^TryRemoveDuplicates U?* 1 U+1 U+1 5")
  }

  @Test("SQ-04 once the closure was false it is not called again") func dropOnce() {
    rig.attach(source.drop { $0 < rig.limit(2) }, demand: .max(2), reply: .max(3))
    source.send([1, 2, 1])
    #expect(rig.take() == "U^ ^DropWhile U?2 limit U+1 limit 2 U+3 1 U+3")
    rig.attach(source.tryDrop { $0 < rig.limit(2) }, demand: .max(2), reply: .max(3))
    source.send([1, 2, 1])
    #expect(rig.take() == "U^ ^TryDropWhile U?2 limit U+1 limit 2 U+3 1 U+3")
  }

  @Test("FI-02 FI-04 fused filters keep their types and order") func fusion() {
    let a: Publishers.TryFilter<Source<Int, Oops>> = source.filter { $0 > 1 }.tryFilter { try throwing($0, at: 1) < 4 }
    let b: Publishers.TryFilter<Source<Int, Oops>> = source.tryFilter { $0 > 1 }.filter { $0 < 4 }
    let c: Publishers.TryFilter<Source<Int, Oops>> = source.tryFilter { $0 > 1 }.tryFilter {
      try throwing($0, at: 1) < 4
    }
    for filter in [a, b, c] {
      rig.attach(filter, demand: .unlimited)
      source.send([1, 2, 4])
      #expect(rig.take() == "U^ ^TryFilter U?* U+1 2 U+1")
      #expect(filter.upstream === source)
    }
    let d: Publishers.TryCompactMap<Source<Int, Oops>, String> = source.tryCompactMap { $0 > 1 ? $0 : nil }
      .compactMap { try throwing($0, at: 3) == 2 ? "two" : nil }
    rig.attach(d, demand: .unlimited)
    source.send([1, 2, 4, 3])
    #expect(rig.take() == "U^ ^TryCompactMap U?* U+1 two U+1 U! #oops")
  }

  @Test("TR-02 FI-01 FI-02 long chains compile in reasonable time") func depth() {
    var seen: [Int] = []
    let token = [1, 2, 3].publisher
      .filter { $0 > 1 }.filter { $0 > 1 }.filter { $0 > 1 }.filter { $0 > 1 }.filter { $0 > 1 }.filter { $0 > 1 }
      .filter { $0 > 1 }
      .tryFilter { $0 > 2 }.filter { $0 > 2 }.tryFilter { $0 > 2 }.filter { $0 > 2 }.tryFilter { $0 > 2 }.filter {
        $0 > 2
      }
      .tryMap { $0 + 1 }.map { $0 + 1 }.tryMap { $0 + 1 }.map { $0 + 1 }.tryMap { $0 + 1 }.map { $0 + 1 }
      .sink(receiveCompletion: { _ in }, receiveValue: { seen.append($0) })
    token.cancel()
    #expect(seen == [9])
  }
}

extension Rig {
  fileprivate func limit(_ value: Int) -> Int {
    note("limit")
    return value
  }
}
