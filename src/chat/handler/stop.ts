/** Stops a turn on the service (`protocol.md` §0.1, 20): interrupts the one that runs, withdraws one that waits. */
import { ServiceApiError } from "../../protocol/api-error.js";
import type { ChatStopResult } from "../../protocol/chat-bodies.js";
import type { OpenConversation } from "./open-conversation.js";

/** Without a `turnId`: whatever runs. Nothing is stopped when nothing runs, or another turn does. */
export async function stopTurn(
  open: OpenConversation,
  turnId: string | undefined,
  signal?: AbortSignal,
): Promise<ChatStopResult> {
  const { session } = open;
  if (session === null) return { stopped: false, turnId: null, status: null };
  const call = { signal, actor: open.actor };
  const running = session.activeTurnId;
  if (running !== null && (turnId === undefined || turnId === running)) {
    await open.client.control(open.ref, { action: "interrupt", clientEventId: open.newId() }, call);
    return result(open, running, signal);
  }
  if (turnId !== undefined && (await withdraw(open, turnId, signal))) return result(open, turnId, signal);
  return { stopped: false, turnId: null, status: session.status };
}

async function withdraw(open: OpenConversation, turnId: string, signal: AbortSignal | undefined): Promise<boolean> {
  const { items } = await open.client.getQueue(open.ref, { signal });
  const turn = items.find(({ id, status }) => id === turnId && status === "queued");
  if (!turn) return false;
  const body = { clientEventId: open.newId(), expectedTurnVersion: turn.version };
  try {
    await open.client.deleteQueuedTurn(open.ref, turnId, body, { signal, actor: open.actor });
    return true;
  } catch (error) {
    if (!(error instanceof ServiceApiError) || error.status !== 409) throw error;
  }
  // It started between the two requests, so now it runs.
  const { activeTurnId } = await open.client.getSession(open.ref, { signal });
  if (activeTurnId !== turnId) return false;
  const interrupt = { action: "interrupt", clientEventId: open.newId() } as const;
  await open.client.control(open.ref, interrupt, { signal, actor: open.actor });
  return true;
}

async function result(
  open: OpenConversation,
  turnId: string,
  signal: AbortSignal | undefined,
): Promise<ChatStopResult> {
  const { status } = await open.client.getSession(open.ref, { signal });
  return { stopped: true, turnId, status };
}
