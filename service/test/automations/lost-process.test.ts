import { describe, expect, it } from "vitest";
import { createMemoryStore, type Store } from "../../src/app.js";
import { harness, text } from "../harness.js";
import { settle } from "../manual-clock.js";
import { signedHeaders, webhookSecret } from "./signed.js";
import { secretsKey, webhookWorld } from "./webhook-world.js";

const writes = ["takeDelivery", "changeAutomationRun", "createSession"] as const;

/** A store whose process is gone at write n, before or after it happens: nothing that it is asked then ever answers. */
function lostAt(store: Store, n: number, moment: "before" | "after"): Store & { readonly isLost: () => boolean } {
  let count = 0;
  let isLost = false;
  const never = () => new Promise<never>(() => undefined);
  const guarded = Object.entries(store).map(([name, method]) => {
    if (typeof method !== "function" || name.startsWith("watch")) return [name, method as unknown];
    const call = method as (...given: unknown[]) => Promise<unknown>;
    return [
      name,
      async (...given: unknown[]) => {
        if (isLost) return never();
        const isFatal = writes.includes(name as never) && (count += 1) === n;
        if (isFatal && moment === "before") isLost = true;
        if (isLost) return never();
        const result = await call(...given);
        if (isFatal) isLost = true;
        return isLost ? never() : result;
      },
    ];
  });
  return { ...(Object.fromEntries(guarded) as unknown as Store), isLost: () => isLost };
}

const moments = [1, 2, 3, 4].flatMap((n) => [[n, "before"] as const, [n, "after"] as const]);

describe("a delivery whose process is lost", () => {
  it.each(moments)("at write %i, %s it, starts one session when the sender delivers again", async (n, moment) => {
    const store = createMemoryStore();
    const made = await webhookWorld({ store });
    const source = await made.source();
    await made.trigger(source, { sessionTemplate: { prompt: "/say hi" } });
    await made.app.close();
    const { organizationId, apiKey } = made.app;
    const options = { credentials: { organizationId, apiKey }, secretsKey };
    const body = JSON.stringify({ id: "e-1", type: "order.created" });
    const headers = signedHeaders("signed-json.v1", { body, secret: webhookSecret });
    const path = text(source["webhookPath"]);

    const dying = lostAt(store, n, moment);
    const first = await harness({ ...options, store: dying });
    void first.call("POST", path, body, { key: null, headers });
    await expect.poll(async () => (await settle(), dying.isLost())).toBe(true);

    const next = await harness({ ...options, store });
    expect((await next.call("POST", path, body, { key: null, headers })).status).toBe(202);
    // Long enough for a run that the lost process had taken.
    await next.clock.advance(60_000);
    const query = { workspaceId: text(source["workspaceId"]), limit: 10 };
    await expect
      .poll(async () => (await settle(), await store.listAutomationRuns(query)))
      .toMatchObject([{ status: "dispatched", sessionId: expect.any(String) }]);
    expect(await store.listSessions(query)).toHaveLength(1);
    expect(next.faults).toEqual([]);
  });
});
