// What a server adds to the report: undo, and asking again.
import { send } from "./page.js";

const undo = document.getElementById("undo");
const dialog = document.getElementById("undone");
const told = document.getElementById("undo-told");
const yes = document.getElementById("undo-yes");
const no = document.getElementById("undo-no");

const list = (lines) => {
  const made = document.createElement("ul");
  for (const line of lines) made.append(Object.assign(document.createElement("li"), { textContent: line }));
  return made;
};
const say = (...nodes) => told.replaceChildren(...nodes);
const words = (text) => Object.assign(document.createElement("p"), { textContent: text });
const lines = (answer) => answer.files.map((file) => `${file.deed} ${file.path}${file.why_not ? `: ${file.why_not}` : ""}`);

const ask = async (isOnlyShown) => {
  yes.hidden = true;
  say(words("One moment …"));
  try {
    const answer = await send(`/runs/${undo.dataset.run}/undo`, { only_shown: isOnlyShown });
    const can = answer.files.filter((file) => !file.why_not).length;
    say(
      words(isOnlyShown ? (can ? "This is put back:" : "There is nothing to put back.") : "Done:"),
      list(lines(answer)),
      ...answer.cannot_be_undone.map((line) => words(`cannot be taken back: ${line}`)),
    );
    yes.hidden = !isOnlyShown || !can;
  } catch (error) {
    say(words(error.message));
  }
  no.textContent = yes.hidden ? "Close" : "Leave it";
};
undo?.addEventListener("click", () => {
  dialog.returnValue = "";
  dialog.showModal();
  ask(true);
});
dialog?.addEventListener("close", () => {
  if (dialog.returnValue !== "undo") return;
  dialog.returnValue = "";
  dialog.showModal();
  ask(false);
});

document.getElementById("again")?.addEventListener("click", (event) => {
  sessionStorage.setItem("request", event.target.dataset.request);
  location.assign("/ask");
});
