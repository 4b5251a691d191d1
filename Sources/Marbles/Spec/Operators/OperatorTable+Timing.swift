import Pipes

extension OperatorTable {
  mutating func addTiming() {
    family = "Timing"
    row("delay", "Sends everything later.", .duration("for"), .scheduler, sample: "a: -1-2-3-|\n> a.delay(for: 3)") {
      $0.delay(for: $1, scheduler: $2)
    }
    row(
      "debounce", "Sends a value when no other has come for a while after it.", .duration("for"), .scheduler,
      sample: "a: -1-2-3------4------|\n> a.debounce(for: 3)"
    ) { $0.debounce(for: $1, scheduler: $2) }
  }
}
