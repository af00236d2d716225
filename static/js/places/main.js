/**
 * The strip of the viewer's other tables, on every page: which one needs him and for how long. Asks the
 * server every few seconds while he has any table, and now and then otherwise; counts down by itself.
 */
import { callWords, placeWords } from "./words.js";

const BUSY_MS = 2000;
const IDLE_MS = 15_000;

class MyPlaces extends HTMLElement {
  #places = [];
  #offset = 0;
  #timer = null;
  #beat = null;
  #called = "";
  #links = new Map();
  #voice = null;

  connectedCallback() {
    this.#voice = document.createElement("p");
    this.#voice.className = "visually-hidden";
    this.#voice.setAttribute("role", "alert");
    this.#beat = setInterval(() => this.#count(), 250);
    document.addEventListener("visibilitychange", () => !document.hidden && this.#ask());
    addEventListener("pageshow", ({ persisted }) => persisted && this.#ask());
    this.#ask();
  }

  disconnectedCallback() {
    clearInterval(this.#beat);
    clearTimeout(this.#timer);
  }

  async #ask() {
    clearTimeout(this.#timer);
    try {
      const answer = await fetch(this.dataset.url, { headers: { Accept: "application/json" } });
      if (answer.ok) this.#take(await answer.json());
    } catch {
      // The strip stays as it is; the next try is near.
    }
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#ask(), this.#places.length ? BUSY_MS : IDLE_MS);
  }

  #take({ now, places }) {
    this.#offset = now - Date.now();
    this.#places = places.filter(({ table }) => table !== this.dataset.here);
    const links = new Map(this.#places.map((place) => [place.table, this.#link(place)]));
    const same = [...links.values()].every((link, index) => this.children[index + 1] === link);
    if (!same || this.children.length !== links.size + 1) this.replaceChildren(this.#voice, ...links.values());
    this.#links = links;
    this.#count();
    const call = callWords(this.#places);
    if (call !== this.#called) this.#voice.textContent = call;
    this.#called = call;
  }

  #link(place) {
    const link = this.#links.get(place.table) ?? document.createElement("a");
    if (!link.firstChild) {
      link.className = "place";
      link.append(document.createElement("b"), " ", document.createElement("span"));
    }
    if (link.getAttribute("href") !== place.url) link.href = place.url;
    if (place.needs) link.dataset.needs = place.needs;
    else delete link.dataset.needs;
    return link;
  }

  #count() {
    const now = Date.now() + this.#offset;
    for (const place of this.#places) {
      const link = this.#links.get(place.table);
      const { name, words } = placeWords(place, now);
      if (link.firstChild.textContent !== name) link.firstChild.textContent = name;
      if (link.lastChild.textContent !== words) link.lastChild.textContent = words;
    }
    this.#flash();
  }

  /** The tab's title calls too; a table's own page looks after its own turn first. */
  #flash() {
    const plain = document.title.replace(/^◆ [^·]*· /, "");
    const title = this.#called && !plain.startsWith("●") ? `◆ ${this.#called} · ${plain}` : plain;
    if (document.title !== title) document.title = title;
  }
}

customElements.define("my-places", MyPlaces);
