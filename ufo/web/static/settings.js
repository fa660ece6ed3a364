// Finds settings by letters of their names and descriptions.
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
