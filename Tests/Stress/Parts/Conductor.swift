import Foundation

/// Runs the parts in processes of their own, in turns, and prints what they find.
final class Conductor {
  private var random: Random
  private(set) var findings = 0
  /// The only round to play, over and over.
  private let round: UInt64?
  init(_ seed: UInt64, _ round: UInt64?) { (random, self.round) = (Random(seed), round) }

  /// The state of a part.
  private struct Report {
    var rounds = 0
    var seconds = 0.0
    /// For each kind of finding: how often, and what it looked like first.
    var found: [(kind: String, count: Int, text: String)] = []
    mutating func add(_ kind: String, _ count: Int, _ text: String) {
      if let index = found.firstIndex(where: { $0.kind == kind }) {
        found[index].count += count
      } else {
        found.append((kind, count, text))
      }
    }
  }

  func run(_ parts: [any Part.Type], for seconds: Double) {
    // Every part has its turn several times, so that a long run does not spend its time on one kind of round.
    let turns = max(1, Int(seconds / Double(parts.count) / 20))
    let slice = seconds / Double(parts.count * turns)
    var reports = parts.map { _ in Report() }
    for _ in 0..<turns { for (index, part) in parts.enumerated() { play(part, slice, &reports[index]) } }
    for (part, report) in zip(parts, reports) { show(part, report) }
    print("stress: \(findings == 0 ? "no finding" : "\(findings) findings")")
  }
  private func show(_ part: any Part.Type, _ report: Report) {
    let name = part.name.padding(toLength: 12, withPad: " ", startingAt: 0),
      seconds = String(format: "%.0f s", report.seconds)
    print("\(name) \(report.rounds) rounds in \(seconds), \(report.found.isEmpty ? "no finding" : "findings:")")
    for finding in report.found.prefix(12) { print("  \(finding.count) x \(finding.kind)\(finding.text)") }
    if report.found.count > 12 { print("  and \(report.found.count - 12) other findings") }
    findings += report.found.count
  }

  /// Plays a part for so many seconds. A crash or a hang ends its process; another one goes on.
  private func play(_ part: any Part.Type, _ seconds: Double, _ report: inout Report) {
    let start = now(), end = start + seconds
    let again = round.map { ["--round", String($0)] } ?? []
    var failures = 0
    repeat {
      let seed = random.next() >> 1, left = max(end - now(), 0.1)
      let (lines, errors, status) = child(
        ["--child", part.name, String(left), String(seed)] + again, limit: left + 4 * Player.patience)
      let isWhole = read(lines, part, &report)
      if !isWhole {
        failures += 1
        if !lines.contains(where: { $0.hasPrefix("crash\t") || $0.hasPrefix("hang\t") }) {
          report.add("the process ended: \(status) ", 1, errors)
        }
      }
      // A part that crashes at once would only crash again and again.
    } while now() < end - 0.5 && failures < 10
    report.seconds += now() - start
  }
  /// Returns false if the process did not come to its end.
  private func read(_ lines: [String], _ part: any Part.Type, _ report: inout Report) -> Bool {
    var texts: [String: String] = [:], counts: [String: Int] = [:], order: [String] = [], isWhole = false
    for line in lines {
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      switch fields[0] {
      case "found" where fields.count == 4:
        order.append(fields[1])
        texts[fields[1]] = (fields[3].isEmpty ? "" : ": " + fields[3]) + " (round \(fields[2]))"
      case "count" where fields.count == 3: counts[fields[1]] = Int(fields[2])
      case "rounds" where fields.count == 2:
        report.rounds += Int(fields[1]) ?? 0
        isWhole = true
      case "crash" where fields.count == 2: report.add("crash", 1, about(part, fields[1]))
      case "hang" where fields.count == 2:
        report.add("a round never ended", 1, about(part, fields[1]))
        isWhole = false
      default: break
      }
    }
    for kind in order { report.add(kind, counts[kind] ?? 1, texts[kind] ?? "") }
    return isWhole
  }
  private func about(_ part: any Part.Type, _ seed: String) -> String {
    let text = child(["--describe", part.name, seed], limit: 10).lines.joined(separator: " ")
    return (text.isEmpty ? "" : ": " + text) + " (round \(seed))"
  }

  /// Runs this program once more, and returns what it printed: no more than some lines of errors.
  private func child(_ arguments: [String], limit: Double) -> (lines: [String], errors: String, status: String) {
    let process = Process(), output = Pipe(), errors = Pipe()
    process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
    process.arguments = arguments + (Stress.isSanitized ? ["--sanitized"] : [])
    var environment = ProcessInfo.processInfo.environment
    environment["SWIFT_BACKTRACE"] = "enable=no"
    environment["TSAN_OPTIONS"] = environment["TSAN_OPTIONS"] ?? "halt_on_error=1"
    // Rounds end while queues still hold blocks; growth is measured by a part of its own.
    environment["ASAN_OPTIONS"] = environment["ASAN_OPTIONS"] ?? "detect_leaks=0"
    process.environment = environment
    process.standardOutput = output
    process.standardError = errors
    let text = Collected(), complaints = Collected()
    let group = DispatchGroup()
    for (pipe, kept) in [(output, text), (errors, complaints)] {
      group.enter()
      Thread.detachNewThread {
        kept.data = pipe.fileHandleForReading.readDataToEndOfFile()
        group.leave()
      }
    }
    do { try process.run() } catch { return ([], "\(error)", "not started") }
    let killer = DispatchWorkItem { kill(process.processIdentifier, SIGKILL) }
    DispatchQueue.global().asyncAfter(deadline: .now() + limit, execute: killer)
    process.waitUntilExit()
    killer.cancel()
    group.wait()
    let isSignal = process.terminationReason == .uncaughtSignal
    let lines = String(decoding: text.data, as: UTF8.self).split(separator: "\n").map(String.init)
    let first = String(decoding: complaints.data.prefix(100_000), as: UTF8.self).split(separator: "\n")
      .filter { !$0.hasPrefix("====") }.prefix(Stress.isSanitized ? 30 : 4)
    return (lines, first.map { "\n    " + $0 }.joined(), "\(isSignal ? "signal" : "code") \(process.terminationStatus)")
  }
  private final class Collected: @unchecked Sendable { var data = Data() }
}
