/**
 * Finds the session of a conversation, if it has one. Writes nothing: reading a conversation does not create a session.
 */
import type { Clock } from "../../foundation/clock.js";
import { isNotFound } from "../../wire/protocol/api-error.js";
import { ChatError } from "../../wire/protocol/chat-error.js";
import { assertConversationId } from "../../wire/protocol/conversation-id.js";
import { conversationSessionId } from "../../wire/protocol/conversation-session.js";
import type { Actor } from "../../wire/protocol/decisions.js";
import type { McpCredentialUpdate, McpServerInput } from "../../wire/protocol/mcp-server.js";
import type { SessionEvent } from "../../wire/protocol/session-event.js";
import type { CreateSessionBody } from "../../wire/protocol/session-bodies.js";
import type { EndUser, Session } from "../../wire/protocol/session.js";
import type { CallOptions, ServiceClient } from "../../api/service-client.js";
import { withHeaders } from "../../api/with-headers.js";
import { inWorkspace } from "../gate/in-workspace.js";
import { accessPolicy, type ChatOptions, type WorkspaceTarget } from "./chat-options.js";
import type { FirstMessages } from "./first-messages.js";

/** The members of a `Service` that conversations use. */
export interface ConversationHost {
  readonly client: ServiceClient;
  readonly source: string;
  readonly clock: Clock;
  readonly newId: () => string;
  readonly firstMessages: FirstMessages;
  workspaceId(target: WorkspaceTarget): Promise<string>;
}

export interface OpenConversation {
  readonly client: ServiceClient;
  readonly ref: { readonly sessionId: string; readonly workspaceId: string };
  readonly conversation: string | null;
  /** The session when the conversation was opened; null before its first message. */
  readonly session: Session | null;
  /** The author of writes. */
  readonly actor: Actor | undefined;
  /** The label of the user that the conversation belongs to; undefined for a shared one. */
  readonly owner: EndUser | undefined;
  /** Fields of a creation besides the message. */
  readonly creation: Partial<CreateSessionBody>;
  /** Fields of a write to an existing session besides its content: fresh headers for its tools. */
  readonly credentials: { readonly mcpCredentialUpdates?: readonly McpCredentialUpdate[] };
  readonly clock: Clock;
  readonly newId: () => string;
  readonly firstMessages: FirstMessages;
  /** Called with every event that is read for a stream. */
  readonly onSessionEvent?: ((event: SessionEvent) => void) | undefined;
}

/**
 * The same host for one request: its calls carry the request's id and trace, except the lookup of a tenant's workspace,
 * which requests share.
 */
export function correlated(host: ConversationHost, headers: Readonly<Record<string, string>>): ConversationHost {
  const { source, clock, newId, firstMessages } = host;
  const client = withHeaders(host.client, headers);
  return { client, source, clock, newId, firstMessages, workspaceId: (target) => host.workspaceId(target) };
}

/**
 * @throws {ChatError} `conversation_invalid` (400), the policy's own codes (400), `conversation_not_authorized` (403).
 * @throws {ServiceApiError} what the service answers.
 */
export async function openConversation(
  host: ConversationHost,
  options: ChatOptions,
  call: CallOptions = {},
): Promise<OpenConversation> {
  const { conversation, user } = options;
  assertConversationId(conversation);
  const policy = accessPolicy(options, user);
  return inWorkspace(host, options, (workspaceId) => openIn(workspaceId, host, options, policy, call));
}

async function openIn(
  workspaceId: string,
  host: ConversationHost,
  options: ChatOptions,
  policy: ReturnType<typeof accessPolicy>,
  call: CallOptions,
): Promise<OpenConversation> {
  const { conversation, user } = options;
  const sessionId = await conversationSessionId({ workspaceId, source: host.source, user, conversation });
  const ref = { sessionId, workspaceId };
  const session = await readSession(host.client, ref, call);
  if (session !== null && user !== undefined) assertOwner(session, host.source, user);
  const { model, instructions, skills, tools, mcpServers, create } = options;
  const endUser = user === undefined ? undefined : { source: host.source, id: user };
  const derived = { ...policy, model, instructions, skills, tools, mcpServers, endUser };
  const creation = { ...withoutUndefined(derived), ...create };
  return {
    client: host.client,
    ref,
    conversation,
    session,
    actor: actorOf(host.source, options),
    owner: endUser,
    creation: { ...creation, requestedSessionId: sessionId, idempotencyKey: `chat:${sessionId}` },
    credentials: credentialsOf(creation.mcpServers ?? []),
    clock: host.clock,
    newId: host.newId,
    firstMessages: host.firstMessages,
  };
}

/** Opens a session that must exist. */
export async function openSession(
  host: ConversationHost,
  options: { readonly workspaceId: string; readonly sessionId: string; readonly user: string | null },
): Promise<OpenConversation> {
  const { workspaceId, sessionId, user } = options;
  const ref = { sessionId, workspaceId };
  const session = await readSession(host.client, ref, {});
  if (session === null) throw sessionMissing();
  if (user !== null) assertOwner(session, host.source, user);
  const actor = user === null ? undefined : { source: host.source, id: user };
  const { client, clock, newId, firstMessages } = host;
  return {
    client,
    ref,
    conversation: null,
    session,
    actor,
    owner: actor,
    creation: {},
    credentials: {},
    clock,
    newId,
    firstMessages,
  };
}

/** Reads the conversation's current state, for callers that keep one longer than a request. */
export async function reopen(open: OpenConversation, call: CallOptions = {}): Promise<OpenConversation> {
  return { ...open, session: await readSession(open.client, open.ref, call) };
}

export function sessionMissing(): ChatError {
  const message = "This conversation has no session yet. Send its first message.";
  return new ChatError(message, { code: "session_missing", status: 404 });
}

/** The person behind a request, with the product that verified them. */
export function actorOf(source: string, options: Pick<ChatOptions, "actor" | "user">): Actor | undefined {
  const { actor, user } = options;
  if (actor) return { source, id: actor.id, ...(actor.name !== undefined && { name: actor.name }) };
  return user === undefined ? undefined : { source, id: user };
}

/** Servers are fixed when the session is created; their headers are not, as a host's tokens expire. */
function credentialsOf(servers: readonly McpServerInput[]): OpenConversation["credentials"] {
  const mcpCredentialUpdates = servers.flatMap(({ id, headers }) => (headers ? [{ id, headers }] : []));
  return mcpCredentialUpdates.length === 0 ? {} : { mcpCredentialUpdates };
}

async function readSession(
  client: ServiceClient,
  ref: OpenConversation["ref"],
  call: CallOptions,
): Promise<Session | null> {
  try {
    return await client.getSession(ref, call);
  } catch (error) {
    if (isNotFound(error)) return null;
    throw error;
  }
}

function assertOwner(session: Session, source: string, user: string): void {
  if (session.endUser?.source === source && session.endUser.id === user) return;
  throw new ChatError("This conversation belongs to another user. Open one of the signed-in user's own.", {
    code: "conversation_not_authorized",
    status: 403,
  });
}

function withoutUndefined<T extends object>(value: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(value).filter(([, entry]) => entry !== undefined)) as never;
}
