/** Error codes of the protocol in words for people. */
const WORDS = {
  bad_message: "The table did not understand that. Reload the page.",
  too_large: "That message is too long.",
  rate_limited: "Too fast. Wait a moment and try again.",
  sign_in_first: "Sign in to do that.",
  forbidden: "You may not do that here.",
  not_seated: "You are not seated at this table.",
  seat_taken: "Somebody else took this seat first. Your money has not moved.",
  already_seated: "You already have a seat at this table.",
  table_full: "The table is full.",
  table_closed: "The table is closed.",
  bad_amount: "This amount is not possible here.",
  insufficient_funds: "Your balance is too small for that.",
  below_previous_stack: "You left with more a short while ago and must bring back at least as much.",
  limit_reached: "That would pass one of your limits.",
  self_excluded: "Your account is excluded from play.",
  stale_turn: "The hand had already moved on. Nothing was done.",
  not_your_turn: "It is not your turn.",
  illegal_move: "That move is not possible now.",
  nothing_to_post: "There is nothing to post any more.",
  unavailable: "The table did not answer. Look before you try again.",
};

/** What stands against real money, by the cashier's own word; the same words for `private.barred`. */
const REASONS = {
  guest: "This table plays for real money. A guest plays with play money: sign up to play here.",
  bot: "House bots play for play money only.",
  staff: "The room's staff don't play for real money.",
  not_confirmed: "This table plays for real money. Confirm your age and the terms at the cashier first.",
  email_not_verified: "Verify your e-mail address before you play for real money.",
  excluded: "You have paused or excluded yourself from real money. You can still withdraw at the cashier.",
  real_money_off: "Real-money play is switched off. Your money is safe, and you can withdraw at the cashier.",
  currency_frozen: "This table's money does not move at the moment. Your chips are safe; play goes on by itself.",
  limit_reached: "That would pass a limit you have set for yourself.",
};

/** Why a table deals nothing, from `view.paused`. */
const PAUSES = {
  frozen: "Paused: this table's money is stopped while we look into something. Your chips are safe.",
  real_money_off: "Paused: real-money play is switched off. Leave to take your chips to your balance.",
};

/** A refusal in words. The server's own text is only a last resort. */
export function refusal(error) {
  return REASONS[error?.reason] ?? WORDS[error?.code] ?? error?.message ?? WORDS.unavailable;
}

/** Why the viewer may not sit at this table. */
export const barredWords = (reason) => REASONS[reason] ?? WORDS.forbidden;

/** Why the table is paused. */
export const pausedWords = (reason) => PAUSES[reason] ?? "The table is paused.";
