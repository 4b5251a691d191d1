# Everything that throws in the language is interrupted; closures say so.
/"/!s/\bthrows \{/throws(Interruption) {/
# A closure that fails a stream, with its type said: the compiler does not survive it as the result of a generic function.
/^func throwing2?<Read>.*<$/{
  N
  N
  s/\n *//g
}
/^func throwing2?<Read>/{
  h
  s/\bthrows ->/throws(Thrown) ->/
}
/^    \{ [a-z, ]+ in try stage\.attemptThrowing \{ try .* \} \}$/{
  G
  s/^    \{ ([a-z, ]+) in (try stage\.attemptThrowing) \{ (try [^\n]*) \} \}\n.*Parameter<(\([A-Za-z, ]*\)) throws -> Read>.*$/\
    let closure: \4 throws(Thrown) -> Read = { \1 throws(Thrown) in \2 { () throws(Interruption) in \3 } }\
    return closure/
}
s/\bthrows ->/throws(Interruption) ->/g
/\/\//!s/\bthrows$/throws(Interruption)/
/\.map \{ stage/!s/\{ ((stage|call)(, [a-z_]+)*) in/{ \1 throws(Interruption) in/
s/(stage\.value\(.*, as: .*\) \{ value) in$/\1 throws(Interruption) in/
s/(attempt\(or: [^{}]*\)|attemptThrowing|named) \{( try| SpecFailure\(try|$)/\1 { () throws(Interruption) in\2/
s/\{ try stage\.([a-z]+)\(\$0, /{ item throws(Interruption) in try stage.\1(item, /
s/\.map \{ try ([a-zA-Z]+)\(([^(){}]*), \$0\) \}/.map { item throws(Interruption) in try \1(\2, item) }/
s/tryCatch \{ try handler\((.*)\$0\.value(.*)\) \}/tryCatch { failure throws(Thrown) in try handler(\1failure.value\2) }/
# Written anew in Marbles.swift.
/^  func named<T>/,/^  \}$/d
/^  func attemptThrowing<T>/,/^  \}$/d
# Failures without casts: each says what it is in the language.
s/(where (Made|Upstream)\.Output: SpecOutput) \{/\1, \2.Failure: SpecError {/
s/^extension Publisher where Output: SpecOutput \{/extension Publisher where Output: SpecOutput, Failure: SpecError {/
s/\(self as\? SpecPublisher\) \?\? //
s/<Input: SpecOutput, Failure: Error, /<Input: SpecOutput, Failure: SpecError, /
s/init\(any error: Thrown\) \{.*/init(any error: some SpecError) { self = error.asFailure }/
