// What every page has: keys, the list of them, and calls of the server that say so when it is gone.
const lost = document.getElementById("lost");
export const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;

export const reachable = (is) => {
  if (lost) lost.hidden = is;
};

export class Refused extends Error {}

// Call the server. Throws Refused with words for a person.
export const call = async (address, options = {}) => {
  let answer;
  try {
    answer = await fetch(address, options);
  } catch {
    reachable(false);
    throw new Refused("The page's server does not answer. Try again, or start it with: ufo serve");
  }
  reachable(true);
  if (answer.status === 401) {
    location.assign("/enter");
    throw new Refused("Come in by a new link: ufo serve --link");
  }
  const isJson = (answer.headers.get("content-type") || "").includes("json");
  const told = isJson ? await answer.json() : await answer.text();
  if (!answer.ok) throw new Refused((isJson && told.error) || `The server refused this (${answer.status}).`);
  return told;
};

export const send = (address, value) =>
  call(address, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(value) });

const keys = document.getElementById("keys");
document.getElementById("show-keys")?.addEventListener("click", () => keys.showModal());

export const isTyping = (event) =>
  event.ctrlKey || event.metaKey || event.altKey || Boolean(event.target.closest?.("input, textarea, select, dialog[open]"));

document.addEventListener("keydown", (event) => {
  if (isTyping(event)) return;
  if (event.key === "?") keys?.showModal();
  else if (event.key === "r") location.assign("/runs");
  else if (event.key === "a") location.assign("/ask");
});
