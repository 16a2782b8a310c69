import type { Handler } from "./handler.js";

/** Events of the session itself. */

export const statusChanged: Handler<"session.status.changed"> = (state, event) => {
  const { status } = event.payload;
  const before = state.lastStatus;
  state.lastStatus = status;
  if (status !== "requires_action" && status !== "failed" && status !== "cancelled") return;
  const last = state.slots.at(-1)?.item;
  if (before === status || (last?.kind === "session-status" && last.status === status)) return;
  state.push({ id: event.id, occurredAt: event.occurredAt, kind: "session-status", status });
};
