import Foundation
import Marbles
import Pipes
import PipesFoundation
import Search

// A session of three seconds: somebody types, and a server answers, one question slowly.

let recorder = SessionRecorder()
let typed = PassthroughSubject<String, Never>()

func answer(to text: String) -> some Publisher<String, Never> {
  Just(text.capitalized + "!")
    .delay(for: .milliseconds(text == "swim" ? 1_000 : 150), scheduler: DispatchQueue.main)
    .recorded("answer", in: recorder) { $0 }
}

let shown = found(typed.recorded("typed", in: recorder) { $0 }, answer: answer, on: DispatchQueue.main)
  .recorded("found", in: recorder) { $0 }
  .sink { print($0) }

let keys: [(time: Int, text: String)] = [
  (100, "s"), (200, "sw"), (300, "swa"), (1_000, "sw"), (1_100, "swi"), (1_200, "swim"), (1_700, "swif"),
  (1_800, "swift"),
]
for key in keys {
  DispatchQueue.main.asyncAfter(deadline: .now() + .milliseconds(key.time)) { typed.send(key.text) }
}
RunLoop.main.run(until: Date(timeIntervalSinceNow: 3))
try recorder.write(to: CommandLine.arguments.count > 1 ? CommandLine.arguments[1] : "session.jsonl")
