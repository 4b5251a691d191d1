// The whole state in the address; copies and files.
const Share = (() => {
  const encode = (bytes) => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
  const decode = (text) => Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (letter) => letter.charCodeAt(0));

  /** `#s=`: compressed; `#spec=`: as it is, for those who write links by hand; with `&predict` behind it the outcome is hidden. */
  const pack = async (state) => encode(await through(new TextEncoder().encode(JSON.stringify(state)), new CompressionStream('deflate-raw')));
  const unpack = async (hash) => {
    const [, kind, text, asks] = /^#(s|spec|h)=([^&]*)(&predict)?$/s.exec(hash) || [];
    try {
      if (kind === 'spec') return { spec: decodeURIComponent(text), predicts: Boolean(asks) };
      if (kind === 's' || kind === 'h') return JSON.parse(new TextDecoder().decode(await through(decode(text), new DecompressionStream('deflate-raw'))));
    } catch { /* Somebody cut the address short. */ }
    return kind ? { isDamaged: true } : null;
  };
  const base = () => location.href.replace(/#.*$/, '');
  const address = async () => base() + '#s=' + await pack(App.state());

  const svg = async () => (await Engine.run(Editor.text, 'svg', App.looks())).text;
  const png = async () => {
    const text = await svg(), image = new Image();
    await new Promise((done, fail) => { [image.onload, image.onerror] = [done, fail]; image.src = 'data:image/svg+xml;charset=utf-8,' + encodeURIComponent(text); });
    const sheet = element('canvas', { width: image.width * 2, height: image.height * 2 });
    sheet.getContext('2d').drawImage(image, 0, 0, sheet.width, sheet.height);
    return new Promise((done) => sheet.toBlob(done, 'image/png'));
  };
  const texts = {
    address: async () => $('address').value || address(), code: async () => $('code').value, spec: async () => Editor.text, markdown: async () => '```marble\n' + Editor.text.replace(/\n*$/, '\n') + '```\n',
    swift: async () => (await Engine.run(Editor.text, 'swift')).text, svg,
  };
  const tell = (words) => { $('copied').textContent = words; };
  const copy = async (what) => {
    const text = await texts[what]();
    try { await navigator.clipboard.writeText(text); } catch {
      const area = element('textarea', { class: 'unseen' });
      area.value = text;
      $('sharing').append(area);
      area.select();
      document.execCommand('copy');
      area.remove();
    }
    tell('Copied.');
    return text;
  };
  const save = async (what) => {
    const blob = what === 'png' ? await png() : new Blob([await texts[what]()], { type: what === 'svg' ? 'image/svg+xml' : 'text/plain' });
    const link = element('a', { href: URL.createObjectURL(blob), download: `diagram.${{ spec: 'marble', svg: 'svg', png: 'png' }[what]}` });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
    tell('Saved.');
  };
  for (const button of document.querySelectorAll('[data-copy]')) button.onclick = () => copy(button.dataset.copy);
  for (const button of document.querySelectorAll('[data-save]')) button.onclick = () => save(button.dataset.save);
  $('share').onclick = async () => {
    tell('');
    $('address').value = await address();
    $('sharing').showModal();
    $('address').select();
  };
  $('open').onchange = async () => {
    const [file] = $('open').files;
    if (!file) return;
    const text = await file.text(), fence = /```marble[^\n]*\n([\s\S]*?)```/.exec(text);
    App.open(fence ? fence[1] : text);
    $('sharing').close();
  };
  document.addEventListener('dragover', (event) => event.preventDefault());
  document.addEventListener('drop', async (event) => {
    event.preventDefault();
    const [file] = event.dataTransfer.files;
    if (file) App.open(await file.text());
  });

  // MARK: Examples

  let found = null;
  /** The diagrams of the gallery by their names; they lie compressed in the page. */
  const specs = async () => {
    found ??= JSON.parse(await textOf('specs'));
    return found;
  };
  /** The six with which one begins, each with its picture, which is drawn when the list is open. */
  const begin = async (entry) => {
    const names = ['debounce', 'throttle', 'zip', 'combineLatest', 'switchMap', 'retry'], all = await specs();
    const list = names.filter((name) => all[name]).map((name) => {
      const item = entry([name, all[name]]), picture = element('img', { alt: '', width: 240, height: 110 });
      item.firstChild.prepend(picture);
      Engine.run(all[name], 'svg', App.looks()).then(({ code, text }) => { if (code === 0) picture.src = 'data:image/svg+xml;charset=utf-8,' + encodeURIComponent(text); });
      return item;
    });
    return element('section', { class: 'begin' }, element('h3', {}, 'Begin with one of these'), element('ul', {}, ...list));
  };
  const shelve = async (wanted) => {
    const families = new Map();
    for (const [name, spec] of Object.entries(await specs())) {
      if (wanted && !`${name} ${spec}`.toLowerCase().includes(wanted.toLowerCase())) continue;
      const family = /^family: *(.*)$/m.exec(spec)?.[1] ?? 'Others';
      families.set(family, [...(families.get(family) || []), [name, spec]]);
    }
    const entry = ([name, spec]) => element('li', {}, element('button', { type: 'button', onclick: () => { App.open(spec); $('gallery').close(); } },
      element('code', {}, name), element('small', {}, /^title: *(.*)$/m.exec(spec)?.[1] ?? '')));
    const section = ([family, list]) => element('section', {}, element('h3', {}, family), element('ul', {}, ...list.map(entry)));
    $('shelf').replaceChildren(...(wanted ? [] : [await begin(entry)]), ...[...families].map(section));
    if (!families.size) $('shelf').textContent = 'Nothing has that name.';
  };
  $('examples').onclick = () => { $('find').value = ''; shelve(''); $('gallery').showModal(); $('find').focus(); };
  $('find').oninput = () => shelve($('find').value);
  $('find').onkeydown = (key) => { if (key.key === 'Enter') { key.preventDefault(); $('shelf').querySelector('button')?.click(); } };

  return { pack, unpack, base, address, copy, specs };
})();
