// Keeps the list of runs fresh while somebody looks at it, and moves in it by keys.
import { call, isTyping } from "./page.js";

const rows = document.getElementById("rows");
const REFRESH_MS = 3000;

const refresh = async () => {
  if (document.hidden) return;
  try {
    const fresh = await call(`/runs?rows&page=${rows.dataset.page}`, { headers: { accept: "text/html" } });
    if (fresh !== rows.dataset.last) {
      const focused = document.activeElement?.getAttribute("href");
      rows.innerHTML = fresh;
      rows.dataset.last = fresh;
      if (focused) [...rows.querySelectorAll("a")].find((link) => link.getAttribute("href") === focused)?.focus();
    }
  } catch {
    // It is said at the top, and tried again.
  }
};
setInterval(refresh, REFRESH_MS);
document.addEventListener("visibilitychange", refresh);

document.addEventListener("keydown", (event) => {
  if (isTyping(event) || (event.key !== "j" && event.key !== "k")) return;
  const links = [...rows.querySelectorAll("a.run")];
  const at = links.indexOf(document.activeElement);
  links[event.key === "j" ? Math.min(at + 1, links.length - 1) : Math.max(at - 1, 0)]?.focus();
});
