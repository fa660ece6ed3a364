// The report's page: moves by keys, the time bar with its stills, before and after, and the filter by effect.
{
  const steps = [...document.querySelectorAll(".step")];
  const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const picture = (step) => step && step.querySelector(".shot img");

  const go = (step) => {
    if (!step) return;
    step.open = true;
    step.querySelector("summary").focus({ preventScroll: true });
    step.scrollIntoView({ block: "start", behavior: calm ? "auto" : "smooth" });
  };

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || (event.key !== "j" && event.key !== "k")) return;
    if (event.target.closest("input, textarea, select")) return;
    const shown = steps.filter((step) => !step.hidden);
    const at = shown.findIndex((step) => step.contains(document.activeElement));
    go(shown[event.key === "j" ? Math.min(at + 1, shown.length - 1) : Math.max(at - 1, 0)]);
  });

  // The time bar: as wide as the steps are long, each with the still of its step.
  const links = [...document.querySelectorAll(".bar a")];
  for (const link of links) {
    const step = document.getElementById(link.hash.slice(1));
    link.style.flexGrow = Math.max(1, Math.sqrt(Number(link.dataset.seconds) || 0)).toFixed(2);
    const image = picture(step);
    if (image) {
      const still = document.createElement("img");
      still.loading = "lazy";
      still.alt = "";
      still.src = image.dataset.still || image.src;
      link.querySelector(".still").append(still);
    }
    link.addEventListener("click", (event) => {
      event.preventDefault();
      history.replaceState(null, "", link.hash);
      go(step);
    });
  }
  if (links.length && "IntersectionObserver" in window) {
    const seen = new IntersectionObserver((entries) => {
      for (const entry of entries) {
        const link = links.find((each) => each.hash === `#${entry.target.id}`);
        if (link) link.toggleAttribute("data-seen", entry.isIntersecting);
      }
    }, { rootMargin: "-20% 0px -55% 0px" });
    steps.forEach((step) => seen.observe(step));
  }

  // Before and after: what the next step saw is what this one left behind.
  steps.forEach((step, index) => {
    const before = picture(step);
    const after = steps.slice(index + 1).map(picture).find(Boolean);
    if (!before || !after || !step.querySelector(".action")) return;
    const own = before.src;
    const choice = document.createElement("span");
    choice.className = "filter";
    choice.setAttribute("role", "group");
    choice.setAttribute("aria-label", `Picture of step ${step.dataset.number}`);
    const show = (isAfter) => {
      before.src = isAfter ? after.src : own;
      choice.childNodes.forEach((button, place) => button.setAttribute("aria-pressed", String(Boolean(place) === isAfter)));
    };
    for (const [place, name] of ["before", "after"].entries()) {
      const button = document.createElement("button");
      button.type = "button";
      button.className = "chip";
      button.textContent = name;
      button.addEventListener("click", () => show(Boolean(place)));
      choice.append(button);
    }
    show(false);
    before.before(choice);
  });

  const chips = [...document.querySelectorAll(".filter [data-effect]")];
  const has = (node, effect) => !effect || (node.dataset.effects || "").split(" ").includes(effect);
  for (const chip of chips) {
    chip.addEventListener("click", () => {
      for (const each of chips) each.setAttribute("aria-pressed", String(each === chip));
      for (const step of steps) step.hidden = !has(step, chip.dataset.effect);
      for (const link of links) link.parentElement.toggleAttribute("data-left-out", !has(link, chip.dataset.effect));
    });
  }
}
