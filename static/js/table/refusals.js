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

/** A refusal in words. The server's own text is only a last resort. */
export function refusal(error) {
  return WORDS[error?.code] ?? error?.message ?? WORDS.unavailable;
}
