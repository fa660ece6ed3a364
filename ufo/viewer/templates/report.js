document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || (event.key !== "j" && event.key !== "k")) return;
  const steps = [...document.querySelectorAll(".step > summary")];
  const at = steps.indexOf(document.activeElement);
  const next = steps[event.key === "j" ? Math.min(at + 1, steps.length - 1) : Math.max(at - 1, 0)];
  if (next) { next.focus(); next.scrollIntoView({ block: "start", behavior: "smooth" }); }
});
