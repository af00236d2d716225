/**
 * What the viewer can decide when it is not his turn to bet: take a seat, answer a blind prompt, come
 * back, show his cards. Pure: state in, named deeds and a line of status out.
 */

const PROMPTS = {
  post_small_blind: (amount) => `Post the small blind, ${amount}`,
  post_big_blind: (amount) => `Post the big blind, ${amount}`,
  post_missed: (amount) => `Post the missed blinds, ${amount}`,
};

/** What is said aloud for a prompt (R-2.10). */
export function promptWords(prompt) {
  return { post_small_blind: "Post the small blind, please", post_big_blind: "Post the large blind, please" }[prompt.kind] ?? "Post the missed blinds, please";
}

/** Empty places, in order. */
export function freeSeats(view) {
  const all = Array.from({ length: view.table.seats }, (_, index) => index + 1);
  return all.filter((seat) => !view.seats?.[seat]);
}

/** `{status, choices: [{label, deed, kind}]}` for `state` (view, mine, you) and the viewer's `seat`. */
export function choicesOf({ view, mine, you, waiting = false }, seat, money) {
  if (view.status === "closed") return { status: "This table is closed.", choices: [] };
  if (seat === null) return watching(view, you, waiting || Boolean(mine.waiting));
  const me = view.seats[seat];
  if (mine.prompt) {
    const words = PROMPTS[mine.prompt.kind] ?? PROMPTS.post_missed;
    return {
      status: "You are asked to post.",
      choices: [
        { label: words(money(mine.prompt.amount)), deed: "post", kind: "button--primary" },
        { label: "Sit out instead", deed: "decline" },
      ],
    };
  }
  if (me.status === "sitting_out" || me.away) return away(view, me, money);
  if (!me.stack && !inHand(view, me)) {
    return { status: "You have no chips left.", choices: [{ label: "Add chips", deed: "top_up", kind: "button--primary" }] };
  }
  if (mayShow(view, me, mine)) return { status: "The hand is over.", choices: [{ label: "Show my cards", deed: "show" }] };
  return { status: waitingWords(view, me, seat), choices: [] };
}

function watching(view, you, waiting) {
  const free = freeSeats(view).length;
  if (!you) {
    return {
      status: "You are watching. Play money, no sign-up needed.",
      choices: [{ label: "Play as a guest", deed: "guest", kind: "button--primary" }],
    };
  }
  if (free) {
    return { status: `You are watching. ${free === 1 ? "One seat is" : `${free} seats are`} free.`, choices: [{ label: "Take a seat", deed: "take", kind: "button--primary" }] };
  }
  return waiting
    ? { status: "You are on the waiting list.", choices: [{ label: "Leave the waiting list", deed: "wait_off" }] }
    : { status: "The table is full.", choices: [{ label: "Join the waiting list", deed: "wait_on", kind: "button--primary" }] };
}

function away(view, me, money) {
  if (!me.stack) return { status: "You have no chips left.", choices: [{ label: "Add chips", deed: "top_up", kind: "button--primary" }] };
  if (!view.hand) return { status: "You are sitting out.", choices: [{ label: "I'm back", deed: "back_post", kind: "button--primary" }] };
  return {
    status: "You are sitting out.",
    choices: [
      { label: `I'm back, post ${money(view.table.big_blind)}`, deed: "back_post", kind: "button--primary" },
      { label: "Back at the big blind", deed: "back_wait" },
    ],
  };
}

const inHand = (view, me) => Boolean(view.hand && me.cards);

/** A hand may be shown while it is on the table, by who was dealt in and has not shown. */
function mayShow(view, me, mine) {
  const over = view.hand && !view.hand.turn && view.status === "showdown";
  return Boolean(over && mine.cards && (!me.cards || me.cards.includes("?")));
}

function waitingWords(view, me, seat) {
  const turn = view.hand?.turn;
  if (view.status === "paused") return "The table is paused.";
  if (me.status === "waiting") return view.hand ? "You are dealt in as soon as the blinds allow." : "Waiting for players.";
  if (me.status === "folded") return "You folded.";
  if (me.status === "all_in") return "You are all-in.";
  if (me.status === "protected") return "You were disconnected: you play for what you put in.";
  if (turn && turn.seat !== seat) return `Waiting for ${view.seats[turn.seat]?.name ?? "another player"}`;
  return view.hand ? "" : "The next hand starts in a moment.";
}
