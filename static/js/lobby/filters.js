/** Which rows of the lobby are shown. Pure: a row's facts and the wishes in, yes or no out. */

/** Whether a table `{game, money, seats, taken}` is shown under `wishes`. */
export function fits({ game, money, seats, taken }, wishes) {
  if (wishes.game && wishes.game !== game) return false;
  if (wishes.money && wishes.money !== money) return false;
  if (wishes.full && taken >= seats) return false;
  return !(wishes.empty && taken === 0);
}

/** Wishes from a page's query string; what is unknown is left out. */
export function fromQuery(query) {
  const given = new URLSearchParams(query);
  return {
    game: ["fixed", "pot", "no"].includes(given.get("game")) ? given.get("game") : "",
    money: ["play", "real"].includes(given.get("money")) ? given.get("money") : "",
    full: given.has("full"),
    empty: given.has("empty"),
  };
}

/** The query string of `wishes`, without what is not asked for: "" or "?game=fixed&full". */
export function toQuery({ game, money, full, empty }) {
  const parts = [game && `game=${game}`, money && `money=${money}`, full && "full", empty && "empty"].filter(Boolean);
  return parts.length ? `?${parts.join("&")}` : "";
}
