/** Answers an allowed request: passes it on as it is, or as its row's own kind asks. */
import { callHook } from "../gate/host-fault.js";
import { isNotFound } from "../../wire/protocol/api-error.js";
import { uuidV5 } from "../../wire/protocol/conversation-session.js";
import type { ClientConfig, Session, Workspace } from "../../wire/protocol/session.js";
import { createInput } from "./bodies.js";
import { completeMessage, withoutModel } from "./complete-message.js";
import { assertMessageFiles, fileSpecials } from "./files.js";
import { listVisible } from "./list-visible.js";
import type { Passage } from "./passage.js";
import { passOwned } from "./owned.js";
import type { ProxyRoute } from "./proxy-route.js";
import { passBack, passChanged, send } from "./send-on.js";
import { showLineage } from "./show-lineage.js";
import { streamEvents } from "./stream-events.js";

export async function answerRoute(passage: Passage): Promise<Response> {
  const { special, owned } = passage.route;
  if (owned !== undefined) return passOwned(passage, owned);
  return special === undefined ? passOn(passage) : specials[special](passage);
}

async function passOn(passage: Passage): Promise<Response> {
  const { route, options } = passage;
  let body = route.body?.(passage.body, options);
  if (options.modelSelection === false && body) body = withoutModel(body);
  if (body) await assertMessageFiles(passage, body);
  const delivery = body && route.delivers?.(body);
  if (body && delivery) {
    const completed = await completeMessage(passage, delivery, body);
    if (completed instanceof Response) return completed;
    body = completed;
  }
  try {
    return passBack(passage, await send(passage, { body }));
  } catch (error) {
    if (!route.orNull || !isNotFound(error)) throw error;
    return passChanged(passage, { value: null, text: "", headers: new Headers() }, null);
  }
}

const specials: Record<NonNullable<ProxyRoute["special"]>, (passage: Passage) => Promise<Response>> = {
  ...fileSpecials,
  stream: streamEvents,
  create: createSession,
  list: listSessions,
  lineage: showLineage,
  async workspace(passage) {
    const answered = await send(passage);
    const { settings, ...workspace } = answered.value as Workspace;
    const { quotas: _, ...shown } = settings ?? {};
    return passChanged(passage, answered, settings === undefined ? workspace : { ...workspace, settings: shown });
  },
  async config(passage) {
    const answered = await send(passage);
    const config = answered.value as ClientConfig;
    return passChanged(passage, answered, {
      ...config,
      ...(config.features && {
        features: {
          ...config.features,
          ...(passage.options.scheduledTasks !== true && { scheduledTasks: false }),
          ...(passage.options.automations !== true && { automations: false }),
          ...((passage.options.integrations ?? false) === false && { integrations: false }),
          ...(passage.options.machines !== true && { enrollments: false }),
          ...(passage.options.apiKeys !== true && { workspaceKeys: false }),
          // Members are for backends.
          members: false,
        },
      }),
      sandboxFiles: false,
      ...(passage.options.files === false && { fileUploads: { enabled: false, maxSizeBytes: 0 } }),
      ...(passage.options.modelSelection === false && { modelSelection: false }),
    });
  },
};

/** Makes the session the user's own, whatever the host's hook returns. */
async function createSession(passage: Passage): Promise<Response> {
  const { service, options, context, body } = passage;
  const asked = createInput(body);
  const completed = (await callHook("createSession", () => options.createSession?.(asked, context))) ?? {};
  if (completed instanceof Response) return completed;
  const input = { ...asked, ...(await ownKey(passage, asked.idempotencyKey)) };
  const agentAccess = completed.agentAccess ?? "session";
  const whole = {
    ...input,
    ...completed,
    agentAccess,
    memoryScope: completed.memoryScope ?? agentAccess,
    endUser: { source: service.source, id: context.user },
  };
  const message = await completeMessage(passage, "create", whole);
  if (message instanceof Response) return message;
  const answered = await send(passage, { body: message });
  // The host's log names the session that was made; no path does.
  passage.visit.note({ sessionId: (answered.value as Session).id });
  return passBack(passage, answered);
}

const keyNamespace = "b8f0a1a7-3c7e-4f0b-8a52-6d1f0c9e4b73";

/**
 * The user's key, unique among all users: the service scopes keys by workspace, so an unchanged one could match
 * another user's session, or occupy the id of a conversation that has not begun.
 */
async function ownKey({ service, context }: Passage, key: string | undefined): Promise<{ idempotencyKey?: string }> {
  if (key === undefined) return {};
  const id = await uuidV5(JSON.stringify([service.source, context.user, key]), keyNamespace);
  return { idempotencyKey: `proxy:${id}` };
}

/** Lists the sessions that the user may open, pinned ones first. */
async function listSessions(passage: Passage): Promise<Response> {
  const { service, context, options } = passage;
  if (options.sessionList === "visible") return listVisible(passage);
  const own = { endUserSource: service.source, endUserId: context.user };
  const answered = await send(passage, { query: own });
  return passChanged(passage, answered, answered.value);
}
