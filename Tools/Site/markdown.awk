# Makes the body of a page from Markdown, as far as the pages of this repository use it. Variables: `path`, the page in the repository;
# `up`, the way from the page's folder to the root of the site; `pictures`, the folder with the pictures of its fences, if there are any;
# `playground`, where the playground is, from the root, if it is there.
function escape(text) { gsub(/&/, "\\&amp;", text); gsub(/</, "\\&lt;", text); gsub(/>/, "\\&gt;", text); return text }
function slug(text) { text = tolower(text); gsub(/[^a-z0-9 _-]/, "", text); gsub(/ /, "-", text); return text }
# The path of a link from this page, in the repository.
function resolve(link,    parts, count, i, stack, depth, folder) {
  folder = path
  if (!sub(/\/[^\/]*$/, "", folder)) folder = ""
  count = split((folder == "" ? "" : folder "/") link, parts, "/")
  depth = 0
  for (i = 1; i <= count; i++) {
    if (parts[i] == "..") depth--
    else if (parts[i] != "." && parts[i] != "") stack[++depth] = parts[i]
  }
  link = ""
  for (i = 1; i <= depth; i++) link = link (i > 1 ? "/" : "") stack[i]
  return link
}
# Where a file of the repository is on the site; empty if it is not there.
function target(file, anchor,    parts) {
  if (file == "Diagrams/README.md" || file == "Diagrams") return up "gallery/index.html" anchor
  if (file == "Course" || file == "Course/README.md") return up "course/index.html"
  if (file ~ /^Diagrams\/[^\/]*\.marble$/) { sub(/^Diagrams/, "gallery", file); sub(/marble$/, "html", file); return up file }
  if (file ~ /^Diagrams\/[^\/]*\.svg$/) { sub(/^Diagrams/, "gallery", file); return up file }
  if (file == "Course/Teaching/README.md" || file == "Course/Teaching") return up "course/teaching.html" anchor
  if (file ~ /^Course\/[^\/]*\.md$/) { sub(/^Course/, "course", file); sub(/md$/, "html", file); return up file anchor }
  if (file ~ /^Sources\/[A-Za-z]*\/[A-Za-z]*\.docc\/[^\/]*\.md$/) { split(file, parts, "/"); sub(/md$/, "html", parts[4]); return up "documentation/" parts[2] "/" parts[4] anchor }
  if (file ~ /^[A-Z]*\.md$/) { sub(/md$/, "html", file); return up "documentation/" file anchor }
  return ""
}
function linked(text, address,    anchor, file, to) {
  if (address ~ /^#/) return "<a href=\"" address "\">" text "</a>"
  if (address ~ /^https?:/) return "<a href=\"" address "\">" text "</a>"
  anchor = ""
  if (match(address, /#.*/)) { anchor = substr(address, RSTART); address = substr(address, 1, RSTART - 1) }
  to = target(resolve(address), anchor)
  return to == "" ? text : "<a href=\"" to "\">" text "</a>"
}
function picture(text, address,    to) {
  to = target(resolve(address), "")
  if (to == "") to = address
  return "<img src=\"" to "\" alt=\"" text "\">"
}
# Marks inside of a line. Code first: nothing inside of it is a mark.
function inline(text,    out, rest, open, body, address, name) {
  out = ""
  while (text != "") {
    if (match(text, /^``[^`]+``/)) {
      name = substr(text, 3, RLENGTH - 4); sub(/.*\//, "", name)
      out = out "<code>" escape(name) "</code>"
    } else if (match(text, /^`[^`]+`/)) {
      out = out "<code>" escape(substr(text, 2, RLENGTH - 2)) "</code>"
    } else if (match(text, /^\[!\[[^]]*\]\([^)]*\)\]\([^)]*\)/)) {
      rest = substr(text, 1, RLENGTH); open = RLENGTH
      body = rest; sub(/^\[!\[/, "", body); sub(/\].*/, "", body)
      address = rest; sub(/^\[!\[[^]]*\]\(/, "", address); sub(/\).*/, "", address)
      name = rest; sub(/.*\(/, "", name); sub(/\)$/, "", name)
      out = out linked(picture(escape(body), address), name)
      text = substr(text, open + 1)
      continue
    } else if (match(text, /^!?\[[^]]*\]\([^)]*\)/)) {
      rest = substr(text, 1, RLENGTH); open = RLENGTH
      body = rest; sub(/^!?\[/, "", body); sub(/\]\([^)]*\)$/, "", body)
      address = rest; sub(/.*\]\(/, "", address); sub(/\)$/, "", address)
      out = out (rest ~ /^!/ ? picture(escape(body), address) : linked(inline(body), address))
      text = substr(text, open + 1)
      continue
    } else if (match(text, /^<doc:[A-Za-z0-9_\/-]+>/)) {
      name = substr(text, 6, RLENGTH - 6); open = RLENGTH; sub(/.*\//, "", name)
      address = path; sub(/[^\/]*$/, name ".md", address)
      out = out "<a href=\"" target(address, "") "\">" name "</a>"
      text = substr(text, open + 1)
      continue
    } else if (match(text, /^\*\*[^*]+\*\*/)) {
      open = RLENGTH
      out = out "<strong>" inline(substr(text, 3, open - 4)) "</strong>"
      text = substr(text, open + 1)
      continue
    } else if (match(text, /^\*[^* ][^*]*\*/)) {
      open = RLENGTH
      out = out "<em>" inline(substr(text, 2, open - 2)) "</em>"
      text = substr(text, open + 1)
      continue
    } else if (match(text, /^<\/?(kbd|sub|sup|br)>/)) {
      out = out substr(text, 1, RLENGTH)
    } else {
      match(text, /^./)
      out = out escape(substr(text, 1, 1))
    }
    text = substr(text, RLENGTH + 1)
  }
  return out
}
# For an address, byte by byte.
function encoded(text,    out, i, sign) {
  out = ""
  for (i = 1; i <= length(text); i++) {
    sign = substr(text, i, 1)
    out = out (sign ~ /[a-zA-Z0-9]/ ? sign : sprintf("%%%02X", number[sign]))
  }
  return out
}
# The rules that an answer rests on, as links: `rules` is a file with the name of each and its place in the course.
function linkedRules(text,    out, name, sign) {
  out = ""
  while (text != "") {
    if (!match(text, /[,;.] /)) { match(text, /[.]?$/); if (RLENGTH < 1) RSTART = length(text) + 1 }
    name = substr(text, 1, RSTART - 1); sign = substr(text, RSTART, RLENGTH)
    text = substr(text, RSTART + (RLENGTH > 0 ? RLENGTH : 0))
    out = out (tolower(name) in placeOfRule ? "<a href=\"" placeOfRule[tolower(name)] "\">" escape(name) "</a>" : inline(name)) sign
    if (sign == "") break
  }
  return out
}
function flush() {
  if (rules != "" && paragraph ~ /^[*][*]Rests on:[*][*] /) {
    sub(/^[*][*]Rests on:[*][*] /, "", paragraph)
    print "<p class=\"basis\"><strong>Rests on:</strong> " linkedRules(paragraph) "</p>"
    paragraph = ""
  }
  if (rule != "") print "<blockquote class=\"rule\" id=\"" rule "\"><p>" inline(paragraph) "</p></blockquote>"
  if (rule != "") paragraph = ""
  rule = ""
  if (paragraph != "") print "<p>" inline(paragraph) "</p>"
  paragraph = ""
  if (item != "") print "<li>" inline(item) "</li>"
  item = ""
  if (list != "") print "</" list ">"
  list = ""
  if (inTable) print "</tbody></table></div>"
  inTable = 0
}
function cells(line, tag,    parts, count, i, row) {
  gsub(/\\\|/, "\001", line)
  sub(/^ *\|/, "", line); sub(/\| *$/, "", line)
  count = split(line, parts, "|")
  row = "<tr>"
  for (i = 1; i <= count; i++) { gsub(/^ +| +$/, "", parts[i]); gsub(/\001/, "|", parts[i]); row = row "<" tag ">" inline(parts[i]) "</" tag ">" }
  return row "</tr>"
}
function endFence(    info, class, title, svg) {
  split(fence, info, " ")
  if (info[1] == "marble") {
    svg = pictures == "" ? "" : pictures "/" name "-" start ".svg"
    if (info[2] == "predict") print "<div class=\"predict\" data-from=\"" start "\" data-to=\"" NR - 1 "\">"
    else if (svg != "" && (getline line < svg) > 0) {
      close(svg)
      title = code; if (!sub(/.*title: /, "", title)) title = "What happened"; sub(/\n.*/, "", title)
      print "<figure class=\"slide\"><img src=\"" name "-" start ".svg\" alt=\"" escape(title) "\"></figure>"
    }
    print "<pre tabindex=\"0\"><code>" escape(code) "</code></pre>"
    if (info[2] == "predict") print "</div>"
    if (playground != "") print "<p class=\"change\"><a href=\"" up playground "#spec=" encoded(code "\n") (info[2] == "predict" ? "&amp;predict" : "") "\">Change it</a></p>"
  } else print "<pre tabindex=\"0\"><code>" escape(code) "</code></pre>"
}
BEGIN { for (byte = 1; byte < 256; byte++) number[sprintf("%c", byte)] = byte }
BEGIN { while (rules != "" && (getline line < rules) > 0) { split(line, pair, "\t"); placeOfRule[pair[1]] = pair[2] } }
BEGIN { name = path; sub(/.*\//, "", name); sub(/\.md$/, "", name) }
inFence {
  if ($0 ~ /^ *(```|~~~)+ *$/) { inFence = 0; endFence(); next }
  code = code (code == "" && !started ? "" : "\n") substr($0, indent + 1); started = 1; next
}
/^ *(```|~~~)/ { flush(); fence = $0; indent = match($0, /[^ ]/) - 1; sub(/^ *(```|~~~)`*/, "", fence); code = ""; started = 0; start = NR + 1; inFence = 1; next }
/^@[A-Za-z]+/ { skip = $0 ~ /\{ *$/; next }
skip { if ($0 ~ /^\}/) skip = 0; next }
/^<\/?(details|summary)/ { flush(); line = $0; if (line ~ /<summary>/) { gsub(/<summary>/, "\002", line); gsub(/<\/summary>/, "\003", line); line = inline(substr(line, index(line, "\002") + 1)); sub(/\003/, "</summary>", line); print "<details><summary>" line } else print line; next }
/^#+ / { flush(); match($0, /^#+/); level = RLENGTH; text = substr($0, level + 2); print "<h" level " id=\"" slug(text) "\">" inline(text) "</h" level ">"; next }
/^ *\|/ {
  if (!inTable) { flush(); print "<div class=\"table\" tabindex=\"0\" role=\"group\" aria-label=\"Table\"><table><thead>" cells($0, "th") "</thead><tbody>"; inTable = 1; next }
  if ($0 ~ /^ *\|[-: |]+$/) next
  print cells($0, "td"); next
}
/^ *([-*]|[0-9]+\.) / {
  kind = $0 ~ /^ *[-*] / ? "ul" : "ol"
  if (paragraph != "" || inTable || (list != "" && list != kind)) flush()
  if (item != "") { print "<li>" inline(item) "</li>"; item = "" }
  if (list == "") { print "<" kind ">"; list = kind }
  item = $0; sub(/^ *([-*]|[0-9]+\.) /, "", item); next
}
/^ *$/ { if (list != "" || paragraph != "" || inTable) flush(); next }
item != "" { text = $0; sub(/^ +/, "", text); item = item " " text; next }
/^> [*][*]/ { flush(); rule = $0; sub(/^> [*][*]/, "", rule); sub(/[.][*][*].*/, "", rule); rule = "rule-" slug(rule) }
/^>/ { text = $0; sub(/^> ?/, "", text); paragraph = paragraph (paragraph == "" ? "" : " ") text; next }
{ if (inTable) flush(); text = $0; sub(/^ +/, "", text); paragraph = paragraph (paragraph == "" ? "" : " ") text }
END { flush() }
