/** The options menu: the seat's own settings (kept by the server) and this browser's (kept here). */
import { keysDialog, openDialog } from "./dialogs.js";
import { el } from "./dom.js";
import { allowanceWords, mayAsk } from "./protection.js";
import { askReset } from "./reset-request.js";

function toggle({ label, hint, on, change }) {
  const input = el("input", {
    type: "checkbox",
    class: "switch",
    role: "switch",
    checked: on,
    onchange: () => change(input.checked),
  });
  return el(
    "label",
    { class: "option" },
    el("span", {}, el("b", { text: label }), hint ? el("span", { class: "muted", text: hint }) : null),
    input,
  );
}

const group = (title, ...items) => el("section", { class: "options__group" }, el("h3", { text: title }), ...items);

/** What is left of the disconnect protection, what it is, and asking support for more. */
function protection(allowance) {
  const what = `If your connection fails in a hand, you are treated as all-in for what you have put in: ${allowance.of} times in 24 hours.`;
  return group(
    "Disconnect protection",
    el("p", {}, el("b", { text: allowanceWords(allowance) })),
    el("p", { class: "muted", text: what }),
    mayAsk(allowance) ? askReset() : null,
    allowance.asked ? el("p", { class: "note", text: "Support has your request and will answer it." }) : null,
    el("p", {}, el("a", { href: "/account/#protection", target: "_blank", text: "What happened to it so far" })),
  );
}

/** `context`: `{settings, mine, seat, set (an option), buttons: [{label, deed}]}`. */
export function optionsDialog({ settings, mine, seat, set, buttons }) {
  const local = (key, label, hint) =>
    toggle({ label, hint, on: settings.get(key), change: (value) => settings.set(key, value) });
  const volume = el("input", {
    type: "range",
    min: 0,
    max: 100,
    value: settings.get("volume"),
    "aria-label": "Volume",
    oninput: () => settings.set("volume", Number(volume.value)),
  });
  const fill = () => volume.style.setProperty("--share", `${volume.value}%`);
  volume.addEventListener("input", fill);
  fill();
  const body = el("div", { class: "dialog__body options" });
  if (seat !== null) {
    const mark = (key, label, hint) =>
      toggle({ label, hint, on: mine.options?.[key] ?? false, change: (value) => set({ [key]: value }) });
    body.append(
      group(
        "My seat",
        mark("auto_post", "Post blinds by itself", "Else you are asked each time."),
        mark("auto_muck", "Muck losing hands", "Never show a beaten hand."),
        el(
          "div",
          { class: "row options__buttons" },
          ...buttons.map(({ label, deed }) =>
            el("button", {
              class: "button button--small",
              type: "button",
              text: label,
              onclick: () => {
                body.closest("dialog").close("");
                deed();
              },
            }),
          ),
        ),
      ),
    );
  }
  if (mine.allowance) body.append(protection(mine.allowance));
  if (mine.time_bank !== undefined) {
    const text = `${Math.floor(mine.time_bank / 1000)} seconds left; a turn draws on it when its own time is over.`;
    body.append(group("Time bank", el("p", { class: "muted", text })));
  }
  body.append(
    group(
      "Look",
      local("fourColours", "Four-colour deck", "Blue diamonds, green clubs."),
      local("inBlinds", "Amounts in big blinds"),
    ),
    group("Sound", local("sound", "Sounds"), volume, local("voice", "Voice", "Says aloud which blind to post.")),
    group(
      "Keys",
      local("keys", "Single-key shortcuts"),
      el(
        "div",
        { class: "row" },
        el("button", {
          class: "button button--small",
          type: "button",
          text: "Show the keys",
          onclick: () => keysDialog(),
        }),
      ),
    ),
  );
  return openDialog("Options", body, { wide: true });
}
