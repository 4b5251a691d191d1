import Pipes
import Testing

@Suite("print, handleEvents, breakpoint, coders") struct DebuggingCalls {
  let rig = Rig(), source: Source<Int, Oops>
  init() { source = rig.source() }

  /// Keeps what is written to it.
  final class Paper: TextOutputStream {
    var text = ""
    func write(_ string: String) { text += string }
    func take() -> [String] {
      defer { text = "" }
      return text.split(separator: "\n").map(String.init)
    }
  }

  @Test("DB-01 print writes a line for each event") func print() {
    let paper = Paper()
    let publisher = source.print("p", to: paper)
    let probe = rig.attach(publisher, demand: .max(2))
    #expect(rig.take() == "U^ ^Print U?2")
    #expect(paper.take() == ["p: receive subscription: (U)", "p: request max: (2)"])
    source.send(1)
    probe.reply = .max(3)
    source.send(2)
    #expect(paper.take() == ["p: receive value: (1)", "p: receive value: (2)", "p: request max: (3) (synchronous)"])
    probe.reply = .unlimited
    source.send(3)
    probe.request(.unlimited)
    source.fail(.oops)
    #expect(
      paper.take() == [
        "p: receive value: (3)", "p: request unlimited (synchronous)", "p: request unlimited",
        "p: receive error: (oops)",
      ])
    #expect(rig.take() == "1 2 U+3 3 U+* U?* #oops")
  }

  @Test("DB-01 print without a prefix; finish, cancel and requests after the end are written too") func printEnds() {
    let paper = Paper()
    let a = rig.attach(source.print(to: paper))
    source.finish()
    a.request(.max(1))
    a.cancel()
    let b = rig.attach(source.print(to: paper))
    b.cancel()
    #expect(
      paper.take() == [
        "receive subscription: (U)", "receive finished", "request max: (1)", "receive cancel",
        "receive subscription: (U)",
        "receive cancel",
      ])
    #expect(rig.take() == "U^ ^Print | U^ ^Print U!")
  }

  @Test("DB-01 what a subject and a sequence are called in print") func printNames() {
    let paper = Paper()
    rig.attach(PassthroughSubject<Int, Never>().print("", to: paper))
    rig.attach([1, 2].publisher.print("", to: paper))
    rig.attach(Just(1).print("", to: paper))
    rig.attach(Empty<Int, Never>().print("", to: paper))
    #expect(
      paper.take().filter { $0.hasPrefix("receive sub") } == [
        "receive subscription: (PassthroughSubject)", "receive subscription: ([1, 2])", "receive subscription: (Just)",
        "receive subscription: (Empty)",
      ])
  }

  @Test("DB-03 handleEvents runs each closure before it forwards") func handleEvents() {
    let publisher = source.handleEvents(
      receiveSubscription: { rig.note("<sub \($0)>") }, receiveOutput: { rig.note("<\($0)>") },
      receiveCompletion: { rig.note("<\(note(of: $0))>") }, receiveCancel: { rig.note("<cancel>") },
      receiveRequest: { rig.note("<req \(note(of: $0))>") })
    let probe = rig.attach(publisher, demand: .max(1))
    let start = rig.take()
    #expect(start.hasPrefix("U^ <sub U> ^") && start.hasSuffix(" <req 1> U?1"))
    source.send(1)
    #expect(rig.take() == "<1> 1")
    probe.reply = .max(2)
    source.send(2)
    #expect(rig.take() == "<2> 2 <req 2> U+2")
    probe.request(.none)
    #expect(rig.take() == "<req 0> U?0")
    source.finish()
    #expect(rig.take() == "<|> |")
    rig.attach(publisher).cancel()
    #expect(rig.take().hasSuffix("<cancel> U!"))
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
    let onError = source.breakpointOnError()
    #expect(onError.receiveOutput?(1) != true)
    #expect(onError.receiveCompletion?(.finished) == false)
    #expect(onError.receiveCompletion?(.failure(.oops)) == true)
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
