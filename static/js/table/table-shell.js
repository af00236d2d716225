/** The parts of the table's page, made once; everything later only fills them. */
import { el, icon, setData } from "./dom.js";
import { localFigures } from "./money.js";

const GAMES = { fixed: "Fixed limit", pot: "Pot limit", no: "No limit" };

/** "Fixed limit $2/$4": a fixed game is named by its bets, the others by their blinds. */
export function stakesWords(table, money) {
  const [low, high] = table.game === "fixed" ? [table.small_bet, table.big_bet] : [table.small_blind, table.big_blind];
  return `${money(low)}/${money(high)} ${GAMES[table.game]}`;
}

/** "Commission 5%, max 3.00", or nothing where the house takes nothing. */
export const rakeWords = ({ rake }) => (rake && rake !== "none" ? `Commission ${localFigures(rake)}` : "");

const iconButton = (name, label, onclick, extra = {}) =>
  el(
    "button",
    {
      class: "button button--quiet button--icon tablebar__button",
      type: "button",
      "aria-label": label,
      title: label,
      onclick,
      ...extra,
    },
    icon(name),
  );

/** `deeds`: functions by name (sound, panel, options, keys, leave). Returns the nodes by name. */
export function buildShell(deeds, { lobby }) {
  const parts = {
    name: el("h1", { class: "tablebar__name" }),
    stakes: el("p", { class: "tablebar__stakes" }),
    rake: el("p", { class: "tablebar__rake" }),
    money: el("span", { class: "badge badge--gold" }),
    number: el("span", { class: "tablebar__hand" }),
    line: el(
      "span",
      { class: "line", role: "status" },
      el("span", { class: "line__dot" }),
      el("span", { class: "line__word" }),
    ),
    sound: iconButton("sound", "Sound", deeds.sound, { "data-spare": true }),
    panelButton: iconButton("chat", "Log and chat", deeds.panel, {
      "aria-expanded": "false",
      "aria-controls": "table-panel",
    }),
    leave: el(
      "button",
      { class: "button button--small tablebar__leave", type: "button", onclick: deeds.leave },
      icon("door"),
      el("span", { text: "Leave" }),
    ),
    banner: el("div", { class: "banner", role: "status", hidden: true }),
    toast: el("div", { class: "toast", role: "status" }),
    seats: el("ol", { class: "seats", "aria-label": "Seats" }),
    bets: el("div", { class: "bets", "aria-hidden": "true" }),
    dealer: el("span", { class: "dealer", "aria-hidden": "true", text: "D", hidden: true }),
    fliers: el("div", { class: "fliers", "aria-hidden": "true" }),
    board: document.createElement("poker-board"),
    actions: document.createElement("poker-actions"),
    log: document.createElement("poker-log"),
    chat: document.createElement("poker-chat"),
  };
  parts.bar = el(
    "header",
    { class: "tablebar" },
    el(
      "a",
      { class: "button button--quiet button--icon tablebar__button", href: lobby, "aria-label": "Back to the tables" },
      icon("back"),
    ),
    el("div", { class: "tablebar__title" }, parts.name, parts.stakes, parts.rake),
    parts.money,
    parts.number,
    el(
      "div",
      { class: "tablebar__tools" },
      parts.line,
      parts.sound,
      parts.panelButton,
      iconButton("help", "Keys", deeds.keys, { "data-wide": true }),
      iconButton("sliders", "Options", deeds.options),
      parts.leave,
    ),
  );
  parts.cloth = el("div", { class: "felt__cloth" });
  parts.felt = el("div", { class: "felt", "aria-hidden": "true" }, parts.cloth);
  parts.box = el("div", { class: "box" }, parts.felt, parts.board, parts.bets, parts.seats, parts.dealer, parts.fliers);
  parts.stage = el("section", { class: "stage", "aria-label": "Table" }, parts.box, parts.banner, parts.toast);
  parts.panel = buildPanel(parts, deeds);
  return parts;
}

function buildPanel(parts, deeds) {
  const pane = (id, node) =>
    el("div", { class: "panel-pane", role: "tabpanel", id: `pane-${id}`, "aria-labelledby": `tab-${id}` }, node);
  const panes = { log: pane("log", parts.log), chat: pane("chat", parts.chat) };
  const tab = (id, text) =>
    el("button", {
      class: "tab",
      type: "button",
      role: "tab",
      id: `tab-${id}`,
      "aria-controls": `pane-${id}`,
      text,
      onclick: () => choose(id),
    });
  const tabs = { log: tab("log", "Log"), chat: tab("chat", "Chat") };
  const choose = (chosen) => {
    for (const id of Object.keys(tabs)) {
      tabs[id].setAttribute("aria-selected", String(id === chosen));
      tabs[id].tabIndex = id === chosen ? 0 : -1;
      panes[id].hidden = id !== chosen;
    }
    if (chosen === "chat") setData(tabs.chat, "unread", false);
    parts.log.toEnd?.();
  };
  const list = el("div", { class: "tabs", role: "tablist", "aria-label": "Log and chat" }, tabs.log, tabs.chat);
  list.addEventListener("keydown", (event) => {
    if (event.key !== "ArrowRight" && event.key !== "ArrowLeft") return;
    const other = panes.log.hidden ? "log" : "chat";
    choose(other);
    tabs[other].focus();
  });
  choose("log");
  parts.choosePane = choose;
  parts.tabs = tabs;
  const close = el(
    "button",
    {
      class: "button button--quiet button--icon table-panel__close",
      type: "button",
      "aria-label": "Close log and chat",
      onclick: deeds.panel,
    },
    icon("close"),
  );
  return el(
    "aside",
    { class: "table-panel", id: "table-panel", "aria-label": "Log and chat" },
    el("div", { class: "table-panel__head" }, list, close),
    panes.log,
    panes.chat,
  );
}

/** Draws the bets in front of the seats and returns nothing; `places` are the slots by seat. */
export function showBets(layer, { view, money, places, pile }) {
  for (let seat = 1; seat <= view.table.seats; seat += 1) {
    const amount = view.seats?.[seat]?.bet ?? 0;
    let node = layer.querySelector(`[data-seat="${seat}"]`);
    if (!amount) {
      node?.remove();
      continue;
    }
    if (!node) {
      node = el("span", { class: "bet", "data-seat": seat });
      layer.append(node);
    }
    const place = places[seat];
    node.style.setProperty("--x", String(place.bet.x));
    node.style.setProperty("--y", String(place.bet.y));
    setData(node, "side", place.seat.x > 56 ? "right" : place.seat.x < 44 ? "left" : "middle");
    const text = money(amount);
    if (node.dataset.shown === text) continue;
    node.dataset.shown = text;
    node.replaceChildren(
      ...[
        pile(amount, { chip: view.table.chip, height: 6, columns: 3 }),
        el("span", { class: "bet__words", text }),
      ].filter(Boolean),
    );
  }
}
