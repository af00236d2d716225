/**
 * Where things are at the table, as percentages of the box around it. Seats are numbered clockwise;
 * the viewer's own seat is always bottom centre (an observer's is the seat he chose, else seat 1).
 * Two shapes: landscape (a wide oval) and portrait (a tall one, for phones).
 */

/** The slot of `seat` when `home` sits at the bottom: 0 is bottom centre, then clockwise. */
export function slotOf(seat, home, seats) {
  return (((seat - home) % seats) + seats) % seats;
}

/** A point of the landscape oval (a superellipse, so that its sides are straight like a table's). */
function oval(angle) {
  const flatten = (value, power) => Math.sign(value) * Math.abs(value) ** power;
  return { x: 50 - 41 * flatten(Math.sin(angle), 0.72), y: 51.5 + 36.5 * flatten(Math.cos(angle), 0.86) };
}

/** Seats evenly apart along the oval's edge, measured in the box's real proportions; the right mirrors the left. */
function landscape(seats) {
  const STEPS = 1440;
  const points = Array.from({ length: STEPS + 1 }, (_, step) => oval((step / STEPS) * Math.PI));
  const lengths = [0];
  for (let step = 1; step <= STEPS; step += 1) {
    const [from, to] = [points[step - 1], points[step]];
    lengths.push(lengths[step - 1] + Math.hypot((to.x - from.x) * 1.6, to.y - from.y));
  }
  const half = lengths[STEPS];
  return Array.from({ length: seats }, (_, slot) => {
    const mirrored = slot > seats / 2;
    const wanted = (half * (mirrored ? seats - slot : slot) * 2) / seats;
    const { x, y } = points[lengths.findIndex((length) => length >= wanted - 1e-9)];
    return { x: mirrored ? 100 - x : x, y };
  });
}

/** Heights of the seats on one side of the tall oval, from the bottom up, by how many there are. */
const SIDES = {
  0: [],
  1: [36],
  2: [63, 24],
  3: [71, 44, 18],
  4: [75.5, 56.5, 35.5, 16],
};

function portrait(seats) {
  const top = seats % 2 === 0;
  const heights = SIDES[(seats - (top ? 2 : 1)) / 2];
  const left = heights.map((y) => ({ x: 12.5, y }));
  const right = heights.map((y) => ({ x: 87.5, y })).reverse();
  return [{ x: 50, y: 91 }, ...left, ...(top ? [{ x: 50, y: 10.5 }] : []), ...right];
}

const round = (value) => Math.round(value * 100) / 100;

/** Where a bet lies and where the dealer button goes: towards the middle from the seat, clear of the board. */
function inward(place, shape) {
  return shape === "landscape" ? inwardWide(place) : inwardTall(place);
}

function inwardWide({ x, y }) {
  if (Math.abs(x - 50) < 8) {
    const bottom = y > 50;
    return { bet: { x: 50, y: bottom ? 63.5 : 24.5 }, button: { x: bottom ? 60.5 : 59, y: bottom ? 78 : 22 } };
  }
  const top = y < 25;
  const bet = top ? { x: x + (50 - x) * 0.1, y: y + 10.5 } : { x: x + (50 - x) * 0.34, y: y + (47 - y) * 0.4 };
  const beside = Math.abs(y - 47) < 14;
  const button = { x: x + (x > 50 ? -1 : 1) * (beside ? 9.4 : 10.2), y: beside ? y + 6 : y + (y < 47 ? 0.5 : -2) };
  return { bet, button };
}

/** On a phone a side bet starts at the plate's edge, above or below the board, never on it. */
function inwardTall({ x, y }) {
  if (Math.abs(x - 50) < 5) return { bet: { x: 50, y: y > 50 ? 72.5 : 19.5 }, button: { x: 69, y: y > 50 ? 82 : 13 } };
  const inner = x < 50 ? 25 : 75;
  const level = y < 30 ? y + 4.5 : y < 40 ? y - 6 : y < 50 ? y - 10 : y > 70 ? y - 6 : y - 0.5;
  return {
    bet: { x: inner, y: level },
    button: { x: inner + (x < 50 ? 1.5 : -1.5), y: y < 30 ? y - 2.5 : level + (y < 50 ? -5 : -4.5) },
  };
}

/**
 * The slots of a table with `seats` places (2 to 10) in `shape` "landscape" or "portrait":
 * `[{seat: {x, y}, bet: {x, y}, button: {x, y}}]`, slot 0 bottom centre, clockwise.
 */
export function slots(seats, shape) {
  const places = shape === "portrait" ? portrait(seats) : landscape(seats);
  return places.map((place) => {
    const { bet, button } = inward(place, shape);
    const tidy = ({ x, y }) => ({ x: round(x), y: round(y) });
    return { seat: tidy(place), bet: tidy(bet), button: tidy(button) };
  });
}
