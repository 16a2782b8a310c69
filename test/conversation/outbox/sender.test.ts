import { describe, expect, it } from "vitest";
import { createOutbox } from "../../../src/conversation/outbox/outbox.js";
import type { OutboxEntry } from "../../../src/conversation/outbox/outbox-entry.js";
import { createSender } from "../../../src/conversation/outbox/sender.js";
import type { Acceptance } from "../../../src/conversation/outbox/delivery.js";
import { ServiceApiError } from "../../../src/wire/protocol/api-error.js";
import { createManualClock } from "../../../src/testing/manual-clock.js";

interface Try {
  readonly entry: OutboxEntry;
  readonly signal: AbortSignal;
  readonly answer: (acceptance: Acceptance) => void;
  readonly fail: (error: unknown) => void;
}

const lost = () => new ServiceApiError("No answer.", { status: 0, code: "network_error", outcomeUnknown: true });
const refused = () => new ServiceApiError("Too long.", { status: 413, code: "message_too_large" });
const tooMany = (retryAfterMs?: number) =>
  new ServiceApiError("Too many.", { status: 429, code: "limit_exceeded", retryAfterMs });

/** A sender whose every try waits for the test to end it. */
function start() {
  const clock = createManualClock();
  const end = new AbortController();
  const outbox = createOutbox({ storage: undefined, storageKey: "", onChange() {} });
  const tries: Try[] = [];
  const accepted: string[] = [];
  const failures: Error[] = [];
  const wakers = new Set<() => void>();
  let onFailure = () => {};
  const sender = createSender({
    outbox,
    post: (entry, signal) =>
      new Promise((answer, fail) => {
        signal.addEventListener("abort", () => fail(lost()), { once: true });
        tries.push({ entry, signal, answer, fail });
      }),
    onAccepted: ({ clientEventId, turnId }, { sequence }) =>
      accepted.push(`${clientEventId} ${turnId ?? "-"} ${sequence ?? "-"}`),
    onFailed(error) {
      failures.push(error);
      const run = onFailure;
      onFailure = () => {};
      run();
    },
    clock,
    random: () => 0.5,
    wake(run) {
      wakers.add(run);
      return () => void wakers.delete(run);
    },
    signal: end.signal,
  });
  const state = (id = "a") => outbox.find(id)?.state;
  const send = () => sender.send({ clientEventId: "a", text: "Hi", delivery: "send" });
  const fail = async (error: unknown) => {
    tries.at(-1)?.fail(error);
    await clock.advanceAsync(0);
  };
  const onNextFailure = (run: () => void) => (onFailure = run);
  return { clock, end, outbox, sender, tries, accepted, failures, wakers, state, send, fail, onNextFailure };
}

describe("a message on its way", () => {
  it("keeps its text and is not sent again by itself when a quota refuses it", async () => {
    const { send, fail, tries, state, outbox, clock } = start();
    const sent = send();
    await fail(
      new ServiceApiError("Used up.", {
        status: 429,
        code: "quota_exceeded",
        retryable: false,
        retryAfterMs: 86_400_000,
      }),
    );
    await expect(sent).rejects.toMatchObject({ code: "quota_exceeded" });
    await clock.advanceAsync(86_400_000);
    expect([state(), tries.length, outbox.find("a")?.text]).toEqual(["failed", 1, "Hi"]);
  });

  it("is accepted, with its turn", async () => {
    const { send, tries, state, accepted } = start();
    const sent = send();
    expect(state()).toBe("sending");
    tries[0]?.answer({ turnId: "t", sequence: 7 });
    expect(await sent).toEqual({ clientEventId: "a", turnId: "t" });
    expect([state(), accepted]).toEqual(["accepted", ["a t 7"]]);
  });

  it("is one message, however often it is sent under its key", () => {
    const { send, tries, outbox } = start();
    expect(send()).toBe(send());
    expect([tries.length, outbox.entries().length]).toEqual([1, 1]);
  });

  it("is tried for two minutes under one key while its outcome is unknown, then on request only", async () => {
    const { clock, send, fail, tries, state, failures, sender } = start();
    const sent = send();
    for (const wait of [2_000, 4_000, 8_000, 16_000, 32_000, 60_000]) {
      const before = tries.length;
      await fail(lost());
      expect(state()).toBe("sending");
      await clock.advanceAsync(wait);
      expect(tries.length).toBe(before + 1);
    }
    await fail(lost());
    await clock.advanceAsync(600_000);
    expect([tries.length, state(), failures.length, clock.waiting]).toEqual([7, "unknown", 1, 0]);
    await expect(sent).rejects.toMatchObject({ code: "network_error" });
    const again = sender.retry("a");
    expect(state()).toBe("sending");
    tries.at(-1)?.answer({ turnId: null });
    expect(await again).toEqual({ clientEventId: "a", turnId: null });
    expect(new Set(tries.map(({ entry }) => entry.clientEventId))).toEqual(new Set(["a"]));
  });

  it("is tried whenever a person asks or the network may be back, which gives up no sooner", async () => {
    const { clock, send, fail, tries, state, sender } = start();
    send().catch(() => {});
    for (let count = 1; count <= 20; count += 1) {
      await fail(lost());
      await clock.advanceAsync(100);
      expect([tries.length, state()]).toEqual([count, "sending"]);
      if (count % 2 === 0) sender.wake();
      else sender.retry("a").catch(() => {});
      await clock.advanceAsync(0);
    }
  });

  it("is unknown after two minutes, however few tries those were", async () => {
    const { clock, send, fail, tries, state } = start();
    send().catch(() => {});
    await clock.advanceAsync(119_999);
    await fail(lost());
    await clock.advanceAsync(2_000);
    expect([tries.length, state()]).toEqual([2, "sending"]);
    await fail(lost());
    expect(state()).toBe("unknown");
  });

  it("is tried again while the service is out of reach, and failed when it stays so", async () => {
    const outage = () => new ServiceApiError("Out of reach.", { status: 502, code: "upstream_unavailable" });
    const { clock, send, fail, tries, state } = start();
    const sent = send().catch((error: unknown) => error);
    for (let round = 1; round <= 3; round += 1) {
      await fail(outage());
      expect([tries.length, state()]).toEqual([round, "sending"]);
      await clock.advanceAsync(40_000);
    }
    await fail(outage());
    expect(await sent).toMatchObject({ code: "upstream_unavailable" });
    expect([tries.length, state()]).toEqual([4, "failed"]);
    expect(new Set(tries.map(({ entry }) => entry.clientEventId)).size).toBe(1);
  });

  it("waits as long as the service asks, despite hints, and reports the time of the next try", async () => {
    const { clock, send, fail, tries, outbox, sender, wakers } = start();
    const sent = send();
    await fail(tooMany(30_000));
    expect(outbox.find("a")).toMatchObject({ state: "sending", nextAttemptAt: clock.now() + 30_000 });
    for (const run of wakers) run();
    sender.wake();
    await clock.advanceAsync(29_999);
    expect(tries).toHaveLength(1);
    await clock.advanceAsync(1);
    expect([tries.length, outbox.find("a")?.nextAttemptAt]).toEqual([2, undefined]);
    tries.at(-1)?.answer({ turnId: "t" });
    expect(await sent).toEqual({ clientEventId: "a", turnId: "t" });
  });

  it("is sent at once by a person while the service asks to wait, under the same key and never twice at a time", async () => {
    const { clock, send, fail, tries, sender } = start();
    void send();
    await fail(tooMany(30_000));
    void sender.retry("a");
    void sender.retry("a");
    await clock.advanceAsync(0);
    expect(tries.map(({ entry }) => entry.clientEventId)).toEqual(["a", "a"]);
    void sender.retry("a");
    await fail(tooMany(30_000));
    await clock.advanceAsync(29_000);
    expect(tries).toHaveLength(2);
  });

  it("fails when the service asks for too long a wait, and reports the delay", async () => {
    const { clock, send, fail, state, outbox } = start();
    const sent = send();
    await fail(tooMany(120_000));
    await expect(sent).rejects.toMatchObject({ status: 429, retryAfterMs: 120_000 });
    expect([state(), outbox.find("a")?.nextAttemptAt, clock.waiting]).toEqual(["failed", undefined, 0]);
  });

  it("keeps the requested wait, also when the network returned during the try", async () => {
    const { sender, send, fail, clock, tries } = start();
    send().catch(() => {});
    sender.wake();
    await fail(tooMany(60_000));
    await clock.advanceAsync(59_000);
    expect(tries).toHaveLength(1);
    await clock.advanceAsync(2_000);
    expect(tries).toHaveLength(2);
  });

  it("fails at once when refused, with the reason", async () => {
    const { send, fail, state, outbox, failures, clock } = start();
    const sent = send();
    await fail(refused());
    await expect(sent).rejects.toMatchObject({ code: "message_too_large" });
    expect([state(), outbox.find("a")?.error, failures.length, clock.waiting]).toEqual(["failed", "Too long.", 1, 0]);
  });

  it.each([
    { name: "the service, for what it contains", status: 422, isForeign: false, isRefused: true },
    { name: "the service, for who sent it", status: 403, isForeign: false, isRefused: true },
    { name: "an intermediary", status: 403, isForeign: true, isRefused: false },
    { name: "the service, before a sign-in", status: 401, isForeign: false, isRefused: false },
    {
      name: "the service, while the conversation is in another state",
      status: 409,
      isForeign: false,
      isRefused: false,
    },
  ])("is refused for good, or not, by $name", async ({ status, isForeign, isRefused }) => {
    const { send, fail, outbox } = start();
    send().catch(() => {});
    await fail(new ServiceApiError("No.", { status, code: "request_failed", isForeign }));
    expect([outbox.find("a")?.state, outbox.find("a")?.isRefused]).toEqual(["failed", isRefused]);
  });

  it.each(["a hint of the platform", "its caller"])(
    "is retried now when %s reports that the network is back",
    async (who) => {
      const { send, fail, tries, wakers, sender, clock } = start();
      void send();
      expect(wakers.size).toBe(0);
      await fail(lost());
      if (who === "its caller") sender.wake();
      else for (const run of wakers) run();
      await clock.advanceAsync(0);
      expect([tries.length, wakers.size, clock.waiting]).toEqual([2, 0, 0]);
    },
  );

  it("is delivered when the log shows it, whatever its request returns, and is reported once", async () => {
    const { send, sender, tries, state, accepted, clock } = start();
    const sent = send();
    sender.seen("a", "t");
    expect([state(), tries[0]?.signal.aborted]).toEqual(["accepted", true]);
    sender.seen("a", "t");
    sender.seen("b", "t");
    await clock.advanceAsync(10_000);
    expect([accepted, tries.length]).toEqual([["a t -"], 1]);
    expect(await sent).toEqual({ clientEventId: "a", turnId: "t" });
  });

  it("is delivered when the log shows it while a try waits, also where its entry is removed at once", async () => {
    const { send, fail, sender, outbox, tries, clock } = start();
    const sent = send();
    await fail(lost());
    sender.seen("a", "t");
    outbox.remove("a");
    expect(await sent).toEqual({ clientEventId: "a", turnId: "t" });
    expect([tries.length, clock.waiting]).toEqual([1, 0]);
  });

  it.each(["discarded", "disposed with the outbox"])("is tried no more when it is %s", async (how) => {
    for (const isWaiting of [false, true]) {
      const { send, sender, end, fail, tries, accepted, failures, clock } = start();
      const sent = send();
      if (isWaiting) await fail(lost());
      if (how === "discarded") sender.discard("a");
      else end.abort();
      await expect(sent).rejects.toMatchObject({ code: "aborted" });
      await clock.advanceAsync(600_000);
      expect([tries.length, accepted, failures, clock.waiting]).toEqual([1, [], [], 0]);
    }
  });

  it("is retried at once by a listener of its failure", async () => {
    const { send, fail, tries, state, sender, onNextFailure } = start();
    onNextFailure(() => void sender.retry("a"));
    const sent = send();
    await fail(refused());
    await expect(sent).rejects.toMatchObject({ code: "message_too_large" });
    expect([tries.length, state()]).toEqual([2, "sending"]);
    expect(sender.retry("a")).toBe(sender.retry("a"));
    expect(tries).toHaveLength(2);
    tries.at(-1)?.answer({ turnId: "t" });
    expect(await sender.retry("a")).toEqual({ clientEventId: "a", turnId: "t" });
  });

  it("is another message when it is sent under the key of one that was just discarded", async () => {
    const { send, tries, state, sender, failures } = start();
    const first = send();
    sender.discard("a");
    const second = send();
    await expect(first).rejects.toMatchObject({ code: "aborted" });
    expect([tries.length, state(), failures]).toEqual([2, "sending", []]);
    tries.at(-1)?.answer({ turnId: "t" });
    expect(await second).toEqual({ clientEventId: "a", turnId: "t" });
  });

  it("is on its way again when it is sent again under its key after it failed", async () => {
    const { send, fail, tries, state } = start();
    send().catch(() => {});
    await fail(refused());
    void send();
    expect([tries.length, state()]).toEqual([2, "sending"]);
  });

  it("follows those sent before it, when each has arrived or was given up", async () => {
    const { send, sender, tries, fail, clock } = start();
    const ids = () => tries.map(({ entry }) => entry.clientEventId);
    const sendAs = (clientEventId: string) => sender.send({ clientEventId, text: "Hi", delivery: "send" });
    const a = send();
    const [b, c, d] = ["b", "c", "d"].map(sendAs);
    expect(ids()).toEqual(["a"]);
    await fail(lost());
    await clock.advanceAsync(2_000);
    expect(ids()).toEqual(["a", "a"]);
    tries.at(-1)?.answer({ turnId: "t1" });
    expect(await a).toMatchObject({ turnId: "t1" });
    await clock.advanceAsync(0);
    expect(ids()).toEqual(["a", "a", "b"]);
    sender.discard("c");
    await expect(c).rejects.toMatchObject({ code: "aborted" });
    await fail(refused());
    await expect(b).rejects.toMatchObject({ code: "message_too_large" });
    await clock.advanceAsync(0);
    expect(ids()).toEqual(["a", "a", "b", "d"]);
    tries.at(-1)?.answer({ turnId: "t4" });
    expect(await d).toMatchObject({ clientEventId: "d", turnId: "t4" });
  });

  it("takes along what it waits for, when a person tries it again", async () => {
    const { clock, sender, tries, send, fail, state } = start();
    void send();
    await fail(refused());
    void sender.send({ clientEventId: "b", text: "Then", delivery: "send" });
    await fail(lost());
    expect([state("a"), state("b"), tries.length]).toEqual(["failed", "sending", 2]);
    void sender.retry("a");
    await clock.advanceAsync(0);
    expect(tries.map(({ entry }) => entry.clientEventId)).toEqual(["a", "b", "b"]);
    tries.at(-1)?.answer({ turnId: null });
    await clock.advanceAsync(0);
    expect(tries.map(({ entry }) => entry.clientEventId)).toEqual(["a", "b", "b", "a"]);
  });

  it("is delivered when the log shows it, also while it waits for those before it", async () => {
    const { send, sender, tries } = start();
    send().catch(() => {});
    const waiting = sender.send({ clientEventId: "b", text: "Ho", delivery: "send" });
    sender.seen("b", "t2");
    expect(await waiting).toEqual({ clientEventId: "b", turnId: "t2" });
    expect(tries).toHaveLength(1);
  });

  it("keeps the order of the outbox after a reload", async () => {
    const { sender, outbox, tries, clock } = start();
    const facts = { text: "Hi", delivery: "send", turnId: null, createdAt: "2026-01-01T00:00:00.000Z" } as const;
    for (const clientEventId of ["a", "b"]) outbox.add({ ...facts, clientEventId, state: "sending" });
    sender.goOn();
    expect(tries.map(({ entry }) => entry.clientEventId)).toEqual(["a"]);
    tries[0]?.answer({ turnId: "t" });
    await clock.advanceAsync(0);
    expect(tries.map(({ entry }) => entry.clientEventId)).toEqual(["a", "b"]);
  });

  it("is not there to retry once it is gone, and none is taken after the end", async () => {
    const { sender, end, send, outbox } = start();
    await expect(sender.retry("a")).rejects.toMatchObject({ code: "message_unknown" });
    end.abort();
    await expect(send()).rejects.toMatchObject({ code: "aborted" });
    expect(outbox.entries()).toEqual([]);
  });

  it("resumes after a reload where it was pending, and waits for the person where it was not", () => {
    const { sender, outbox, tries } = start();
    const facts = { text: "Hi", delivery: "send", turnId: null, createdAt: "2026-01-01T00:00:00.000Z" } as const;
    for (const state of ["sending", "unknown", "failed", "accepted"] as const)
      outbox.add({ ...facts, clientEventId: state, state });
    sender.goOn();
    sender.goOn();
    expect(tries.map(({ entry }) => entry.clientEventId)).toEqual(["sending"]);
  });
});
