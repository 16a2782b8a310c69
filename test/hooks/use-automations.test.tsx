import { act, render, waitFor } from "@testing-library/react";
import { StrictMode, useEffect } from "react";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createAutomationTrigger, sendAutomationEvent } from "../../src/api/routes/automations.js";
import { connectService } from "../../src/api/service-connection.js";
import { ServiceProvider } from "../../src/hooks/service-provider.js";
import { useAutomationDeliveries, type AutomationDeliveries } from "../../src/hooks/use-automation-deliveries.js";
import { useAutomations, type Automations } from "../../src/hooks/use-automations.js";
import { faultFetch, type FaultFetch } from "../../src/testing/fault-fetch.js";
import { ana, chatWorld, chloe, type ChatWorld } from "../chat/chat-world.js";
import { holder } from "./holder.js";

const secretsKey = "07".repeat(32);
const webhookSecret = "a-secret-of-the-shop";
let world: ChatWorld;
let network: FaultFetch;
async function enter(...options: Parameters<typeof chatWorld>): Promise<void> {
  world = await chatWorld(...options);
  network = faultFetch(world.fetch, () => undefined);
}
beforeEach(() => enter({ automations: true }, { secretsKey }));
afterEach(() => world.close());

interface Seen extends Automations {
  readonly received: AutomationDeliveries;
}

function shown(person: typeof ana | null = ana, options?: Parameters<typeof useAutomations>[0]) {
  const { hold, held } = holder<Seen>();
  function Probe() {
    const value = useAutomations(options);
    const received = useAutomationDeliveries({ sourceId: value.sources[0]?.id ?? null });
    useEffect(() => hold({ ...value, received }));
    return null;
  }
  const page = (who: typeof ana | null) => (
    <StrictMode>
      <ServiceProvider identity={who} fetch={network}>
        <Probe />
      </ServiceProvider>
    </StrictMode>
  );
  const { rerender } = render(page(person));
  return { held, signIn: (who: typeof ana | null) => rerender(page(who)) };
}

const names = ({ sources }: Automations) => sources.map(({ name }) => name);
const trigger = (sourceId: string) => ({
  sourceId,
  name: "Look",
  eventTypes: ["order"],
  sessionTemplate: { prompt: "/say looked" },
});

describe("useAutomations", () => {
  it("takes a source from its creation over a trigger and an event to its removal", async () => {
    const { held } = shown();
    await waitFor(() => expect(held().isLoading).toBe(false));
    const source = await act(() => held().createSource({ name: "Shop", webhookSecret }));
    await waitFor(() => expect(names(held())).toEqual(["Shop"]));
    const made = await act(() => held().createTrigger(trigger(source.id)));
    await waitFor(() => expect(held().triggers).toMatchObject([{ id: made.id, status: "active" }]));
    await act(() => held().updateTrigger(made, { status: "paused" }));
    await waitFor(() => expect(held().triggers[0]?.status).toBe("paused"));
    await act(() => expect(held().removeTrigger(made)).rejects.toMatchObject({ code: "revision_changed" }));
    expect(held().refused).toMatchObject({ target: made.id, action: "removeTrigger", isConflict: true });
    act(() => held().clearRefused());
    await act(() => held().updateTrigger(held().triggers[0] ?? made, { status: "active" }));
    await waitFor(() => expect(held().triggers[0]?.status).toBe("active"));
    const told = await act(() => held().sendEvent(source.id, { type: "order.created" }));
    expect(told).toMatchObject({ duplicate: false, ignoredReason: null, runIds: [expect.any(String)] });
    await waitFor(() => expect(held().received.deliveries[0]?.runs[0]?.status).toBe("dispatched"), { timeout: 5_000 });
    expect(held().received.deliveries).toMatchObject([
      { event: { type: "order.created", kind: "manual" }, runs: [{ sessionId: expect.any(String) }] },
    ]);
    await act(() => held().updateSource(source.id, { status: "paused" }));
    await waitFor(() => expect(held().sources[0]?.status).toBe("paused"));
    await act(() => held().removeTrigger(held().triggers[0] ?? made));
    await waitFor(() => expect(held().triggers).toEqual([]));
    await act(() => held().removeSource(source.id));
    await waitFor(() => expect(held().sources[0]?.status).toBe("disabled"));
    expect([held().owners, held().isAvailable]).toEqual([["user"], true]);
  });

  it("lists a person's own or the workspace's for an admin", async () => {
    await world.close();
    const resolve = () => ({ ...ana, role: "admin" as const });
    await enter({ automations: true, resolve }, { secretsKey });
    const { held } = shown(ana, { owner: "workspace" });
    await waitFor(() => expect(held().owners).toEqual(["user", "workspace"]));
    await act(() => held().createSource({ name: "Mine", webhookSecret }));
    await act(() => held().createSource({ name: "Ours", webhookSecret, owner: "workspace" }));
    await waitFor(() => expect(names(held())).toEqual(["Ours"]));
  });

  it.each([
    ["the host has not enabled them", {}, { secretsKey }],
    ["the service has no key for secrets", { automations: true }, {}],
  ])("is not available where %s, which is no error", async (_name, proxyOptions, appOptions) => {
    await world.close();
    await enter(proxyOptions, appOptions);
    const { held } = shown();
    await waitFor(() => expect(held().isAvailable).toBe(false));
    expect([held().error, held().isLoading, names(held())]).toEqual([null, false, []]);
  });

  it("loads further pages when it is asked to", async () => {
    const { held } = shown(ana, { limit: 2 });
    for (const name of ["a", "b", "c"]) await act(() => held().createSource({ name, webhookSecret }));
    await waitFor(() => expect(held().hasMore).toBe(true));
    act(() => held().loadMore());
    await waitFor(() => expect(names(held()).toSorted()).toEqual(["a", "b", "c"]));
    expect(held().hasMore).toBe(false);
  });

  it("returns every run of the deliveries when the source has more of them than a page", async () => {
    const { held } = shown();
    const source = await act(() => held().createSource({ name: "Shop", webhookSecret }));
    const client = connectService({ baseUrl: "http://page.test/api/service", fetch: world.fetch });
    // A paused trigger makes a run at once, without a session.
    const paused = { ...trigger(source.id), status: "paused" } as const;
    for (let n = 0; n < 26; n += 1) await createAutomationTrigger(client, paused);
    for (let n = 0; n < 20; n += 1) {
      await sendAutomationEvent(client, { sourceId: source.id }, { type: "order.created", id: `order-${n}` });
    }
    act(() => held().received.refresh());
    const runs = () => held().received.deliveries.map((delivery) => delivery.runs.length);
    await waitFor(() => expect(runs()).toEqual(Array.from({ length: 20 }, () => 26)));
  });

  it("makes no request while signed out, and shows the next person no automations of the previous one", async () => {
    const { held, signIn } = shown();
    await act(() => held().createSource({ name: "Ana's", webhookSecret }));
    await waitFor(() => expect(names(held())).toEqual(["Ana's"]));
    await waitFor(() => expect([held().isLoading, held().received.isLoading]).toEqual([false, false]));
    const before = network.seen.length;
    signIn(null);
    // Nothing is known of a list without a person.
    expect([names(held()), held().isLoading]).toEqual([[], true]);
    expect(network.seen.length).toBe(before);
    world.person = chloe;
    signIn(chloe);
    expect(names(held())).toEqual([]);
    await waitFor(() => expect(held().isLoading).toBe(false));
    expect([names(held()), held().received.deliveries]).toEqual([[], []]);
  });
});
