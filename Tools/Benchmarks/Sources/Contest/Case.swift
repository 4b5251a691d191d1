/// One thing that is measured. The raw value is its name on the command line and in tables.
public enum Case: String, CaseIterable, Sendable {
  case sequence, sequenceLateDemand = "sequence-late-demand", sequenceErased = "sequence-erased"
  case subject, currentValue = "current-value", subject100 = "subject-100", subscribing
  case chain10 = "chain-10", tryMap = "try-map", count, reduce, collect8 = "collect-8", buffer16 = "buffer-16"
  case zip, merge, combineLatest = "combine-latest", flatMap = "flat-map"
  case flatMapOne = "flat-map-one", share, retry
  case replay, shareReplay = "share-replay", withLatestFrom = "with-latest-from", groupBy = "group-by", retryWhen =
    "retry-when"
  case zipMany = "zip-many", combineLatestMany = "combine-latest-many"
  case timers, debounce, throttle, delay, timeout, collectByTime = "collect-by-time"
  case notation, marbleTest = "marble-test", failingTest = "marble-test-failing", rules, cases
  case recorderOn = "recorder-on", recorderOff = "recorder-off"
  case depth10Map = "depth-10-map", depth20Map = "depth-20-map", depth30Map = "depth-30-map"
  case depth10RemoveDuplicates = "depth-10-remove-duplicates", depth20RemoveDuplicates = "depth-20-remove-duplicates"
  case depth30RemoveDuplicates = "depth-30-remove-duplicates"
}

/// Does the work of a case for a number of elements and returns a checksum, the same for every contestant.
public typealias Run = @Sendable (Int) throws -> Int
