import Foundation

/// The program: `Stress SECONDS [--only PART [--round SEED]] [--list] [--sanitized]`. Each part runs in processes of
/// its own, in turns of some seconds, so that a crash is a finding and not the end.
package enum Stress {
  static let parts: [any Part.Type] = [
    Suspending.self, Deaf.self, Composed.self, Timed.self, LastState.self, Churn.self, Sequences.self, Fairness.self,
    LateInner.self,
    OnMainActor.self, Kept.self,
  ]
  static func part(_ name: String) -> (any Part.Type)? { parts.first { $0.name == name } }
  /// Whether a sanitizer watches: everything is slow, and memory is not given back.
  nonisolated(unsafe) static var isSanitized = false

  package static func main() async {
    setvbuf(stdout, nil, _IOLBF, 0)
    var arguments = CommandLine.arguments.dropFirst().makeIterator()
    var numbers: [String] = [], only: String?, child: String?, description: String?, round: UInt64?
    while let argument = arguments.next() {
      switch argument {
      case "--only": only = arguments.next()
      case "--round": round = arguments.next().flatMap { UInt64($0) }
      case "--child": child = arguments.next()
      case "--describe": description = arguments.next()
      case "--sanitized": isSanitized = true
      case "--list": return parts.forEach { print("\($0.name): \($0.purpose)") }
      default: numbers.append(argument)
      }
    }
    if let description, let part = part(description), let seed = numbers.first.flatMap({ UInt64($0) }) {
      return print(part.init().describe(seed))
    }
    if let child, let part = part(child), numbers.count == 2, let seconds = Double(numbers[0]),
      let seed = UInt64(numbers[1])
    {
      // Parts block; the main thread stays free for the main actor.
      return await withCheckedContinuation { done in
        Thread.detachNewThread { [round] in
          Player(part.init(), round).play(seconds, seed)
          done.resume()
        }
      }
    }
    guard numbers.count == 1, let seconds = Double(numbers[0]), seconds > 0, only == nil || part(only!) != nil else {
      fputs(
        "usage: Tools/Scripts/stress SECONDS [--sanitize thread|address] [--only PART [--round SEED]] [--list]\n",
        stderr)
      exit(2)
    }
    let seed =
      ProcessInfo.processInfo.environment["STRESS_SEED"].flatMap { UInt64($0) } ?? UInt64(Date().timeIntervalSince1970)
    print("stress: \(numbers[0]) s, STRESS_SEED=\(seed)")
    let conductor = Conductor(seed, round)
    conductor.run(parts.filter { only == nil || $0.name == only }, for: seconds)
    exit(conductor.findings == 0 ? 0 : 1)
  }
}

/// Plays the rounds of a part in this process, and prints them for the conductor.
final class Player: @unchecked Sendable {
  /// The seed of the round that is being played.
  nonisolated(unsafe) static let current = UnsafeMutablePointer<UInt64>.allocate(capacity: 1)
  nonisolated(unsafe) static let line = UnsafeMutablePointer<UInt8>.allocate(capacity: 40)
  nonisolated(unsafe) static let crash = UnsafeMutablePointer<CChar>(mutating: strdup("crash\t"))!
  private let part: any Part
  private let rounds = Count()
  private var counts: [String: Int] = [:]
  /// The only round to play, over and over.
  private let round: UInt64?
  init(_ part: any Part, _ round: UInt64?) { (self.part, self.round) = (part, round) }

  /// The longest time that one round may take.
  static var patience: Double { Stress.isSanitized ? 120 : 30 }

  func play(_ seconds: Double, _ seed: UInt64) {
    (_, _, _) = (Player.current, Player.line, Player.crash)
    installHandlers()
    watch()
    var random = Random(seed)
    let end = now() + seconds
    repeat {
      let seed = round ?? random.next() >> 1
      Player.current.pointee = seed
      for finding in part.round(seed) { note(finding, seed) }
      rounds.add()
    } while now() < end
    for (kind, count) in counts { print("count\t\(kind)\t\(count)") }
    print("rounds\t\(rounds.value)")
    fflush(stdout)
  }
  private func note(_ finding: Finding, _ seed: UInt64) {
    counts[finding.kind, default: 0] += 1
    if counts[finding.kind] == 1 {
      print("found\t\(finding.kind)\t\(seed)\t\(finding.text.replacingOccurrences(of: "\n", with: " "))")
    }
  }
  /// Ends the process when a round does not return: a deadlock, or a loop.
  private func watch() {
    Thread.detachNewThread { [self] in
      var seen = -1, since = now()
      while true {
        usleep(200_000)
        if rounds.value != seen { (seen, since) = (rounds.value, now()) }
        guard now() - since > Player.patience else { continue }
        print("rounds\t\(rounds.value)")
        print("hang\t\(Player.current.pointee)")
        fflush(stdout)
        _exit(3)
      }
    }
  }
  /// A crash prints the seed of its round, so that the round can be described and played again.
  private func installHandlers() {
    guard !Stress.isSanitized else { return }
    for number in [SIGILL, SIGSEGV, SIGBUS, SIGABRT, SIGTRAP, SIGFPE] {
      signal(number) { number in
        // Nothing may be allocated here.
        var rest = Player.current.pointee, place = 40
        Player.line[39] = 10
        repeat {
          place -= 1
          Player.line[place - 1] = UInt8(48 + rest % 10)
          rest /= 10
        } while rest > 0
        _ = write(1, Player.crash, 6)
        _ = write(1, Player.line + (place - 1), 41 - place)
        signal(number, SIG_DFL)
        raise(number)
      }
    }
  }
}
