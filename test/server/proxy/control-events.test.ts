import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createLimiter } from "../../../src/server/gate/limiter.js";
import { createManualClock } from "../../../src/testing/manual-clock.js";
import { createBackend, type Backend } from "../../support/backend.js";
import { request } from "./browser-request.js";

let backend: Backend;
beforeEach(async () => {
  backend = await createBackend();
});
afterEach(() => backend.close());

/** A browser of a person who has used up the share of writes. */
async function spent() {
  const chat = await backend.service.chat({ tenant: "acme", user: "ana", conversation: "c1" });
  await chat.send("/say hi");
  const proxy = backend.proxy({ limiter: createLimiter({ writesPerMinute: 1, clock: createManualClock() }) });
  const write = async (path: string, body: object) => {
    const answer = await proxy(request("POST", `workspaces/current/sessions/${chat.sessionId}${path}`, body));
    return answer.status;
  };
  const message = { type: "user.message", payload: { text: "/say more" } };
  expect([await write("/events", message), await write("/events", message)]).toEqual([200, 429]);
  return write;
}

describe("a person who has used up the share of writes", () => {
  it.each(["interrupt", "pause"])("may still %s, as an event and as a control", async (action) => {
    const write = await spent();
    expect(await write("/events", { type: `user.${action}`, payload: {} })).toBe(200);
    expect(await write("/control", { action, clientEventId: "k" })).toBe(200);
  });

  it("may not resume in either form, as the agent works then", async () => {
    const write = await spent();
    expect(await write("/events", { type: "user.resume", payload: {} })).toBe(429);
    expect(await write("/control", { action: "resume", clientEventId: "k" })).toBe(429);
  });

  it.each([{ type: "user.approvalDecision" }, { type: "user.humanInputResponse" }])(
    "may not decide: $type",
    async (body) => {
      expect(await (await spent())("/events", { ...body, payload: {} })).toBe(429);
    },
  );
});
