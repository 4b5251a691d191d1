# Embedded Swift has no parameter packs: a function over a pack becomes one function for each number of parameters from 0 to 6.
function expand(line, n,    at, before, rest, i, depth, c, item, copies, copy, name, start) {
  # func name<each Bound, ...>
  if (match(line, /func [A-Za-z]+<each [A-Za-z]+/)) {
    before = substr(line, 1, RSTART + RLENGTH - 1)
    rest = substr(line, RSTART + RLENGTH)
    match(before, /each [A-Za-z]+$/)
    name = substr(before, RSTART + 5)
    before = substr(before, 1, RSTART - 1)
    copies = ""
    for (i = 0; i < n; i++) copies = copies (i ? ", " : "") name i
    if (n == 0) sub(/^, /, "", rest)
    line = before copies rest
    if (n == 0) sub(/<>/, "", line)
  }
  while (match(line, /(_ [A-Za-z]+: )?repeat /)) {
    at = RSTART
    start = RSTART + RLENGTH
    before = substr(line, 1, at - 1)
    name = substr(line, at, RLENGTH)
    sub(/repeat $/, "", name)
    sub(/: $/, "", name)
    depth = 0
    for (i = start; i <= length(line); i++) {
      c = substr(line, i, 1)
      if (c ~ /[(<\[]/) depth++
      else if (c ~ /[])]/ || c == ">" && substr(line, i - 1, 1) != "-") { if (depth == 0) break; depth-- }
      else if (c == "," && depth == 0) break
    }
    item = substr(line, start, i - start)
    rest = substr(line, i)
    copies = ""
    for (i = 0; i < n; i++) {
      copy = item
      while (match(copy, /each [A-Za-z]+/)) copy = substr(copy, 1, RSTART - 1) substr(copy, RSTART + 5, RLENGTH - 5) i substr(copy, RSTART + RLENGTH)
      copies = copies (i ? (before ~ /^ *$/ ? "; " : ", ") : "") (name == "" ? "" : name i ": ") copy
    }
    if (n == 0) { if (rest ~ /^, /) sub(/^, /, "", rest); else sub(/, $/, "", before) }
    line = before copies rest
  }
  return line
}
!inside && /func [A-Za-z]+<each / {
  inside = 1
  count = 0
  match($0, /^ */)
  close_line = substr($0, 1, RLENGTH) "}"
}
inside {
  lines[count++] = $0
  if ($0 == close_line) {
    inside = 0
    for (n = 0; n <= 6; n++) for (k = 0; k < count; k++) print expand(lines[k], n)
  }
  next
}
{ print }
