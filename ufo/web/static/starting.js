// Waits until a run that was just asked for has begun.
import { call } from "./page.js";

const heading = document.getElementById("starting");
const said = document.getElementById("said");
const LOOK_MS = 400;

const look = async () => {
  try {
    const told = await call(`/runs/${heading.dataset.run}/start`);
    if (told.began) return location.reload();
    if (told.problem) {
      heading.textContent = "It did not begin";
      said.textContent = told.problem;
      return;
    }
  } catch {
    // It is said at the top, and tried again.
  }
  setTimeout(look, LOOK_MS);
};
look();
