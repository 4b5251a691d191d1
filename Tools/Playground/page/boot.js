/** The bytes of a text in base64. */
const bytesOf = (text) => {
  const letters = atob(text), bytes = new Uint8Array(letters.length);
  for (let index = 0; index < bytes.length; index++) bytes[index] = letters.charCodeAt(index);
  return bytes;
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
