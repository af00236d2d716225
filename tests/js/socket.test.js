import assert from "node:assert/strict";
import { test } from "node:test";
import { backoff, TableSocket } from "../../static/js/table/socket.js";

/** A line, a clock and timers that the test moves by hand. */
function lab() {
  const lines = [];
  let now = 1000;
  let timers = [];
  const open = (url) => {
    const line = {
      url,
      readyState: 0,
      sent: [],
      send: (text) => line.sent.push(JSON.parse(text)),
      close: () => {
        line.readyState = 3;
      },
    };
    lines.push(line);
    return line;
  };
  const env = {
    now: () => now,
    random: () => 0.5,
    setTimeout: (task, delay) => {
      const timer = { task, at: now + delay };
      timers.push(timer);
      return timer;
    },
    clearTimeout: (timer) => {
      timers = timers.filter((one) => one !== timer);
    },
  };
  const pass = (ms) => {
    const until = now + ms;
    for (;;) {
      const due = timers.filter((timer) => timer.at <= until).sort((a, b) => a.at - b.at)[0];
      if (!due) break;
      timers = timers.filter((timer) => timer !== due);
      now = Math.max(now, due.at);
      due.task();
    }
    now = until;
  };
  const socket = new TableSocket({ url: "ws://x/", open, env });
  const states = [];
  socket.addEventListener("state", ({ detail }) => states.push(detail));
  const up = (line = lines.at(-1)) => {
    line.readyState = 1;
    line.onopen();
    hear({ type: "hello", version: 1, now, heartbeat_ms: 2500, view: {} }, line);
  };
  const hear = (message, line = lines.at(-1)) => line.onmessage({ data: JSON.stringify(message) });
  const drop = (code = 1006, line = lines.at(-1)) => {
    line.readyState = 3;
    line.onclose({ code });
  };
  const sent = (type, line = lines.at(-1)) => line.sent.filter((message) => message.type === type);
  const answerPings = (line = lines.at(-1)) => {
    for (const ping of line.sent.splice(0).filter(({ type }) => type === "ping"))
      hear({ type: "pong", id: ping.id, now, version: 1 }, line);
  };
  return { socket, lines, states, pass, up, hear, drop, sent, answerPings };
}

test("waits longer and longer between attempts, with jitter, never longer than ten seconds", () => {
  assert.equal(
    backoff(0, () => 0),
    250,
  );
  assert.equal(
    backoff(0, () => 1),
    500,
  );
  assert.ok(backoff(3, () => 0) > backoff(1, () => 1));
  assert.equal(
    backoff(30, () => 1),
    10_000,
  );
});

test("a lost line is opened again, and a hello makes it live", () => {
  const { socket, lines, states, pass, up, drop } = lab();
  socket.start();
  up();
  drop();
  assert.deepEqual(states, ["live", "reconnecting"]);
  pass(600);
  assert.equal(lines.length, 2);
  up();
  assert.equal(socket.state, "live");
});

test("pings every heartbeat; silence for two and a half of them (at least six seconds) is a dead line", () => {
  const { socket, lines, pass, up, answerPings, sent } = lab();
  socket.start();
  up();
  for (let beat = 0; beat < 4; beat += 1) {
    pass(2500);
    assert.ok(sent("ping").length >= 1);
    answerPings();
  }
  assert.equal(socket.state, "live");
  pass(10_000);
  assert.notEqual(socket.state, "live");
  assert.ok(lines.length >= 2);
});

test("a slow answer is lag, a quick one live again", () => {
  const { socket, pass, up, answerPings } = lab();
  socket.start();
  up();
  answerPings();
  pass(2500);
  pass(500);
  answerPings();
  assert.equal(socket.state, "lag");
  pass(2000);
  answerPings();
  assert.equal(socket.state, "live");
});

test("a command is answered once, by its id", async () => {
  const { socket, up, hear, sent } = lab();
  socket.start();
  up();
  const reply = socket.send({ type: "act", move: "fold" });
  const [{ id }] = sent("act");
  assert.ok(id.length <= 36);
  hear({ type: "reply", id: "other", ok: true });
  hear({ type: "reply", id, ok: true });
  assert.equal((await reply).ok, true);
});

test("what was not answered is sent again with the same id after a reconnect, but never a chat line", async () => {
  const { socket, pass, up, drop, hear, sent } = lab();
  socket.start();
  up();
  const act = socket.send({ type: "act", move: "fold" });
  const chat = socket.send({ type: "chat", text: "hello" });
  const [{ id }] = sent("act");
  drop();
  pass(600);
  up();
  assert.equal(sent("act")[0].id, id);
  assert.equal(sent("chat").length, 0);
  assert.equal((await chat).error.code, "unavailable");
  hear({ type: "reply", id, ok: true });
  assert.equal((await act).ok, true);
});

test("a seat that the first sending took is no refusal of the second", async () => {
  const { socket, pass, up, drop, hear, sent } = lab();
  socket.start();
  up();
  const sit = socket.send({ type: "sit", seat: 3, buy_in: 4000 });
  drop();
  pass(600);
  up();
  hear({ type: "reply", id: sent("sit")[0].id, ok: false, error: { code: "already_seated" } });
  assert.equal((await sit).ok, true);
  const again = socket.send({ type: "sit", seat: 4, buy_in: 4000 });
  hear({ type: "reply", id: sent("sit").at(-1).id, ok: false, error: { code: "already_seated" } });
  assert.equal((await again).ok, false, "the first answer to a first sending counts as it is");
});

test("without any answer a command gives up at last", async () => {
  const { socket, pass, up, answerPings } = lab();
  socket.start();
  up();
  const act = socket.send({ type: "act", move: "fold" });
  for (let beat = 0; beat < 14; beat += 1) {
    pass(2500);
    answerPings();
  }
  assert.equal((await act).error.code, "unavailable");
});

test("no such table: no further attempts; waking does not help", () => {
  const { socket, lines, pass, up, drop } = lab();
  socket.start();
  up();
  drop(4404);
  pass(60_000);
  socket.wake();
  assert.equal(lines.length, 1);
});

test("signed out: one more try, and where it is a stranger's no further ones", () => {
  const { socket, lines, pass, hear, drop } = lab();
  const heard = [];
  socket.addEventListener("message", ({ detail }) => heard.push(detail));
  socket.start();
  const greet = (you) => {
    lines.at(-1).readyState = 1;
    lines.at(-1).onopen();
    hear({ type: "hello", version: 1, now: 0, heartbeat_ms: 2500, view: {}, you });
  };
  greet({ player: "p_1" });
  drop(4401);
  pass(600);
  assert.equal(lines.length, 2);
  greet(undefined);
  assert.equal(socket.state, "signed_out");
  assert.equal(heard.length, 1);
  pass(60_000);
  socket.wake();
  assert.equal(lines.length, 2);
});

test("the same player under a new session goes on, and what he asked for is asked again", async () => {
  const { socket, lines, pass, hear, drop, sent } = lab();
  socket.start();
  const greet = (you) => {
    lines.at(-1).readyState = 1;
    lines.at(-1).onopen();
    hear({ type: "hello", version: 1, now: 0, heartbeat_ms: 2500, view: {}, you });
  };
  greet({ player: "p_1" });
  socket.send({ type: "sit_out", when: "now" });
  drop(4401);
  pass(600);
  greet({ player: "p_1", name: "Robin" });
  assert.equal(socket.state, "live");
  assert.equal(sent("sit_out").length, 1);
  drop(4401);
  pass(600);
  greet({ player: "p_2" });
  assert.equal(sent("sit_out").length, 0);
  drop(4401);
  drop(4401);
});

test("waking asks for the state, and leaves a line that is just being opened alone", () => {
  const { socket, lines, up, sent } = lab();
  socket.start();
  socket.wake();
  assert.equal(lines.length, 1);
  up();
  socket.wake();
  assert.equal(sent("sync").length, 1);
});

test("an old line's last words are not heard", () => {
  const { socket, lines, pass, up, drop, hear } = lab();
  let heard = 0;
  socket.addEventListener("message", () => {
    heard += 1;
  });
  socket.start();
  up();
  drop();
  pass(600);
  up();
  heard = 0;
  hear({ type: "update", version: 2, patch: {} }, lines[0]);
  assert.equal(heard, 0);
});
