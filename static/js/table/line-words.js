/** The state of the line in words: a short one beside its dot, a banner when the player must know. Pure. */

/** `{word, banner}`; `since` is when the state began, `turn` the viewer's own turn if he has it. */
export function lineWords({ state, since, now, turn = null, offset = 0 }) {
  const seconds = Math.max(0, Math.floor((now - since) / 1000));
  switch (state) {
    case "live":
      return { word: "Live", banner: "" };
    case "lag":
      return { word: "Slow", banner: "" };
    case "connecting":
      return { word: "Connecting", banner: "" };
    case "signed_out":
      return { word: "Signed out", banner: "You are signed out here. Sign in to go on." };
    case "no_table":
      return { word: "Closed", banner: "There is no such table any more." };
    case "offline":
      return { word: "Offline", banner: `This device is offline${safe(turn, now, offset)}. Your chips are safe.` };
    default:
      return {
        word: "Reconnecting",
        banner: `Connection lost ${seconds} s ago, reconnecting${safe(turn, now, offset)}. Your chips are safe.`,
      };
  }
}

function safe(turn, now, offset) {
  if (!turn?.deadline) return "";
  const left = Math.ceil((turn.deadline - now - offset) / 1000);
  return left > 0 ? `; your turn lasts ${left} s more` : "";
}
