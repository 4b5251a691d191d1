import Pipes

private func sum(_ parcels: [Parcel]) -> Parcel { Parcel(parcels.flatMap(\.parts)) }
private func just(_ parcel: Parcel) -> Publishers.SetFailureType<Just<Parcel>, Fault> {
  Just(parcel).setFailureType(to: Fault.self)
}
/// Nine values that add nothing.
private var nines: some Publisher<Parcel, Fault> {
  (1...9).publisher.map { _ in Parcel([]) }.setFailureType(to: Fault.self)
}
private func timer(_ clock: Clock) -> some Publisher<Int, Fault> {
  Publishers.timer(after: 1, scheduler: clock).setFailureType(to: Fault.self)
}
private func ticks(_ clock: Clock) -> some Publisher<Parcel, Fault> {
  Publishers.interval(1, scheduler: clock).map { _ in Parcel([]) }.setFailureType(to: Fault.self)
}

/// An object whose property is published.
private final class Model: @unchecked Sendable {  // Unchecked: only one thread runs at a time.
  @Published var value = Parcel([])
}

extension Composed {
  /// The operators in which the threads of several upstreams, or of upstreams and subscribers, meet.
  static let meeting = [combining, flattening, hot, sharing, again].flatMap { $0 }

  @ComposedBuilder private static var combining: [Composed] {
    two("merge(with:)", .everything, .everything) { $0.merge(with: $1).erased }
    two("Publishers.MergeMany(_:)", .everything, .everything) { Publishers.MergeMany($0, $1).erased }
    two("zip(_:)") { $0.zip($1) { $0 + $1 }.erased }
    two("combineLatest(_:)", .afterOther, .afterOther) { $0.combineLatest($1) { $0 + $1 }.erased }.repeating
    two("forkJoin(_:)") { $0.forkJoin($1).map { $0 + $1 }.erased }
    two("merge", .everything, .everything) { [$0, $1].merge().erased }
    two("zip") { [$0, $1].zip().map(sum).erased }
    two("zip(_:_:)") { $0.zip($1, nines) { $0 + $1 + $2 }.erased }
    two("zip(_:_:_:)") { $0.zip($1, nines, nines) { $0 + $1 + $2 + $3 }.erased }
    two("combineLatest", .afterOther, .afterOther) { [$0, $1].combineLatest().map(sum).erased }.repeating
    two("combineLatest(_:_:)", .afterOther, .afterOther) {
      $0.combineLatest($1, just(Parcel([]))) { $0 + $1 + $2 }.erased
    }.repeating
    two("combineLatest(_:_:_:)", .afterOther, .afterOther) { up, other in
      up.combineLatest(other, just(Parcel([])), just(Parcel([]))) { $0 + $1 + $2 + $3 }.erased
    }.repeating
    two("forkJoin") { [$0, $1].forkJoin().map(sum).erased }
    two("race") { [$0, $1].race().erased }
    two("withLatestFrom(_:)", .afterOther) { $0.withLatestFrom($1) { $0 + $1 }.erased }.repeating
    two("race(with:)") { $0.race(with: $1).erased }
    two("sample(_:)") { $0.sample($1).erased }
    two("buffer(_:)", .everything, isLate: true) { $0.buffer($1).map(sum).erased }
    two("prefix(untilOutputFrom:)") { $0.prefix(untilOutputFrom: $1).erased }
    two("drop(untilOutputFrom:)", .afterOther) { $0.drop(untilOutputFrom: $1).erased }
    two("append(_:)", .everything) { $0.append($1).erased }
    two("prepend(_:)", .nothing, .everything) { $0.prepend($1).erased }
    two("catch(_:)", .everything) { up, other in up.catch { _ in other }.erased }
    two("onErrorResumeNext(_:)", .everything) { $0.onErrorResumeNext($1).setFailureType(to: Fault.self).erased }
    two("switchIfEmpty(_:)", .everything) { $0.switchIfEmpty($1).erased }
    two("sequenceEqual(_:)") { $0.sequenceEqual($1).map { _ in Parcel([]) }.erased }
  }
  @ComposedBuilder private static var flattening: [Composed] {
    shared("flatMap(maxPublishers:_:), one value") { $0.flatMap { just($0) }.erased }
    shared("flatMap(maxPublishers:_:), one at a time", .nothing) {
      $0.flatMap(maxPublishers: .max(1)) { just($0) }.erased
    }
    shared("concatMap(_:), one value") { $0.concatMap { just($0) }.erased }
    shared("mergeMap(concurrency:_:), one value") { $0.mergeMap(concurrency: 2) { just($0) }.erased }
    shared("switchMap(_:), one value", .nothing) { $0.switchMap { just($0) }.erased }
    shared("exhaustMap(_:), one value", .nothing) { $0.exhaustMap { just($0) }.erased }
    shared("expand(_:)") { $0.expand { _ in Empty() }.erased }
    shared("mergeScan(_:_:)") { $0.mergeScan(Parcel([])) { just($1) }.erased }
    shared("groupBy(_:)") { $0.groupBy { $0.parts.count }.flatMap { $0 }.erased }
    shared("groupBy(_:duration:)") {
      $0.groupBy({ $0.parts.count }, duration: { $0.dropFirst(1) }).concatMap { $0 }.erased
    }
    shared("window(count:)") { $0.window(count: 2).concatMap { $0 }.erased }
    shared("publisher") { $0.flatMap { [$0].publisher.setFailureType(to: Fault.self) }.erased }
    shared("Just(_:)") { $0.flatMap { Just($0) }.erased }
    shared("Empty(completeImmediately:)", ends: false) { $0.merge(with: Empty(completeImmediately: false)).erased }
    shared("Fail(_:)", .nothing) { $0.flatMap { _ in Fail<Parcel, Fault>(error: .fault) }.erased }.failing
    shared("Future") { $0.flatMap { value in Future<Parcel, Fault> { $0(.success(value)) } }.erased }
  }
  /// Inner publishers that send whenever another source does.
  @ComposedBuilder private static var hot: [Composed] {
    two("flatMap(maxPublishers:_:)", .nothing, .each, once: false) { up, other in
      up.flatMap { a in other.map { a + $0 } }.erased
    }.repeating
    two("mergeMap(concurrency:_:)", .nothing, .afterOther, once: false) { up, other in
      up.mergeMap(concurrency: 2) { a in other.map { a + $0 } }.erased
    }.repeating
    two("concatMap(_:)", .nothing, .afterOther, once: false) { up, other in up.concatMap { _ in other }.erased }
    two("exhaustMap(_:)", .nothing, .afterOther, once: false) { up, other in up.exhaustMap { _ in other }.erased }
    two("switchMap(_:)", .nothing, .afterOther, once: false) { up, other in up.switchMap { _ in other }.erased }
      .switching
    two("switchToLatest()", .nothing, .afterOther, once: false) { up, other in
      up.map { _ in other }.switchToLatest().erased
    }.switching
    two("switchMap(_:), cancelling sends", .nothing, .afterOther, ends: false, once: false) { up, other in
      Deferred {
        let more = PassthroughSubject<Parcel, Fault>()
        var left = 1
        let inner = other.handleEvents(receiveCancel: { [weak more] in
          left -= 1
          if left == 0 { more?.send(Parcel([])) }
        })
        return up.merge(with: more).switchMap { _ in inner }
      }.erased
    }.switching
    two("window(_:)", .everything) { $0.window($1).concatMap { $0 }.erased }
    two("audit(_:)", once: false) { up, other in up.audit { _ in other }.erased }
    two("debounce(_:)", once: false) { up, other in up.debounce { _ in other }.erased }
    two("throttle(leading:trailing:_:)", once: false) { up, other in
      up.throttle(leading: true, trailing: true) { _ in other }.erased
    }
    two("delay(for:), each", .nothing, .nothing, isLate: true, once: false) { up, other in
      up.delay { _ in other }.erased
    }
  }
  @ComposedBuilder private static var sharing: [Composed] {
    shared("share()") { $0.share().erased }.sharing
    shared("share(replay:scope:)") { $0.share(replay: 1).erased }.sharing
    shared("share(replay:scope:), while connected") { $0.share(replay: 9, scope: .whileConnected).erased }.sharing
    shared("multicast(subject:)") { $0.multicast(subject: PassthroughSubject()).autoconnect().erased }.sharing
    shared("autoconnect()") { $0.multicast(subject: CurrentValueSubject(Parcel([]))).autoconnect().erased }.sharing
    shared("autoconnect(), connectable") { up in
      up.catch { _ in Empty() }.makeConnectable().autoconnect().setFailureType(to: Fault.self).erased
    }.sharing
    shared("multicast(_:)") { $0.multicast { ReplaySubject(bufferSize: 9) }.autoconnect().erased }.sharing
    shared("partition(_:)") { up in
      let parts = up.partition { $0.parts.first.map { $0 % 2 == 0 } ?? true }
      return parts.matching.merge(with: parts.others).erased
    }.sharing
    shared("buffer(size:prefetch:whenFull:)") {
      $0.buffer(size: 99, prefetch: .byRequest, whenFull: .dropNewest).erased
    }
    shared("buffer(size:prefetch:whenFull:), kept full") {
      $0.buffer(size: 2, prefetch: .keepFull, whenFull: .dropNewest).erased
    }
    shared("@Published", ends: false) { up in
      let model = Model()
      up.catch { _ in Empty() }.assign(to: &model.$value)
      return model.$value.map { value in withExtendedLifetime(model) { value } }.setFailureType(to: Fault.self).erased
    }.sharing
    two("@Published, set by two", .everything, .everything, ends: false) { up, other in
      let model = Model()
      up.catch { _ in Empty() }.assign(to: &model.$value)
      other.catch { _ in Empty() }.assign(to: &model.$value)
      return model.$value.map { value in withExtendedLifetime(model) { value } }.setFailureType(to: Fault.self).erased
    }.sharing
  }
  /// An upstream that would be repeated for ever is repeated nine times.
  @ComposedBuilder private static var again: [Composed] {
    shared("repeat(_:)", once: false) { $0.repeat(2).erased }
    two("repeat(when:)", .everything, ends: false, once: false) { up, other in
      up.repeat { $0.prefix(9).setFailureType(to: Fault.self).flatMap { other.prefix(1) } }.erased
    }
    two("retry(when:)", .everything, ends: false, once: false) { up, other in
      up.retry(when: { $0.prefix(9).setFailureType(to: Fault.self).flatMap { _ in other.prefix(1) } }).erased
    }
  }

  /// The operators that a scheduler calls.
  static let timed: [Composed] = [delaying, timing].flatMap { $0 }

  @ComposedBuilder private static var delaying: [Composed] {
    timed("delay(for:)", .everything) { $0.delay(for: 1, scheduler: $1).erased }
    timed("receive(on:)", .everything) { $0.receive(on: $1).erased }
    timed("subscribe(on:)") { $0.subscribe(on: $1).erased }
    timed("delaySubscription(for:)") { $0.delaySubscription(for: 1, scheduler: $1).erased }
    timed("retry(_:delay:)", .everything, once: false) { $0.retry(1, delay: 1, scheduler: $1).erased }
    timed("retry(_:backoff:)", .everything, once: false) { $0.retry(1, backoff: .constant(1), scheduler: $1).erased }
    timed("retry(_:delay:if:resetOnSuccess:)", .everything, once: false) {
      $0.retry(1, delay: 1, if: { _ in true }, scheduler: $1).erased
    }
    timed("retry(_:backoff:if:resetOnSuccess:)", .everything, once: false) {
      $0.retry(1, backoff: .constant(1), if: { _ in true }, scheduler: $1).erased
    }
    timed("timer(after:)", .everything) { up, clock in up.flatMap { value in timer(clock).map { _ in value } }.erased }
    timed("timer(after:every:)", ends: false) { up, clock in
      up.merge(
        with: Publishers.timer(after: 1, every: 1, scheduler: clock).map { _ in Parcel([]) }.setFailureType(
          to: Fault.self)
      ).erased
    }
    timed("interval(_:)", ends: false) { up, clock in up.merge(with: ticks(clock)).erased }
    timed("timestamp()", .everything) { $0.timestamp(scheduler: $1).map(\.value).erased }
    timed("measureInterval(using:)") { $0.measureInterval(using: $1).map { _ in Parcel([]) }.erased }
  }
  @ComposedBuilder private static var timing: [Composed] {
    timed("debounce(for:)") { $0.debounce(for: 1, scheduler: $1).erased }
    timed("throttle(for:latest:)") { $0.throttle(for: 1, scheduler: $1, latest: true).erased }
    timed("throttle(for:latest:), first") { $0.throttle(for: 1, scheduler: $1, latest: false).erased }
    timed("throttle(for:leading:trailing:)") {
      $0.throttle(for: 1, scheduler: $1, leading: true, trailing: true).erased
    }
    timed("timeout(_:customError:)") { $0.timeout(1, scheduler: $1, customError: { .fault }).erased }.failing
    timed("sample(every:)") { $0.sample(every: 1, scheduler: $1).erased }
    timed("audit(for:)") { $0.audit(for: 1, scheduler: $1).erased }
    timed("window(every:)", .everything) { $0.window(every: 1, scheduler: $1).concatMap { $0 }.erased }
    timed("collect(_:)", .everything) { $0.collect(.byTimeOrCount($1, 1, 2)).map(sum).erased }
    timed("collect(_:), by time", .everything) { $0.collect(.byTime($1, 1)).map(sum).erased }
    timed("debounce(_:), timer") { up, clock in up.debounce { _ in timer(clock) }.erased }
    timed("delay(for:), each timer", .everything) { up, clock in up.delay { _ in timer(clock) }.erased }
    timed("switchMap(_:), timer") { up, clock in up.switchMap { value in timer(clock).map { _ in value } }.erased }
    timed("concatMap(_:), timer", .everything) { up, clock in
      up.concatMap { value in timer(clock).map { _ in value } }.erased
    }
  }
}
