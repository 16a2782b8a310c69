/** Stops a turn on the service (`protocol.md` §0.1, 20): interrupts a running turn, withdraws a waiting one. */
import { ServiceApiError } from "../../wire/protocol/api-error.js";
import type { ChatStopResult } from "../../wire/protocol/chat-bodies.js";
import type { OpenConversation } from "./open-conversation.js";
import { stopReason } from "./stop-reason.js";

/** Without a `turnId`: whatever runs. Nothing is stopped when nothing runs, or another turn does. */
export async function stopTurn(
  open: OpenConversation,
  turnId: string | undefined,
  signal?: AbortSignal,
): Promise<ChatStopResult> {
  const { session } = open;
  if (session === null) return { stopped: false, turnId: null, status: null };
  const running = session.activeTurnId;
  if (running !== null && (turnId === undefined || turnId === running)) {
    return result(open, (await interrupt(open, running, signal)) ? running : null, signal);
  }
  if (turnId !== undefined && (await withdraw(open, turnId, signal))) return result(open, turnId, signal);
  return { stopped: false, turnId: null, status: session.status };
}

/** Names the turn: it may end by itself meanwhile, and the next one was not meant. */
async function interrupt(open: OpenConversation, turnId: string, signal: AbortSignal | undefined): Promise<boolean> {
  const body = { action: "interrupt", clientEventId: open.newId(), turnId } as const;
  try {
    const { cancelledTurnCount } = await open.client.control(open.ref, body, { signal, actor: open.actor });
    return cancelledTurnCount !== 0;
  } catch (error) {
    if (!isUnknownAction(error)) throw error;
  }
  await pause(open, signal);
  return true;
}

/**
 * A service with only `pause`, `resume` and `cancel` refuses the request as not valid; a cancelled session would accept no
 * further message. Another refusal of the same status, such as an intermediary's, does not show that.
 */
function isUnknownAction(error: unknown): boolean {
  if (!(error instanceof ServiceApiError) || error.isForeign) return false;
  return error.code === "validation_failed" && [400, 422].includes(error.status);
}

/** The next message takes the pause back (`submit.ts`). */
async function pause(open: OpenConversation, signal: AbortSignal | undefined): Promise<void> {
  const body = { action: "pause", clientEventId: open.newId(), reason: stopReason } as const;
  await open.client.control(open.ref, body, { signal, actor: open.actor });
}

/** Whether the session is paused because its turn was stopped. */
export function isStopped({ session }: OpenConversation): boolean {
  const { state, primaryBlocker } = session?.effectiveControl ?? {};
  return state === "paused" && primaryBlocker?.reason === stopReason;
}

/** Lets the session go on; the message that was sent before takes the place of the stopped turn. */
export async function resumeStopped(open: OpenConversation, signal: AbortSignal | undefined): Promise<void> {
  const body = { action: "resume", clientEventId: open.newId(), reason: stopReason } as const;
  await open.client.control(open.ref, body, { signal, actor: open.actor });
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
  return activeTurnId === turnId && interrupt(open, turnId, signal);
}

async function result(
  open: OpenConversation,
  turnId: string | null,
  signal: AbortSignal | undefined,
): Promise<ChatStopResult> {
  const { status } = await open.client.getSession(open.ref, { signal });
  return { stopped: turnId !== null, turnId, status };
}
