import * as v from "valibot";
import type { Reach, Reached } from "../policy/reach.js";
import { messageTooLarge, notFound } from "../sessions/api-failure.js";
import { cutUtf8, utf8Length } from "../sessions/bound-payload.js";
import { isRecord } from "../sessions/is-record.js";
import { actorOf, assertMaySend, relayContext, relayFrom } from "../sessions/relay.js";
import { sendMessage } from "../sessions/send-message.js";
import type { Cause } from "../sessions/session-draft.js";
import type { SessionRecord } from "../store/records.js";
import type { Store } from "../store/store.js";
import { count, fitting, ownTool, ownTools } from "./own-tool.js";
import type { ToolCall, ToolContext, ToolOutcome, ToolSource } from "./tool.js";

export interface SessionToolsWorld {
  readonly store: Store;
  readonly reach: Reach;
  /** Makes the cause of a write. */
  readonly cause: () => Cause;
}

const maxMessageBytes = 8_192;
/** Size of quoted texts of another session (bytes). */
const shown = { name: 200, text: 4_000 } as const;
const sendName = "session_send_message";

const sessionId = v.pipe(v.string(), v.minLength(1), v.maxLength(128));
const idProperty = { type: "string", description: "The session's id, as sessions_list tells it." };

/** How agents find, read and write the sessions that they may reach (`protocol.md` §12.2). */
export function sessionTools(world: SessionToolsWorld): ToolSource {
  const list = ownTool({
    name: "sessions_list",
    description: "Lists the other sessions that you may read and write, newest first.",
    properties: {
      search: { type: "string", description: "Part of a title or a first message." },
      before: { type: "string", description: "Goes on behind the session with this id, the last one of a list." },
      limit: { type: "integer", minimum: 1, maximum: 50, default: 20 },
    },
    readOnly: true,
    takes: v.object({
      search: v.optional(v.pipe(v.string(), v.maxLength(200))),
      before: v.optional(sessionId),
      limit: count(20, 50),
    }),
    run: (given, context) => listSessions(world, given, context),
  });
  const read = ownTool({
    name: "session_read",
    description: "Reads what was said in another session, the newest messages or those before a sequence.",
    properties: {
      sessionId: idProperty,
      before: { type: "integer", minimum: 1, description: "Only messages below this sequence." },
      limit: { type: "integer", minimum: 1, maximum: 100, default: 20 },
    },
    required: ["sessionId"],
    readOnly: true,
    takes: v.object({
      sessionId,
      before: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))),
      limit: count(20, 100),
    }),
    run: (given, context) => readSession(world, given, context),
  });
  const write = ownTool({
    name: sendName,
    description: "Sends a message to another session. Its agent answers there; read that session to see what it said.",
    properties: { sessionId: idProperty, message: { type: "string" } },
    required: ["sessionId", "message"],
    takes: v.object({ sessionId, message: v.pipe(v.string(), v.trim(), v.minLength(1)) }),
    run: (given, context, call) => send(world, given, context, call),
  });
  return ownTools([list, read, write]);
}

interface ListInput {
  readonly search?: string | undefined;
  readonly before?: string | undefined;
  readonly limit: number;
}

async function listSessions({ reach }: SessionToolsWorld, given: ListInput, { session }: ToolContext) {
  const { before, search, limit } = given;
  const behind = before === undefined ? undefined : (await reached(reach, session, before)).session;
  const { found, hasMore } = await reach.list(session, { limit, search, behind });
  const all = found.map(told);
  const sessions = fitting(all);
  return { output: { sessions, hasMore: hasMore || sessions.length < all.length } };
}

function told({ session, isBelow }: Reached) {
  const { id, title, initialMessage, status, createdAt, updatedAt } = session;
  const firstMessage = cutUtf8(initialMessage, shown.name);
  return { sessionId: id, title, firstMessage, status, isBelow, createdAt, updatedAt };
}

interface ReadInput {
  readonly sessionId: string;
  readonly before?: number | undefined;
  readonly limit: number;
}

/** Messages of people and agents, without the context that the model received. */
async function readSession({ store, reach }: SessionToolsWorld, given: ReadInput, { session }: ToolContext) {
  const { session: other } = await reached(reach, session, given.sessionId);
  const { before, limit } = given;
  const includeTypes = ["user.message", "agent.message.completed"];
  const page = await store.readEvents(other.id, { before, limit, take: "newest", includeTypes });
  const messages = page.events.map(({ sequence, type, occurredAt, payload }) => {
    const { text, preview, actor } = isRecord(payload) ? payload : {};
    const whole = [text, preview].find((part): part is string => typeof part === "string" && part !== "") ?? "";
    const words = cutUtf8(whole, shown.text);
    const role = type === "user.message" ? "user" : "assistant";
    const isCut = words.length < whole.length;
    return { sequence, role, text: words, ...(isCut && { isCut }), ...(isRecord(actor) && { actor }), occurredAt };
  });
  const kept = fitting(messages.toReversed());
  const hasOlder = page.hasMore || kept.length < page.events.length;
  const { id, title, status } = other;
  return { output: { sessionId: id, title, status, messages: kept.toReversed(), hasOlder } };
}

interface SendInput {
  readonly sessionId: string;
  readonly message: string;
}

async function send(
  { store, reach, cause }: SessionToolsWorld,
  { sessionId: id, message }: SendInput,
  { session, turn }: ToolContext,
  call: ToolCall,
): Promise<ToolOutcome> {
  const { session: other } = await reached(reach, session, id);
  const size = utf8Length(message);
  if (size > maxMessageBytes) throw messageTooLarge(size, maxMessageBytes);
  assertMaySend(turn, await sentBefore(store, session.id, turn.id, call.id));
  // The call's id makes the key, so that a repeated call sends nothing twice.
  const clientEventId = `session:${session.id}:${call.id}`;
  const input = {
    text: message,
    clientEventId,
    modelContext: relayContext(session.id),
    extra: relayFrom(turn),
    delivery: "send",
  } as const;
  const why = { ...cause(), subjectId: `session:${session.id}`, actor: actorOf(session) };
  const producer = { kind: "session", id: session.id } as const;
  await store.changeSession(other.id, { clientEventId, producer }, (state) => sendMessage(state, why, input));
  return { output: { sessionId: other.id, status: "queued" } };
}

/** Number of earlier calls in this turn. One page suffices, as it has more calls than a turn may send. */
async function sentBefore(store: Store, sessionId: string, turnId: string, callId: string): Promise<number> {
  const includeTypes = ["agent.toolCall.created"];
  const { events } = await store.readEvents(sessionId, { turnId, includeTypes, take: "newest", limit: 1_000 });
  const calls = events.map(({ payload }) => (isRecord(payload) ? payload : {}));
  return calls.filter(({ id, name }) => name === sendName && id !== callId).length;
}

/** @throws {ServiceApiError} 404; the message is the same for a missing session and for one out of reach. */
async function reached(reach: Reach, session: SessionRecord, id: string): Promise<Reached> {
  const found = await reach.find(session, id);
  if (found !== null) return found;
  throw notFound(`There is no session ${id} that this one may reach. sessions_list tells which there are.`);
}
