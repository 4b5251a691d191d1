// The engine, on a thread of its own. A message is { id, spec, format, flags, edit }; the answer { id, code, text, edited, ms }.
'use strict';
let module, engine;
const encoder = new TextEncoder(), decoder = new TextDecoder();

/** What `Tools/Scripts/playground` packed: the streams of the module, by LZMA, or by gzip. `size` is that of the streams and the module together. */
const unpacked = async ({ packed, unpacker, size }) => {
  const { memory, unpack, merge, __heap_base: { value: start } } = new WebAssembly.Instance(new WebAssembly.Module(bytesOf(unpacker))).exports;
  let bytes = bytesOf(packed);
  const isGzip = bytes[0] === 0x1f;
  if (isGzip) bytes = new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))).arrayBuffer());
  const streams = isGzip ? start : start + bytes.length + 3 & ~3;
  memory.grow(Math.ceil((bytes.length + size) / 65536) + 1);
  new Uint8Array(memory.buffer).set(bytes, start);
  const module = streams + (isGzip ? bytes.length : unpack(start, streams));
  return new Uint8Array(memory.buffer, module, merge(streams, module));
};
const anew = () => { engine = new WebAssembly.Instance(module, {}).exports; };

const call = (source, argument, format, flags) => {
  const put = (text) => {
    const bytes = encoder.encode(text), place = engine.malloc(bytes.length || 1);
    new Uint8Array(engine.memory.buffer, place, bytes.length).set(bytes);
    return [place, bytes.length];
  };
  const one = put(source), two = put(argument);
  const answer = engine.marble_run(...one, ...two, format, flags);
  const view = new DataView(engine.memory.buffer);
  const code = view.getInt32(answer, true);
  const text = decoder.decode(new Uint8Array(engine.memory.buffer, answer + 8, view.getInt32(answer + 4, true)));
  for (const place of [answer, one[0], two[0]]) engine.free(place);
  return { code, text };
};

// What a run made stays until the module is made anew, which takes a millisecond: now and then, and after a trap.
let runs = 0;
const guarded = (body) => {
  try { return body(); } catch (error) {
    anew();
    return { code: -1, text: 'The engine stopped: ' + error.message };
  }
};

onmessage = async ({ data }) => {
  if (data.packed) {
    module = await WebAssembly.compile(await unpacked(data));
    anew();
    return postMessage({ ready: true });
  }
  const start = performance.now();
  if (++runs % 200 === 0) anew();
  let { spec } = data, edited;
  if (data.edit) {
    edited = guarded(() => call(data.edit.text, data.edit.action, 7, 0));
    if (edited.code !== 0) return postMessage({ id: data.id, edited, ms: performance.now() - start });
    edited = JSON.parse(edited.text);
    if (data.edit.line >= 0) {
      const lines = spec.split('\n'), row = lines[data.edit.line], letters = Array.from(row);
      lines[data.edit.line] = letters.slice(0, data.edit.start).join('') + edited.text + letters.slice(data.edit.end).join('');
      spec = lines.join('\n');
    }
  }
  const answer = guarded(() => call(spec, data.name || 'spec', data.format, data.flags));
  postMessage({ id: data.id, ...answer, spec, edited, ms: performance.now() - start });
};
