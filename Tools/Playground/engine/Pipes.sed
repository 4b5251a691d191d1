# --- Closures that throw say what: the type that the context wants.
s/\bthrows ->/throws(Thrown) ->/g
s/attempt \{ throw (Publishers\.[A-Za-z.]+) \}/attempt { () throws(Thrown) in throw thrown(\1) }/
s/\.failure\((Publishers\.[A-Za-z]+Error\.[A-Za-z]+)\)/.failure(thrown(\1))/
s/attempt\(\{ try /attempt({ () throws(Thrown) in try /
s/\{ try ([^{}]*)\$1, \$0([^{}]*)\}/{ a, b throws(Thrown) in try \1b, a\2}/
s/\{ try first\(\$0\) && isIncluded\(\$0\) \}/{ value throws(Thrown) in try first(value) ? isIncluded(value) : false }/
/upstream: upstream\) \{ try /{
  s/\{ try /{ value throws(Thrown) in try /
  s/\$0/value/g
}
s/^    case \.failure\(let error\): \.failure\(error\)$/    case .failure(let error): .failure(thrown(error))/
# --- A timer beside a stream is of an erased type: the compiler does not specialize the subscription of `Interval` below the closures of `Led`.
s/Publishers\.SetFailureType<Publishers\.Interval<S>, Failure>/AnyPublisher<Int, Failure>/
s/(Publishers\.(interval|timer)\([^()]*\))\.setFailureType\(to: Failure\.self\)/\1.setFailureType(to: Failure.self).eraseToAnyPublisher()/
# Embedded Swift cannot specialize this for an existential; the caller keeps its monitor.
s/^ *withExtendedLifetime\(monitor\) \{\}$//
