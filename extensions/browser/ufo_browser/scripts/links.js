// argument: {find, most}. The links that have these words in their text or address.
const wanted = argument.find.toLowerCase();
const found = [];
for (const one of elementsOf(document)) {
  if (!['A', 'AREA'].includes(one.tagName) || !attribute(one, 'href') || !isShown(one)) continue;
  const text = textOf(one) || attribute(one, 'aria-label') || attribute(one, 'title');
  const address = String(one.href.baseVal ?? one.href);
  if (text.toLowerCase().includes(wanted) || address.toLowerCase().includes(wanted)) found.push([text.slice(0, 100), address.slice(0, 500)]);
}
return JSON.stringify({links: found.slice(0, argument.most), count: found.length});
