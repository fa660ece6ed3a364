// A run as it goes on: steps by server-sent events from its log; state, questions, picture and hands over the channel.
import { calm, isTyping, reachable } from "./page.js";
import { Channel } from "./channel.js";
import { Hands } from "./hands.js";
import { Picture } from "./picture.js";
import { Questions } from "./questions.js";

const at = (id) => document.getElementById(id);
const run = at("now").dataset.run;
const WORDS = { idle: "WAITING", running: "RUNNING", pausing: "PAUSING", paused: "PAUSED", taken: "TAKEN OVER", ended: "ENDED" };
const PAGE_NAME = `page ${Math.random().toString(36).slice(2, 6)}`;

// --- what the log tells

const steps = at("steps");
const numbers = new Map();
let isFollowing = true;
steps.addEventListener("scroll", () => {
  isFollowing = steps.scrollHeight - steps.scrollTop - steps.clientHeight < 80;
});

// Steps come in bursts; they are put in once a frame.
let arrived = [];
const put = () => {
  const fresh = document.createDocumentFragment();
  for (const html of arrived) {
    const holder = document.createElement("template");
    holder.innerHTML = html;
    for (const step of holder.content.querySelectorAll(".step")) {
      const earlier = numbers.get(step.id);
      if (earlier) {
        step.open = earlier.open;
        earlier.replaceWith(step);
      } else {
        fresh.append(step);
      }
      numbers.set(step.id, step);
    }
  }
  arrived = [];
  const added = [...fresh.children];
  for (const step of [...steps.children, ...added].slice(0, -1)) step.open = step.contains(document.activeElement) || step.dataset.kept === "true";
  steps.append(fresh);
  at("none").hidden = steps.children.length > 0;
  if (isFollowing && added.length) steps.scrollTo({ top: steps.scrollHeight, behavior: calm || added.length > 3 ? "auto" : "smooth" });
};
steps.addEventListener("click", (event) => {
  const step = event.target.closest(".step > summary")?.parentElement;
  if (step) step.dataset.kept = String(!step.open);
});

// Where no live picture comes, the last one of the log stands in its place.
const last = at("last");
const showLast = () => {
  last.hidden = !last.src || Boolean(at("canvas").dataset.drawn && !hasEnded && channel.isOpen);
};
last.addEventListener("load", () => showLast());

let began = null;
let hasEnded = false;
let doing = "";
const showDoing = () => {
  const isParked = state && ["paused", "pausing", "taken"].includes(state.phase) && channel.isOpen;
  at("doing").textContent = hasEnded ? "" : isParked ? state.upcoming && `next: ${state.upcoming}` : doing;
};
const showTime = () => {
  if (began !== null && !hasEnded) {
    const seconds = Math.max(0, (performance.now() - began) / 1000);
    at("seconds").textContent = seconds < 60 ? `${seconds.toFixed(0)} s` : `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`;
  }
};
setInterval(showTime, 1000);

const source = new EventSource(`/runs/${run}/events`);
source.addEventListener("open", () => reachable(true));
source.addEventListener("error", () => reachable(source.readyState === EventSource.OPEN || hasEnded));
source.addEventListener("step", (event) => {
  if (arrived.push(event.data) === 1) requestAnimationFrame(put);
});
source.addEventListener("still", (event) => {
  last.src = event.data;
});
source.addEventListener("plan", (event) => {
  at("plan-place").hidden = !event.data;
  at("plan").innerHTML = event.data;
});
source.addEventListener("request", (event) => {
  at("request").innerHTML = event.data;
});
source.addEventListener("state", (event) => {
  const told = JSON.parse(event.data);
  began = performance.now() - told.seconds * 1000;
  at("steps-count").textContent = told.steps;
  at("tokens").textContent = told.tokens.replace(" tokens", "");
  at("cost").textContent = told.cost;
  doing = told.doing;
  showDoing();
  if (told.outcome) {
    at("outcome").textContent = told.outcome.replaceAll("_", " ");
    at("outcome").className = `badge ${told.outcome.toLowerCase()}`;
    at("reason").textContent = told.reason;
  }
  showTime();
});
source.addEventListener("ended", () => {
  source.close();
  hasEnded = true;
  channel.end();
  hands.set(false);
  at("screen").classList.remove("mine", "theirs");
  at("held").hidden = true;
  at("vnc").hidden = true;
  at("steer").hidden = true;
  showDoing();
  at("outcome").textContent ||= "BROKEN OFF";
  at("phase").hidden = true;
  at("ended").hidden = false;
  at("questions").replaceChildren();
  at("no-picture").hidden = true;
  showLast();
  notify("The run has ended", `${at("outcome").textContent}: ${at("reason").textContent}`);
});

// --- steering

const channel = new Channel(run);
const picture = new Picture(channel, at("canvas"), at("no-picture"));
const hands = new Hands(channel, picture, at("typed"), () => handBack());
const questions = new Questions(at("questions"), channel, (question) => notify("The run asks", question.text));
let state = null;

const say = (text) => {
  at("why").textContent = text;
  at("why").hidden = !text;
};
document.addEventListener("refused", (event) => say(event.detail));

const act = async (kind, values) => {
  say("");
  try {
    await channel.ask(kind, values);
  } catch (error) {
    say(error.message);
  }
};

const handBack = async () => {
  await hands.flush();
  await act("give");
};

const show = () => {
  if (hasEnded) return;
  const phase = channel.isOpen && state ? state.phase : "";
  const isMine = phase === "taken" && state.lease?.client === channel.client;
  const isTheirs = Boolean(state?.lease) && !isMine && phase !== "";
  const isParked = phase === "paused" || phase === "pausing";
  const asks = phase === "running" && state.questions.length > 0;
  at("phase").textContent = asks ? "ASKS YOU" : WORDS[phase] || "RUNNING";
  at("phase").className = `badge ${!asks && (phase === "running" || phase === "") ? "running" : ""}`;
  at("pause").disabled = !["running", "pausing", "paused"].includes(phase);
  at("pause").textContent = isParked ? "Go on" : "Pause";
  at("step").disabled = phase !== "paused";
  at("take").disabled = !["running", "pausing", "paused", "idle"].includes(phase) || isTheirs || state?.can_work === false;
  at("take").hidden = isMine;
  at("give").hidden = !isMine;
  at("stop").disabled = phase === "" || phase === "ended";
  showDoing();
  at("screen").classList.toggle("mine", isMine);
  at("screen").classList.toggle("theirs", isTheirs);
  at("held").hidden = !isMine && !isTheirs;
  at("held").textContent = isMine
    ? "You hold the desktop. Ctrl+Alt+Enter hands it back."
    : isTheirs && state.lease.client === "" ? "Nobody holds the desktop: whoever held it has left." : isTheirs ? `${state.lease.name || "Somebody"} holds the desktop.` : "";
  hands.set(isMine);
  questions.show(phase ? state.questions : []);
};

channel.addEventListener("state", (event) => {
  const before = state?.phase;
  state = event.detail;
  show();
  if (before && before !== state.phase && state.phase === "paused") notify("The run waits", state.upcoming);
});
channel.addEventListener("welcome", (event) => {
  at("vnc").hidden = !event.detail.vnc;
  at("vnc").firstElementChild.href = event.detail.vnc;
});
channel.addEventListener("closed", () => {
  if (hasEnded) at("no-picture").hidden = true;
  show();
  showLast();
});
channel.addEventListener("picture", showLast);

const handlers = {
  pause: () => act(at("pause").textContent === "Pause" ? "pause" : "resume"),
  step: () => act("step"),
  take: () => act("take", { name: PAGE_NAME }),
  give: handBack,
  stop: () => at("confirm-stop").showModal(),
};
for (const [id, work] of Object.entries(handlers)) at(id).addEventListener("click", work);
at("confirm-stop").addEventListener("close", () => {
  if (at("confirm-stop").returnValue === "stop") act("stop");
});
document.addEventListener("keydown", (event) => {
  if (isTyping(event) || hands.isOn) return;
  const id = { p: "pause", s: "step", t: "take" }[event.key];
  if (id && !at(id).disabled && !at(id).hidden) at(id).click();
});

// --- notifications, for who has asked for them

const notify = (title, body) => {
  if (!document.hidden || !("Notification" in window) || Notification.permission !== "granted") return;
  const shown = new Notification(`ufo: ${title}`, { body: body.slice(0, 200), tag: run });
  shown.addEventListener("click", () => {
    window.focus();
    shown.close();
  });
};
if ("Notification" in window && Notification.permission === "default") {
  at("notify").hidden = false;
  at("notify").addEventListener("click", async () => {
    await Notification.requestPermission();
    at("notify").hidden = Notification.permission !== "default";
  });
}
