/// One entry of the contract: what the engine promises, in a few words.
struct Entry: Sendable {
  let id: String
  let title: String
  init(_ id: String, _ title: String) { (self.id, self.title) = (id, title) }

  /// Every entry, in the order of the contract.
  static let all = rules + values + origins + operators + conveniences

  static let rules = [
    Entry("G1", "one subscription, then values up to the demand, then at most one end"),
    Entry("G2", "demand adds up and is never taken back"),
    Entry("G3", "subscribe calls receive(subscriber:)"),
    Entry("G4", "structures are cold: each subscription has its own state"),
    Entry("G5", "cancel is silent, works once, and releases"),
    Entry("G6", "one call at a time, no lock while foreign code runs"),
    Entry("G7", "an error of a closure cancels upstream, then fails"),
    Entry("G8", "a request for nothing"),
    Entry("G9", "values before the subscription or beyond the demand"),
    Entry("G10", "descriptions"),
    Entry("G11", "each subscription has its own identifier"),
    Entry("G12", "what must resolve without ambiguity"),
  ]
  static let values = [
    Entry("PR-01", "Publisher"), Entry("PR-02", "subscribe(_:)"), Entry("PR-03", "subscribe(_: Subject)"), Entry("PR-04", "Subscriber"),
    Entry("PR-05", "receive() for Void"), Entry("PR-06", "Subscription"), Entry("PR-07", "Subscriptions.empty"),
    Entry("PR-08", "Cancellable, store(in:)"), Entry("PR-09", "AnyCancellable"), Entry("PR-10", "Subject, send() for Void"),
    Entry("PR-11", "ConnectablePublisher"), Entry("PR-12", "CustomCombineIdentifierConvertible"), Entry("PR-13", "CombineIdentifier"),
    Entry("PR-16", "TopLevelEncoder, TopLevelDecoder"),
    Entry("DM-01", "Demand: constants"), Entry("DM-02", "Demand: addition"), Entry("DM-03", "Demand: multiplication"),
    Entry("DM-04", "Demand: subtraction"), Entry("DM-05", "Demand: order"), Entry("DM-06", "Demand: description, coding"),
    Entry("CP-01", "Completion"),
  ]
  static let origins = [
    Entry("SB-01", "Subscribers.Sink"), Entry("SB-02", "sink(receiveCompletion:receiveValue:)"), Entry("SB-03", "sink(receiveValue:)"),
    Entry("SB-04", "Subscribers.Assign"), Entry("SB-05", "assign(to:on:)"), Entry("SB-06", "assign(to: &published)"),
    Entry("SB-07", "AnySubscriber"),
    Entry("SJ-01", "PassthroughSubject"), Entry("SJ-02", "CurrentValueSubject"), Entry("SJ-03", "subjects on several threads"),
    Entry("PB-01", "Just"), Entry("PB-02", "Optional.Publisher"), Entry("PB-03", "Result.Publisher"), Entry("PB-04", "Empty"),
    Entry("PB-05", "Fail"), Entry("PB-06", "Future"), Entry("PB-07", "Deferred"), Entry("PB-08", "Record"),
    Entry("PB-09", "Record.Recording"), Entry("PB-10", "Publishers.Sequence"),
  ]
  static let operators = [
    Entry("TR-01", "map"), Entry("TR-02", "tryMap"), Entry("TR-03", "map(keyPath)"), Entry("TR-04", "replaceNil"), Entry("TR-05", "scan"),
    Entry("TR-06", "tryScan"), Entry("TR-07", "setFailureType"), Entry("TR-08", "flatMap"), Entry("TR-09", "switchToLatest"),
    Entry("FI-01", "filter"), Entry("FI-02", "tryFilter"), Entry("FI-03", "compactMap"), Entry("FI-04", "tryCompactMap"),
    Entry("FI-05", "removeDuplicates"), Entry("FI-06", "tryRemoveDuplicates"), Entry("FI-07", "replaceEmpty"),
    Entry("RE-01", "collect()"), Entry("RE-02", "collect(n)"), Entry("RE-03", "collect(byTime)"), Entry("RE-04", "ignoreOutput"),
    Entry("RE-05", "reduce"), Entry("RE-06", "tryReduce"),
    Entry("MA-01", "count"), Entry("MA-02", "max, min"), Entry("MA-03", "tryMax, tryMin"), Entry("MA-04", "contains"),
    Entry("MA-05", "allSatisfy"),
    Entry("SQ-01", "first"), Entry("SQ-02", "last"), Entry("SQ-03", "dropFirst"), Entry("SQ-04", "drop(while:)"),
    Entry("SQ-05", "drop(untilOutputFrom:)"), Entry("SQ-06", "prefix(n), output"), Entry("SQ-07", "prefix(while:)"),
    Entry("SQ-08", "prefix(untilOutputFrom:)"), Entry("SQ-09", "prepend, append"),
    Entry("CO-01", "combineLatest"), Entry("CO-02", "merge"), Entry("CO-03", "zip"), Entry("CO-04", "upstreams that end at once"),
    Entry("ER-01", "assertNoFailure"), Entry("ER-02", "catch"), Entry("ER-03", "tryCatch"), Entry("ER-04", "mapError"),
    Entry("ER-05", "replaceError"), Entry("ER-06", "retry"),
    Entry("TI-01", "measureInterval"), Entry("TI-02", "debounce"), Entry("TI-03", "delay"), Entry("TI-04", "throttle"),
    Entry("TI-05", "timeout"), Entry("TI-06", "receive(on:)"), Entry("TI-07", "subscribe(on:)"),
    Entry("CD-01", "encode"), Entry("CD-02", "decode"),
    Entry("MC-01", "multicast"), Entry("MC-02", "share"), Entry("MC-03", "autoconnect"), Entry("MC-04", "makeConnectable"),
    Entry("BF-01", "buffer"), Entry("DB-01", "print"), Entry("DB-02", "breakpoint"), Entry("DB-03", "handleEvents"),
    Entry("TE-01", "AnyPublisher"),
  ]
  static let conveniences = [
    Entry("SP-01", "eager forms of Sequence"), Entry("SP-02", "eager forms of Just"), Entry("SP-03", "eager forms of Optional.Publisher"),
    Entry("SP-04", "eager forms of Result.Publisher"), Entry("SP-05", "Empty and Fail have none"),
    Entry("SC-01", "Scheduler"), Entry("SC-02", "short forms of schedule"), Entry("SC-03", "SchedulerTimeIntervalConvertible"),
    Entry("SC-04", "ImmediateScheduler"),
    Entry("PW-01", "Published"), Entry("PW-02", "ObservableObject"), Entry("PW-03", "ObservableObjectPublisher"),
    Entry("AS-01", "values that cannot fail"), Entry("AS-02", "values that can"), Entry("AS-03", "Future.value"),
    Entry("AS-04", "Sendable"),
  ]
}
