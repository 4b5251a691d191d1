/// Generated scenarios of `Scripts/interleave --short` that are faulty and not mended yet. One that holds again must be taken from the list.
enum Known {
  static let faulty: Set<String> = [
    // A value without demand, from a replay subject, while the other thread cancels the subscriber that came last.
    "window(every:); replay; sink; late; on witness cancel; subscribe, cancel newest / send a, clock, send a, clock",
    // A second subscriber receives a value of the old connection and of the new one.
    "exhaustMap(_:), one value then share() @main; subject; one; on value cancel; cancel / subscribe / send a",
    "share(replay:scope:) then publisher @main; subject; sink; on value send a; cancel / subscribe / send a",
    // Whether the subscriber has cancelled before the value that is missing came is not clear.
    "receive(on:) then Publishers.MergeMany(_:) @main; replay; all; movable timers; on value cancel; send c, clock / send a / clock",
    // The sink learns of its second upstream on one thread while another thread cancels it.
    "subscribe(on:) then prepend(_:), values @main; subject; sink; on completion send a; send a / send a, clock / cancel",
  ]
}
