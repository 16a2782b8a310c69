import { describe, expect, it } from "vitest";
import {
  emptyDecisions,
  findDecision,
  foldDecisionPending,
  foldDecisionSettled,
} from "../../../src/conversation/decisions/decision-book.js";
import { createDecisionSubmitter } from "../../../src/conversation/decisions/decision-submitter.js";
import { judgeFailure } from "../../../src/conversation/outbox/send-failure.js";
import type { DecisionResponse } from "../../../src/conversation/decisions/decision.js";
import { ServiceApiError } from "../../../src/wire/protocol/api-error.js";
import { faultWords } from "../../../src/wire/protocol/fault-words.js";
import { createManualClock } from "../../../src/testing/manual-clock.js";

const approve: DecisionResponse = { kind: "approval", decision: "approve" };
const reject: DecisionResponse = { kind: "approval", decision: "reject" };
const error = (status: number, facts: { readonly code?: string; readonly outcomeUnknown?: boolean } = {}) =>
  new ServiceApiError("No.", { status, code: "conflict", ...facts });

interface Try {
  /** Decision and key. */
  readonly what: string;
  readonly answer: () => void;
  readonly fail: (error: unknown) => void;
}

/** A submitter of the decisions `a`, `b` and `c`, whose every try waits for the test to end it. */
function start() {
  const clock = createManualClock();
  const end = new AbortController();
  let book = emptyDecisions;
  for (const requestId of ["a", "b", "c"])
    book = foldDecisionPending(book, { kind: "approval", requestId, name: "pay", payload: null }, { turnId: "t" });
  const tries: Try[] = [];
  const failures: Error[] = [];
  let keys = 0;
  let hasNetwork = true;
  let isLive = true;
  const submitter = createDecisionSubmitter({
    post: (id, _, key) =>
      new Promise<void>((answer, fail) => {
        tries.push({ what: `${id} ${key}`, answer, fail });
      }),
    book: () => book,
    change: (next) => (book = next),
    onFailed: (failure) => failures.push(failure),
    newId: () => `key-${(keys += 1)}`,
    clock,
    random: () => 0.5,
    judge: judgeFailure,
    isOffline: () => !hasNetwork,
    isLive: () => isLive,
    signal: end.signal,
  });
  return {
    clock,
    end,
    network: (has: boolean) => (hasNetwork = has),
    follow: (follows: boolean) => {
      isLive = follows;
      if (follows) submitter.live();
    },
    failures,
    submitter,
    respond: (id: string, response = approve) => {
      const given = submitter.respond(id, response);
      given.catch(() => {});
      return given;
    },
    settle: (requestId: string, outcome = "reject") => (book = foldDecisionSettled(book, { requestId, outcome })),
    /** Ends the last try. */
    answer: async (failure?: unknown) => {
      if (failure === undefined) tries.at(-1)?.answer();
      else tries.at(-1)?.fail(failure);
      await clock.advanceAsync(0);
    },
    pass: () => clock.advanceAsync(0),
    tried: () => tries.map(({ what }) => what),
    states: () => ["a", "b", "c"].map((id) => findDecision(book, id)?.state.name),
  };
}

it("fails a choice that an intermediary refuses as too large with words that fit it", async () => {
  const world = start();
  const given = world.respond("a");
  await world.pass();
  await world.answer(new ServiceApiError(faultWords(413), { status: 413, code: "http_413", isForeign: true }));
  await expect(given).rejects.toThrow("Something went wrong. Try again.");
  expect(world.failures.map(({ message }) => message)).toEqual(["Something went wrong. Try again."]);
});

describe("answers given together", () => {
  it("are sent one at a time: the next when the log asks again", async () => {
    const { respond, answer, submitter, pass, tried, states } = start();
    const given = ["a", "b", "c"].map((id) => respond(id));
    await pass();
    expect(states()).toEqual(["submitting", "submitting", "submitting"]);
    await answer();
    expect([tried(), states()]).toEqual([["a key-1"], ["accepted", "submitting", "submitting"]]);
    submitter.announced();
    await pass();
    await answer();
    submitter.announced();
    await pass();
    await answer();
    await Promise.all(given);
    expect([tried(), states()]).toEqual([
      ["a key-1", "b key-2", "c key-3"],
      ["accepted", "accepted", "accepted"],
    ]);
  });

  it("do not wait for an announcement that overtook the answer to a request", async () => {
    const { respond, answer, submitter, pass, tried } = start();
    void respond("a");
    void respond("b");
    await pass();
    submitter.announced();
    await answer();
    expect(tried()).toEqual(["a key-1", "b key-2"]);
  });

  it("are not delayed by a failed one", async () => {
    const { respond, answer, pass, tried, states, failures } = start();
    const first = respond("a");
    void respond("b");
    await pass();
    await answer(error(500));
    await expect(first).rejects.toMatchObject({ status: 500 });
    expect([tried(), states().slice(0, 2), failures.length]).toEqual([
      ["a key-1", "b key-2"],
      ["failed", "submitting"],
      1,
    ]);
  });

  it("are not sent when the log has settled them while they waited", async () => {
    const { respond, answer, submitter, settle, pass, tried } = start();
    void respond("a");
    const late = respond("b");
    await pass();
    await answer();
    settle("b");
    submitter.announced();
    await expect(late).rejects.toMatchObject({ code: "decision_closed" });
    expect(tried()).toEqual(["a key-1"]);
  });
});

describe("an answer refused as too early", () => {
  it.each(["when the log has moved", "after fifteen seconds"])("is given again under its key %s", async (when) => {
    const { respond, answer, submitter, clock, pass, tried, states } = start();
    const given = respond("a");
    await pass();
    await answer(error(409));
    expect([tried(), states()[0], clock.waiting]).toEqual([["a key-1"], "submitting", 1]);
    if (when === "when the log has moved") submitter.announced();
    else await clock.advanceAsync(15_000);
    await pass();
    await answer();
    await given;
    expect([tried(), states()[0], clock.waiting]).toEqual([["a key-1", "a key-1"], "accepted", 0]);
  });

  it("fails when it is refused again", async () => {
    const { respond, answer, submitter, pass, tried, states } = start();
    const given = respond("a");
    await pass();
    await answer(error(409));
    submitter.announced();
    await pass();
    await answer(error(409));
    await expect(given).rejects.toMatchObject({ status: 409 });
    expect([tried().length, states()[0]]).toEqual([2, "failed"]);
  });

  it("is over when the log settled it meanwhile, as by another window", async () => {
    const { respond, answer, submitter, settle, pass, tried, states } = start();
    const given = respond("a");
    await pass();
    await answer(error(409));
    settle("a");
    submitter.announced();
    await expect(given).rejects.toMatchObject({ code: "decision_closed" });
    expect([tried().length, states()[0]]).toEqual([1, "settled"]);
  });

  it("is not what another identity's refusal is", async () => {
    const { respond, answer, pass, tried, states } = start();
    const given = respond("a");
    await pass();
    await answer(error(409, { code: "identity_changed" }));
    await expect(given).rejects.toMatchObject({ code: "identity_changed" });
    expect([tried().length, states()[0]]).toEqual([1, "failed"]);
  });
});

describe("an answer given again", () => {
  it.each([
    ["the same", "its", approve, "a key-1"],
    ["another", "a new", reject, "a key-2"],
  ])("that is %s is sent under %s key", async (_, __, response, expected) => {
    const { respond, answer, pass, tried, states } = start();
    void respond("a");
    await pass();
    await answer(error(0, { outcomeUnknown: true }));
    expect(states()[0]).toBe("unknown");
    void respond("a", { ...response });
    await pass();
    expect(tried()).toEqual(["a key-1", expected]);
  });

  it("is refused while one is in flight, and without a request", async () => {
    const { respond } = start();
    void respond("a");
    await expect(respond("a")).rejects.toMatchObject({ code: "decision_closed" });
    await expect(respond("x")).rejects.toMatchObject({ code: "decision_closed" });
  });
});

describe("the end", () => {
  it("drops every answer, and changes nothing afterwards", async () => {
    const { respond, answer, end, pass, clock, failures, states } = start();
    const given = respond("a");
    await pass();
    await answer(error(409));
    expect(clock.waiting).toBe(1);
    end.abort();
    await pass();
    await answer(error(0, { outcomeUnknown: true }));
    await expect(given).rejects.toMatchObject({ status: 0 });
    expect([clock.waiting, failures, states()[0]]).toEqual([0, [], "submitting"]);
  });
});

describe("an answer without a network", () => {
  const lost = () => error(0, { code: "network_error", outcomeUnknown: true });

  it("is known not to be sent when the browser was offline before and after the try", async () => {
    const { respond, answer, network, pass, failures, states } = start();
    network(false);
    void respond("a");
    await pass();
    await answer(lost());
    expect(states()[0]).toBe("failed");
    expect(failures).toMatchObject([{ code: "network_error", retryable: true }]);
    expect(failures[0]).not.toHaveProperty("outcomeUnknown");
  });

  it("stays unknown when the connection broke during the try", async () => {
    const { respond, answer, network, pass, states } = start();
    void respond("a");
    await pass();
    network(false);
    await answer(lost());
    expect(states()[0]).toBe("unknown");
  });

  it("stays unknown when an earlier try of the same answer may have arrived", async () => {
    const { respond, answer, network, pass, tried, states } = start();
    void respond("a");
    await pass();
    await answer(lost());
    network(false);
    void respond("a");
    await pass();
    await answer(lost());
    expect(tried()).toEqual(["a key-1", "a key-1"]);
    expect(states()[0]).toBe("unknown");
  });
});

describe("an answer whose outcome is unknown", () => {
  const lost = () => error(0, { code: "network_error", outcomeUnknown: true });

  it("is not reported as an error when the log has it before its request fails", async () => {
    const { respond, answer, settle, pass, clock, failures } = start();
    const given = respond("a");
    await pass();
    settle("a", "approve");
    await answer(lost());
    await expect(given).resolves.toBeUndefined();
    await clock.advanceAsync(60_000);
    expect(failures).toEqual([]);
  });

  it("is not reported when the log has it later, however long the connection was lost", async () => {
    const { respond, answer, settle, pass, clock, follow, failures } = start();
    follow(false);
    const given = respond("a");
    await pass();
    await answer(lost());
    await expect(given).rejects.toMatchObject({ outcomeUnknown: true });
    await clock.advanceAsync(600_000);
    follow(true);
    settle("a", "approve");
    await clock.advanceAsync(60_000);
    expect([failures, clock.waiting]).toEqual([[], 0]);
  });

  it("is reported once when a followed log does not have it within 15 seconds", async () => {
    const { respond, answer, pass, clock, follow, failures, states } = start();
    void respond("a");
    await pass();
    await answer(lost());
    follow(false);
    await clock.advanceAsync(60_000);
    expect(failures).toEqual([]);
    follow(true);
    await clock.advanceAsync(14_000);
    expect(failures).toEqual([]);
    await clock.advanceAsync(120_000);
    expect([failures.length, states()[0]]).toEqual([1, "unknown"]);
  });

  it("is not reported once another answer took its place, or the conversation ended", async () => {
    const { respond, answer, settle, pass, clock, end, failures } = start();
    void respond("a");
    await pass();
    await answer(lost());
    settle("a");
    await clock.advanceAsync(60_000);
    void respond("b");
    await pass();
    await answer(lost());
    end.abort();
    expect([failures, clock.waiting]).toEqual([[], 0]);
  });
});

describe("an answer refused with 429", () => {
  const busy = (retryAfterMs?: number) =>
    new ServiceApiError("Wait.", { status: 429, code: "limit_exceeded", retryable: true, retryAfterMs });

  it("is sent again after the wait that the service asks for, with the same key, and is in flight meanwhile", async () => {
    const { respond, answer, clock, pass, tried, states } = start();
    const given = respond("a");
    await pass();
    await answer(busy(5_000));
    expect(states()[0]).toBe("submitting");
    await clock.advanceAsync(4_999);
    expect(tried()).toEqual(["a key-1"]);
    await clock.advanceAsync(1);
    expect(tried()).toEqual(["a key-1", "a key-1"]);
    await answer();
    await given;
    expect(states()[0]).toBe("accepted");
  });

  it("fails after four tries", async () => {
    const { respond, answer, clock, pass, tried, states } = start();
    void respond("a");
    await pass();
    for (let tries = 0; tries < 4; tries += 1) {
      await answer(busy());
      await clock.advanceAsync(10_000);
    }
    expect(tried()).toHaveLength(4);
    expect(states()[0]).toBe("failed");
  });

  it("fails at once when the wait is longer than a minute", async () => {
    const { respond, answer, pass, states } = start();
    void respond("a");
    await pass();
    await answer(busy(61_000));
    expect(states()[0]).toBe("failed");
  });

  it("is not sent again once the log has settled it", async () => {
    const { respond, answer, settle, clock, pass, tried } = start();
    void respond("a");
    await pass();
    await answer(busy());
    settle("a");
    await clock.advanceAsync(10_000);
    expect(tried()).toEqual(["a key-1"]);
  });
});
