/** The table page's entry: names the elements. */
import { PokerActions } from "./elements/actions.js";
import { PokerBoard } from "./elements/board.js";
import { PokerChat } from "./elements/chat.js";
import { PokerLog } from "./elements/log.js";
import { PokerSeat } from "./elements/seat.js";
import { PokerTable } from "./elements/table.js";

// The parts first: the table makes them as soon as it is there.
customElements.define("poker-seat", PokerSeat);
customElements.define("poker-board", PokerBoard);
customElements.define("poker-actions", PokerActions);
customElements.define("poker-log", PokerLog);
customElements.define("poker-chat", PokerChat);
customElements.define("poker-table", PokerTable);
