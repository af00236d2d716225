/** Asking support to give back used all-ins without leaving the table; the page's own form has address and token. */
import { el, setText } from "./dom.js";

/** Sends the player's words; resolves with the problem in words, or "". */
async function send(text) {
  const form = document.getElementById("ask-reset");
  const body = new FormData(form);
  body.set("text", text);
  try {
    const answer = await fetch(form.action, { method: "POST", body, headers: { Accept: "application/json" } });
    return (await answer.json()).problem;
  } catch {
    return "Support could not be reached. Try again in a moment.";
  }
}

/** A button that unfolds into a small form. */
export function askReset() {
  const text = el("textarea", {
    class: "input",
    rows: 3,
    maxlength: 1000,
    required: true,
    placeholder: "What happened to your connection?",
    "aria-label": "What happened to your connection?",
  });
  const said = el("p", { class: "errors", role: "alert" });
  const button = el("button", {
    class: "button button--primary button--small",
    type: "submit",
    text: "Send to support",
  });
  const hint = el("p", { class: "muted", text: "A reset counts from your next hand." });
  const form = el("form", { class: "stack" }, text, hint, said, button);
  const box = el(
    "details",
    {},
    el("summary", { class: "button button--small", text: "Ask support for a reset" }),
    form,
  );
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    button.disabled = true;
    const problem = await send(text.value);
    button.disabled = false;
    setText(said, problem);
    if (!problem)
      box.replaceWith(el("p", { class: "note note--success", role: "status", text: "Support has your request." }));
  });
  return box;
}
