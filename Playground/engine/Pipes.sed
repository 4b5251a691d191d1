# --- Closures that throw say what: the type that the context wants.
s/\bthrows ->/throws(Thrown) ->/g
s/tryMap \{ values in$/tryMap { values throws(Thrown) in/
s/^( *)throw (values\.isEmpty .*)$/\1throw thrown(\2)/
s/attempt\(\{ try /attempt({ () throws(Thrown) in try /
s/\{ try ([^{}]*)\$1, \$0([^{}]*)\}/{ a, b throws(Thrown) in try \1b, a\2}/
s/\{ try first\(\$0\) && isIncluded\(\$0\) \}/{ value throws(Thrown) in try first(value) ? isIncluded(value) : false }/
/upstream: upstream\) \{ try /{
  s/\{ try /{ value throws(Thrown) in try /
  s/\$0/value/g
}
s/^    case \.failure\(let error\): \.failure\(error\)$/    case .failure(let error): .failure(thrown(error))/
