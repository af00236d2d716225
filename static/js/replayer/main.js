/** The hand page's entry: names the parts it shares with the live table, then the replayer. */
import { PokerBoard } from "../table/elements/board.js";
import { PokerSeat } from "../table/elements/seat.js";
import { PokerReplay } from "./replay.js";

customElements.define("poker-seat", PokerSeat);
customElements.define("poker-board", PokerBoard);
customElements.define("poker-replay", PokerReplay);
