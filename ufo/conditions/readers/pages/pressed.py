"""Reads what a page says about a control beside its accessible name: its text, where its link leads, what its form does.

A page may name a button "Continue" in its accessibility tree and paint "Delete account" on it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ufo.conditions.readers.pages.devtools import PagesUnreadable, evaluated
from ufo.schema.geometry import Rect

_MOST_PAGES = 8
_SCRIPT = """
((wanted, origin) => {
  const pressable = 'a,area,button,input,select,textarea,label,summary,option,img,svg,canvas,[role],[onclick],[tabindex],' +
    '[contenteditable],[aria-label],[title]';
  const found = [];
  const gather = (root, x, y) => {
    for (const e of root.querySelectorAll('*')) {
      if (found.length > 20000) return;
      if (e.shadowRoot) gather(e.shadowRoot, x, y);
      if (e.tagName === 'IFRAME' || e.tagName === 'FRAME') {
        try {
          const r = e.getBoundingClientRect();
          if (e.contentDocument) gather(e.contentDocument.documentElement, x + r.left + e.clientLeft, y + r.top + e.clientTop);
        } catch (denied) { continue; }
      }
      if (e.matches(pressable)) found.push([e, x, y]);
    }
  };
  // Names of a page's own fields hide properties of its document and its forms.
  const html = document.documentElement, base = html.baseURI;
  const attribute = (e, name) => Element.prototype.getAttribute.call(e, name) || '';
  gather(html, 0, 0);
  const ratio = window.devicePixelRatio || 1;
  const sides = Math.max(0, (window.outerWidth - window.innerWidth * ratio) / 2);
  const origins = [[(window.screenX + sides), window.screenY + window.outerHeight - window.innerHeight * ratio - sides]];
  if (origin) origins.unshift([origin[0], origin[1]]);
  const shared = (a, b) => {
    const w = Math.min(a[0] + a[2], b[0] + b[2]) - Math.max(a[0], b[0]);
    const h = Math.min(a[1] + a[3], b[1] + b[3]) - Math.max(a[1], b[1]);
    return w <= 0 || h <= 0 ? 0 : w * h / Math.max(1, Math.max(a[2] * a[3], b[2] * b[3]));
  };
  const placed = found.map(([e, x, y]) => {
    const r = e.getBoundingClientRect();
    return [e, [(r.left + x) * ratio, (r.top + y) * ratio, r.width * ratio, r.height * ratio]];
  });
  const drawn = e => {
    const said = [e.innerText || e.textContent || ''];
    for (const one of [e, ...e.querySelectorAll('*')].slice(0, 300)) {
      for (const where of ['::before', '::after']) {
        const content = getComputedStyle(one, where).content;
        if (content && content[0] === '"') said.push(JSON.parse(content.replace(/\\\\(?!["\\\\])/g, '')));
      }
      for (const name of ['alt', 'title', 'aria-label', 'aria-description', 'aria-roledescription', 'data-label', 'data-title',
        'data-tooltip', 'data-content', 'label'])
        if (one.getAttribute(name)) said.push(one.getAttribute(name));
      const tag = one.tagName.toLowerCase();
      if (tag === 'title' || tag === 'desc') said.push(one.textContent);
      if (tag === 'input' && ['submit', 'button', 'reset', 'image'].includes(one.type))
        said.push(one.value || (one.type === 'submit' ? 'Submit' : one.type === 'reset' ? 'Reset' : ''));
    }
    for (const id of (e.getAttribute('aria-describedby') || '').split(/\\s+/).filter(Boolean)) {
      const other = e.getRootNode().getElementById ? e.getRootNode().getElementById(id) : null;
      if (other) said.push(other.textContent);
    }
    return said;
  };
  const noText = ['hidden', 'checkbox', 'radio', 'submit', 'button', 'reset', 'image', 'file', 'range', 'color'];
  const isSubmit = e => e && (e.tagName === 'BUTTON' ? e.type === 'submit'
    : e.tagName === 'INPUT' && ['submit', 'image'].includes(e.type));
  const resolved = address => { try { return new URL(address, base).href; } catch (unreadable) { return address; } };
  const form = (e, by) => {
    const action = (by && attribute(by, 'formaction')) || attribute(e, 'action');
    const texts = [...e.getRootNode().querySelectorAll('input,textarea')]
      .filter(one => one.form === e && !noText.includes(one.type) && one.type !== 'password').map(one => one.value);
    return {action: action ? resolved(action) : '', query: texts.filter(Boolean).join('\\n'),
      method: ((by && attribute(by, 'formmethod')) || attribute(e, 'method') || 'get').toLowerCase()};
  };
  // A form by a script: what is written at the control or its form says that it sends, or a script may have been given to it.
  const handlers = e => Element.prototype.getAttributeNames.call(e).filter(name => name.startsWith('on'))
    .map(name => attribute(e, name)).join(' ');
  const scripts = e => handlers(e) + (/^\\s*javascript:/i.test(attribute(e, 'href')) ? attribute(e, 'href') : '');
  const forms = [...html.querySelectorAll('form')];
  const formOf = e => (e.tagName !== 'FORM' && (e.form || e.closest('form'))) ||
    (forms.length === 1 && /submit/i.test(scripts(e)) ? forms[0] : null);
  const tell = e => {
    const link = e.closest('a[href],area[href]');
    const button = e.closest('button,input[type=submit],input[type=image]');
    const label = e.closest('label');
    const control = isSubmit(button) ? button : label && isSubmit(label.control) ? label.control : null;
    const told = {words: drawn(e), address: link ? String(link.href.baseVal ?? link.href) : '', action: '', method: '',
      query: '', submits: false, presses: false, scripted: false, standard: ''};
    if (link && link.title) told.words.push(link.title);
    if (control && control !== e) told.words.push(...drawn(control));
    const acting = e.closest('[onclick],a[href^="javascript:" i],button,[role=button],[tabindex]') || e;
    const around = formOf(control || acting);
    if (control && control.form) Object.assign(told, form(around, control), {submits: true, presses: true});
    else if (around && /submit/i.test(scripts(acting) + scripts(e)))
      Object.assign(told, form(around), {submits: true, presses: true});
    else if (around) told.action = form(around).action;
    told.scripted = Boolean(around) && (told.presses ? Boolean(handlers(around) || scripts(acting))
      : attribute(around, 'method').toLowerCase() === 'post' || Boolean(handlers(around)));
    if (told.presses && told.method === 'dialog') Object.assign(told, {submits: false, presses: false});
    const lines = ['TEXTAREA'].includes(e.tagName) || e.isContentEditable;
    if (e.form && !lines && ['INPUT', 'SELECT'].includes(e.tagName) && !isSubmit(e)) {
      const buttons = [...e.getRootNode().querySelectorAll('button,input[type=submit],input[type=image]')]
        .filter(one => one.form === e.form && isSubmit(one));
      const fields = [...e.getRootNode().querySelectorAll('input')]
        .filter(one => one.form === e.form && !noText.includes(one.type));
      const first = buttons[0];
      if (first ? !first.disabled : fields.length <= 1)
        Object.assign(told, form(e.form, first), {submits: true, standard: first ? drawn(first).join(' ').trim() : ''});
    }
    return told;
  };
  return JSON.stringify(wanted.map(one => {
    let near = [];
    for (const [left, top] of origins) {
      near = placed.filter(([e, r]) => shared([r[0] + left, r[1] + top, r[2], r[3]], one) > 0.7);
      if (near.length) break;
    }
    if (!near.length && !origin)
      near = placed.filter(([e, r]) => Math.abs(r[2] - one[2]) < 2 && Math.abs(r[3] - one[3]) < 2);
    const told = near.slice(0, 12).flatMap(([e]) => { try { return [tell(e)]; } catch (odd) { return []; } });
    return told.length ? told : null;
  }));
})(%s, %s)
"""


@dataclass(frozen=True, slots=True)
class PressedControl:
    """`words`: all texts and titles that it shows; `address`: where its link leads; `action` and `method`: those of its form.

    `submits`: pressing it, or Enter in it, submits the form; `presses`: pressing it does; `standard`: the words of the button
    that Enter then presses. `query`: what the form's fields hold, without passwords. `scripted`: a script may
    send the form.
    """

    words: tuple[str, ...]
    address: str = ""
    action: str = ""
    method: str = ""
    submits: bool = False
    standard: str = ""
    presses: bool = False
    query: str = ""
    scripted: bool = False


async def pressed_controls(
    place: Path, title: str, rects: Sequence[Rect], page: Rect | None
) -> tuple[PressedControl | None, ...]:
    """Describe the controls at these rectangles (screen coordinates in pixels) in the window with that title. None stands for a
    place where the page knows no control. `page` is the rectangle of the page's visible part, where it is known. Raises
    PagesUnreadable.
    """
    wanted = json.dumps([[rect.x, rect.y, rect.width, rect.height] for rect in rects])
    origin = json.dumps([page.x, page.y] if page is not None else None)

    def is_meant(target: Mapping[str, Any]) -> bool:
        said = str(target.get("title", ""))
        return target.get("type") == "page" and bool(said) and said in title

    script = _SCRIPT % (wanted, origin)
    answers = await evaluated(place, script, is_meant)
    if not answers:
        answers = await evaluated(place, script)
    try:
        return tuple(_joined([answer[number] for answer in answers[:_MOST_PAGES]]) for number in range(len(rects)))
    except (KeyError, IndexError, TypeError) as error:
        raise PagesUnreadable(f"the browser's answer has another form ({error})") from error


def _joined(answers: Sequence[Any]) -> PressedControl | None:
    """Join what several elements at one place, and several pages, say about a control."""
    told = [item for answer in answers if answer for item in answer]
    if not told:
        return None
    sending: Mapping[str, Any] = max(
        told, key=lambda record: (record["presses"], record["submits"], record["scripted"])
    )
    words = (" ".join(str(word).split()) for item in told for word in item["words"])
    return PressedControl(
        words=tuple(dict.fromkeys(word for word in words if word)),
        address=next((str(item["address"]) for item in told if item["address"]), ""),
        action=str(sending["action"]),
        method=str(sending["method"]),
        submits=bool(sending["submits"]),
        standard=" ".join(str(sending["standard"]).split()),
        presses=bool(sending["presses"]),
        query=str(sending["query"]),
        scripted=any(item["scripted"] for item in told),
    )
