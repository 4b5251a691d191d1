/** The bytes of a text that `Tools/Playground/engine/letters.awk` wrote: seven bits in a letter, or three letters that a page cannot have with the one behind. */
const bytesOf = (text) => {
  const bytes = new Uint8Array(text.length * 2), unsafe = [0, 13, 60];
  let count = 0, held = 0, bits = 0;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index), isPair = code > 255;
    held = isPair ? held << 14 | unsafe[(code >> 7) - 2] << 7 | code & 127 : held << 7 | code;
    for (bits += isPair ? 14 : 7; bits >= 8;) bytes[count++] = held >> (bits -= 8);
  }
  return bytes.subarray(0, count);
};
/** The bytes of a part of the page. */
const partOf = (id) => bytesOf(document.getElementById(id).textContent);
const through = async (bytes, stream) => new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
/** The text of a part that gzip packed. */
const textOf = async (id) => new TextDecoder().decode(await through(partOf(id), new DecompressionStream('gzip')));

// The program of the page. The policy of the page names its digest, as that of this text, so nothing else runs.
textOf('program').then((text) => {
  const script = document.createElement('script');
  script.textContent = text;
  document.head.append(script);
}).catch((error) => {
  const problem = document.getElementById('problem');
  problem.className = 'bad';
  problem.textContent = `This browser cannot unpack the page: ${error.message}`;
});
