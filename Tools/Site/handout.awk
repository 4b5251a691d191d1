# Makes a part of the handouts from a lesson: with mode=questions every question with an empty row below each pipeline, for a pencil; with mode=answers the
# rows, and the rules that they rest on. The handouts are made of what the lessons ask, so they cannot differ from them.
function escape(text) { gsub(/&/, "\\&amp;", text); gsub(/</, "\\&lt;", text); gsub(/>/, "\\&gt;", text); return text }
function dots(count,    text) { text = ""; while (count-- > 0) text = text "."; return text }
function put(line) { text = text line "\n" }
# A row to fill in, as wide as the widest row of the question.
function blank() { if (needs) put("=" substr("                                        ", 1, column) dots(width)); needs = 0 }
function end() {
  blank()
  if (text == "") return
  print "<section class=\"sheet\"><h3>" escape(title) "</h3>\n<pre tabindex=\"0\"><code>" escape(text) "</code></pre>"
  if (mode == "questions") print "<p>Because of: " dots(70) "</p></section>"
  isOpen = mode == "answers"
}
/^# / && !name { name = substr($0, 3); print "<h2>" escape(name) "</h2>" }
/^```marble/ {
  inFence = 1; isQuestion = $2 == "predict"; isAnswer = $2 != "example"; text = ""; title = ""; needs = 0; width = 0; column = 0; skipped = 0; fromSeen = 0
  next
}
/^```/ && inFence {
  inFence = 0
  if (mode == "questions" ? isQuestion : isAnswer && inDetails) end()
  next
}
/^<details>/ { inDetails = 1 }
/^<\/details>/ { inDetails = 0; if (isOpen) print "</section>"; isOpen = 0 }
sub(/^[*][*]Rests on:[*][*] /, "") { basis = $0; inBasis = 1; next }
inBasis && /^ *$/ { if (mode == "answers") print "<p>Rests on: " escape(basis) "</p>"; inBasis = 0 }
inBasis { basis = basis " " $0 }
!inFence { next }
sub(/^title: /, "") { title = $0; next }
mode == "answers" { put($0); next }
/^(=|subs )/ { skipped = 1; next }
/^ / && skipped { next }
{ skipped = 0 }
/^(hot |cold )?[a-z]+: / && !/^frame: / { match($0, /: */); column = RSTART + RLENGTH - 2; if (length($0) - column > width) width = length($0) - column + 4 }
/^> / { blank(); put($0); needs = 1; next }
/^from / { if (!fromSeen) needs = 0; else blank(); put($0); needs = 1; fromSeen = 1; next }
{ fromSeen = 0; put($0) }
