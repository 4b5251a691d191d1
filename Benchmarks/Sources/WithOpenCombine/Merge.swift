import OpenCombine

/// OpenCombine 0.14.0 has no merge; this is the nearest that it has.
func mergeTwo<P: Publisher>(_ left: P, _ right: P) -> some Publisher where P.Output == Int, P.Failure == Never {
  [left, right].publisher.flatMap { $0 }
}
