import PipesCore
import VirtualTime

/// Checks that an operator keeps the laws of operators: under generated rows, demands and cancels.
///
///     try checkLaws { $0.settled(for: $0.frames(3), scheduler: $0.scheduler) }
///
/// The failure shows the shortest row that breaks a law. Each ``OperatorLaw`` is checked by itself, so several laws may
/// be reported.
///
/// The values of the upstream are 1, 2 and 3.
///
/// - Parameters:
///   - except: The laws that the operator does not keep by intention.
///   - cases: The number of cases for each group of laws; 100 by default.
///   - runs: The number of further runs in which one thread sends the values, one requests and one cancels; none by
///     default. See ``OperatorLaw/oneAtATime``. Which calls meet is chance: the description of the result says in how
///     many runs they did. A data race of an operator without locks is found by the thread sanitizer only.
///   - report: Called with each problem. By default all problems are thrown as one error.
///   - build: Applies the operator to the upstream. It is called several times, and must create everything that the
///     operator uses. The source also has a scheduler, further upstreams with ``LawSource/other()``, and with `test`
///     further sources.
/// - Returns: The number of cases that have run.
/// - Throws: ``MarbleFailure`` with all problems.
@_disfavoredOverload @discardableResult public func checkLaws<P: Publisher>(
  except: Set<OperatorLaw> = [], cases: Cases = 100, threads runs: Int = 0, fileID: StaticString = #fileID,
  filePath: StaticString = #filePath, line: Int = #line, column: Int = #column,
  report: ((MarbleFailure.Problem) -> Void)? = nil, _ build: @escaping (LawSource<Int>) -> P
) throws -> RunCount {
  try MarbleTest.checkLaws(
    [1, 2, 3], except, cases, threads: runs, at: SourcePlace(fileID, filePath, line, column), report, build)
}

/// Checks that an operator on values of any type keeps the laws of operators.
///
///     try checkLaws(any: ["", "a", "bc"]) { $0.map(\.count) }
///
/// - Parameters:
///   - values: The values of the upstream, the simplest first.
///   - except: The laws that the operator does not keep by intention.
///   - cases: The number of cases for each group of laws; 100 by default.
///   - runs: The number of further runs in which one thread sends the values, one requests and one cancels; none by
///     default. See ``OperatorLaw/oneAtATime``.
///   - report: Called with each problem. By default all problems are thrown as one error.
///   - build: Applies the operator to the upstream. It is called several times, and must create everything that the
///     operator uses.
/// - Returns: The number of cases that have run.
/// - Throws: ``MarbleFailure`` with all problems.
@_disfavoredOverload @discardableResult public func checkLaws<Value, P: Publisher>(
  any values: [Value], except: Set<OperatorLaw> = [], cases: Cases = 100, threads runs: Int = 0,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: Int = #line, column: Int = #column,
  report: ((MarbleFailure.Problem) -> Void)? = nil, _ build: @escaping (LawSource<Value>) -> P
) throws -> RunCount {
  try MarbleTest.checkLaws(
    values, except, cases, threads: runs, at: SourcePlace(fileID, filePath, line, column), report, build)
}

extension MarbleTest {
  /// Checks the laws of an operator, one group after the other.
  package static func checkLaws<Value, P: Publisher>(
    _ values: [Value], _ except: Set<OperatorLaw>, _ cases: Cases, threads runs: Int = 0, at place: SourcePlace,
    settings: CaseSettings = .environment, drawing: TestDrawing? = nil, _ report: ((MarbleFailure.Problem) -> Void)?,
    _ build: @escaping (LawSource<Value>) -> P
  ) throws -> RunCount {
    typealias Trial = LawTrial<Value, P>
    // A law that is broken in one group is not reported again for another one.
    var problems: [MarbleFailure.Problem] = [], count = 0, except = except
    let usage = LawUsage()
    if except.contains(.everyDemand) { except.insert(.reentrancy) }
    let kinds = Trial.Kind.allCases.filter { $0.law.map { !except.contains($0) } ?? true }
    // A list of choices names its group, so one search is enough to repeat a case or to count.
    let groups: [Trial.Kind?] = if case .drawn = cases.kind { kinds } else { [nil] }
    if runs < 0 {
      problems = [
        .init(place: place, text: "\(runs) runs test nothing\n  write a number of runs, such as threads: 200")
      ]
    }
    if values.isEmpty {
      problems = [.init(place: place, text: "laws are checked with values\n  write any: with a list that is not empty")]
    }
    if Set(OperatorLaw.allCases).isSubset(of: except) {
      problems = [
        .init(
          place: place,
          text: "every law is excepted, so no law is put to the test\n  except the laws that the operator does not keep"
        )
      ]
    }
    for group in problems.isEmpty ? groups : [] {
      let run = try perform(
        TestTimes(cases: cases, settings: settings), at: place, drawing: drawing,
        // A number of cases that tests nothing is said by each group.
        { problem in if !problems.contains(where: { $0.text == problem.text }) { problems.append(problem) } }
      ) {
        let choices = $0.setting.generated?.choices
        let number = choices?.choose(Trial.Kind.allCases.count) { random in
          group?.rawValue ?? random.below(Trial.Kind.allCases.count)
        }
        let kind = Trial.Kind.allCases[number ?? 0]
        Trial($0, values, except: except, at: place, usage, build).prepare(kinds.contains(kind) ? kind : .protocolRules)
      }
      count += run.count
      except.formUnion(
        problems.compactMap { if case .law(let law) = $0.kind { OperatorLaw(rawValue: law) } else { nil } })
    }
    var description = "\(count) cases"
    if problems.isEmpty, case .drawn = cases.kind {
      var met = 0
      problems = usage.problems(count, except: except).map { .init(place: place, text: $0) }
      for number in 0..<max(runs, 0) {
        count += 1
        let run = ThreadedLawRun(values, except: except, number, of: runs, at: place, build)
        let (problem, hasMet) = run.problem()
        met += hasMet ? 1 : 0
        if let problem {
          problems.append(problem)
          break
        }
      }
      if runs > 0 { description += ", \(runs) run\(runs == 1 ? "" : "s") with threads: \(Self.words(met, of: runs))" }
    }
    if let report {
      for problem in problems { report(problem) }
    } else if !problems.isEmpty {
      throw MarbleFailure(problems: problems)
    }
    return RunCount(count: count, description: description)
  }

  /// Says how often the threads of the runs have met. They meet by chance, so a run that finds nothing may have tried
  /// nothing.
  private static func words(_ met: Int, of runs: Int) -> String {
    let call = "a request or a cancel came during a delivery"
    return met == 0
      ? "\(call) in none of them, so nothing was tried" : "\(call) in \(met) of them; data races are not looked for"
  }
}
