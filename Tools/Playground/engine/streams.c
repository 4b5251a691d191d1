// A WebAssembly module as streams of what is alike, which xz packs a sixth smaller than the module: the operations with their constants, the locals, which differ
// where code is otherwise the same, the offsets in memory, and the rest. Splitting and merging take the same walk over the module: each byte that decides where
// the walk goes on has been taken before. Bytes that are no module come back as they were, too.
//
// With SPLIT a program that reads a module and writes its streams, without it a function that merges them. The streams begin with their lengths and the
// length of the module, four bytes each, low byte first.
typedef unsigned char u8;
typedef unsigned u32;
enum { OTHER, OPERATIONS, READ_LOCALS, WRITTEN_LOCALS, OFFSETS, HEADS, DATA, STREAMS };
static u32 count, length;

#ifdef SPLIT
enum { MOST = 1 << 24 };
static u8 source[MOST], streams[STREAMS][MOST];
static u32 counts[STREAMS];
#else
static const u8 *streams[STREAMS];
static u8 *target;
#endif

// The last locals of a function, the latest first: a local is replaced by its place in this list, if both are one byte.
static u8 latest[128];
static void forget(void) { for (int i = 0; i < 128; i++) latest[i] = (u8)i; }
static u8 to_front(int place) {
  u8 local = latest[place];
  for (; place; place--) latest[place] = latest[place - 1];
  return latest[0] = local;
}

static int ended(void) { return count >= length; }
// Takes one byte of the module from where it is to where it goes.
static u8 take(int stream) {
  if (ended()) return 0;
#ifdef SPLIT
  return streams[stream][counts[stream]++] = source[count++];
#else
  return target[count++] = *streams[stream]++;
#endif
}
static u8 take_local(int stream) {
  if (ended()) return 0;
  u8 byte = take(stream);
  if (byte > 127) return byte;
#ifdef SPLIT
  int place = 0;
  while (latest[place] != byte) place++;
  to_front(place);
  streams[stream][counts[stream] - 1] = (u8)place;
  return byte;
#else
  return target[count - 1] = to_front(byte);
#endif
}
static void take_bytes(int stream, u32 n) { while (n-- && !ended()) take(stream); }
static u32 number_from(u8 byte, int stream) {
  u32 value = byte & 127;
  for (u32 shift = 7; byte > 127 && !ended(); shift += 7) {
    byte = take(stream);
    if (shift < 32) value |= (u32)(byte & 127) << shift;
  }
  return value;
}
static u32 take_number(int stream) { return number_from(take(stream), stream); }

static void take_operation(void) {
  u8 operation = take(OPERATIONS);
  switch (operation) {
  case 0x02: case 0x03: case 0x04:                       // block, loop, if: a type
  case 0x0c: case 0x0d:                                  // branches: a depth
  case 0x10:                                             // call: a function
  case 0x23: case 0x24:                                  // globals
  case 0x41: case 0x42:                                  // constants
    take_number(OPERATIONS); break;
  case 0x0e: {                                           // a table of branches
    u32 n = take_number(OPERATIONS);
    do take_number(OPERATIONS); while (n-- && !ended());
    break;
  }
  case 0x11: take_number(OPERATIONS); take_number(OPERATIONS); break; // indirect call: a type, a table
  case 0x20: number_from(take_local(READ_LOCALS), READ_LOCALS); break;
  case 0x21: case 0x22: number_from(take_local(WRITTEN_LOCALS), WRITTEN_LOCALS); break;
  case 0x3f: case 0x40: case 0xd0: take(OTHER); break;
  case 0x43: take_bytes(OTHER, 4); break;
  case 0x44: take_bytes(OTHER, 8); break;
  case 0xfc: {                                           // memory.copy has two memories, memory.fill one
    u32 which = take_number(OPERATIONS);
    take_bytes(OTHER, which == 8 || which == 10 ? 2 : which == 11);
    break;
  }
  default:
    if (operation >= 0x28 && operation <= 0x3e) { take_number(OPERATIONS); take_number(OFFSETS); } // alignment and offset
  }
}
static void take_function(void) {
  u32 size = take_number(HEADS), end = count + size;
  for (u32 groups = take_number(HEADS); groups && !ended(); groups--) { take_number(HEADS); take(HEADS); }
  forget();
  while (count < end && !ended()) take_operation();
}
static void take_module(void) {
  take_bytes(OTHER, 8);
  while (!ended()) {
    u8 section = take(OTHER);
    u32 size = take_number(OTHER);
    if (section == 10) for (u32 n = take_number(OTHER); n && !ended(); n--) take_function();
    else take_bytes(section == 11 ? DATA : OTHER, size);
  }
}

#ifdef SPLIT
struct part { const u8 *start; u32 length; };
__attribute__((import_module("wasi_snapshot_preview1"), import_name("fd_read"))) int fd_read(int, struct part *, int, u32 *);
__attribute__((import_module("wasi_snapshot_preview1"), import_name("fd_write"))) int fd_write(int, struct part *, int, u32 *);
static void put(const u8 *start, u32 n) {
  for (u32 written; n; start += written, n -= written) {
    struct part part = {start, n};
    if (fd_write(1, &part, 1, &written) || !written) __builtin_trap();
  }
}
__attribute__((export_name("_start"))) void _start(void) {
  for (u32 got;; length += got) {
    struct part rest = {source + length, MOST - length};
    if (fd_read(0, &rest, 1, &got) || !got) break;
  }
  if (length == MOST) __builtin_trap();
  take_module();
  put((const u8 *)counts, sizeof counts);
  put((const u8 *)&length, sizeof length);
  for (int i = 0; i < STREAMS; i++) put(streams[i], counts[i]);
}
#else
// Gives the length of the module. The streams lie at a multiple of four.
u32 merge(const u8 *packed, u8 *out) {
  const u32 *lengths = (const u32 *)packed;
  packed += (STREAMS + 1) * sizeof(u32);
  for (int i = 0; i < STREAMS; i++) { streams[i] = packed; packed += lengths[i]; }
  count = 0; length = lengths[STREAMS]; target = out;
  take_module();
  return length;
}
#endif
