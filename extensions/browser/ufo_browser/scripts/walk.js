// What every script here begins with: the page as it is drawn, shadow roots included. Names of the page's own fields hide
// properties of its document and its forms, so methods are taken from the prototypes.
const HIDDEN = new Set(['SCRIPT', 'STYLE', 'NOSCRIPT', 'TEMPLATE', 'HEAD', 'IFRAME', 'FRAME', 'OBJECT', 'DATALIST', 'TEXTAREA']);
const BLOCKS = new Set(['P', 'DIV', 'LI', 'UL', 'OL', 'DL', 'DT', 'DD', 'TABLE', 'TR', 'CAPTION', 'THEAD', 'TBODY', 'TFOOT',
  'SECTION', 'ARTICLE', 'HEADER', 'FOOTER', 'MAIN', 'NAV', 'ASIDE', 'FORM', 'FIELDSET', 'LEGEND', 'BLOCKQUOTE', 'PRE', 'HR',
  'FIGURE', 'FIGCAPTION', 'ADDRESS', 'DETAILS', 'SUMMARY', 'H1', 'H2', 'H3', 'H4', 'H5', 'H6', 'BODY', 'HTML', 'OPTION']);
const attribute = (e, name) => Element.prototype.getAttribute.call(e, name) || '';
const ROOT = Object.getOwnPropertyDescriptor(Document.prototype, 'documentElement').get.call(document);
const squeezed = text => text.replace(/\s+/g, ' ').trim();
const childrenOf = node => {
  if (node.shadowRoot instanceof ShadowRoot) return node.shadowRoot.childNodes;
  if (node instanceof HTMLSlotElement) {
    const given = HTMLSlotElement.prototype.assignedNodes.call(node, {flatten: true});
    if (given.length) return given;
  }
  return Object.getOwnPropertyDescriptor(Node.prototype, 'childNodes').get.call(node);
};
const isShown = e => Element.prototype.checkVisibility.call(e, {visibilityProperty: true}) ||
  getComputedStyle(e).display === 'contents';
const isBlock = e => BLOCKS.has(e.tagName) || !['inline', 'contents', 'ruby'].includes(getComputedStyle(e).display);
function* elementsOf(root) {
  for (const one of childrenOf(root)) {
    if (!(one instanceof Element)) continue;
    yield one;
    yield* elementsOf(one);
  }
}
const levelOf = e => /^H[1-6]$/.test(e.tagName) ? Number(e.tagName[1])
  : attribute(e, 'role') === 'heading' ? Math.min(6, Math.max(1, Number(attribute(e, 'aria-level')) || 2)) : 0;
class Lines {
  constructor() { this.done = []; this.line = ''; this.headings = []; }
  end() { const text = this.line.trimEnd(); if (text) this.done.push(text); this.line = ''; }
  say(text) {
    const plain = text.replace(/\s+/g, ' ');
    this.line += !this.line || /\s$/.test(this.line) ? plain.replace(/^ /, '') : plain;
  }
  read(node, exact) {
    if (node.nodeType === Node.TEXT_NODE) {
      if (!exact) return this.say(node.data);
      node.data.split('\n').forEach((text, at) => { if (at) this.end(); this.line += text; });
      return;
    }
    if (!(node instanceof Element) || HIDDEN.has(node.tagName) || !isShown(node)) return;
    const tag = node.tagName;
    if (tag === 'BR') return this.end();
    if (tag === 'IMG') return this.say(attribute(node, 'alt'));
    if (tag === 'INPUT')
      return ['submit', 'button', 'reset'].includes(attribute(node, 'type').toLowerCase()) ? this.say(` ${attribute(node, 'value')} `) : undefined;
    if (tag === 'SELECT') return this.say(` ${[...node.selectedOptions].map(one => one.label).join(', ')} `);
    const cell = tag === 'TD' || tag === 'TH', block = !cell && isBlock(node), level = levelOf(node);
    if (block || level) this.end();
    if (cell && this.line && !this.line.endsWith('\t')) this.line += '\t';
    const at = this.done.length;
    for (const one of childrenOf(node)) this.read(one, exact || tag === 'PRE');
    if (block || level) this.end();
    if (level && this.done.length > at) this.headings.push([level, at, this.done[at].slice(0, 120)]);
  }
}
const textOf = element => {
  const lines = new Lines();
  for (const one of childrenOf(element)) lines.read(one, false);
  lines.end();
  return squeezed(lines.done.join(' '));
};
