/** What a person can do with a session, as calls of the service. */
import { ServiceError } from "../foundation/base-error.js";
import { sendable } from "../conversation/send-rules.js";
import { handled, refused } from "../foundation/handled.js";
import type { ServiceApiError } from "../wire/protocol/api-error.js";
import { control as sendControl } from "../api/routes/events.js";
import { resumeWorkspace } from "../api/resume-workspace.js";
import { deleteQueuedTurn, getQueue } from "../api/routes/queue.js";
import type { ResumeOption } from "../conversation/view/session-view.js";
import type { SessionParts } from "./session-parts.js";
import type { SessionController, SessionMessage, SessionReceipt } from "./session-state.js";

type Verbs = Pick<
  SessionController,
  "sendMessage" | "steer" | "retry" | "discard" | "respond" | "stop" | "pause" | "resume" | "removeQueued"
>;

export function createVerbs(parts: SessionParts): Verbs {
  const { client, ref, model, outbox, sender, submitter, newId, stopWish, end } = parts;
  const { signal } = end;

  function sendMessage(message: string | SessionMessage): Promise<SessionReceipt> {
    try {
      const moment = { whenBusy: parts.whenBusy, isRunning: model.current().isRunning };
      const { clientEventId = newId(), ...content } = sendable(message, moment);
      return handled(sender.send({ ...content, clientEventId }));
    } catch (error) {
      return refused(error as Error);
    }
  }

  async function resume({ scope, targetId = ref.sessionId }: ResumeOption = { scope: "selected" }): Promise<void> {
    const body = { action: "resume", clientEventId: newId() } as const;
    if (scope === "workspace") await resumeWorkspace(client, ref, body, { signal });
    else await sendControl(client, { ...ref, sessionId: targetId }, body, { signal });
    // What held this session from elsewhere is not told in its log.
    if (scope === "workspace" || targetId !== ref.sessionId) parts.record.refresh();
  }

  return {
    sendMessage,
    steer: (text) => handled(sendMessage({ text, delivery: "steer" }).then(() => {})),
    retry: (clientEventId) => handled(sender.retry(clientEventId).then(() => {})),
    discard: sender.discard,
    respond: (id, response) => handled(submitter.respond(id, response)),
    async stop() {
      // What has not started yet is interrupted as soon as it does.
      if (model.log.runningTurnId === null) stopWish.want();
      else await parts.interrupt().catch((error: Error) => unlessOver(parts, error));
    },
    pause: async () => void (await sendControl(client, ref, { action: "pause", clientEventId: newId() }, { signal })),
    resume,
    async removeQueued(turnId) {
      const turn =
        model.side().queue.find(({ id }) => id === turnId) ??
        (await getQueue(client, ref, { signal })).items.find(({ id }) => id === turnId);
      if (!turn) throw notWaiting(turnId);
      const body = { clientEventId: newId(), expectedTurnVersion: turn.version };
      parts.setQueue(await deleteQueuedTurn(client, ref, turnId, body, { signal }));
      outbox.removeTurn(turnId);
    },
  };
}

/** A turn that ended by itself meanwhile is as stopped as it can be. */
function unlessOver({ model }: SessionParts, error: Error): void {
  const isConflict = (error as Partial<ServiceApiError>).status === 409;
  if (isConflict && model.log.runningTurnId === null) return;
  model.fail("stop", error);
  throw error;
}

function notWaiting(turnId: string): ServiceError {
  return new ServiceError(`Turn ${turnId} does not wait in the queue: it started, or was withdrawn.`, {
    code: "turn_not_waiting",
  });
}
