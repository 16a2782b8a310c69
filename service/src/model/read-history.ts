/** The session's history before this turn, as messages for the model. */
import { fileResourceOf, type SessionEvent } from "@service/sdk/protocol";
import type { ModelMessage } from "ai";
import type { AgentTurn } from "../agent/agent.js";
import { isRecord } from "../sessions/is-record.js";
import { messagesOf, readSteps, textOf } from "./model-steps.js";
import { userMessage } from "./user-message.js";

export interface History {
  readonly messages: readonly ModelMessage[];
  /** The ids of the calls in them. */
  readonly callIds: readonly string[];
}

/** How much of the log is read at once (events). */
const pageSize = 500;

/** The newest turns that fit, each whole: a turn that does not fit is omitted with everything before it. */
export async function readHistory(turn: AgentTurn, maxCharacters: number): Promise<History> {
  const messages: ModelMessage[] = [];
  const callIds: string[] = [];
  let left = maxCharacters;
  for (const told of spansOf(await readBack(turn, maxCharacters), turn.turnId).toReversed()) {
    left -= JSON.stringify(told.messages).length;
    if (left < 0) break;
    messages.unshift(...told.messages);
    callIds.push(...told.callIds);
  }
  return { messages, callIds };
}

/** Reads from the end until the history is full. */
async function readBack(turn: AgentTurn, maxCharacters: number): Promise<SessionEvent[]> {
  const pages: (readonly SessionEvent[])[] = [];
  let before = Number.MAX_SAFE_INTEGER;
  for (let size = 0; size <= maxCharacters;) {
    const page = await turn.history(before, pageSize);
    pages.unshift(page);
    if (page.length < pageSize) break;
    before = page[0]?.sequence ?? 0;
    for (const { type, payload } of page) if (isTold(type)) size += JSON.stringify(payload).length;
  }
  return pages.flat();
}

const isTold = (type: string) => /^(user\.message|agent\.message\.completed|agent\.toolCall\..+)$/.test(type);

interface Span extends History {
  /** The sequence of its first message. */
  readonly at: number;
}

/** Turns as they began, and between them what sessions below have reported. A message whose turn has not begun is none. */
function spansOf(events: readonly SessionEvent[], runningTurnId: string): Span[] {
  const messages = new Map(events.filter(({ type }) => type === "user.message").map((event) => [event.id, event]));
  const spans: Span[] = [];
  for (const [turnId, own] of byTurn(events)) {
    const began = own.find(({ type }) => type === "turn.started");
    const queued = own.find(({ type }) => type === "turn.queued");
    const message = messages.get(String(isRecord(queued?.payload) ? queued.payload["triggerEventId"] : ""));
    if (turnId === runningTurnId || began === undefined || message === undefined) continue;
    const steps = readSteps(own);
    spans.push({
      at: began.sequence,
      messages: [messageOf(message), ...messagesOf(steps)],
      callIds: steps.steps.flatMap(({ calls }) => calls.map(({ id }) => id)),
    });
  }
  for (const event of messages.values()) {
    if (isReport(event)) spans.push({ at: event.sequence, messages: [messageOf(event)], callIds: [] });
  }
  return spans.toSorted((a, b) => a.at - b.at);
}

function byTurn(events: readonly SessionEvent[]): Map<string, SessionEvent[]> {
  const turns = new Map<string, SessionEvent[]>();
  for (const event of events) {
    if (event.turnId == null) continue;
    const own = turns.get(event.turnId) ?? [];
    own.push(event);
    turns.set(event.turnId, own);
  }
  return turns;
}

const isReport = ({ payload }: SessionEvent) => isRecord(payload) && payload["childCompletion"] !== undefined;

function messageOf(event: SessionEvent): ModelMessage {
  const payload = isRecord(event.payload) ? event.payload : {};
  const { resources, annotations, modelContext } = payload;
  const report = isReport(event) ? "A session that this one started has come to rest and reports:\n\n" : "";
  return userMessage({
    text: report + textOf(payload),
    modelContext: typeof modelContext === "string" ? modelContext : null,
    annotations: Array.isArray(annotations) ? annotations : [],
    files: Array.isArray(resources) ? resources.flatMap((resource) => fileResourceOf(resource) ?? []) : [],
  });
}
