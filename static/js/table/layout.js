/**
 * Where things are at the table, as percentages of the box around it. Seats are numbered clockwise;
 * the viewer's own seat is always bottom centre (an observer's is the seat he chose, else seat 1).
 * Two shapes: landscape (a wide oval) and portrait (a tall one, for phones).
 */

/** The slot of `seat` when `home` sits at the bottom: 0 is bottom centre, then clockwise. */
export function slotOf(seat, home, seats) {
  return (((seat - home) % seats) + seats) % seats;
}

const TURN = Math.PI * 2;

/** A point of the landscape oval (a superellipse, so that its sides are straight like a table's). */
function oval(angle) {
  const flatten = (value, power) => Math.sign(value) * Math.abs(value) ** power;
  return { x: 50 - 43.5 * flatten(Math.sin(angle), 0.72), y: 48.5 + 39.5 * flatten(Math.cos(angle), 0.86) };
}

/** Seats evenly apart along the oval's edge, measured in the box's real proportions. */
function landscape(seats) {
  const STEPS = 1440;
  const lengths = [0];
  let last = oval(0);
  for (let step = 1; step <= STEPS; step += 1) {
    const next = oval((step / STEPS) * TURN);
    lengths.push(lengths[step - 1] + Math.hypot((next.x - last.x) * 1.8, next.y - last.y));
    last = next;
  }
  const whole = lengths[STEPS];
  return Array.from({ length: seats }, (_, slot) => {
    const wanted = (whole * slot) / seats;
    const step = lengths.findIndex((length) => length >= wanted);
    return oval((step / STEPS) * TURN);
  });
}

/** Heights of the seats on one side of the tall oval, from the bottom up, by how many there are. */
const SIDES = {
  0: [],
  1: [35],
  2: [61, 22],
  3: [68, 43, 18],
  4: [73, 54, 33, 15],
};

function portrait(seats) {
  const top = seats % 2 === 0;
  const heights = SIDES[(seats - (top ? 2 : 1)) / 2];
  const left = heights.map((y) => ({ x: 12.5, y }));
  const right = heights.map((y) => ({ x: 87.5, y })).reverse();
  return [{ x: 50, y: 86 }, ...left, ...(top ? [{ x: 50, y: 8 }] : []), ...right];
}

const round = (value) => Math.round(value * 100) / 100;

/** Towards the middle from a seat: where its bet lies and where the dealer button goes. */
function inward({ x, y }, shape) {
  if (shape === "landscape") {
    const bet = { x: x + (50 - x) * 0.36, y: y + (44 - y) * 0.42 };
    const button = { x: x + (50 - x) * 0.17 + (x > 50 ? -3.2 : 3.2) * (Math.abs(x - 50) < 12 ? 1 : 0.4), y: y + (45 - y) * 0.27 };
    if (Math.abs(x - 50) < 12) button.x = x + 9;
    return { bet, button };
  }
  const side = Math.abs(x - 50) > 5;
  if (side) {
    return { bet: { x: x + (50 - x) * 0.46, y: y + (y < 50 ? 5.2 : -2) }, button: { x: x + (50 - x) * 0.36, y: y - 3.6 } };
  }
  return { bet: { x: 50, y: y > 50 ? 70 : 20.5 }, button: { x: 69, y: y > 50 ? 77 : 11 } };
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
