import { beforeEach, describe, expect, it } from "vitest";
import { createOutbox, type Outbox } from "../../../src/conversation/outbox/outbox.js";
import type { OutboxEntry } from "../../../src/conversation/outbox/outbox-entry.js";
import { createSender, type Sender } from "../../../src/conversation/outbox/sender.js";
import type { Acceptance } from "../../../src/conversation/outbox/delivery.js";
import { createSharedOutbox, type SharedOutbox } from "../../../src/conversation/outbox/shared-outbox.js";
import { createManualClock } from "../../../src/testing/manual-clock.js";
import { mapStorage } from "../../chat/chat-world.js";

const kept = new Map<string, string>();
const storage = mapStorage(kept);
const entry = (clientEventId: string, facts: Partial<OutboxEntry> = {}): OutboxEntry => ({
  clientEventId,
  text: `Text of ${clientEventId}`,
  delivery: "send",
  state: "failed",
  turnId: null,
  createdAt: "2026-01-01T00:00:00.000Z",
  ...facts,
});
const ids = (outbox: Outbox) => outbox.entries().map(({ clientEventId }) => clientEventId);

/** The conversations of one page. */
function openPage() {
  const shared = new Map<string, SharedOutbox>();
  const share = (key: string) => {
    const known = shared.get(key) ?? createSharedOutbox(storage, key);
    shared.set(key, known);
    return known;
  };
  const open = (storageKey: string, facts: Partial<Parameters<typeof createOutbox>[0]> = {}) =>
    createOutbox({ storage, storageKey, share, onChange() {}, ...facts });
  return Object.assign(open, { share });
}

beforeEach(() => kept.clear());

describe("conversations that show one session", () => {
  it("have the messages of both from when the session is known", () => {
    const open = openPage();
    const [chat, session] = [open("chat"), open("outbox/session/s1")];
    session.add(entry("a"));
    chat.add(entry("b"));
    expect([ids(chat), ids(session)]).toEqual([["b"], ["a"]]);
    chat.join("s1");
    expect([ids(chat), ids(session)]).toEqual([
      ["a", "b"],
      ["a", "b"],
    ]);
    session.remove("b");
    chat.update("a", { error: "Why" });
    expect([ids(chat), session.find("a")?.error]).toEqual([["a"], "Why"]);
  });

  it("have the messages that were stored for either before a reload", () => {
    const before = openPage();
    before("chat").add(entry("b"));
    before("outbox/session/s1").add(entry("a"));
    const chat = openPage()("chat");
    chat.join("s1");
    expect(ids(chat)).toEqual(["a", "b"]);
    // Where the session is not known, as without a network.
    const offline = openPage()("chat");
    offline.restore();
    expect(ids(offline)).toEqual(["a", "b"]);
  });

  it("leave no message in the storage once they have none, and keep where the session's are", () => {
    const chat = openPage()("chat");
    chat.add(entry("a"));
    chat.join("s1");
    expect([...kept.keys()].toSorted()).toEqual(["outbox/places", "outbox/session/s1"]);
    chat.remove("a");
    expect([...kept.keys()]).toEqual(["outbox/places"]);
    // A chat that sends before its first page is there, and another page that shows the session.
    openPage()("chat").add(entry("b"));
    const session = openPage()("outbox/session/s1");
    session.restore();
    expect(ids(session)).toEqual(["b"]);
  });

  it("remember the sessions of the newest fifty chats, in a storage that may have anything in it", () => {
    for (let number = 0; number <= 50; number += 1) openPage()(`chat${number}`).join(`s${number}`);
    const places = kept.get("outbox/places") ?? "";
    expect([places.includes("chat0"), places.includes("chat1"), places.includes("chat50")]).toEqual([
      false,
      true,
      true,
    ]);
    for (const strange of ["{", "7", "null", '[["chat"]]', '[["chat",1]]', '[["chat","given-answers"]]']) {
      kept.set("outbox/places", strange);
      const chat = openPage()("chat");
      chat.add(entry("a"));
      expect(kept.has("chat")).toBe(true);
      chat.join("s1");
      expect(JSON.parse(kept.get("outbox/places") ?? "")).toEqual([["chat", "outbox/session/s1"]]);
      chat.clear();
    }
  });

  it("take their messages along to another session", () => {
    const chat = openPage()("chat");
    chat.add(entry("a"));
    chat.join("s1");
    chat.join("s2");
    expect([ids(chat), [...kept.keys()].toSorted()]).toEqual([["a"], ["outbox/places", "outbox/session/s2"]]);
  });

  it("keep a message that the other's log shows until their own does, as long as they follow it", () => {
    const open = openPage();
    let isFollowing = true;
    const place = "outbox/session/s1";
    const [one, other] = [open(place, { isFollowing: () => isFollowing }), open(place)];
    for (const outbox of [one, other]) outbox.restore();
    one.add(entry("a", { state: "accepted" }));
    other.shown("a");
    expect([ids(one), ids(other), kept.size]).toEqual([["a"], [], 0]);
    one.shown("a");
    expect(ids(one)).toEqual([]);
    isFollowing = false;
    one.add(entry("b", { state: "accepted" }));
    other.shown("b");
    expect(ids(one)).toEqual([]);
  });

  it("do not show a message again that a log has shown before the other joined", () => {
    const open = openPage();
    const place = "outbox/session/s1";
    const told: string[] = [];
    const session: Outbox = open(place, {
      onKnown(id) {
        told.push(id);
        session.shown(id);
      },
    });
    session.restore();
    session.shown("a");
    const chat = open("chat", { isFollowing: () => true });
    for (const id of ["a", "b"]) chat.add(entry(id, { state: "accepted" }));
    chat.join("s1");
    expect([told, ids(session), ids(chat)]).toEqual([["a"], ["b"], ["a", "b"]]);
    chat.shown("a");
    expect(ids(chat)).toEqual(["b"]);
  });

  it("leave a message to the one that can send all of it", () => {
    const open = openPage();
    const place = "outbox/session/s1";
    const [chat, session] = [open(place, { takes: ({ model }) => model === undefined }), open(place)];
    for (const outbox of [chat, session]) outbox.restore();
    session.add(entry("a", { model: "large" }));
    session.add(entry("b"));
    expect([ids(chat), ids(session)]).toEqual([["b"], ["a", "b"]]);
  });
});

/** Two conversations of one page that send, each with the tries it has made. */
function openSenders() {
  const clock = createManualClock();
  const open = openPage();
  const ends = [new AbortController(), new AbortController()];
  return ends.map((end) => {
    const outbox = open("outbox/session/s1");
    outbox.restore();
    const tries: { readonly id: string; readonly answer: (acceptance: Acceptance) => void; signal: AbortSignal }[] = [];
    const accepted: string[] = [];
    const sender: Sender = createSender({
      outbox,
      clock,
      signal: end.signal,
      post: ({ clientEventId: id }, signal) => new Promise((answer) => tries.push({ id, answer, signal })),
      onAccepted: ({ clientEventId }) => accepted.push(clientEventId),
    });
    return { clock, shared: open.share, outbox, sender, tries, accepted, end };
  });
}

describe("senders of one session", () => {
  const message = { clientEventId: "a", text: "Hi", delivery: "send" } as const;

  it("do not send what another one is sending, and have its receipt", async () => {
    const [one, other] = openSenders();
    const sent = one!.sender.send(message);
    other!.sender.goOn();
    const retried = other!.sender.retry("a");
    expect([one!.tries.length, other!.tries.length]).toEqual([1, 0]);
    one!.tries[0]!.answer({ turnId: "t" });
    const receipt = { clientEventId: "a", turnId: "t" };
    expect(await Promise.all([sent, retried])).toEqual([receipt, receipt]);
    expect([one!.accepted, other!.accepted]).toEqual([["a"], []]);
  });

  it("send in the order of the page", async () => {
    const [one, other] = openSenders();
    void one!.sender.send(message);
    void other!.sender.send({ ...message, clientEventId: "b" });
    await one!.clock.advanceAsync(0);
    expect(other!.tries).toEqual([]);
    one!.tries[0]!.answer({ turnId: "t" });
    await one!.clock.advanceAsync(0);
    expect(other!.tries.map(({ id }) => id)).toEqual(["b"]);
  });

  it("end each other's try when their log shows the message, or a person discards it", async () => {
    const [one, other] = openSenders();
    const sent = one!.sender.send(message);
    other!.sender.seen("a", "t");
    expect(one!.tries[0]!.signal.aborted).toBe(true);
    expect([one!.accepted, other!.accepted]).toEqual([["a"], []]);
    const dropped = one!.sender.send({ ...message, clientEventId: "b" });
    await one!.clock.advanceAsync(0);
    other!.sender.discard("b");
    expect(one!.tries.at(-1)!.signal.aborted).toBe(true);
    for (const { answer } of one!.tries) answer({ turnId: "t" });
    expect(await sent).toEqual({ clientEventId: "a", turnId: "t" });
    await expect(dropped).rejects.toMatchObject({ code: "aborted" });
  });

  it("have nothing left once the session is deleted", async () => {
    const [one, other] = openSenders();
    const sent = one!.sender.send(message);
    const waiting = other!.sender.send({ ...message, clientEventId: "b" });
    one!.shared("outbox/session/s1").clear();
    expect([ids(one!.outbox), ids(other!.outbox), kept.size]).toEqual([[], [], 0]);
    expect(one!.tries[0]!.signal.aborted).toBe(true);
    one!.tries[0]!.answer({ turnId: "t" });
    await expect(waiting).rejects.toMatchObject({ code: "aborted" });
    expect(await sent).toEqual({ clientEventId: "a", turnId: "t" });
    expect([ids(one!.outbox), kept.size, other!.tries]).toEqual([[], 0, []]);
  });

  it("end with their own tries only", async () => {
    const [one, other] = openSenders();
    void one!.sender.send(message);
    other!.end.abort();
    expect(one!.tries[0]!.signal.aborted).toBe(false);
    one!.end.abort();
    expect(one!.tries[0]!.signal.aborted).toBe(true);
  });
});
