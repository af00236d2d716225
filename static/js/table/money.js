/**
 * Amounts in words: integers in minor units on the wire, "$2.50" on the screen. The server's `money`
 * filter follows the same rule: sign, grouped thousands, cents only where there are any, in the
 * separators the server found in the browser's language and wrote into the page.
 */

const SIGNS = { PLAY: "$", USD: "$", EUR: "€", GBP: "£" };

const ENGLISH = Object.freeze({ point: ".", group: "," });

/** The page's number style; English where it says nothing. */
export function pageStyle(root = globalThis.document?.documentElement) {
  const { point, group } = root?.dataset ?? {};
  return point && group && point !== group ? { point, group } : ENGLISH;
}

let style = pageStyle();

/** Write and read numbers in another style; for tests. */
export function useStyle(chosen = ENGLISH) {
  style = chosen;
}

const grouped = (units) => String(units).replace(/\B(?=(\d{3})+$)/g, style.group);

function figures(amount) {
  const cents = amount % 100;
  const units = grouped(Math.floor(amount / 100));
  return cents ? `${units}${style.point}${String(cents).padStart(2, "0")}` : units;
}

/** `amount` minor units as text, e.g. 123450 → "$1,234.50". */
export function format(amount, currency = "PLAY") {
  const text = figures(Math.abs(amount));
  const sign = SIGNS[currency];
  const signed = sign ? `${sign}${text}` : `${text} ${currency}`;
  return amount < 0 ? `−${signed}` : signed;
}

/** The bare number for an input field: no sign, no grouping, e.g. 1250 → "12.50". */
export function fieldText(amount) {
  return figures(amount).replaceAll(style.group, "");
}

/**
 * What somebody typed, as minor units, or null when it is no exact amount. Groups of three are read
 * in the viewer's style alone ("1,200" or "1.200"); a lone mark before one or two last digits can
 * only mean cents ("12,50"). More than two decimals is refused, never rounded.
 */
export function parse(text) {
  let plain = String(text)
    .trim()
    .replace(/^[$€£]\s*/, "")
    .replace(/\s/g, "");
  const [point, group] = [style.point, style.group].map((mark) => (mark === "." ? "\\." : mark));
  const spaced = /\s/.test(style.group);
  if (!spaced && new RegExp(`^\\d{1,3}(${group}\\d{3})+(${point}\\d{0,2})?$`).test(plain))
    plain = plain.replaceAll(style.group, "").replace(style.point, ".");
  else if (/^\d*[.,]\d{1,2}$/.test(plain) || new RegExp(`^\\d+${point}$`).test(plain)) plain = plain.replace(",", ".");
  if (!/^(\d{1,12}(\.\d{0,2})?|\.\d{1,2})$/.test(plain)) return null;
  const [units, cents = ""] = plain.split(".");
  return Number(units || 0) * 100 + Number(cents.padEnd(2, "0"));
}

/** A sentence of the server with its decimals in the page's style: "max 0.50" → "max 0,50". */
export const localFigures = (text) => text.replace(/(\d)\.(\d)/g, `$1${style.point}$2`);

/** `amount` in big blinds, one decimal where needed: 1000 at 400 → "2.5 BB". */
export function bigBlinds(amount, bigBlind) {
  if (!bigBlind) return String(amount);
  const tenths = Math.round((amount * 10) / bigBlind);
  return `${figuresOf(tenths)} BB`;
}

function figuresOf(tenths) {
  const whole = grouped(Math.floor(tenths / 10));
  return tenths % 10 ? `${whole}${style.point}${tenths % 10}` : whole;
}

/** Short form for tight places (seat plates on a phone): 1234500 → "$12.3k". */
export function short(amount, currency = "PLAY") {
  if (amount < 1_000_000) return format(amount, currency);
  const [size, letter] = amount < 100_000_000 ? [100_000, "k"] : [100_000_000, "M"];
  const tenths = Math.floor((amount * 10) / size);
  const text =
    tenths % 10 && tenths < 1000
      ? `${Math.floor(tenths / 10)}${style.point}${tenths % 10}`
      : String(Math.floor(tenths / 10));
  const sign = SIGNS[currency];
  return sign ? `${sign}${text}${letter}` : `${text}${letter} ${currency}`;
}

/** What a table's amounts look like to this viewer: money, or big blinds if he prefers them. */
export function moneyOf(table, { inBlinds = false } = {}) {
  return inBlinds ? (amount) => bigBlinds(amount, table.big_blind) : (amount) => format(amount, table.currency);
}
