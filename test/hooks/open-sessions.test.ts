import { describe, expect, it, vi } from "vitest";
import type { Decision } from "../../src/conversation/decisions/decision.js";
import { createOpenSessions, type OpenController } from "../../src/hooks/open-sessions.js";

type Shown = ReturnType<OpenController["getState"]>;

const approval = (id: string): Decision => ({
  kind: "approval",
  id,
  turnId: "t",
  callId: id,
  name: "refund",
  arguments: {},
  state: { name: "pending" },
});
const waiting: Shown = {
  sessionId: "s",
  sessionStatus: "requires_action",
  connection: "live",
  isMissing: false,
  pending: [approval("a"), approval("b")],
};

function made(state: Shown) {
  let shown = state;
  const listeners = new Set<() => void>();
  const controller: OpenController = {
    getState: () => shown,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  const show = (next: Partial<Shown>) => {
    shown = { ...shown, ...next };
    for (const listener of listeners) listener();
  };
  return { controller, show };
}

describe("a session with two approvals, one of which is decided elsewhere", () => {
  it("is followed until the other one is decided, after its panel was closed", () => {
    const sessions = createOpenSessions();
    const { controller, show } = made(waiting);
    sessions.watch(controller)();
    const over = vi.fn();
    sessions.follow("s", over);
    show({ sessionStatus: "running", pending: [approval("b")] });
    show({ sessionStatus: "requires_action" });
    expect(over).not.toHaveBeenCalled();
    show({ sessionStatus: "running", pending: [] });
    expect(over).toHaveBeenCalledOnce();
  });

  it("waits in lists too, also where its panel is closed between the two", () => {
    const sessions = createOpenSessions();
    const { controller, show } = made(waiting);
    const close = sessions.watch(controller);
    show({ sessionStatus: "running", pending: [approval("b")] });
    expect(sessions.newest.getState().get("s")?.status).toBe("requires_action");
    close();
    expect(sessions.closed()).toMatchObject([{ sessionId: "s", status: "requires_action" }]);
    show({ sessionStatus: "running", pending: [] });
    const over = vi.fn();
    sessions.follow("s", over);
    show({});
    expect(over).toHaveBeenCalledOnce();
  });
});
