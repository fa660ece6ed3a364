// argument: {words}. Presses the button or link of that name by which a table's next page is shown, and nothing that sends
// a form or leads to another site.
const plain = text => {
  const all = squeezed(text).toLowerCase();
  // Arrows beside the words are left out, and words beside them are not.
  return all.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '') || all;
};
const wanted = plain(argument.words);
const named = e => [textOf(e), attribute(e, 'aria-label'), attribute(e, 'title'), e.tagName === 'INPUT' ? attribute(e, 'value') : '']
  .map(plain).filter(Boolean);
const presses = e => ['A', 'BUTTON', 'SUMMARY'].includes(e.tagName) || ['button', 'link'].includes(attribute(e, 'role')) ||
  (e.tagName === 'INPUT' && ['button', 'submit'].includes(e.type));
const isOff = e => e.disabled === true || attribute(e, 'aria-disabled') === 'true' ||
  /(^|[\s_-])(disabled|inactive)($|[\s_-])/i.test(`${attribute(e, 'class')} ${e.parentElement ? attribute(e.parentElement, 'class') : ''}`);
const all = [...elementsOf(document)].filter(one => presses(one) && isShown(one));
const found = all.filter(one => named(one).includes(wanted));
const control = found.find(one => !isOff(one));
const sends = e => e.form && (e.type === 'submit' || e.type === 'image') && attribute(e.form, 'method').toLowerCase() === 'post';
const leads = e => {
  const link = e.closest('a[href]');
  if (!link) return false;
  const to = new URL(String(link.href.baseVal ?? link.href), location.href);
  return ['http:', 'https:', 'file:'].includes(to.protocol) && to.origin !== location.origin;
};
if (!control) return JSON.stringify(found.length ? 'off' : 'none');
if (sends(control)) return JSON.stringify('sends');
if (leads(control)) return JSON.stringify('leads');
setTimeout(() => HTMLElement.prototype.click.call(control), 0);
return JSON.stringify('pressed');
