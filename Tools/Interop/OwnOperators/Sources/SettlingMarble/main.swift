import MarbleCommandLine
import Settling

let settled = SpecOperator(
  "settled", "Sends a value when no other value has arrived for a while, unless it equals the previous one.",
  .duration("for"), .scheduler,
  example: "typed: -a-b-----c-b-----c---|\n> typed.settled(for: 3)", module: "Settling", sendsOnlyItsValues: true
) { upstream, dueTime, scheduler in upstream.settled(for: dueTime, scheduler: scheduler) }

MarbleTool.main(adding: [settled])
