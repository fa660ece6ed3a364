// What a page draws: shapes of SVG, and coloured boxes that hold no more than a few letters. argument: {most}, how many are told
// one by one, or {at: [id, x, y]}: what lies over that thing at that point of the view.
(argument => {
  const BUDGET_MS = 150, MOST_POINTS = 12, MOST_SAMPLED = 300, SAMPLES = 24, LEAST = 3, ICON = 40, LETTERS = 3, WORDY = 3000, MOST_READ = 1500, MOST_PARTS = 2000, COUNTED_MS = 10000;
  const KINDS = {rect: 'rectangle', path: 'figure', use: 'figure'};
  const began = performance.now();
  const late = () => performance.now() - began > BUDGET_MS;
  const SHAPES = new Set(['rect', 'circle', 'ellipse', 'line', 'polyline', 'polygon', 'path', 'text', 'use']);
  const HIDDEN = new Set(['defs', 'clipPath', 'mask', 'symbol', 'pattern', 'marker', 'linearGradient', 'radialGradient', 'filter']);
  const SKIPPED = new Set(['SCRIPT', 'STYLE', 'TEMPLATE', 'NOSCRIPT', 'HEAD', 'SELECT', 'OBJECT', 'VIDEO', 'HR']);
  const WORKED = 'a[href],button,label,summary,select,input,textarea,[role=button],[role=link],[role=tab],[role=menuitem],' +
    '[role=checkbox],[role=radio],[role=switch],[role=option],[role=img][aria-label],[role=progressbar],[role=slider]';
  const state = globalThis.drawnHere = globalThis.drawnHere || {ids: new WeakMap(), by: new Map(), next: 1};
  const idOf = e => {
    if (!state.ids.has(e)) { state.by.set(state.next, new WeakRef(e)); state.ids.set(e, state.next++); }
    return state.ids.get(e);
  };
  const crossed = (a, b) => {
    const left = Math.max(a[0], b[0]), top = Math.max(a[1], b[1]);
    const right = Math.min(a[0] + a[2], b[0] + b[2]), bottom = Math.min(a[1] + a[3], b[1] + b[3]);
    return [left, top, Math.max(0, right - left), Math.max(0, bottom - top)];
  };
  const moved = (r, x, y) => [r.left + x, r.top + y, r.width, r.height];
  const rgb = text => {
    const match = /^rgba?\(([\d.]+), ([\d.]+), ([\d.]+)(?:, ([\d.]+))?\)$/.exec(text);
    return match ? [+match[1], +match[2], +match[3], match[4] === undefined ? 1 : +match[4]] : null;
  };
  const hex = (colour, alpha) => '#' + colour.slice(0, 3)
    .map(one => Math.round(one * alpha + 255 * (1 - alpha)).toString(16).padStart(2, '0')).join('');
  const painted = (text, opacity) => {
    if (!text || text === 'none') return '';
    const colour = rgb(text);
    if (!colour) return 'pattern';
    const alpha = colour[3] * opacity;
    return alpha < 0.05 ? '' : hex(colour, alpha);
  };
  const deepest = (root, x, y) => {
    let hit = root.elementFromPoint(x, y);
    while (hit && hit.shadowRoot) {
      const inner = hit.shadowRoot.elementFromPoint(x, y);
      if (!inner || inner === hit) break;
      hit = inner;
    }
    return hit;
  };
  const holds = (outer, inner) => {
    for (let one = inner; one; one = one.parentNode || one.host) if (one === outer) return true;
    return false;
  };
  // What lies over an element at a point of its own document, or null.
  const over = (e, x, y) => {
    const hit = deepest(e.ownerDocument, x, y);
    if (!hit || holds(e, hit) || holds(hit, e)) return null;
    const comes = e.compareDocumentPosition(hit) & Node.DOCUMENT_POSITION_FOLLOWING;
    const style = getComputedStyle(e);
    const hollow = e instanceof SVGElement && e.tagName !== 'text' && style.fill === 'none';
    if ((hollow || style.pointerEvents === 'none' || e.tagName === 'text') && !comes) return null;
    return hit;
  };
  // Whether nothing of it is in sight: "shape" where only other shapes lie over it, as in a pile, "page" otherwise, "" for neither.
  const coverOf = (e, r) => {
    let cover = 'shape';
    for (const [across, down] of [[0.5, 0.5], [0.3, 0.3], [0.7, 0.7], [0.3, 0.7], [0.7, 0.3], [0.5, 0.02], [0.02, 0.5]])
    {
      const hit = over(e, r.left + r.width * across, r.top + r.height * down);
      if (!hit) return '';
      if (!SHAPES.has(hit.tagName)) cover = 'page';
    }
    return cover;
  };
  const seenOpacity = e => {
    let opacity = 1;
    for (let one = e; one && one.nodeType === Node.ELEMENT_NODE; one = one.parentNode instanceof ShadowRoot ? one.parentNode.host : one.parentNode)
      opacity *= parseFloat(getComputedStyle(one).opacity);
    return opacity;
  };
  const onScreen = (e, points) => {
    const matrix = e.getScreenCTM();
    return matrix ? points.map(([x, y]) => [matrix.a * x + matrix.c * y + matrix.e, matrix.b * x + matrix.d * y + matrix.f]) : [];
  };
  const corners = points => {
    const found = [];
    for (const one of points) {
      const last = found[found.length - 1];
      if (!last || Math.hypot(one[0] - last[0], one[1] - last[1]) > 0.5) found.push(one);
    }
    const ends = found.length > 2 && Math.hypot(found[0][0] - found.at(-1)[0], found[0][1] - found.at(-1)[1]) <= 0.5;
    if (ends) found.pop();
    const turns = (a, b, c) => (b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0]);
    const kept = found.filter((one, at) => {
      const a = found[(at + found.length - 1) % found.length], c = found[(at + 1) % found.length];
      const size = Math.hypot(one[0] - a[0], one[1] - a[1]) * Math.hypot(c[0] - one[0], c[1] - one[1]);
      return Math.abs(turns(a, one, c)) > 0.02 * size;
    });
    const signs = kept.map((one, at) => Math.sign(turns(kept[(at + kept.length - 1) % kept.length], one, kept[(at + 1) % kept.length])));
    return {points: kept, closed: ends, convex: signs.every(one => one === signs[0])};
  };
  const right = (a, b, c) => {
    const [x, y, u, v] = [b[0] - a[0], b[1] - a[1], c[0] - b[0], c[1] - b[1]];
    return Math.abs(x * u + y * v) < 0.03 * Math.hypot(x, y) * Math.hypot(u, v);
  };
  const side = (a, b) => Math.hypot(a[0] - b[0], a[1] - b[1]);
  const boxKind = points => {
    const [a, b, c, d] = points;
    if (!(right(a, b, c) && right(b, c, d) && right(c, d, a))) return 'quadrilateral';
    const [one, other] = [side(a, b), side(b, c)];
    return Math.abs(one - other) <= 0.03 * Math.max(one, other) ? 'square' : 'rectangle';
  };
  const NAMES = {3: 'triangle', 5: 'pentagon', 6: 'hexagon', 7: 'heptagon', 8: 'octagon', 9: 'nonagon', 10: 'decagon'};
  const polygonKind = (points, filled, closes) => {
    const found = corners(points);
    const straight = found.points.length < 3;
    if (straight) return ['line', 0];
    if (!filled && !closes && !found.closed) return ['polyline', 0];
    const number = found.points.length;
    if (!found.convex) return [number === 10 || number === 8 || number === 12 ? 'star' : 'polygon', number];
    return number === 4 ? [boxKind(found.points), 4] : [NAMES[number] || 'polygon', number];
  };
  const roundKind = (across, down) => Math.abs(across - down) <= 0.03 * Math.max(across, down) ? 'circle' : 'ellipse';
  let sampled = 0;
  const pathKind = (e, filled) => {
    const commands = (Element.prototype.getAttribute.call(e, 'd') || '').match(/[a-zA-Z][^a-zA-Z]*/g) || [];
    if (commands.filter(one => /^[Mm]/.test(one)).length > 1 || ++sampled > MOST_SAMPLED || commands.length > 400) return null;
    const length = e.getTotalLength();
    if (!length) return null;
    const points = onScreen(e, Array.from({length: SAMPLES}, (_, at) => {
      const one = e.getPointAtLength(length * at / (SAMPLES - 1));
      return [one.x, one.y];
    }));
    const [first, last] = [points[0], points.at(-1)];
    const chord = side(first, last) || 1;
    const off = points.map(([x, y]) => Math.abs((x - first[0]) * (last[1] - first[1]) - (y - first[1]) * (last[0] - first[0])) / chord);
    if (chord > LEAST && Math.max(...off) <= Math.max(1.5, 0.04 * chord)) return ['line', 0];
    const xs = points.map(one => one[0]), ys = points.map(one => one[1]);
    const middle = [(Math.min(...xs) + Math.max(...xs)) / 2, (Math.min(...ys) + Math.max(...ys)) / 2];
    const away = points.map(one => side(one, middle)), mean = away.reduce((a, b) => a + b, 0) / away.length;
    const spread = Math.sqrt(away.reduce((a, b) => a + (b - mean) ** 2, 0) / away.length);
    const curved = /[CcSsQqTtAa]/.test(commands.join(''));
    if (chord < 0.7 * mean && spread <= 0.08 * mean && (curved || commands.length > MOST_POINTS)) return ['circle', 0];
    if (curved || commands.length > MOST_POINTS) return commands.length > MOST_POINTS ? null : ['figure', 0];
    const at = [0, 0], straight = [];
    for (const one of commands) {
      const numbers = (one.slice(1).match(/-?\d*\.?\d+(?:e[-+]?\d+)?/gi) || []).map(Number), relative = one[0] >= 'a';
      const letter = one[0].toUpperCase();
      if (letter === 'Z') { straight.push(straight[0]); continue; }
      for (let place = 0; place < numbers.length; place += letter === 'H' || letter === 'V' ? 1 : 2) {
        if (letter !== 'V') at[0] = numbers[place] + (relative ? at[0] : 0);
        if (letter === 'V') at[1] = numbers[place] + (relative ? at[1] : 0);
        else if (letter !== 'H') at[1] = numbers[place + 1] + (relative ? at[1] : 0);
        straight.push([...at]);
      }
    }
    return straight.length > MOST_POINTS ? null : polygonKind(onScreen(e, straight.filter(Boolean)), filled, false);
  };
  const length = one => one.baseVal.value;
  const svgKind = (e, filled) => {
    switch (e.tagName) {
      case 'rect': {
        const [x, y, w, h] = [length(e.x), length(e.y), length(e.width), length(e.height)];
        const found = onScreen(e, [[x, y], [x + w, y], [x + w, y + h], [x, y + h]]);
        return found.length ? [boxKind(found), 4] : null;
      }
      case 'circle': case 'ellipse': {
        const [x, y] = [length(e.cx), length(e.cy)];
        const [a, b] = e.tagName === 'circle' ? [length(e.r), length(e.r)] : [length(e.rx), length(e.ry)];
        const [m, p, q] = onScreen(e, [[x, y], [x + a, y], [x, y + b]]);
        return m ? [right(p, m, q) ? roundKind(side(m, p), side(m, q)) : 'ellipse', 0] : null;
      }
      case 'line': return ['line', 0];
      case 'polygon': case 'polyline': {
        const points = [...e.points].map(one => [one.x, one.y]);
        return points.length > MOST_POINTS ? null : polygonKind(onScreen(e, points), filled, e.tagName === 'polygon');
      }
      case 'path': return pathKind(e, filled);
      case 'text': return ['text', 0];
      case 'use': {
        const name = (e.getAttribute('href') || e.getAttribute('xlink:href') || '').replace(/^#/, '');
        const used = name && e.getRootNode().getElementById && e.getRootNode().getElementById(name);
        if (!used) return null;
        if (used.tagName === 'circle' || used.tagName === 'ellipse') {
          const r = e.getBoundingClientRect();
          return [roundKind(r.width, r.height), 0];
        }
        if (used.tagName === 'rect') {
          const r = e.getBoundingClientRect();
          return [Math.abs(r.width - r.height) <= 0.03 * r.width ? 'square' : 'rectangle', 4];
        }
        return ['figure', 0];
      }
    }
    return null;
  };
  const usedStyle = e => {
    if (e.tagName !== 'use') return getComputedStyle(e);
    const used = e.getRootNode().getElementById((e.getAttribute('href') || e.getAttribute('xlink:href') || '').replace(/^#/, ''));
    return getComputedStyle(used && used.getAttribute('fill') ? used : e);
  };
  const found = [], rest = {}, notes = {unread: 0, cut: false};
  const leave = what => { rest[what] = (rest[what] || 0) + 1; };
  const tell = (e, r, x, y, clip, kind, sides, fill, line, text) => {
    const seen = crossed(moved(r, x, y), clip);
    const thin = kind === 'line';
    if ((thin ? Math.max(seen[2], seen[3]) : Math.min(seen[2], seen[3])) < LEAST) return;
    const cover = coverOf(e, r);
    if (cover === 'page') return;
    const whole = moved(r, x, y);
    const cut = Math.abs(seen[2] - whole[2]) > 1 || Math.abs(seen[3] - whole[3]) > 1;
    found.push([e, {id: idOf(e), kind, sides, fill, line, text, rect: seen, cut, covered: Boolean(cover)}]);
  };
  const drawSvg = (e, x, y, clip) => {
    const style = usedStyle(e), own = getComputedStyle(e);
    if (own.visibility !== 'visible' || own.display === 'none') return;
    const opacity = seenOpacity(e);
    const fill = e.tagName === 'line' ? '' : painted(style.fill, opacity * parseFloat(style.fillOpacity));
    const line = parseFloat(style.strokeWidth) > 0 ? painted(style.stroke, opacity * parseFloat(style.strokeOpacity)) : '';
    if (!fill && !line) return;
    const r = e.getBoundingClientRect();
    if (r.right + x < clip[0] || r.bottom + y < clip[1] || r.left + x > clip[0] + clip[2] || r.top + y > clip[1] + clip[3]) return;
    if (Math.max(r.width, r.height) < LEAST) return;
    let kind = null;
    try { kind = svgKind(e, Boolean(fill)); } catch (odd) { kind = null; }
    if (!kind) return leave('figure');
    const text = e.tagName === 'text' ? e.textContent.replace(/\s+/g, ' ').trim().slice(0, 60) : '';
    if (kind[0] === 'text' && !text) return;
    tell(e, r, x, y, clip, kind[0], kind[1], kind[0] === 'line' || kind[0] === 'polyline' ? '' : fill, line, text);
  };
  const page = document.documentElement;
  const paper = e => {
    for (let one = e.parentElement; one; one = one.parentElement) {
      const colour = rgb(getComputedStyle(one).backgroundColor);
      if (colour && colour[3] > 0.5) return hex(colour, 1);
    }
    return '#ffffff';
  };
  const drawBox = (e, style, x, y, clip) => {
    const text = e.textContent.trim();
    if (text.length > LETTERS || e.childElementCount || style.visibility !== 'visible') return;
    const opacity = seenOpacity(e);
    const back = style.backgroundImage !== 'none' ? '' : painted(style.backgroundColor, opacity);
    const edge = parseFloat(style.borderTopWidth) > 0 && style.borderTopStyle !== 'none' ? painted(style.borderTopColor, opacity) : '';
    if (!back || (back === paper(e) && !edge)) return;
    const r = e.getBoundingClientRect();
    if (Math.min(r.width, r.height) < 8 || r.width * r.height > 0.5 * innerWidth * innerHeight) return;
    const round = parseFloat(style.borderTopLeftRadius) >= (style.borderTopLeftRadius.endsWith('%') ? 50 : Math.min(r.width, r.height) / 2);
    const even = Math.abs(r.width - r.height) <= 0.03 * Math.max(r.width, r.height);
    const kind = round ? roundKind(r.width, r.height) : even ? 'square' : 'rectangle';
    tell(e, r, x, y, clip, kind, round ? 0 : 4, back, edge, text);
  };
  // The bounds of a nested svg are those of what it holds, not those of what it shows.
  const viewOf = (e, x, y) => {
    const [left, top, w, h] = [length(e.x), length(e.y), length(e.width), length(e.height)];
    const found = onScreen(e.parentNode, [[left, top], [left + w, top], [left + w, top + h], [left, top + h]]);
    const xs = found.map(one => one[0]), ys = found.map(one => one[1]);
    const from = [Math.min(...xs), Math.min(...ys)];
    return [from[0] + x, from[1] + y, Math.max(...xs) - from[0], Math.max(...ys) - from[1]];
  };
  const walk = (root, x, y, clip, boxes, depth) => {
    for (const e of root.children || []) {
      if (notes.cut) return;
      if (late()) { notes.cut = true; return; }
      const tag = e.tagName;
      if (SKIPPED.has(tag) || HIDDEN.has(tag)) continue;
      if (tag === 'CANVAS') { tell(e, e.getBoundingClientRect(), x, y, clip, 'canvas', 0, '', '', ''); continue; }
      if (tag === 'IFRAME' || tag === 'FRAME') {
        let inner = null;
        try { inner = e.contentDocument; } catch (denied) { inner = null; }
        const r = e.getBoundingClientRect();
        if (r.width < 8 || r.height < 8) continue;
        if (!inner || depth > 4) { notes.unread++; continue; }
        const [left, top] = [x + r.left + e.clientLeft, y + r.top + e.clientTop];
        walk(inner, left, top, crossed([left, top, e.clientWidth, e.clientHeight], clip), boxes, depth + 1);
        continue;
      }
      if (e instanceof (e.ownerDocument.defaultView || window).SVGElement) {
        if (tag === 'svg') {
          const r = e.getBoundingClientRect(), style = getComputedStyle(e);
          const outer = !e.ownerSVGElement;
          if (style.display === 'none' || (outer && (Math.max(r.width, r.height) < ICON || e.closest(WORKED)))) continue;
          const view = outer ? moved(r, x, y) : viewOf(e, x, y);
          walk(e, x, y, style.overflow === 'visible' ? clip : crossed(view, clip), boxes, depth);
        } else if (SHAPES.has(tag)) drawSvg(e, x, y, clip);
        else if (getComputedStyle(e).display !== 'none') walk(e, x, y, clip, boxes, depth);
        continue;
      }
      if (!boxes && !e.shadowRoot && !e.querySelector('svg,canvas,iframe,frame')) continue;
      const style = getComputedStyle(e);
      if (style.display === 'none' || e.matches(WORKED)) continue;
      const inside = e.shadowRoot || e;
      const clips = style.overflowX !== 'visible' && style.display !== 'contents';
      if (boxes && !inside.childElementCount) drawBox(e, style, x, y, clip);
      else if (inside.childElementCount) walk(inside, x, y, clips ? crossed(moved(e.getBoundingClientRect(), x, y), clip) : clip, boxes, depth);
    }
  };
  if (argument.at) {
    const e = (state.by.get(argument.at[0]) || {deref() {}}).deref();
    if (!e || !e.isConnected) return JSON.stringify({gone: true});
    let [x, y] = [argument.at[1], argument.at[2]];
    for (let view = e.ownerDocument.defaultView; view && view !== window; view = view.parent) {
      const frame = view.frameElement, r = frame.getBoundingClientRect();
      x -= r.left + frame.clientLeft;
      y -= r.top + frame.clientTop;
    }
    const hit = over(e, x / devicePixelRatio, y / devicePixelRatio);
    return JSON.stringify({over: hit ? hit.tagName.toLowerCase() + (hit.id ? ` '${hit.id}'` : '') : ''});
  }
  if (document.visibilityState !== 'visible') return JSON.stringify({hidden: true});
  const many = document.querySelectorAll([...SHAPES].map(one => `svg ${one}`).join(','));
  if (many.length > MOST_READ) {
    // So many make a map or a chart: what there is of each kind says more than a list.
    const kept = state.counted;
    if (kept && kept.many === many.length && began - kept.at < COUNTED_MS) return kept.said;
    for (const e of many) {
      if (performance.now() - began > 2 * BUDGET_MS) { notes.cut = true; break; }
      leave(`${KINDS[e.tagName] || e.tagName} ${painted(getComputedStyle(e).fill, 1)}`);
    }
    state.counted = {many: many.length, at: began, said: JSON.stringify({things: [], rest, ...notes})};
    return state.counted.said;
  }
  // On a page of many words or parts, coloured boxes only lay it out.
  const isLarge = document.getElementsByTagName('*').length > MOST_PARTS;
  const boxes = !isLarge && (document.body ? document.body.innerText.length : 0) <= WORDY;
  walk(page, 0, 0, [0, 0, innerWidth, innerHeight], boxes, 0);
  const ratio = devicePixelRatio;
  const told = found.map(([, one]) => ({...one, rect: one.rect.map(side => Math.round(side * ratio))}));
  if (told.length > argument.most)
    for (const one of told.splice(0)) leave(`${one.kind} ${one.fill || one.line}`);
  return JSON.stringify({things: told, rest, ...notes});
})
