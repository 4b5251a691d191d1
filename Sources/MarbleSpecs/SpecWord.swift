/// The words that begin a line of a spec. The parser reads them, and `marble help spec` explains them.
package enum SpecWord: String, CaseIterable, Sendable {
  case title, family, note, frame, limit
  case cold, hot
  case `let`
  case from, demand, connect, subs

  package static let headers: [SpecWord] = [.title, .family, .note, .frame, .limit]

  /// The form of the line.
  package var form: String {
    switch self {
    case .title, .family, .note: "\(rawValue): text"
    case .frame: "frame: 100ms"
    case .limit: "limit: 5000"
    case .cold, .hot: "\(rawValue) name: marbles"
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
    case .title: "What the spec is called. A header stands once, before the streams."
    case .family: "Where the spec belongs in a gallery."
    case .note: "What a reader should know. It may go on over indented lines."
    case .frame: "How long one symbol lasts; 1ms if the line is missing."
    case .limit: "How many actions a run may take before it is stopped; 1000000 if the line is missing."
    case .cold:
      "A stream that begins anew for each subscriber. The word may be left out. Without marbles nothing ever happens on it. Several rows below "
        + "each other, with the same name, are one stream: the first subscription plays the first row, the second one the second, and the last "
        + "row is played by all that come later."
    case .hot: "A stream that goes on whether or not somebody listens; '^' is time zero."
    case .let: "A stream made of those above it, a value, or a closure to be used in those below."
    case .from: "When a subscriber comes, and when it cancels; at time zero and never if the line is missing."
    case .demand: "How many values the subscriber requests, and when; everything at once if the line is missing."
    case .connect: "When a stream that 'let' makes with multicast is connected, and when that is cancelled; never if the line is missing."
    case .subs: "When a source was subscribed and until when: a line for each subscription, '-' if there was none."
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
    case .let: "a: -1-2-|\nlet most = 3\nlet isFew = { n in n <= most }\nlet doubled = a.map { $0 * 2 }\n> doubled.filter(isFew)"
    case .from: "hot a: -1-2-3-|\n> a\nfrom   --^--!\n> a.share()\nfrom   ^\nfrom   ---^"
    case .demand: "a:     -1-2-3-|\n> a\ndemand 1---*"
    case .connect:
      "a: -1-2-3-|\nlet shared = a.multicast(subject: PassthroughSubject())\n> shared\nfrom    ^\nfrom    -----^\nconnect shared: --^"
    case .subs: "a:      -1-2-3-|\nb:      ----|\n> a.prefix(untilOutputFrom: b)\nsubs a: ^------!\nsubs b: ^---!"
    }
  }
}
