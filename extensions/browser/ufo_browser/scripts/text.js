// argument: {from}. From 0 the page is read anew, and later pieces are of what was read then.
const PIECE = 2000000;
if (!argument.from) {
  const lines = new Lines();
  lines.read(ROOT, false);
  lines.end();
  globalThis.readHere = {text: lines.done.join('\n'), headings: lines.headings.slice(0, 500)};
}
const known = globalThis.readHere || {text: '', headings: []};
let end = Math.min(known.text.length, argument.from + PIECE);
// A sign of two units is not torn apart.
if (end < known.text.length && /[\ud800-\udbff]/.test(known.text[end - 1])) end -= 1;
const piece = known.text.slice(argument.from, end);
const next = end < known.text.length ? end : 0;
if (!next) globalThis.readHere = undefined;
return JSON.stringify({text: piece, headings: argument.from ? [] : known.headings, next});
