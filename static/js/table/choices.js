/**
 * What the viewer can decide when it is not his turn to bet: take a seat, answer a blind prompt, come
 * back, show his cards. Pure: state in, named deeds and a line of status out.
 */
import { pausedWords } from "./refusals.js";

const PROMPTS = {
  post_small_blind: (amount) => `Post the small blind, ${amount}`,
  post_big_blind: (amount) => `Post the big blind, ${amount}`,
  post_missed: (amount) => `Post the missed blinds, ${amount}`,
};

/** Signed out with the table still open: nothing of what stands there can be done. */
export const SIGNED_OUT = { status: "", choices: [{ label: "Sign in", deed: "sign_in", kind: "button--primary" }] };

/** What is said aloud for a prompt (R-2.10). */
export function promptWords(prompt) {
  return (
    { post_small_blind: "Post the small blind, please", post_big_blind: "Post the large blind, please" }[prompt.kind] ??
    "Post the missed blinds, please"
  );
}

/** Places one can sit down at, in order: empty ones, and those of who left with the last hand. */
export function freeSeats(view) {
  const all = Array.from({ length: view.table.seats }, (_, index) => index + 1);
  return all.filter((seat) => isFree(view.seats?.[seat]));
}

/** Whether nobody holds a place: its player may still be in the picture of the hand he left with. */
export const isFree = (there) => !there || there.left === true;

/** `{status, choices: [{label, deed, kind}]}` for `state` (view, mine, you) and the viewer's `seat`. */
export function choicesOf({ view, mine, you }, seat, money) {
  if (view.status === "closed") return { status: "This table is closed.", choices: [] };
  if (seat === null) {
    const found = watching(view, { you, mine });
    return view.paused ? { ...found, status: pausedWords(view.paused) } : found;
  }
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
  if (mine.options?.leaving) {
    const when = view.hand ? "this hand is over" : "the table's money moves again";
    return { status: `You leave when ${when}.`, choices: [] };
  }
  if (view.status === "paused") return { status: pausedWords(view.paused), choices: [] };
  if (me.status === "sitting_out") return away({ me, mine }, money);
  if (!me.stack && !inHand(view, me)) {
    return {
      status: "You have no chips left.",
      choices: [{ label: "Add chips", deed: "top_up", kind: "button--primary" }],
    };
  }
  if (mayShow(view, me, mine))
    return { status: "The hand is over.", choices: [{ label: "Show my cards", deed: "show" }] };
  return { status: waitingWords(view, { me, mine }, seat), choices: waitingChoices(me, mine, money) };
}

/** Who waits for the big blind may change his mind and pay to be dealt in. */
function waitingChoices(me, mine, money) {
  if (me.status !== "waiting" || mine.options?.entry !== "wait" || !mine.price) return [];
  return [{ label: `Post ${priceWords(mine.price, money)} instead`, deed: "back_post" }];
}

function watching(view, { you, mine }) {
  const free = freeSeats(view).length;
  if (!you && view.table.money === "real") {
    return {
      status: "You are watching. This table plays for real money.",
      choices: [{ label: "Sign up or sign in", deed: "take", kind: "button--primary" }],
    };
  }
  if (!you) {
    return {
      status: "You are watching. Play money, no sign-up needed.",
      choices: [{ label: "Play as a guest", deed: "guest", kind: "button--primary" }],
    };
  }
  if (mine.reserved) {
    const what = mine.reserved.offered ? "A seat is offered to you." : "A seat is held for you.";
    return {
      status: what,
      choices: [
        { label: `Take seat ${mine.reserved.seat}`, deed: "take", detail: mine.reserved.seat, kind: "button--primary" },
        { label: "No, thanks", deed: "refuse" },
      ],
    };
  }
  if (free) {
    return {
      status: `You are watching. ${free === 1 ? "One seat is" : `${free} seats are`} free.`,
      choices: [{ label: "Take a seat", deed: "take", kind: "button--primary" }],
    };
  }
  return mine.wait_list
    ? {
        status: `You are number ${mine.wait_list} of ${view.waiting ?? mine.wait_list} on the waiting list.`,
        choices: [{ label: "Leave the waiting list", deed: "wait_off" }],
      }
    : {
        status: view.waiting ? `The table is full, ${view.waiting} waiting.` : "The table is full.",
        choices: [{ label: "Join the waiting list", deed: "wait_on", kind: "button--primary" }],
      };
}

function away({ me, mine }, money) {
  if (!me.stack)
    return {
      status: "You have no chips left.",
      choices: [{ label: "Add chips", deed: "top_up", kind: "button--primary" }],
    };
  if (!mine.price)
    return {
      status: "You are sitting out.",
      choices: [{ label: "I'm back", deed: "back_post", kind: "button--primary" }],
    };
  return {
    status: `You are sitting out. Coming back at once costs ${priceWords(mine.price, money)}.`,
    choices: [
      { label: `Post ${priceWords(mine.price, money)}`, deed: "back_post", kind: "button--primary" },
      { label: "Wait for the big blind", deed: "back_wait" },
    ],
  };
}

/** "$4", or "$4 + $2 dead" where missed blinds are owed (R-2.9). */
export function priceWords({ live = 0, dead = 0 }, money) {
  if (!dead) return money(live);
  return live ? `${money(live)} + ${money(dead)} dead` : `${money(dead)} dead`;
}

const inHand = (view, me) => Boolean(view.hand && me.cards);

/** A hand may be shown while it is on the table, by who was dealt in and has not shown. */
function mayShow(view, me, mine) {
  const over = view.hand && !view.hand.turn && view.status === "showdown";
  return Boolean(over && mine.cards && (!me.cards || me.cards.includes("?")));
}

function waitingToPlay(view, mine) {
  if (!view.hand) return "Waiting for players.";
  return mine.options?.entry === "wait"
    ? "You are dealt in when the big blind reaches you."
    : "You are dealt in with the next hand if the blinds allow.";
}

function waitingWords(view, { me, mine }, seat) {
  const turn = view.hand?.turn;
  if (me.status === "waiting") return waitingToPlay(view, mine);
  if (me.status === "folded") return "You folded.";
  if (me.status === "all_in") return "You are all-in.";
  if (me.status === "protected") return "You were disconnected: you play for what you put in.";
  if (turn && turn.seat !== seat) return `Waiting for ${view.seats[turn.seat]?.name ?? "another player"}`;
  return turn ? "" : "Next hand in a moment";
}
