# Everything that throws in the language is interrupted; closures say so.
/"/!s/\bthrows \{/throws(Interruption) {/
s/\bthrows ->/throws(Interruption) ->/g
/\.map \{ stage/!s/\{ ((stage|call)(, [a-z_]+)*) in/{ \1 throws(Interruption) in/
s/(attempt\(or: [^{}]*\)|attemptThrowing|named) \{( try|$)/\1 { () throws(Interruption) in\2/
s/\{ try stage\.([a-z]+)\(\$0, /{ item throws(Interruption) in try stage.\1(item, /
s/tryCatch \{ try handler\(\$0\.value\) \}/tryCatch { failure throws(Thrown) in try handler(failure.value) }/
# Written anew in Marbles.swift.
/^  func named<T>/,/^  \}$/d
/^  func attemptThrowing<T>/,/^  \}$/d
/^func throwing2?<Read>/,/^\}$/d
s/(fileprivate )(static )?func (closure|apply)/\2func \3/
# Failures without casts: each says what it is in the language.
s/(where (Made|Upstream)\.Output: SpecOutput) \{/\1, \2.Failure: SpecError {/
s/^extension Publisher where Output: SpecOutput \{/extension Publisher where Output: SpecOutput, Failure: SpecError {/
s/\(self as\? SpecPublisher\) \?\? //
s/<Input: SpecOutput, Failure: Error, /<Input: SpecOutput, Failure: SpecError, /
s/init\(any error: Thrown\) \{.*/init(any error: some SpecError) { self = error.asFailure }/
