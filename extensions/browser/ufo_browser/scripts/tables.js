// argument: {number, scroll}. All tables of the page in a few words; with a number all rows of that one.
const CELLS = ['cell', 'gridcell', 'columnheader', 'rowheader'];
const isGrid = e => ['table', 'grid', 'treegrid'].includes(attribute(e, 'role'));
const isTable = e => e.tagName === 'TABLE' ? !['presentation', 'none'].includes(attribute(e, 'role')) : isGrid(e);
const holds = (outer, test) => { for (const one of elementsOf(outer)) if (test(one)) return true; return false; };
const partsOf = (outer, roles) => {
  const found = [];
  const gather = node => {
    for (const one of childrenOf(node)) {
      if (!(one instanceof Element) || !isShown(one)) continue;
      if (roles.includes(attribute(one, 'role'))) found.push(one); else gather(one);
    }
  };
  gather(outer);
  return found;
};
const rowElements = table => table.tagName === 'TABLE' ? [...table.rows].filter(isShown) : partsOf(table, ['row']);
const cellElements = row => row.tagName === 'TR' ? [...row.cells].filter(isShown) : partsOf(row, CELLS);
const isHead = (row, cells) => cells.length > 0 && ((row.parentElement && row.parentElement.tagName === 'THEAD') ||
  cells.every(one => one.tagName === 'TH' || attribute(one, 'role') === 'columnheader'));
const cellsOf = rows => {
  // What reaches over several rows stands in each of them; what reaches over several columns in the first.
  const over = [], found = [];
  for (const row of rows) {
    const cells = cellElements(row), said = [];
    let column = 0;
    const below = () => { while (over[column] && over[column].left > 0) { over[column].left -= 1; said[column] = over[column].text; column += 1; } };
    for (const cell of cells) {
      below();
      const text = textOf(cell), wide = Math.min(1000, cell.colSpan || 1), high = Math.min(100000, cell.rowSpan || 1);
      for (let at = 0; at < wide; at += 1) {
        said[column] = at ? '' : text;
        over[column] = {left: high - 1, text: said[column]};
        column += 1;
      }
    }
    below();
    if (said.length) found.push({head: isHead(row, cells), cells: Array.from(said, one => one ?? '')});
  }
  return found;
};
// The heading before each table.
const above = new Map();
const titleOf = table => {
  const caption = table.caption ? textOf(table.caption) : attribute(table, 'aria-label');
  if (caption) return caption;
  for (const id of attribute(table, 'aria-labelledby').split(/\s+/).filter(Boolean)) {
    const other = table.getRootNode().getElementById(id);
    if (other) return textOf(other);
  }
  return above.has(table) ? textOf(above.get(table)) : '';
};
const scrollerOf = table => {
  const scrolls = e => e.scrollHeight > e.clientHeight + 4 && ['auto', 'scroll'].includes(getComputedStyle(e).overflowY);
  for (const one of elementsOf(table)) if (scrolls(one)) return one;
  for (let one = table; one; one = one.parentElement || (one.getRootNode() || {}).host) if (scrolls(one)) return one;
  return document.scrollingElement;
};
const scrolledRows = async (table, count) => {
  // A grid that makes only the rows in sight is scrolled through; it numbers its rows.
  const rows = new Map(), scroller = scrollerOf(table), before = scroller.scrollTop, begun = Date.now();
  const gather = () => {
    const now = rowElements(table), told = cellsOf(now);
    now.forEach((row, at) => { if (told[at]) rows.set(Number(attribute(row, 'aria-rowindex')) || `${at}${told[at].cells}`, told[at]); });
  };
  scroller.scrollTop = 0;
  for (let last = -1; rows.size < count && Date.now() - begun < 25000;) {
    await new Promise(done => setTimeout(done, 60));
    gather();
    if (scroller.scrollTop === last) break;
    last = scroller.scrollTop;
    scroller.scrollTop += Math.max(40, scroller.clientHeight * 0.8);
  }
  scroller.scrollTop = before;
  return [...rows.entries()].sort(([one], [other]) => typeof one === 'number' && typeof other === 'number' ? one - other : 0).map(([, row]) => row);
};
return (async () => {
  const tables = [];
  let heading = null;
  for (const one of elementsOf(document)) {
    if (levelOf(one)) heading = one;
    if (!isTable(one) || !isShown(one) || holds(one, isTable) || rowElements(one).length < 2) continue;
    tables.push(one);
    if (heading) above.set(one, heading);
  }
  const told = tables.map((one, at) => {
    const rows = rowElements(one), first = cellsOf(rows.slice(0, 1))[0] || {cells: []};
    return {number: at + 1, title: titleOf(one).slice(0, 120), rows: Math.max(rows.length, Number(attribute(one, 'aria-rowcount')) || 0),
      head: first.cells.map(text => text.slice(0, 60)).slice(0, 40)};
  });
  const table = tables[argument.number - 1];
  if (!table) return JSON.stringify({tables: told, rows: []});
  const count = Number(attribute(table, 'aria-rowcount')) || 0;
  const whole = rowElements(table).length < count && argument.scroll ? await scrolledRows(table, count) : cellsOf(rowElements(table));
  return JSON.stringify({tables: told, rows: whole.map(row => row.cells), heads: whole.findIndex(row => !row.head)});
})();
