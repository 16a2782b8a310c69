import { createLoadedService } from "./loaded-service.js";
import type { ScopedStorage } from "../../src/identity/scoped-storage.js";
import { createSessionController } from "../../src/session/session-controller.js";
import type { SessionControllerOptions, SessionControllerState } from "../../src/session/session-types.js";
import { faultFetch, type FaultPlan } from "../../src/testing/fault-fetch.js";
import { createManualClock } from "../../src/testing/manual-clock.js";
import type { TimelineItem } from "../../src/timeline/items.js";
import type { TimelineGroup } from "../../src/timeline/groups.js";

/** One session of the real service in a controller, on a manual clock. */
export async function createLiveSession(initialMessage: string) {
  const clock = createManualClock();
  const service = await createLoadedService({ clock });
  let plan: FaultPlan = () => [];
  const fetch = faultFetch(service.fetch, (request) => plan(request), { clock });
  const client = service.client({ fetch, clock, random: () => 0.5 });
  const { id: sessionId } = await client.createSession({ initialMessage, clientEventId: "first" });
  const errors: Error[] = [];
  let ids = 0;

  const controller = (options: Partial<SessionControllerOptions> = {}) =>
    createSessionController({
      client,
      sessionId,
      schedule: (run) => clock.after(16, run),
      newId: () => `id-${(ids += 1)}`,
      onError: (error) => errors.push(error),
      ...options,
    });

  return {
    clock,
    service,
    client,
    fetch,
    ref: { sessionId },
    errors,
    controller,
    setPlan: (next: FaultPlan) => {
      plan = next;
    },
    /** Advances time until a condition is true. @throws after a minute of that time. */
    async until(holds: () => boolean): Promise<void> {
      for (let waited = 0; !holds(); waited += 20) {
        if (waited > 60_000) throw new Error("It did not come to that within a minute.");
        await clock.advanceAsync(20);
      }
    },
    async whole() {
      return (await client.listEvents({ sessionId }, { after: 0, limit: 2000 })).events;
    },
    close: () => service.close(),
  };
}

export type LiveSession = Awaited<ReturnType<typeof createLiveSession>>;

/** A storage that lives in a map. */
export function mapStorage(): ScopedStorage & { readonly map: Map<string, string> } {
  const map = new Map<string, string>();
  return {
    map,
    get: (key) => map.get(key) ?? null,
    set: (key, value) => void map.set(key, value),
    remove: (key) => void map.delete(key),
  };
}

export function itemsOf(groups: readonly TimelineGroup[]): readonly TimelineItem[] {
  return groups.flatMap((group) => {
    if (group.kind === "item") return [group.item];
    return group.kind === "activity" ? [...group.items] : itemsOf(group.groups);
  });
}

export function shown({ settled, live }: SessionControllerState): readonly TimelineItem[] {
  return itemsOf([...settled, ...live]);
}

/** The texts of the rows, in order. */
export function textsOf(state: SessionControllerState): readonly string[] {
  return shown(state).flatMap((item) =>
    item.kind === "user-message" || item.kind === "agent-message" ? [`${item.kind}: ${item.text}`] : [],
  );
}
