// Unpacks what `xz --format=lzma` has packed, which is a third smaller than the gzip that browsers know. A module of its own.
typedef unsigned char u8; typedef unsigned short u16; typedef unsigned u32;
static const u8 *in; static u8 *out; static u32 end, range, code;

// The range coder. A probability is that of a zero, of 2048.
static void fill(void) { if (range < 1u << 24) { range <<= 8; code = code << 8 | *in++; } }
static u32 bit(u16 *p) {
  u32 bound = (range >> 11) * *p;
  if (code < bound) { range = bound; *p += (2048 - *p) >> 5; fill(); return 0; }
  range -= bound; code -= bound; *p -= *p >> 5; fill(); return 1;
}
static u32 plain_bits(u32 n) {
  u32 value = 0;
  while (n--) { range >>= 1; u32 one = code >= range; if (one) code -= range; value = value << 1 | one; fill(); }
  return value;
}
static u32 tree(u16 *p, u32 bits) { u32 node = 1; for (u32 i = 0; i < bits; i++) node = node << 1 | bit(p + node); return node - (1u << bits); }
static u32 reversed(u16 *p, u32 bits) {
  u32 node = 1, value = 0;
  for (u32 i = 0; i < bits; i++) { u32 one = bit(p + node); node = node << 1 | one; value |= one << i; }
  return value;
}

typedef struct { u16 choice[2], near[16][8], middle[16][8], far[256]; } lengths;
static struct {
  u16 is_match[12][16], is_repeat[12], is_not_last[12], is_not_second[12], is_fourth[12], is_long[12][16], slots[4][64], distances[128], low[16];
  lengths match, repeat;
  u16 literals[0x300 << 4];
} p;
static u32 length(lengths *own, u32 place) {
  if (!bit(own->choice)) return tree(own->near[place], 3);
  return bit(own->choice + 1) ? 16 + tree(own->far, 8) : 8 + tree(own->middle[place], 3);
}
static u8 literal(u16 *own, int hint) {
  u32 symbol = 1;
  while (hint >= 0 && symbol < 0x100) {
    u32 expected = hint >> 7 & 1, got = bit(own + ((1 + expected) << 8) + symbol);
    symbol = symbol << 1 | got;
    hint = got == expected ? hint << 1 & 0xff : -1;
  }
  while (symbol < 0x100) symbol = symbol << 1 | bit(own + symbol);
  return (u8)symbol;
}
static u32 distance(u32 count) {
  u32 slot = tree(p.slots[count < 3 ? count : 3], 6), bits = (slot >> 1) - 1, base = (2 | (slot & 1)) << bits;
  if (slot < 4) return slot;
  if (slot < 14) return base + reversed(p.distances + base - slot, bits);
  base += plain_bits(bits - 4) << 4;
  return base + reversed(p.low, 4);
}

// Gives the length. Nothing is checked: the page packed it itself, and the browser checks the module that comes out.
u32 unpack(const u8 *packed, u8 *place_out) {
  u32 lc = packed[0] % 9, lp = packed[0] / 9 % 5, pb = packed[0] / 45, state = 0, last[4] = {0};
  in = packed + 14; out = place_out; end = 0; range = -1; code = 0;
  for (int i = 0; i < 4; i++) code = code << 8 | *in++;
  for (u32 i = 0; i < sizeof p / 2; i++) ((u16 *)&p)[i] = 1024;
  for (;;) {
    u32 place = end & ((1u << pb) - 1), count;
    if (!bit(&p.is_match[state][place])) {
      u16 *own = p.literals + 0x300 * (((end & ((1u << lp) - 1)) << lc) + ((end ? out[end - 1] : 0) >> (8 - lc)));
      u8 value = literal(own, state >= 7 ? out[end - last[0] - 1] : -1);
      out[end++] = value;
      state = state < 4 ? 0 : state < 10 ? state - 3 : state - 6;
      continue;
    }
    if (!bit(p.is_repeat + state)) {
      count = length(&p.match, place);
      state = state < 7 ? 7 : 10;
      last[3] = last[2]; last[2] = last[1]; last[1] = last[0];
      last[0] = distance(count);
      if (last[0] == 0xffffffffu) return end;
    } else {
      u32 which = 0;
      if (bit(p.is_not_last + state)) which = !bit(p.is_not_second + state) ? 1 : 2 + bit(p.is_fourth + state);
      else if (!bit(&p.is_long[state][place])) which = 4;
      if (which == 4) {
        count = -1;
        state = state < 7 ? 9 : 11;
      } else {
        u32 far = last[which];
        for (; which; which--) last[which] = last[which - 1];
        last[0] = far;
        count = length(&p.repeat, place);
        state = state < 7 ? 8 : 11;
      }
    }
    for (count += 2; count; count--, end++) out[end] = out[end - last[0] - 1];
  }
}
