/**
 * The lobby on top of the server's list: filters that stay in the address, whole rows to click, and
 * fresh rows every few seconds. Without it the list is complete and every link works.
 */
import { fits, fromQuery, toQuery } from "./filters.js";

const FRESH_MS = 5000;
const form = document.querySelector("[data-filters]");
const table = document.querySelector(".lobby-table");
let wishes = fromQuery(location.search);

function facts({ dataset }) {
  return { game: dataset.game, money: dataset.money, seats: Number(dataset.seats), taken: Number(dataset.taken) };
}

function show() {
  const rows = [...table.querySelectorAll(".lobby-row")];
  for (const row of rows) row.hidden = !fits(facts(row), wishes);
  const shown = rows.filter((row) => !row.hidden);
  const players = shown.reduce((sum, row) => sum + Number(row.dataset.taken), 0);
  const count = `${shown.length} ${shown.length === 1 ? "table" : "tables"}, ${players} ${players === 1 ? "player" : "players"}`;
  const status = document.querySelector("[data-count]");
  if (status.textContent !== count) status.textContent = count;
  document.querySelector("[data-none]").hidden = shown.length > 0 || rows.length === 0;
}

function readForm() {
  const { game, money, full, empty } = form.elements;
  wishes = { game: game.value, money: money.value, full: full.checked, empty: empty.checked };
  history.replaceState(null, "", location.pathname + toQuery(wishes));
  show();
}

function fillForm() {
  const { game, money, full, empty } = form.elements;
  game.value = wishes.game;
  money.value = wishes.money;
  full.checked = wishes.full;
  empty.checked = wishes.empty;
  form.hidden = false;
}

/** Brings the rows up to date, unless somebody is on one of them with the keyboard. */
async function refresh() {
  if (document.hidden || table.tBodies[0].contains(document.activeElement)) return;
  try {
    const answer = await fetch("/?fragment=rows", { headers: { Accept: "text/html" } });
    if (!answer.ok) return;
    const text = await answer.text();
    const fresh = new DOMParser()
      .parseFromString(`<table>${text}</table>`, "text/html")
      .querySelector("tbody[data-rows]");
    if (!fresh) return;
    table.tBodies[0].replaceWith(document.adoptNode(fresh));
    show();
  } catch {
    // The list stays as it is; the next try is a few seconds away.
  }
}

form.addEventListener("change", readForm);
form.addEventListener("submit", (event) => event.preventDefault());
table.addEventListener("click", (event) => {
  if (event.target.closest("a, button") || event.ctrlKey || event.metaKey) return;
  event.target.closest(".lobby-row")?.querySelector("a")?.click();
});
fillForm();
show();
setInterval(refresh, FRESH_MS);
