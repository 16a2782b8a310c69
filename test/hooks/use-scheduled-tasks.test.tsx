import { act, render, waitFor } from "@testing-library/react";
import { StrictMode, useEffect } from "react";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ServiceProvider } from "../../src/hooks/service-provider.js";
import { useScheduledTasks, type ScheduledTasks } from "../../src/hooks/use-scheduled-tasks.js";
import { faultFetch, type FaultFetch } from "../../src/testing/fault-fetch.js";
import { ana, chatWorld, chloe, type ChatWorld } from "../chat/chat-world.js";
import { holder } from "./holder.js";

let world: ChatWorld;
let network: FaultFetch;
beforeEach(async () => {
  world = await chatWorld({ scheduledTasks: true });
  network = faultFetch(world.fetch, () => undefined);
});
afterEach(() => world.close());

function shown(person: typeof ana | null = ana, options?: Parameters<typeof useScheduledTasks>[0]) {
  const { hold, held } = holder<ScheduledTasks>();
  function Probe() {
    const value = useScheduledTasks(options);
    useEffect(() => hold(value));
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

const names = ({ tasks }: ScheduledTasks) => tasks.map(({ name }) => name);
const input = (name: string) => ({ name, schedule: { type: "manual" } as const, agentConfig: { prompt: "/say hi" } });

describe("useScheduledTasks", () => {
  it("creates, changes, pauses, resumes, runs and removes a task, and shows each", async () => {
    const { held } = shown();
    await waitFor(() => expect(held().isLoading).toBe(false));
    const { id } = await act(() => held().create(input("Report")));
    await waitFor(() => expect(names(held())).toEqual(["Report"]));
    await act(() => held().update(id, { name: "Summary" }));
    await waitFor(() => expect(names(held())).toEqual(["Summary"]));
    await act(() => held().pause(id));
    await waitFor(() => expect(held().tasks[0]?.status).toBe("paused"));
    await act(() => held().resume(id));
    await waitFor(() => expect(held().tasks[0]?.status).toBe("active"));
    const run = await act(() => held().trigger(id));
    await waitFor(() => expect(held().tasks[0]?.lastRun?.id).toBe(run.id));
    expect((await held().runs(id)).runs.map((one) => one.id)).toEqual([run.id]);
    await act(() => held().remove(id));
    await waitFor(() => expect(names(held())).toEqual([]));
    // As when the answer of the first removal was lost.
    await act(() => held().remove(id));
    expect(held().refused).toBeNull();
  });

  it("asks the service for the next times of a schedule", async () => {
    const { held } = shown();
    const schedule = { type: "calendar", timeZone: "Europe/Berlin", hour: 9, minute: 0 } as const;
    expect(await act(() => held().preview(schedule))).toHaveLength(5);
  });

  it("reports progress and the refusal of the last change", async () => {
    const { held } = shown();
    await waitFor(() => expect(held().isLoading).toBe(false));
    let refused: Promise<unknown> | undefined;
    act(() => {
      refused = held().create({ ...input(" "), name: " " });
    });
    expect([...held().pending]).toEqual([["new", "create"]]);
    await act(() => expect(refused).rejects.toMatchObject({ status: 422, details: { field: "name" } }));
    expect(held().refused).toMatchObject({ target: "new", action: "create" });
    act(() => held().clearRefused());
    expect([held().refused, held().pending.size]).toEqual([null, 0]);
  });

  it("loads further pages when it is asked to", async () => {
    const { held } = shown(ana, { limit: 2 });
    for (const name of ["a", "b", "c"]) await act(() => held().create(input(name)));
    await waitFor(() => expect(held().hasMore).toBe(true));
    act(() => held().loadMore());
    await waitFor(() => expect(names(held()).toSorted()).toEqual(["a", "b", "c"]));
    expect(held().hasMore).toBe(false);
  });

  it("makes no request while signed out, and shows the next person no tasks of the previous one", async () => {
    const { held, signIn } = shown();
    await act(() => held().create(input("Ana's")));
    await waitFor(() => expect(names(held())).toEqual(["Ana's"]));
    const before = network.seen.length;
    signIn(null);
    // Nothing is known of a list without a person.
    expect([names(held()), held().isLoading]).toEqual([[], true]);
    expect(network.seen.length).toBe(before);
    world.person = chloe;
    signIn(chloe);
    expect(names(held())).toEqual([]);
    await waitFor(() => expect(held().isLoading).toBe(false));
    expect(names(held())).toEqual([]);
  });
});
