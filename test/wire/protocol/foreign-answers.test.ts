import { describe, expect, it } from "vitest";
import { ServiceClient } from "../../../src/api/service-client.js";
import { firstState, reduce, sharedView } from "../../../src/conversation/conversation-state.js";
import { emptyDecisions } from "../../../src/conversation/decisions/decision-book.js";
import { serveMachine } from "../../../src/server/node/machine/serve-machine.js";
import { connectHttp } from "../../../src/wire/http/http.js";
import { failureFacts, isNotFound, isNotThere, ServiceApiError } from "../../../src/wire/protocol/api-error.js";
import { createManualClock } from "../../../src/testing/manual-clock.js";

const page = (status: number) =>
  new Response("<html>Something is wrong.</html>", { status, headers: { "content-type": "text/html" } });
const ownBody = (status: number) => Response.json({ error: { code: "refused", message: "No." } }, { status });

describe("a response with a failure status", () => {
  it.each([
    ["nested", { error: { code: "validation_failed" } }],
    ["flat", { code: "validation_failed", message: "No." }],
    ["of one word", { error: "unauthorized" }],
  ])("is of the service with a %s body", (_, body) => {
    expect(failureFacts({ status: 422, headers: new Headers() }, body, true)).toMatchObject({ isForeign: false });
  });

  it.each([
    ["no JSON", undefined],
    ["a message without a code", { message: "Forbidden" }],
    ["the status in words", { statusCode: 422, error: "Unprocessable Entity" }],
    ["another shape", { detail: "Not Found" }],
  ])("may be of an intermediary with %s", (_, body) => {
    expect(failureFacts({ status: 422, headers: new Headers() }, body, true)).toMatchObject({ isForeign: true });
  });

  it.each([500, 504, 520, 524])(
    "of %i leaves the outcome of a write unknown when it is of an intermediary",
    (status) => {
      const response = { status, headers: new Headers() };
      expect(failureFacts(response, undefined, true).outcomeUnknown).toBe(true);
      expect(failureFacts(response, undefined, false).outcomeUnknown).toBe(false);
    },
  );

  it("of 500 is the outcome of a write when the service gave it", () => {
    const body = { error: { code: "internal_error" } };
    expect(failureFacts({ status: 500, headers: new Headers() }, body, true).outcomeUnknown).toBe(false);
  });

  it("does not make a resource missing when it is of an intermediary", () => {
    const facts = { code: "forbidden", isForeign: true };
    expect(isNotThere(new ServiceApiError("x", { ...facts, status: 403 }))).toBe(false);
    expect(isNotThere(new ServiceApiError("x", { ...facts, status: 403, isForeign: false }))).toBe(true);
    expect(isNotFound(new ServiceApiError("x", { ...facts, status: 404 }))).toBe(false);
  });

  it("leaves a goal unknown when an intermediary answers 404", async () => {
    const goal = (answer: () => Response) =>
      new ServiceClient({ baseUrl: "https://app.test/api/service", fetch: async () => answer() }).getGoal({
        sessionId: "11111111-2222-4333-8444-555555555555",
      });
    await expect(goal(() => page(404))).rejects.toMatchObject({ status: 404, isForeign: true });
    expect(await goal(() => ownBody(404))).toBeNull();
  });
});

describe("a conversation whose first request is refused with 403", () => {
  const missing = async (answer: Response) => {
    const http = connectHttp({ baseUrl: "https://app.test/api/chat", door: "chat", fetch: () => async () => answer });
    const error = await http.request({ method: "GET", path: "" }).catch((thrown: Error) => thrown);
    const log = {
      created: false,
      sessionId: null,
      book: emptyDecisions,
      isTurnRunning: false,
      isWaiting: false,
      isPaused: false,
      stoppable: null,
    };
    const { state } = reduce(firstState(log, true), {
      link: { name: "closed", since: 1, nextAttemptAt: null },
      trouble: { about: "connection", error: error as Error },
    });
    return sharedView(state).isMissing;
  };

  it("is missing when the handler refused it", async () => {
    expect(await missing(ownBody(403))).toBe(true);
  });

  it("is not missing when an intermediary refused it", async () => {
    expect(await missing(page(403))).toBe(false);
  });
});

describe("a machine's connection that is refused with 401", () => {
  const served = async (answers: readonly Response[]) => {
    const clock = createManualClock();
    const stop = new AbortController();
    let asked = 0;
    const http = connectHttp({
      baseUrl: "https://service.test",
      clock,
      fetch: () => async () => answers[asked++] ?? ownBody(401),
    });
    const end = serveMachine({
      api: { ...http, clock, random: () => 0.5 } as never,
      runner: { running: () => [] } as never,
      signal: stop.signal,
      onLink: () => {},
    });
    await clock.advanceAsync(10_000);
    return { end: await end, asked };
  };

  it("ends when the service refused it", async () => {
    expect(await served([])).toEqual({ end: "revoked", asked: 1 });
  });

  it("is opened again when an intermediary refused it", async () => {
    expect(await served([page(401)])).toEqual({ end: "revoked", asked: 2 });
  });
});
