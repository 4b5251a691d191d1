import MarbleSpecs
import PipesCore

/// The words by which an operator is looked for, here and on the site: everyday words, and names of other libraries.
enum Intentions {
  static let phrases: [String: [String]] = {
    var all: [String: [String]] = [:]
    var name = ""
    for line in table.split(separator: "\n") {
      var words = line
      if line.first != " " {
        let end = line.firstIndex(of: ":") ?? line.endIndex
        name = String(line[..<end])
        words = line[end...].dropFirst()
      }
      all[name, default: []].append(String(words))
    }
    return all.mapValues { lines in
      lines.joined().split(separator: ",").map { String($0.drop { $0 == " " }) }.filter { !$0.isEmpty }
    }
  }()

  /// An operator, a colon, its phrases; a line that begins with spaces goes on with the line above it.
  private static let table = """
    allSatisfy: all match, check every value
    append: then, after the other stream, followed by, concat
    audit: slow down, newest value, at most once, not the first one
    autoconnect: start a timer, connect automatically
    buffer: back pressure, queue, keep for later, overflow, slow consumer
    catch: handle an error, try catch, fallback, recover, continue after an error, use a cached value
    collect: gather, batch, chunk, group by time, as an array, into an array, combine values in a list
    combineLatest: combine two streams, join, latest of both, form is valid, validation, enable a button, depends on
      several inputs, either changes, multiple fields
    compactMap: remove nil, ignore nil, unwrap optional, filter null
    concatMap: concatAll, one after the other, one at a time, in order, sequential, serial, queue of requests, await in
      a loop, run requests one after another, sequential requests
    contains: includes, has a value
    count: how many, number of values
    debounce: slow down, wait for a pause, wait until typing stops, user stops typing, search field, search as you type,
      autocomplete, quiet, idle, too many calls, delay typing, too many requests while typing, typing
    Deferred: lazy, create when subscribed
    delay: later, postpone, sleep, setTimeout, wait before sending
    delaySubscription: start later, wait before subscribing
    distinct: unique, no duplicates, set, seen before, unique values
    drop: skip until, wait until another one
    dropFirst: skip the first, ignore the initial value
    Empty: nothing, never, no value
    exhaustMap: ignore taps while busy, ignore repeated clicks, double tap, double click, double submit, submit button,
      prevent multiple clicks, already running, login, repeated clicks, clicks while loading
    expand: recursion, pagination, load all pages, next page, recursive
    Fail: throw an error, error stream
    filter: where, only some, if, condition
    first: first value only, one value, take one, once, only once, take one and finish
    flatMap: request for each value, then, chain requests, chain promises, parallel, nested, mergeAll, concurrent
    forkJoin: wait for all requests, Promise.all, all finished, when all complete
    groupBy: by key, split by id, per user, category
    ignoreOutput: only the completion, wait until done
    interval: every second, every 5 seconds, poll, repeat, setInterval, ticks, periodically, countdown
    Just: single value, constant, return a value
    last: final value, newest at the end
    map: transform, select, convert, =>, arrow function
    mapError: convert an error, change the error type
    mapToResult: result type, error as a value
    measureInterval: time between values, how long, elapsed, duration
    merge: either, any of, several buttons, union, several sources, same type, merge several buttons
    multicast: subject, several subscribers
    pairwise: previous value, old and new value, before and after, compare with the last one, current and previous
    partition: split in two, if else
    prefix: take, only the first ones, limit, stop after, stop when, until destroyed, unsubscribe when
    prepend: initial value, default value, start with, initial value before the first response
    race: first wins, fastest, fastest server, Promise.race, mirror
    receive: main thread, main queue, ui thread, dispatch, update ui, background to main
    reduce: fold, sum, total, add up
    removeDuplicates: only changes, only when changed, same value again, unique in a row, value changed, consecutive
      duplicates, only when the value changed
    repeat: again when finished, loop, poll
    replaceEmpty: default if empty, no result
    replaceError: default value, fallback, show an error, never fail, return on error
    replaceNil: default for nil, coalesce
    retry: try again, reconnect, backoff, back off, exponential, retry with delay, network failure, failed request
    sample: slow down, by the clock, poll, sensor, snapshot, read every second, current value at intervals
    scan: running total, accumulate, state, reducer, counter, redux
    share: one request for several subscribers, request twice, called twice, executed multiple times, multicast, cache,
      replay the last value, late subscriber
    startWith: initial value, loading state first
    subscribe: background thread, start elsewhere
    switchIfEmpty: fallback when empty, cache then network
    switchMap: cancel the previous request, cancel old request, cancel in flight, only the newest, latest request,
      search, stale response, outdated, out of order, race condition, typeahead, cancel the previous call, api call,
      user types again, only keep the latest
    switchToLatest: cancel the previous stream, only the newest stream, stream of streams
    takeLast: last few values, tail
    throttle: slow down, rate limit, limit rate, at most once per second, scrolling, button, too often, progress updates
    timeout: too long, give up, deadline, slow request, no answer, takes too long
    timer: after a time, once, setTimeout, one shot
    timestamp: when, time of a value
    tryMap: throw in map, validate
    window: stream of groups, split by time
    withLatestFrom: read a field at a tap, when button is tapped, look up, current value of, take the value of another,
      only when one emits, submit form
    zip: pairs, together, in step, by index, one of each, match
    """
}
