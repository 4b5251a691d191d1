// <marble-diagram>: a spec as text in a page or a slide becomes its picture.
import { marbles, MarbleError } from './marbles.mjs';

class MarbleDiagram extends HTMLElement {
  #spec;

  connectedCallback() {
    this.#spec ??= this.textContent;
    this.#draw();
  }
  /** The text of the spec. A new one is drawn at once. */
  get spec() { return this.#spec; }
  set spec(text) {
    this.#spec = text;
    this.#draw();
  }

  #draw() {
    const root = this.shadowRoot ?? this.attachShadow({ mode: 'open' });
    // Lines of HTML are indented as the page is; the first line says how far.
    const lines = this.#spec.replace(/^\s*\n/, '').split('\n');
    const indent = lines[0].length - lines[0].trimStart().length;
    const spec = lines.map((line) => (line.slice(0, indent).trim() ? line : line.slice(indent))).join('\n');
    try {
      root.innerHTML = `<style>:host { display: block } svg { max-width: 100% }</style>${marbles(spec)}`;
    } catch (error) {
      if (!(error instanceof MarbleError)) throw error;
      root.innerHTML = '<pre part="error"></pre>';
      root.firstChild.textContent = error.message;
    }
  }
}
customElements.define('marble-diagram', MarbleDiagram);
