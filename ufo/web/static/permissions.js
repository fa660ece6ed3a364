// Gives and takes back what an application is allowed.
import { send } from "./page.js";

const said = document.getElementById("said");
const act = async (address, value) => {
  said.textContent = "One moment …";
  try {
    await send(address, value);
    location.reload();
  } catch (error) {
    said.textContent = error.message;
  }
};
for (const button of document.querySelectorAll("[data-forget]")) {
  button.addEventListener("click", () => act("/permissions/forget", { application: button.dataset.forget }));
}
document.getElementById("give").addEventListener("submit", (event) => {
  event.preventDefault();
  const application = document.getElementById("application").value;
  act("/permissions/give", { application, never: event.submitter?.value === "never" });
});
