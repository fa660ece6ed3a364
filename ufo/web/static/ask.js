// A new request, with files that are dropped onto the page.
import { call } from "./page.js";

const form = document.getElementById("ask");
const text = document.getElementById("request-text");
const said = document.getElementById("said");
const send = document.getElementById("send");
const drop = document.getElementById("drop");
const shown = document.getElementById("dropped");
let files = [];

text.value = sessionStorage.getItem("request") || text.value;
sessionStorage.removeItem("request");
text.focus();

const show = () => {
  shown.replaceChildren(
    ...files.map((file, place) => {
      const item = document.createElement("li");
      const away = Object.assign(document.createElement("button"), { type: "button", className: "quiet", textContent: "✕" });
      away.setAttribute("aria-label", `Leave out ${file.name}`);
      away.addEventListener("click", () => {
        files.splice(place, 1);
        show();
      });
      item.append(file.name, " ", away);
      return item;
    }),
  );
};
const add = (more) => {
  files = [...files, ...more];
  show();
};
document.getElementById("files").addEventListener("change", (event) => {
  add(event.target.files);
  event.target.value = "";
});
for (const kind of ["dragenter", "dragover"]) {
  document.addEventListener(kind, (event) => {
    event.preventDefault();
    drop.classList.add("over");
  });
}
for (const kind of ["dragleave", "drop"]) document.addEventListener(kind, () => drop.classList.remove("over"));
document.addEventListener("drop", (event) => {
  event.preventDefault();
  add(event.dataTransfer.files);
});

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  send.disabled = true;
  said.textContent = "It is handed over …";
  try {
    const body = new FormData(form);
    files.forEach((file) => body.append("files", file));
    const told = await call("/ask", { method: "POST", body });
    location.assign(told.then);
  } catch (error) {
    said.textContent = error.message;
    send.disabled = false;
  }
});
text.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) form.requestSubmit();
});

const fill = (id, values) => {
  document.getElementById(id).append(...values.map((value) => Object.assign(document.createElement("option"), { value })));
};
document.querySelector(".more").addEventListener("toggle", async () => {
  try {
    const told = await call("/choices");
    fill("models", told.models);
    fill("desktops", told.desktops);
  } catch {
    // They can be typed as well.
  }
}, { once: true });
