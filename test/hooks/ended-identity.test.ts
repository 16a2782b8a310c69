import type { QueryClient } from "@tanstack/react-query";
import { describe, expect, it } from "vitest";
import { createSharedOutbox } from "../../src/conversation/outbox/shared-outbox.js";
import { shareQueryClient } from "../../src/hooks/session-record.js";
import type { ServiceContextValue } from "../../src/hooks/service-context.js";
import { createOpenSessions } from "../../src/hooks/open-sessions.js";
import { shareAttention } from "../../src/hooks/attention-source.js";
import { createIdentityScope } from "../../src/identity/identity-scope.js";
import { attend, calm } from "../../src/session/attention.js";

const title = "Private title";

/** What a page keeps for one identity. Code that refers to it may outlive the identity: a timer, a late answer, React. */
interface Keeper {
  readonly dispose: () => void;
  /** What a component does when it is removed, which is later. */
  readonly leave?: () => void;
  readonly kept: () => unknown;
}

const keepers: Readonly<Record<string, () => Keeper>> = {
  "open sessions"() {
    const { store, newest, closed, watch, dispose } = createOpenSessions();
    const shown = { sessionId: "s1", sessionStatus: "running", title, pending: [] } as const;
    const state = { ...shown, connection: "live", isMissing: false } as const;
    const leave = watch({ getState: () => state, subscribe: () => () => {} });
    const kept = () => [...store.getState().values(), ...newest.getState().values(), ...closed()];
    return { dispose, leave, kept };
  },
  "closed sessions"() {
    const keeper = keepers["open sessions"]!();
    keeper.leave?.();
    return { ...keeper, leave: () => {} };
  },
  "unsent messages"() {
    const outbox = createSharedOutbox(undefined, "outbox");
    outbox.change([{ clientEventId: "m1", text: title, state: "sending", delivery: "queue" } as never]);
    return { dispose: () => outbox.dispose(), kept: () => JSON.stringify(outbox.entries()) };
  },
  "what needs attention"() {
    const scope = createIdentityScope({ tenant: "acme", user: "ana" });
    const { store } = shareAttention({ scope });
    store.setState(
      attend(calm, [{ sessionId: "s1", status: "running", title }], () => false),
      true,
    );
    store.setState(
      attend(store.getState(), [{ sessionId: "s1", status: "idle", title }], () => false),
      true,
    );
    return { dispose: scope.dispose, kept: () => store.getState() };
  },
};

const records: Readonly<Record<string, (queries: QueryClient) => unknown>> = {
  "is shown": () => undefined,
  "was removed": (queries) => queries.removeQueries(),
  "is read again": (queries) => void queries.fetchQuery({ queryKey: ["record"], queryFn: () => new Promise(() => {}) }),
};

describe("after an identity has ended, a record in code that outlives it", () => {
  it.each(Object.entries(records))("is empty where it %s", (_, before) => {
    const scope = createIdentityScope({ tenant: "acme", user: "ana" });
    const queries = shareQueryClient({ scope } as ServiceContextValue);
    queries.setQueryData(["record"], { title });
    const query = queries.getQueryCache().find({ queryKey: ["record"] });
    before(queries);
    scope.dispose();
    expect(query?.state.data).toBeUndefined();
    // What a fetch that is cancelled restores.
    void query?.cancel({ revert: true });
    expect(JSON.stringify(query?.state)).not.toContain(title);
  });
});

describe.each(Object.keys(keepers))("after an identity has ended, its %s", (name) => {
  it("are empty, also when a component leaves later", () => {
    const { dispose, leave = () => {}, kept } = keepers[name]!();
    expect(JSON.stringify(kept())).toContain(title);
    dispose();
    leave();
    expect(JSON.stringify(kept())).not.toContain(title);
  });
});
