# Bytes, as the numbers that `od -An -v -tu1` prints, become text for the inside of a script of an HTML page: seven bits in a letter of one byte, where base64 has six.
# A page cannot have three of the 128 letters as they are: a NUL, a carriage return, and the sign that begins a tag. Each of them becomes one
# letter with the seven bits behind it, from U+0100 on, which has two bytes. `bytesOf` in Tools/Playground/page/boot.js reads it.
BEGIN {
  for (code = 1; code < 128; code++) plain[code] = sprintf("%c", code)
  unsafe[0] = 0; unsafe[13] = 1; unsafe[60] = 2
  split("\304 \305 \306 \307 \310 \311", head, " ")
  tails = "\200 \201 \202 \203 \204 \205 \206 \207 \210 \211 \212 \213 \214 \215 \216 \217 \220 \221 \222 \223 \224 \225 \226 \227 \230 \231 \232 \233 \234 \235 \236 \237"
  tails = tails " \240 \241 \242 \243 \244 \245 \246 \247 \250 \251 \252 \253 \254 \255 \256 \257 \260 \261 \262 \263 \264 \265 \266 \267 \270 \271 \272 \273 \274 \275 \276 \277"
  split(tails, tail, " ")
  before = -1
}
function put(seven) {
  if (before >= 0) {
    printf "%s%s", head[2 * before + 1 + (seven >= 64)], tail[seven % 64 + 1]
    before = -1
  } else if (seven in unsafe) {
    before = unsafe[seven]
  } else {
    printf "%s", plain[seven]
  }
}
{
  for (field = 1; field <= NF; field++) {
    held = held * 256 + $field
    bits += 8
    while (bits >= 7) {
      bits -= 7
      seven = int(held / 2 ^ bits)
      held -= seven * 2 ^ bits
      put(seven)
    }
  }
}
END {
  # What is behind the last byte is less than a byte, and is chosen so that no unsafe letter is the last one.
  if (bits) {
    seven = held * 2 ^ (7 - bits)
    put(before < 0 && seven in unsafe ? seven + 2 ^ (7 - bits) - 1 : seven)
  }
  if (before >= 0) put(0)
}
