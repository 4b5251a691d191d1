# Makes the body of an operator's page from `marble operators NAME`. Variables: `known`, a file with the names of all operators, each with its page, which
# makes links of the names after "See also"; `playground`, where the playground is, from this page, if it is there.
function escape(text) { gsub(/&/, "\\&amp;", text); gsub(/</, "\\&lt;", text); gsub(/>/, "\\&gt;", text); return text }
function encoded(text,    out, i, sign) {
  out = ""
  for (i = 1; i <= length(text); i++) { sign = substr(text, i, 1); out = out (sign ~ /[a-zA-Z0-9]/ ? sign : sprintf("%%%02X", number[sign])) }
  return out
}
# The sentence "See also a, b, c." with links.
function withLinks(text,    head, list, tail, count, names, i) {
  if (!match(text, /See also [^.]*[.]/)) return escape(text)
  head = substr(text, 1, RSTART - 1); list = substr(text, RSTART + 9, RLENGTH - 10); tail = substr(text, RSTART + RLENGTH)
  count = split(list, names, /, */)
  list = ""
  for (i = 1; i <= count; i++) list = list (i > 1 ? ", " : "") (names[i] in page ? "<a href=\"" page[names[i]] "\">" names[i] "</a>" : escape(names[i]))
  return escape(head) "See also " list "." escape(tail)
}
function flushText() { if (text != "") print "<p>" withLinks(text) "</p>"; text = "" }
function flushSpec() {
  sub(/\n+$/, "", spec)
  if (spec == "") return
  print "<pre tabindex=\"0\"><code>" escape(spec) "</code></pre>"
  if (playground != "") print "<p class=\"change\"><a href=\"" playground "#spec=" encoded(spec "\n") "\">Change it</a></p>"
  spec = ""
}
BEGIN {
  for (byte = 1; byte < 256; byte++) number[sprintf("%c", byte)] = byte
  while ((getline line < known) > 0) { split(line, pair, "\t"); page[pair[1]] = pair[2] }
}
# A form begins at the start, or after a blank line.
(NR == 1 || isAfterBlank) && /^[A-Za-z][A-Za-z.]*([(][^ ]*[)])?$/ && !/[.]$/ { flushText(); flushSpec(); isSpec = isAfterBlank = 0; print "<h2><code>" escape($0) "</code></h2>"; next }
{ isAfterBlank = /^ *$/ }
# Below its rows a form is read in the words of RxJS.
/^In RxJS: / { flushText(); flushSpec(); isSpec = 0; print "<p class=\"foreign\"><span>In RxJS</span> <code>" escape(substr($0, 10)) "</code></p>"; next }
isSpec && /RxJS has no operator|^In RxJS |^A closure stays in Swift|This pipeline has parts/ { flushSpec(); isSpec = 0 }
/^(#  |> |[a-z ]+: )/ { flushText(); isSpec = 1 }
isSpec { spec = spec $0 "\n"; next }
/^ *$/ { flushText(); next }
{ text = text (text == "" ? "" : " ") $0 }
END { flushText(); flushSpec() }
