"""A server of pages for the tests of a browser: well-behaved ones and hostile ones."""

from __future__ import annotations

from contextlib import suppress
from http.server import BaseHTTPRequestHandler
from urllib.parse import parse_qs, urlsplit

from tests.local_http import LocalServer, send

_HEAD = "<!doctype html><meta charset=utf-8><title>{}</title>"
_HOME = """<h1>Home</h1><p>First words of the page.</p><h2>Prices</h2>
<table><caption>Small</caption><tr><th>Item<th>Price<tr><td>Tea<td>3.50<tr><td>Rye <b>bread</b><td>2.10</table>
<p hidden>hidden words</p><p style="visibility:hidden">unseen words</p><input type=password value=secretword>
<div id=host></div><div style="height:3000px"></div><p>At the very end, far below.</p>
<iframe src="{frame}" width=300 height=100></iframe>
<a href="/rows">All rows</a> <a href="/paged">Paged</a><script>
document.getElementById('host').attachShadow({{mode: 'open'}}).innerHTML = '<p>Words in a <b>shadow</b></p><slot></slot>';
</script>"""
_FRAME = """<p>Words in a frame</p><div style="height:2000px"></div><button onclick="document.title=1;
document.querySelector('p').textContent='pressed in the frame'">Far in the frame</button>"""
_PARTS = """<p id=p>pressed 0</p><div id=host></div><iframe src="{frame}" width=300 height=100></iframe><script>let n = 0;
const root = document.getElementById('host').attachShadow({{mode: 'open'}});
root.innerHTML = '<button>Near by</button><div style="height:2000px"></div><button>Far in the shadow</button>';
root.querySelectorAll('button').forEach(e => e.onclick = () => p.textContent = 'pressed ' + ++n);</script>"""
_PAGED = """<h1>Rivers</h1><table id=t><thead><tr><th>River<th>Length<tbody></table>
<button onclick="p=Math.max(0,p-1);d()">Previous</button> <button onclick="p=Math.min(2,p+1);d()">Next</button><script>
let p = 0;
function d() {
  const b = t.tBodies[0];
  b.innerHTML = '';
  for (let i = p * 10; i < Math.min(25, p * 10 + 10); i++) {
    const r = b.insertRow();
    r.insertCell().textContent = 'River ' + i;
    r.insertCell().textContent = i * 7;
  }
}
d()</script>"""
_GRID = """<h1>Grid</h1><div id=g role=grid aria-rowcount=500 style="height:200px;overflow:auto;position:relative">
<div id=s></div></div><script>
const g = document.getElementById('g'), s = document.getElementById('s');
s.style.height = '10000px';
function d() {
  const a = Math.floor(g.scrollTop / 20);
  s.querySelectorAll('[role=row]').forEach(e => e.remove());
  for (let i = a; i < Math.min(500, a + 14); i++) {
    const r = document.createElement('div');
    r.setAttribute('role', 'row');
    r.setAttribute('aria-rowindex', i + 1);
    r.style.cssText = 'position:absolute;height:20px;top:' + i * 20 + 'px';
    r.innerHTML = '<span role=gridcell>row ' + i + '</span><span role=gridcell>' + i * i + '</span>';
    s.append(r);
  }
}
g.onscroll = d; d()</script>"""


class Web(LocalServer):
    """`large` is the size in bytes of the page /large."""

    large = 50_000_000

    @property
    def other(self) -> str:
        """The same server under the name of another site."""
        return self.address.replace("127.0.0.1", "localhost")

    def serve(self, handler: BaseHTTPRequestHandler, body: bytes) -> None:
        parts = urlsplit(handler.path)
        number = int(parse_qs(parts.query).get("n", ["0"])[0])
        if parts.path == "/redirect":
            send(handler, 302, {"Location": f"/redirect?n={number + 1}"}, b"")
        elif parts.path == "/endless.bin":
            self._endless(handler)
        elif parts.path == "/report.csv":
            self._page(handler, b"a,b\n1,2\n", {"Content-Disposition": "attachment; filename=report.csv"})
        elif parts.path == "/large":
            words = b"some words of text " * 270
            self._page(handler, b"".join(b"<p>Part %d %b</p>\n" % (at, words) for at in range(self.large // 5150)))
        else:
            page = self._pages(parts.path, number)
            if page is None:
                send(handler, 404, {"Content-Type": "text/plain"}, b"no such page")
            else:
                title = parts.path.strip("/") or "home"
                self._page(handler, (_HEAD.format(title) + page).encode())

    def _pages(self, path: str, number: int) -> str | None:
        rows = "".join(f"<tr><td>{at}<td>name {at}<td>{at * 3}.5" for at in range(1000))
        links = "".join(f"<tr><td>{at}<td>link {at}" for at in range(number * 10, number * 10 + 10))
        on = f"<a href='/linked?n={number + 1}'>Next page</a>" if number < 2 else ""
        return {
            "/": _HOME.format(frame=f"{self.other}/frame"),
            "/frame": _FRAME,
            "/rows": f"<h1>Rows</h1><table><tr><th>No<th>Name<th>Value{rows}</table>",
            "/paged": _PAGED,
            "/linked": f"<h1>Linked</h1><table><tr><th>No<th>Name{links}</table>{on}",
            "/grid": _GRID,
            "/alerts": "<p>Before</p><script>for (;;) alert('stop me')</script>",
            "/asks": "<p id=p>?</p><button onclick=\"p.textContent=prompt('Your name?','Ana')\">Ask</button>",
            "/parts": _PARTS.format(frame=f"{self.other}/frame"),
            "/leaves": "<p>Typed</p><input aria-label=Words><script>onbeforeunload = e => e.preventDefault()</script>",
            "/there": "<script>setTimeout(() => location.href='/back', 30)</script>there",
            "/back": "<script>setTimeout(() => location.href='/there', 30)</script>back",
            "/chatty": "<p>Chatty</p><script>setInterval(() => fetch('/frame'), 100)</script>",
            "/links": "<a href=/report.csv download>Get report</a> <a href=/endless.bin download>Get endless</a>",
        }.get(path)

    def _page(self, handler: BaseHTTPRequestHandler, data: bytes, headers: dict[str, str] | None = None) -> None:
        send(handler, 200, {"Content-Type": "text/html; charset=utf-8", **(headers or {})}, data)

    def _endless(self, handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(200)
        handler.send_header("Content-Disposition", "attachment; filename=endless.bin")
        handler.send_header("Content-Type", "application/octet-stream")
        handler.end_headers()
        # A browser that was closed hears no more.
        with suppress(OSError):
            while not self.closing.wait(0.05):
                handler.wfile.write(b"x" * 1000)
