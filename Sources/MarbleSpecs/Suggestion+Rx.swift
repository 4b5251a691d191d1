extension Suggestion {
  /// The operators of Rx that have no equivalent of another name here, with the operators that replace them.
  package static let relatedRxNames = [
    "mapTo": "map(_:)", "filterMap": "compactMap(_:)", "mergeAll": "flatMap(maxPublishers:_:)", "includes": "contains(_:)",
    "some": "contains(where:)", "publishReplay": "share(replay:scope:)", "timeInterval": "measureInterval(using:)",
    "distinctUntilKeyChanged": "removeDuplicates(by:)",
  ]

  /// The names of operators in Rx, with the equivalent operators here or the operators that replace them.
  package static let rxNames: [String: String] = {
    var names = relatedRxNames
    for form in OperatorTable.shared.rows {
      for name in form.facts?.rx ?? [] where names[name] == nil { names[name] = form.signature }
    }
    return names
  }()

  /// The operators of the library and of Rx that have no effect that a spec could show, with advice for each.
  package static let notInSpecs: [String: String] = {
    var reasons: [String: String] = [:]
    for name in ["print", "handleEvents", "breakpoint", "breakpointOnError", "finalize", "eraseToAnyPublisher", "tap", "do"] {
      reasons[name] = "what happens and when is the same without it: leave it out"
    }
    for name in ["sink", "assign", "store"] { reasons[name] = "every pipeline is subscribed to: leave it out" }
    for name in ["setFailureType", "assertNoFailure"] { reasons[name] = "all streams of a spec fail alike: leave it out" }
    reasons["makeConnectable"] = "use multicast(subject: PassthroughSubject())"
    reasons["connect"] = "a line 'connect name: ^' below the pipeline says when"
    for name in ["encode", "decode"] { reasons[name] = "use map(_:)" }
    return reasons
  }()

  /// The fix `did you mean 'race(with:)'?` for a name of Rx, if its equivalent is among the known names.
  static func rxFix(for name: String, among known: some Sequence<String>) -> String? {
    guard let ours = rxNames[name], known.contains(String(ours.prefix { $0 != "(" })) else { return nil }
    return "did you mean '\(ours)'?"
  }
}
