# Everything that throws in the language is interrupted; closures say so.
/"/!s/\bthrows \{/throws(Interruption) {/
s/\bthrows ->/throws(Interruption) ->/g
s/\{ call in/{ call throws(Interruption) in/
s/\.map \{ try ([a-zA-Z]+)\(([^(){}]*), \$0\) \}/.map { item throws(Interruption) in try \1(\2, item) }/
