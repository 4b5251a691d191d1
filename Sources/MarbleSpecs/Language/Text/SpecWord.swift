/// The words that begin a line of a spec. The parser reads them, and `marble help spec` explains them.
package enum SpecWord: String, CaseIterable, Sendable {
  case title, family, note, frame, limit
  case cold, hot, busy
  case `let`
  case from, demand, connect, subs

  /// The keywords of Swift, which are not names.
  package static let ofSwift = Set(
    """
    as associatedtype break case catch class continue default defer deinit do else enum extension fallthrough false fileprivate for func
    guard if import in init inout internal is let nil operator precedencegroup private protocol public repeat rethrows return Self self
    static struct subscript super switch throw throws true try typealias var where while
    """.split { $0 == " " || $0 == "\n" }.map(String.init))

  package static let headers: [SpecWord] = [.title, .family, .note, .frame, .limit]

  package var form: String {
    switch self {
    case .title, .family, .note: "\(rawValue): text"
    case .frame: "frame: 100ms"
    case .limit: "limit: 5000"
    case .cold, .hot: "\(rawValue) name: marbles"
    case .busy: "busy scheduler: window"
    case .let: "let name = pipeline"
    case .from: "from window"
    case .demand: "demand requests"
    case .subs: "subs name: window"
    case .connect: "connect name: window"
    }
  }

  /// The meaning of the line.
  package var sentence: String {
    switch self {
    case .title: "The title of the spec. Each header may appear once, before the streams."
    case .family: "The section of a gallery to which the spec belongs."
    case .note: "An explanation for readers. A note may continue in indented lines."
    case .frame: "The length of one symbol. The default is 1ms."
    case .limit: "The number of actions after which a run is stopped. The default is 1000000."
    case .cold:
      "A cold stream: each subscription has a run of its own. The word 'cold' may be left out. A stream without marbles never sends anything. "
        + "Several rows with the same name, below each other, are one stream: the first subscription plays the first row, the second "
        + "subscription the second row, and all later subscriptions play the last row."
    case .hot:
      "A hot stream: one run, shared by all subscribers, which goes on without subscribers, too. '^' is time zero."
    case .busy:
      "The scheduler runs no job from '^' until '!'. A job that becomes due meanwhile waits, and runs at '!', behind the jobs that became due "
        + "before it. A row may have several such times. An operator meets it if it names 'scheduler'; where the scheduler is left out, it is free."
    case .let: "A name for a stream, a value or a closure. The lines below can use it."
    case .from:
      "The subscription of a subscriber: it subscribes at '^' and cancels at '!'. Without this line it subscribes at time zero and never "
        + "cancels. The lines 'from', 'demand' and '=' describe one subscriber. 'from' and 'demand' may be written in either order. A second "
        + "one of the same word, and any of these lines below '=', starts the next subscriber."
    case .demand: "The requests of a subscriber. Without this line it requests unlimited values when it subscribes."
    case .connect:
      "The connection of a stream that 'let' makes with multicast: it is connected at '^', and the connection is cancelled at '!'. Without "
        + "this line it is never connected."
    case .subs:
      "One subscription of a source: it begins at '^' and ends at '!'. A source with several subscriptions has several lines; '-' says that "
        + "there was none. One line with several '^' and no '!' has the beginnings of all subscriptions, such as the attempts of a retry."
    }
  }

  /// A spec that uses the word.
  package var example: String {
    switch self {
    case .title: "title: Each value, doubled\n> [1, 2].publisher.map { $0 * 2 }"
    case .family: "family: Transforming\n> [1, 2].publisher.map { $0 * 2 }"
    case .note: "note: Doubling makes\n  every number even.\n> [1, 2].publisher.map { $0 * 2 }"
    case .frame: "frame: 100ms\ntyped: -a-b-|\n> typed.delay(for: 200ms)"
    case .limit: "limit: 5000\na: -1-2-|\n> a"
    case .cold: "cold a: -1-2-|\ncall: --#\ncall: --#\ncall: --5|\n> a.append(call.retry(2))"
    case .hot: "hot a: 1-^-2-3-|\n> a.delay(for: 1)"
    case .busy: "a: -1-2-|\nbusy scheduler: --^--!\n> a.receive(on: scheduler)"
    case .let:
      "a: -1-2-|\nlet most = 3\nlet isFew = { n in n <= most }\nlet doubled = a.map { $0 * 2 }\n> doubled.filter(isFew)"
    case .from: "hot a: -1-2-3-|\n> a\nfrom   --^--!\n> a.share()\nfrom   ^\nfrom   ---^"
    case .demand: "a:     -1-2-3-|\n> a\ndemand 1---*"
    case .connect:
      "a: -1-2-3-|\nlet shared = a.multicast(subject: PassthroughSubject())\n> shared\nfrom    ^\nfrom    -----^\nconnect shared: --^"
    case .subs: "a:      -1-2-3-|\nb:      ----|\n> a.prefix(untilOutputFrom: b)\nsubs a: ^------!\nsubs b: ^---!"
    }
  }
}
