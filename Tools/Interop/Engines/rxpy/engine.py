#!/usr/bin/env python3
"""Runs the pipelines of a program on RxPY in virtual time. Reads the JSON of a spec, writes a run in the format marble-events.

usage: engine.py < program.json > run.jsonl

A pipeline with an operator that RxPY does not have is left out, and reported on standard error. One tick of the scheduler is a millisecond.
"""
import json
import sys

import reactivex as rx
from reactivex import operators as ops
from reactivex.testing import ReactiveTest, TestScheduler

sys.dont_write_bytecode = True
from tree import Case, Duration, Evaluator, Failure, NoOperator, literal


def comparer(less):
    return lambda a, b: -1 if less(a, b) else 1 if less(b, a) else 0


def notification(one):
    kinds = {"N": lambda: ("value", one.value), "E": lambda: ("failure", one.exception.value), "C": lambda: ("finished",)}
    return Case(kinds[one.kind]())


def combining(operator):
    def build(up, values):
        *others, last = values
        if not isinstance(last, rx.Observable):
            return up.pipe(operator(*others), ops.map(lambda parts: last(*parts)))
        return up.pipe(operator(*values))

    return build


def streams(values):
    return [one if isinstance(one, rx.Observable) else rx.just(one) for one in values]


def by_time(up, strategy):
    if strategy[0] == "byTime":
        return up.pipe(ops.buffer_with_time(ms(strategy[1])))
    return up.pipe(ops.buffer_with_time_or_count(ms(strategy[1]), strategy[2]))


def ms(duration): return duration / 1e6 if isinstance(duration, Duration) else float(duration)
def operator(make): return lambda up, values: up.pipe(make(*values))
def missing(name): raise NoOperator(name)

# The operators by name and labels. A `try` at the start of a name is left out: closures of RxPY may always throw.
TABLE = {
    "allSatisfy _": operator(ops.all), "append *": lambda up, v: up.pipe(ops.concat(*streams(v))),
    "catch _": operator(lambda f: ops.catch(lambda error, _: f(getattr(error, "value", None)))), "collect": operator(ops.to_list),
    "collect _": lambda up, v: by_time(up, v[0]) if isinstance(v[0], Case) else up.pipe(ops.buffer_with_count(v[0])),
    "collect _ every": operator(ops.buffer_with_count), "combineLatest *": combining(ops.combine_latest),
    "concatMap _": operator(ops.concat_map), "contains _": operator(lambda v: ops.some(v) if callable(v) else ops.contains(v)),
    "count": operator(ops.count), "debounce for": operator(lambda t: ops.debounce(ms(t))), "debounce _": operator(ops.throttle_with_mapper),
    "delay for": operator(lambda t: ops.delay(ms(t))), "delay _": operator(ops.delay_with_mapper),
    "delaySubscription for": operator(lambda t: ops.delay_subscription(ms(t))),
    "distinct": operator(ops.distinct), "distinct by": operator(ops.distinct), "drop untilOutputFrom": operator(ops.skip_until),
    "drop while": operator(ops.skip_while), "dropFirst": operator(lambda: ops.skip(1)), "dropFirst _": operator(ops.skip),
    "endWith *": lambda up, v: up.pipe(ops.concat(rx.of(*v))), "exhaustMap _": lambda up, v: up.pipe(ops.map(v[0]), ops.exclusive()),
    "expand _": operator(ops.expand), "filter _": operator(ops.filter), "first": operator(ops.first), "first _": operator(ops.first),
    "first where": operator(ops.first), "firstIndex where": operator(ops.find_index), "flatMap _": operator(ops.flat_map),
    "flatMap maxPublishers _": lambda up, v: up.pipe(ops.map(v[1]), ops.merge(max_concurrent=v[0][1])),
    "forkJoin *": operator(ops.fork_join), "groupBy _": operator(ops.group_by), "ignoreOutput": operator(ops.ignore_elements),
    "isEmpty": operator(ops.is_empty), "last": operator(ops.last), "last _": operator(ops.last), "last where": operator(ops.last),
    "map _": operator(ops.map), "materialize": lambda up, v: up.pipe(ops.materialize(), ops.map(notification)),
    "max": operator(ops.max), "max _": operator(lambda f: ops.max(comparer(f))), "min": operator(ops.min),
    "min _": operator(lambda f: ops.min(comparer(f))),
    "measureInterval using": lambda up, v: up.pipe(ops.time_interval(), ops.map(lambda one: Duration(one.interval.total_seconds() * 1e6))),
    "merge with *": lambda up, v: up.pipe(ops.merge(*v)), "onErrorResumeNext _": operator(ops.on_error_resume_next),
    "mergeMap concurrency _": lambda up, v: up.pipe(ops.map(v[1]), ops.merge(max_concurrent=v[0])),
    "output at": operator(ops.element_at), "output in": operator(lambda r: ops.slice(r.start, r.stop)), "pairwise": operator(ops.pairwise),
    "prefix _": operator(ops.take), "prefix while": operator(ops.take_while), "prefix untilOutputFrom": operator(ops.take_until),
    "prefix while behavior": operator(lambda f, behavior: ops.take_while(f, inclusive=behavior[0] == "inclusive")),
    "prepend *": lambda up, v: up.pipe(ops.start_with(*v)) if not isinstance(v[0], rx.Observable) else rx.concat(*v, up),
    "race with *": lambda up, v: up.pipe(*map(ops.amb, v)), "receive on": operator(ops.observe_on), "subscribe on": operator(ops.subscribe_on),
    "reduce _ _": operator(lambda seed, f: ops.reduce(f, seed)), "scan _ _": operator(lambda seed, f: ops.scan(f, seed)),
    "removeDuplicates": operator(ops.distinct_until_changed), "removeDuplicates _": operator(lambda f: ops.distinct_until_changed(comparer=f)),
    "repeat _": operator(lambda n: missing("repeat when") if callable(n) else ops.repeat(n)), "replaceEmpty with": operator(ops.default_if_empty),
    "replaceError with": operator(lambda v: ops.catch(rx.just(v))), "retry _": operator(lambda n: missing("retry when") if callable(n) else ops.retry(n + 1)),
    "sample _": operator(ops.sample), "sample every": operator(lambda t: ops.sample(ms(t))), "sequenceEqual _": operator(ops.sequence_equal),
    "share": operator(ops.share), "share replay": lambda up, v: up.pipe(ops.replay(v[0]), ops.ref_count()), "single": operator(ops.single),
    "skipLast _": operator(ops.skip_last), "startWith *": lambda up, v: up.pipe(ops.start_with(*v)), "switchMap _": operator(ops.switch_map),
    "switchToLatest": operator(ops.switch_latest), "takeLast _": operator(ops.take_last), "timeout _": operator(lambda t: ops.timeout(ms(t))),
    "throttle for latest": operator(lambda t, latest: missing("throttle latest") if latest else ops.throttle_first(ms(t))),
    "throttle for leading trailing": operator(lambda t, *ends: ops.throttle_first(ms(t)) if ends == (True, False) else missing("throttle trailing")),
    "timeout _ customError": operator(lambda t, f: ops.timeout(ms(t), rx.defer(lambda _: rx.throw(Failure(f()))))), "window count": operator(ops.window_with_count),
    "window _": operator(ops.window), "window every": operator(lambda t: ops.window_with_time(ms(t))),
    "withLatestFrom *": combining(ops.with_latest_from), "zip *": combining(ops.zip),
}
ORIGINS = {
    "Just _": rx.just, "Empty": rx.empty, "Empty completeImmediately": lambda now: rx.empty() if now else rx.never(),
    "Fail _": lambda v: rx.throw(Failure(v)), "Fail error": lambda v: rx.throw(Failure(v)), "Deferred _": lambda f: rx.defer(lambda _: f()),
    "interval _": lambda t: rx.interval(ms(t)), "timer after": lambda t: rx.timer(ms(t)),
    "timer after every": lambda t, every: rx.timer(ms(t), ms(every)),
    "merge": lambda v: rx.merge(*v), "zip": lambda v: rx.zip(*v).pipe(ops.map(list)), "race": lambda v: rx.amb(*v),
    "combineLatest": lambda v: rx.combine_latest(*v).pipe(ops.map(list)), "forkJoin": lambda v: rx.fork_join(*v).pipe(ops.map(list)), "publisher": rx.from_iterable, "Publishers.MergeMany *": rx.merge,
}


# The end of each run, in milliseconds.
LONGEST = 3_600_000


class Run:
    """One run of one pipeline."""

    def __init__(self, program):
        self.scheduler = TestScheduler()
        self.definitions = {one["name"]: one for one in program["definitions"]}
        self.known = {"scheduler": self.scheduler}
        self.evaluator = Evaluator(self.named, self.apply)

    def named(self, name):
        if name not in self.known:
            one = self.definitions[name]
            self.known[name] = self.evaluator.value(one["tree"], {}) if one["kind"] == "derived" else self.source(one)
        return self.known[name]

    def source(self, one):
        if one["kind"] == "hot":
            subject = rx.Subject()
            self.scheduler.create_cold_observable(self.messages(one["rows"][0])).subscribe(subject)
            return subject
        count = [0]

        def subscribe(_):
            count[0] += 1
            return self.scheduler.create_cold_observable(self.messages(one["rows"][min(count[0], len(one["rows"])) - 1]))

        return rx.defer(subscribe)

    def messages(self, row):
        def message(event):
            at = event["at"] / 1e6
            if "next" in event:
                return ReactiveTest.on_next(at, self.evaluator.value(event["next"], {}))
            return ReactiveTest.on_error(at, Failure(self.evaluator.value(event["fail"], {}))) if "fail" in event else ReactiveTest.on_completed(at)

        return [message(event) for event in row]

    def apply(self, name, up, arguments, scope):
        short = name[3].lower() + name[4:] if name.startswith("try") and name[3:4].isupper() else name
        labels = [label or "_" for label, _ in arguments]
        table = TABLE if isinstance(up, rx.Observable) else ORIGINS
        many = " ".join([short] + (labels[:1] if labels[:1] == ["with"] else []) + ["*"])
        make = table.get(" ".join([short] + labels)) or (table.get(many) if arguments else None)
        if make is None:
            raise NoOperator(name + "(" + "".join(label + ":" for label in labels) + ")")
        values = [self.evaluator.value(value, scope) for _, value in arguments]
        if up is None:
            return make(*values)
        return make(up, values) if isinstance(up, rx.Observable) else make(up)

    def events(self, pipeline):
        """The events of all subscribers, in the order in which they came."""
        events, disposables = [], {}

        def begin(number):
            def note(**event):
                events.append({"at": f"{round(self.scheduler.clock * 1e6)}ns", "stream": pipeline["name"], "subscription": number, **event})

            def value(one):
                text = literal(one)
                note(next=(text or "?").strip('"')[:1] or "?", value=text)

            note(subscribe=True)
            disposables[number] = stream.subscribe(value, lambda _: note(fail=True), lambda: note(finish=True), scheduler=self.scheduler)

        for number, subscriber in enumerate(pipeline["subscribers"], 1):
            for event in subscriber["from"] or [{"at": 0, "subscribe": True}]:
                act = (lambda *_, n=number: begin(n)) if "subscribe" in event else (lambda *_, n=number: disposables[n].dispose())
                self.scheduler.schedule_absolute(event["at"] / 1e6, act)
        # Hot sources are created behind the subscriptions, so that a subscriber at an instant receives the value of the instant.
        stream = self.evaluator.value(pipeline["tree"], {})
        self.scheduler.advance_to(LONGEST)
        return events


def main():
    program = json.load(sys.stdin)["program"]
    events = []
    for pipeline in program["pipelines"]:
        try:
            if any(one["demand"] for one in pipeline["subscribers"]) or pipeline["connections"]:
                raise NoOperator("demand and connections")
            events += Run(program).events(pipeline)
        except Exception as error:
            print(f"{pipeline['name']}: {type(error).__name__} {error}", file=sys.stderr)
    print(json.dumps({"marble-events": 1}, separators=(",", ":")))
    for event in sorted(events, key=lambda one: int(one["at"][:-2])):
        print(json.dumps(event, separators=(",", ":")))


main()
