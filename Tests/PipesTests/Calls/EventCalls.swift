import Pipes
import Testing

@Suite("print, handleEvents, breakpoint, erasing") struct EventCalls {
  let rig = Rig(), source: Source<Int, Oops>
  init() { source = rig.source() }

  /// Keeps the lines that are written to it.
  final class Paper: TextOutputStream {
    private var text = ""
    func write(_ string: String) { text += string }
    func take() -> String {
      defer { text = "" }
      return text
    }
  }

  @Test("DB-01 print writes a line for each event, and every line ends; a prefix is set off") func lines() {
    let paper = Paper()
    let probe = rig.attach(source.print("p", to: paper), demand: .max(2))
    source.send(1)
    probe.reply = .max(3)
    source.send(2)
    probe.reply = .unlimited
    source.send(3)
    probe.request(.unlimited)
    probe.request(.none)
    source.fail(.oops)
    #expect(
      paper.take() == """
        p: receive subscription: (U)
        p: request max: (2)
        p: receive value: (1)
        p: receive value: (2)
        p: request max: (3) (synchronous)
        p: receive value: (3)
        p: request unlimited (synchronous)
        p: request unlimited
        p: request max: (0)
        p: receive error: (oops)

        """)
    #expect(rig.take() == "U^ ^Print U?2 1 2 U+3 3 U+* U?* U?0 #oops")
  }

  @Test("DB-01 print without a prefix; finish, cancel and requests after the end are written too") func after() {
    let paper = Paper()
    let a = rig.attach(source.print(to: paper))
    source.finish()
    a.request(.max(1))
    a.cancel()
    rig.attach(source.print(to: paper)).cancel()
    #expect(
      paper.take() == """
        receive subscription: (U)
        receive finished
        request max: (1)
        receive cancel
        receive subscription: (U)
        receive cancel

        """)
    #expect(rig.take() == "U^ ^Print | U^ ^Print U!")
  }

  @Test("DB-01 what a subject and a sequence are called in print") func printNames() {
    let paper = Paper()
    rig.attach(PassthroughSubject<Int, Never>().print("", to: paper))
    rig.attach([1, 2].publisher.print("", to: paper))
    rig.attach(Just(1).print("", to: paper))
    rig.attach(Empty<Int, Never>().print("", to: paper))
    #expect(
      paper.take().split(separator: "\n").filter { $0.hasPrefix("receive sub") } == [
        "receive subscription: (PassthroughSubject)", "receive subscription: ([1, 2])", "receive subscription: (Just)",
        "receive subscription: (Empty)",
      ])
  }

  @Test("DB-01 a stream that is a value is kept for the whole subscription") func valueStream() {
    struct Counting: TextOutputStream {
      let rig: Rig
      var lines = 0
      mutating func write(_ string: String) {
        lines += string.contains("\n") ? 1 : 0
        if string.contains("\n") { rig.note("line\(lines)") }
      }
    }
    rig.attach([7].publisher.print(to: Counting(rig: rig)), demand: .max(1))
    #expect(rig.take() == "line1 ^Print line2 line3 7 line4 |")
  }

  @Test("DB-03 each closure runs before its event is passed on") func order() {
    let probe = rig.attach(
      source.handleEvents(
        receiveSubscription: { rig.note("s:\($0)") }, receiveOutput: { rig.note("v:\($0)") },
        receiveCompletion: { rig.note("c:\(note(of: $0))") }, receiveCancel: { rig.note("cancel") },
        receiveRequest: { rig.note("r:\(note(of: $0))") }),
      demand: .max(1), reply: .max(2))
    source.send(1)
    probe.request(.none)
    probe.reply = .none
    source.send(2)
    source.finish()
    #expect(rig.take() == "U^ s:U ^HandleEvents r:1 U?1 v:1 1 r:2 U+2 r:0 U?0 v:2 2 c:| |")
    probe.cancel()
    probe.request(.max(1))
    #expect(rig.take() == "")
  }

  @Test("DB-03 a cancel is told, once, also one that comes from an operator") func cancels() {
    rig.attach(source.handleEvents(receiveCancel: { rig.note("cancel") }).first(), demand: .max(1))
    source.send(1)
    #expect(rig.take() == "U^ ^First U?* cancel U! 1 |")
    let probe = rig.attach(source.handleEvents(receiveCancel: { rig.note("cancel") }))
    probe.cancel()
    probe.cancel()
    #expect(rig.take() == "U^ ^HandleEvents cancel U!")
  }

  @Test(
    "DB-03 the closures are freed at the end and at a cancel; later events pass silently", arguments: [true, false])
  func freed(_ cancels: Bool) {
    let (rig, leaks) = (Rig(), Leaks())
    let source = rig.source()
    source.forgets = false
    let probe: Probe<Int, Oops>
    do {
      let token = Rig()
      leaks.watch(token, "closure")
      probe = rig.attach(
        source.handleEvents(
          receiveSubscription: { _ in token.note("") }, receiveOutput: { _ in token.note("") },
          receiveCompletion: { _ in token.note("") }, receiveCancel: { token.note("") },
          receiveRequest: { _ in token.note("") }))
    }
    #expect(leaks.alive == ["closure"])
    if cancels { probe.cancel() } else { source.finish() }
    #expect(leaks.alive == [])
    _ = rig.take()
    source.send(1)
    source.finish()
    #expect(rig.take() == "1 |")
  }

  @Test("DB-03 the fields of HandleEvents can be changed") func fields() {
    var publisher = Publishers.HandleEvents(upstream: [1].publisher, receiveRequest: nil)
    publisher.receiveOutput = { rig.note("v:\($0)") }
    rig.attach(publisher, demand: .unlimited)
    #expect(rig.take() == "^HandleEvents v:1 1 |")
  }

  @Test("DB-02 breakpointOnError asks for failures alone") func onError() {
    let publisher = Fail<Int, Oops>(error: .oops).breakpointOnError()
    #expect(publisher.receiveSubscription == nil)
    #expect(publisher.receiveOutput == nil)
    #expect(publisher.receiveCompletion?(.finished) == false)
    #expect(publisher.receiveCompletion?(.failure(.oops)) == true)
  }

  @Test("DB-02 breakpoint lets everything through while its closures say no") func breakpoint() {
    let publisher = source.breakpoint(
      receiveSubscription: {
        rig.note("<sub \($0)>")
        return false
      },
      receiveOutput: {
        rig.note("<\($0)>")
        return false
      },
      receiveCompletion: {
        rig.note("<\(note(of: $0))>")
        return false
      })
    rig.attach(publisher, demand: .max(1), reply: .max(2))
    source.send(1)
    source.fail(.oops)
    #expect(rig.take() == "U^ <sub U> ^U U?1 <1> 1 U+2 <#oops> #oops")
  }

  @Test("TE-01 erasing hides the type, keeps the subscription, and does not nest") func erase() {
    let once: AnyPublisher<Int, Oops> = source.eraseToAnyPublisher()
    let twice: AnyPublisher<Int, Oops> = AnyPublisher(once.eraseToAnyPublisher())
    let probe = rig.attach(twice, demand: .max(2), reply: .max(1))
    #expect(probe.subscription as AnyObject? === source.line)
    source.send(1)
    source.fail(.oops)
    #expect(rig.take() == "U^ ^U U?2 1 U+1 #oops")
    #expect(once.description == "AnyPublisher")
    #expect(twice.description == "AnyPublisher")
  }
}
