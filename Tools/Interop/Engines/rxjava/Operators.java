import io.reactivex.rxjava3.core.Notification;
import io.reactivex.rxjava3.core.Observable;
import io.reactivex.rxjava3.core.Scheduler;
import io.reactivex.rxjava3.functions.Function;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The operators of RxJava by the names and labels that pipelines of specs have. */
record Operators(Scheduler scheduler) {
  private static final TimeUnit NS = TimeUnit.NANOSECONDS;

  @SuppressWarnings("unchecked") static Observable<Object> stream(Object one) { return (Observable<Object>) one; }
  @SuppressWarnings("unchecked") private static <T> Observable<Object> plain(Observable<T> one) { return (Observable<Object>) one; }
  private static Observable<Object>[] streams(Object... values) {
    @SuppressWarnings("unchecked") Observable<Object>[] all = Arrays.stream(values).map(Operators::stream).toArray(Observable[]::new);
    return all;
  }
  private static Function<Object, Observable<Object>> mapper(Object closure) { return one -> stream(((Tree.Fn) closure).call(one)); }
  private static boolean test(Object closure, Object... values) { return (Boolean) ((Tree.Fn) closure).call(values); }
  private static long ns(Object length) { return length instanceof Tree.Duration d ? d.nanoseconds() : (Long) length * 1_000_000; }
  private static int whole(Object number) { return ((Long) number).intValue(); }

  Observable<Object> origin(String form, Object[] v) {
    if (form.startsWith("Publishers.MergeMany")) return Observable.mergeArray(streams(v));
    Object[] many = v.length > 0 && v[0] instanceof List<?> elements ? elements.toArray() : v;
    return switch (form) {
      case "Just _" -> Observable.just(v[0]);
      case "Empty" -> Observable.empty();
      case "Empty completeImmediately" -> (Boolean) v[0] ? Observable.empty() : Observable.never();
      case "Fail _", "Fail error" -> Observable.error(new Tree.Failure(v[0]));
      case "Deferred _" -> Observable.defer(() -> stream(((Tree.Fn) v[0]).call()));
      case "interval _" -> plain(Observable.interval(ns(v[0]), NS, scheduler));
      case "timer after" -> plain(Observable.timer(ns(v[0]), NS, scheduler));
      case "timer after every" -> plain(Observable.interval(ns(v[0]), ns(v[1]), NS, scheduler));
      case "merge" -> Observable.mergeArray(streams(many));
      case "zip" -> Observable.zipArray(Arrays::asList, false, 128, streams(many));
      case "combineLatest" -> Observable.combineLatestArray(streams(many), Arrays::asList);
      case "race" -> Observable.ambArray(streams(many));
      case "publisher" -> Observable.fromArray(many);
      default -> throw new Tree.NoOperator(form);
    };
  }

  /** Combines the streams; the last argument may be a closure. */
  private interface Combining { Observable<Object> of(Observable<Object>[] others, Function<Object[], Object> closure); }
  private static Observable<Object> combined(Object[] v, Combining make) {
    boolean hasClosure = v[v.length - 1] instanceof Tree.Fn;
    Observable<Object>[] others = streams(hasClosure ? Arrays.copyOf(v, v.length - 1) : v);
    return make.of(others, parts -> hasClosure ? ((Tree.Fn) v[v.length - 1]).call(parts) : new Tree.Tuple(Arrays.asList(parts.clone())));
  }
  private static Observable<Object>[] with(Observable<Object> first, Observable<Object>[] others) {
    Observable<Object>[] all = Arrays.copyOf(others, others.length + 1);
    System.arraycopy(others, 0, all, 1, others.length);
    all[0] = first;
    return all;
  }

  Observable<Object> operator(String form, Observable<Object> up, Object[] v) {
    String name = form.split(" ")[0];
    if (name.equals("zip")) return combined(v, (all, f) -> Observable.zipArray(f::apply, false, 128, with(up, all)));
    if (name.equals("combineLatest")) return combined(v, (all, f) -> Observable.combineLatestArray(with(up, all), f::apply));
    if (name.equals("withLatestFrom")) return combined(v, (all, f) -> up.withLatestFrom(all, f::apply));
    if (form.startsWith("merge with")) return Observable.mergeArray(with(up, streams(v)));
    if (form.startsWith("race with")) return Observable.ambArray(with(up, streams(v)));
    if (name.equals("append")) return up.concatWith(v[0] instanceof Observable<?> ? stream(v[0]) : Observable.fromArray(v));
    if (name.equals("endWith")) return up.concatWith(Observable.fromArray(v));
    if (name.equals("startWith") || name.equals("prepend")) return v[0] instanceof Observable<?> ? up.startWith(stream(v[0])) : up.startWithArray(v);
    Observable<?> made = switch (form) {
      case "map _" -> up.map(one -> ((Tree.Fn) v[0]).call(one));
      case "filter _" -> up.filter(one -> test(v[0], one));
      case "scan _ _" -> up.scan(v[0], (a, b) -> ((Tree.Fn) v[1]).call(a, b));
      case "reduce _ _" -> up.reduce(v[0], (a, b) -> ((Tree.Fn) v[1]).call(a, b)).toObservable();
      case "allSatisfy _" -> up.all(one -> test(v[0], one)).toObservable();
      case "contains _" -> v[0] instanceof Tree.Fn ? up.any(one -> test(v[0], one)).toObservable() : up.contains(v[0]).toObservable();
      case "count" -> up.count().toObservable();
      case "isEmpty" -> up.isEmpty().toObservable();
      case "ignoreOutput" -> up.ignoreElements().toObservable();
      case "ignoreFailure" -> up.onErrorComplete();
      case "first" -> up.firstElement().toObservable();
      case "last" -> up.lastElement().toObservable();
      case "single" -> up.singleOrError().toObservable();
      case "output at" -> up.elementAt((Long) v[0]).toObservable();
      case "collect" -> up.toList().toObservable();
      case "collect _" -> v[0] instanceof Tree.Case by ? by.payload().size() == 1 ? up.buffer(ns(by.payload().get(0)), NS, scheduler)
          : up.buffer(ns(by.payload().get(0)), NS, scheduler, whole(by.payload().get(1))) : up.buffer(whole(v[0]));
      case "collect _ every" -> up.buffer(whole(v[0]), whole(v[1]));
      case "distinct" -> up.distinct();
      case "distinct by" -> up.distinct(one -> ((Tree.Fn) v[0]).call(one));
      case "removeDuplicates" -> up.distinctUntilChanged();
      case "removeDuplicates _" -> up.distinctUntilChanged((a, b) -> test(v[0], a, b));
      case "prefix _" -> up.take((Long) v[0]);
      case "prefix while" -> up.takeWhile(one -> test(v[0], one));
      case "prefix while behavior" ->
          ((Tree.Case) v[1]).name().equals("inclusive") ? up.takeUntil(one -> !test(v[0], one)) : up.takeWhile(one -> test(v[0], one));
      case "prefix untilOutputFrom" -> up.takeUntil(stream(v[0]));
      case "dropFirst" -> up.skip(1);
      case "dropFirst _" -> up.skip((Long) v[0]);
      case "drop while" -> up.skipWhile(one -> test(v[0], one));
      case "drop untilOutputFrom" -> up.skipUntil(stream(v[0]));
      case "skipLast _" -> up.skipLast(whole(v[0]));
      case "takeLast _" -> up.takeLast(whole(v[0]));
      case "debounce for" -> up.debounce(ns(v[0]), NS, scheduler);
      case "debounce _" -> up.debounce(mapper(v[0]));
      case "delay for" -> up.delay(ns(v[0]), NS, scheduler);
      case "delay _" -> up.delay(mapper(v[0]));
      case "delaySubscription for" -> up.delaySubscription(ns(v[0]), NS, scheduler);
      case "throttle for latest" ->
          (Boolean) v[1] ? up.throttleLatest(ns(v[0]), NS, scheduler) : up.throttleFirst(ns(v[0]), NS, scheduler);
      case "throttle for leading trailing" -> {
        if (!(Boolean) v[1]) throw new Tree.NoOperator(form);
        yield (Boolean) v[2] ? up.throttleLatest(ns(v[0]), NS, scheduler) : up.throttleFirst(ns(v[0]), NS, scheduler);
      }
      case "timeout _" -> up.timeout(ns(v[0]), NS, scheduler);
      case "timeout _ customError" -> up.timeout(ns(v[0]), NS, scheduler, Observable.defer(() -> Observable.error(new Tree.Failure(((Tree.Fn) v[1]).call()))));
      case "sample _" -> up.sample(stream(v[0]));
      case "sample every" -> up.sample(ns(v[0]), NS, scheduler);
      case "measureInterval using" -> up.timeInterval(NS, scheduler).map(one -> new Tree.Duration(one.time()));
      case "receive on" -> up.observeOn(scheduler);
      case "subscribe on" -> up.subscribeOn(scheduler);
      case "flatMap _" -> up.flatMap(mapper(v[0]));
      case "flatMap maxPublishers _" -> up.flatMap(mapper(v[1]), whole(((Tree.Case) v[0]).payload().get(0)));
      case "mergeMap concurrency _" -> up.flatMap(mapper(v[1]), whole(v[0]));
      case "concatMap _" -> up.concatMap(mapper(v[0]));
      case "switchMap _" -> up.switchMap(mapper(v[0]));
      case "switchToLatest" -> Observable.switchOnNext(up.map(Operators::stream));
      case "groupBy _" -> up.groupBy(one -> ((Tree.Fn) v[0]).call(one));
      case "window count" -> up.window(whole(v[0]));
      case "window _" -> up.window(stream(v[0]));
      case "window every" -> up.window(ns(v[0]), NS, scheduler);
      case "catch _" -> up.onErrorResumeNext(error -> stream(((Tree.Fn) v[0]).call(error instanceof Tree.Failure one ? one.value : error)));
      case "replaceError with" -> up.onErrorReturnItem(v[0]);
      case "replaceEmpty with" -> up.defaultIfEmpty(v[0]);
      case "switchIfEmpty _" -> up.switchIfEmpty(stream(v[0]));
      case "retry _", "retry when" -> v[0] instanceof Tree.Fn f ? up.retryWhen(all -> stream(f.call(all.map(one -> ((Tree.Failure) one).value)))) : up.retry((Long) v[0]);
      case "repeat _" -> v[0] instanceof Tree.Fn f ? up.repeatWhen(all -> stream(f.call(all))) : up.repeat((Long) v[0]);
      case "repeat" -> up.repeat();
      case "sequenceEqual _" -> Observable.sequenceEqual(up, stream(v[0])).toObservable();
      case "share" -> up.share();
      case "share replay" -> up.replay(whole(v[0])).refCount();
      case "materialize" -> up.materialize().map(one -> one.isOnNext() ? new Tree.Case("value", List.of(one.getValue()))
          : one.isOnError() ? new Tree.Case("failure", List.of(((Tree.Failure) one.getError()).value)) : new Tree.Case("finished", List.of()));
      case "dematerialize" -> up.dematerialize(one -> switch (((Tree.Case) one).name()) {
        case "value" -> Notification.createOnNext(((Tree.Case) one).payload().get(0));
        case "failure" -> Notification.createOnError(new Tree.Failure(((Tree.Case) one).payload().get(0)));
        default -> Notification.createOnComplete();
      });
      default -> throw new Tree.NoOperator(form);
    };
    return plain(made);
  }
}
