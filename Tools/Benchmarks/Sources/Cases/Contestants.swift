import Contest

/// What this engine does in every case that it has the operators for.
public let contestants: [Case: Run] =
  [pipelines, subjects, timing, peculiar].reduce(into: [:]) { all, some in all.merge(some) { first, _ in first } }
