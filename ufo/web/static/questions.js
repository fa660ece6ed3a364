// The questions that a run waits for, each with the answers that it takes.
const WORDS = { yes: "Yes", no: "No", always: "Always for this application", never: "Never", text: "Answer" };

export class Questions {
  constructor(place, channel, told) {
    this.place = place;
    this.channel = channel;
    this.told = told;
    this.shown = new Map();
  }

  show(questions) {
    const open = new Set(questions.map((question) => question.id));
    for (const [id, card] of this.shown) {
      if (open.has(id)) continue;
      card.remove();
      this.shown.delete(id);
    }
    for (const question of questions) {
      if (this.shown.has(question.id)) continue;
      const card = this.card(question);
      this.shown.set(question.id, card);
      this.place.append(card);
      this.told(question);
    }
  }

  card(question) {
    const card = document.createElement("form");
    card.className = "question";
    const text = document.createElement("p");
    text.id = `question-${question.id}`;
    text.className = "said";
    text.textContent = question.text;
    card.setAttribute("aria-labelledby", text.id);
    card.append(text);
    let field = null;
    if (question.choices.includes("text")) {
      field = document.createElement("input");
      field.type = question.secret ? "password" : "text";
      field.autocomplete = "off";
      field.setAttribute("aria-labelledby", text.id);
      card.append(field);
    }
    const row = document.createElement("div");
    row.className = "controls";
    const first = field ? "text" : "yes";
    for (const choice of question.choices) {
      const button = document.createElement("button");
      button.className = choice === first ? "button primary" : "button";
      button.value = choice;
      button.textContent = WORDS[choice] || choice;
      row.append(button);
    }
    const why = document.createElement("p");
    why.className = "bad";
    why.setAttribute("role", "alert");
    card.append(row, why);
    card.addEventListener("submit", async (event) => {
      event.preventDefault();
      const choice = event.submitter?.value || (field ? "text" : "");
      if (!choice || (choice === "text" && !field.value)) {
        why.textContent = "Write an answer first.";
        field?.focus();
        return;
      }
      try {
        await this.channel.ask("answer", { question: question.id, choice, text: choice === "text" ? field.value : "" });
      } catch (error) {
        why.textContent = error.message;
      }
    });
    return card;
  }
}
