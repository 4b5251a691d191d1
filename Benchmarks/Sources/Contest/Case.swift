/// One thing that is measured. The raw value is its name on the command line and in tables.
public enum Case: String, CaseIterable, Sendable {
  case sequence, sequenceLateDemand = "sequence-late-demand", sequenceErased = "sequence-erased"
  case subject, currentValue = "current-value", subject100 = "subject-100", subscribing
  case chain10 = "chain-10", tryMap = "try-map", count, reduce, collect8 = "collect-8", buffer16 = "buffer-16"
  case zip, merge, combineLatest = "combine-latest", flatMap = "flat-map"
  case timers, debounce, throttle, delay, timeout, collectByTime = "collect-by-time"
}

/// Does the work of a case for a number of elements and returns a checksum, the same for every contestant.
public typealias Run = @Sendable (Int) throws -> Int
