import { expect } from "vitest";
import type { SessionEvent } from "../../src/wire/protocol/session-event.js";
import { createSessionController } from "../../src/session/session-controller.js";
import type { SessionControllerOptions } from "../../src/session/session-types.js";
import { createManualClock } from "../../src/testing/manual-clock.js";
import { groupKey, type TimelineGroup } from "../../src/timeline/groups.js";
import { createLoadedService } from "./loaded-service.js";

/** Sessions of the real service with given logs, in small windows, on a manual clock. */
export async function createWindows() {
  const clock = createManualClock();
  const service = await createLoadedService({ clock });
  const network: { isDown: boolean; held: Promise<void> | null } = { isDown: false, held: null };
  const fetch: typeof globalThis.fetch = async (input, init) => {
    if (network.isDown) throw new TypeError("The network is down.");
    const response = await service.fetch(input, init);
    // A page that was read and is long on its way.
    if (network.held && typeof input === "string" && input.includes("compact=1")) await network.held;
    return response;
  };
  const client = service.client({ clock, random: () => 0.5, fetch });

  async function until(holds: () => boolean): Promise<void> {
    for (let waited = 0; !holds(); waited += 20) {
      if (waited > 60_000) throw new Error("It did not come to that within a minute.");
      await clock.advanceAsync(20);
    }
  }

  async function open(events: readonly SessionEvent[], options: Partial<SessionControllerOptions> = {}) {
    const ref = await service.load(events);
    const schedule = (run: () => void) => clock.after(16, run);
    const controller = createSessionController({ client, ...ref, schedule, ...options });
    const state = controller.getState;
    let leave = controller.subscribe(() => {});
    await until(() => state().connection === "live");
    await clock.advanceAsync(20);
    return {
      controller,
      ref,
      state,
      shown: () => [...state().settled, ...state().live],
      texts: () => [...state().settled, ...state().live].flatMap(prompts),
      answers: () => [...state().settled, ...state().live].flatMap(answers),
      /** Runs `happens` without a listener and without a connection. */
      async away(happens: () => Promise<unknown>) {
        leave();
        await clock.advanceAsync(2000);
        expect(state().connection).toBe("idle");
        await happens();
        leave = controller.subscribe(() => {});
        await until(() => state().connection === "live");
        await clock.advanceAsync(40);
      },
      /** The log in the service. */
      async stored() {
        const all: SessionEvent[] = [];
        for (;;) {
          const page = await client.listEvents(ref, { after: all.at(-1)?.sequence ?? 0, limit: 2000 });
          all.push(...page.events);
          if (!page.hasMore) return all;
        }
      },
      /** Lets time pass until it is done and shown. */
      async act(move: Promise<unknown>) {
        let isOver = false;
        void move.finally(() => (isOver = true));
        await until(() => isOver);
        await clock.advanceAsync(20);
      },
    };
  }

  return { clock, client, network, service, open, until, close: () => service.close() };
}

export type Windows = Awaited<ReturnType<typeof createWindows>>;

/** A group's prompts. */
export function prompts(group: TimelineGroup): string[] {
  return group.kind === "item" && group.item.kind === "user-message" ? [group.item.text] : [];
}

/** A group's answers. */
function answers(group: TimelineGroup): string[] {
  return group.kind === "item" && group.item.kind === "agent-message" ? [group.item.text] : [];
}

/** The index of `part` in `whole`; it must occur there unchanged. */
export function placeOf(part: readonly TimelineGroup[], whole: readonly TimelineGroup[]): number {
  const [first] = part;
  const at = first ? whole.findIndex((group) => groupKey(group) === groupKey(first)) : 0;
  expect(part).toEqual(whole.slice(at, at + part.length));
  return at;
}
