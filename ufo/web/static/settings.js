// Finds settings by letters of their names and descriptions, and lets a browser leave.
import { send } from "./page.js";

const find = document.getElementById("find");
const own = document.getElementById("own");
const rows = [...document.querySelectorAll(".settings > div")];

const show = () => {
  const letters = find.value.trim().toLowerCase();
  for (const row of rows) {
    row.hidden = !row.textContent.toLowerCase().includes(letters) || (own.checked && row.dataset.source === "default");
  }
};
find.addEventListener("input", show);
own.addEventListener("change", show);

document.getElementById("leave").addEventListener("click", async () => {
  try {
    location.assign((await send("/leave", {})).then);
  } catch (error) {
    document.getElementById("said").textContent = error.message;
  }
});
