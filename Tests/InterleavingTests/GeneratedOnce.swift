extension Generation {
  /// Scenarios that were faulty once. They are run each time, with every seed.
  static let once: [String] = [
    // A sink that was cancelled before it had its token.
    "window(every:); replay; sink; late; on witness cancel; subscribe, cancel newest / send a, clock, send a, clock",
    // A subscriber opens the next connection while another thread cancels the previous one.
    "exhaustMap(_:), one value then share() @main; subject; one; on value cancel; cancel / subscribe / send a",
    "share(replay:scope:) then publisher @main; subject; sink; on value send a; cancel / subscribe / send a",
    "merge then multicast(subject:) @main; subject; one; on witness subscribe; send a, send b / cancel",
    "partition(_:) then race @other; subject; sink; on witness finish c; send a / send c / subscribe",
    // A thread that runs the clock delivers while the value is sent, and its subscriber cancels.
    "receive(on:) then Publishers.MergeMany(_:) @main; replay; all; movable timers; on value cancel; send c, clock / send a / clock",
    // The last array of a buffer makes its boundary send.
    "buffer(_:) then multicast(_:) @main; subject; one; on value send b; finish a / finish b",
    // An upstream completes inside the delivery of its value, and the next one sends on another thread.
    "Empty(completeImmediately:) then onErrorResumeNext(_:) @other; subject; all; on value fail c; send a, send a / send c, send c",
    "share() then onErrorResumeNext(_:) @other; subject; all; on value finish c; send a, send a / send c, send c",
    // The sink is told of its next upstream on one thread while another thread cancels it.
    "subscribe(on:) then prepend(_:), values @main; subject; sink; on completion send a; send a / send a, clock / cancel",
    "onErrorResumeNext(_:) then delaySubscription(for:) @main; replay; sink; movable timers; on witness subscribe; send a / send b, clock / cancel",
    // A value of an upstream that was replaced comes after one of the upstream that replaced it. Two preemptions.
    "switchMap(_:), one value; subject; one; on witness subscribe; send a, send a / request, request",
    // A value that was requested on one thread is on its way on another thread when the subscriber cancels. Two
    // preemptions.
    "onErrorResumeNext(_:); subject; all; late; on subscription cancel; subscribe, send a / subscribe, send b",
    // The optimizer released the pair's old value before it stored the new one.
    "withLatestFrom(_:) then zip(_:) @both; subject; all; on free send a; send a, send a / send b, send b",
    // A value is requested, and its subscriber sends the next one from inside before the upstream is asked for it.
    "merge(with:); subject; nothing; on value send a; send a, request two / send b",
    "Publishers.MergeMany(_:); subject; nothing; on value send a; send a, request two / send b",
    // It had no end: what had ended was repeated for ever.
    "tryCatch(_:) then repeat(when:) @other; subject; one; on subscription send a; fail a, send c / request, send c",
  ]
}
