import type { SessionEvent } from "@service/react/session";

/** The log of an endless session, made on demand, so that nothing keeps it in memory. */

const startedAt = Date.UTC(2026, 0, 5);
const words = "The quick brown fox jumps over the lazy dog while the answer goes on and on. ".split(" ");
const pieces = 30;

/** How many events a turn has. */
export const turnEvents = pieces + 12;

/** The events of one turn, the first with this sequence: a message, a thought, a call, and a streamed answer. */
export function longTurn(sessionId: string, turn: number, first: number): SessionEvent[] {
  const events: SessionEvent[] = [];
  const turnId = id("c", turn);
  const add = (type: string, payload: unknown = {}, of: string | null = turnId) => {
    const sequence = first + events.length;
    const occurredAt = new Date(startedAt + sequence * 50).toISOString();
    const event = { id: id("e", sequence), workspaceId: id("b", 1), sessionId, sequence, type, payload };
    events.push({ ...event, occurredAt, turnId: of });
    return id("e", sequence);
  };
  const triggerEventId = add("user.message", { text: `Question ${turn}: what comes next?` }, null);
  add("turn.queued", { turnId, triggerEventId, source: "user" });
  add("session.status.changed", { status: "running" }, null);
  add("turn.started");
  add("agent.reasoning.delta", { text: "Let me look that up." });
  const callId = `call-${turn}`;
  add("agent.toolCall.created", { id: callId, name: "search", arguments: { query: `question ${turn}` } });
  add("agent.toolCall.output", { id: callId, output: `Found ${turn} results.` });
  let text = "";
  for (let piece = 0; piece < pieces; piece += 1) {
    const more = piece % 10 === 9 ? "\n\n" : `${words[(turn + piece) % words.length]} **${piece}** `;
    text += more;
    add("agent.message.delta", { text: more });
  }
  add("agent.message.completed", { text });
  add("agent.model.usage", { tokens: pieces });
  add("turn.completed");
  add("session.status.changed", { status: "idle" }, null);
  add("session.title_set", { title: `After question ${turn}`, source: "agent" }, null);
  return events;
}

export function sessionRecord(sessionId: string) {
  const at = new Date(startedAt).toISOString();
  return {
    id: sessionId,
    workspaceId: id("b", 1),
    status: "idle",
    title: null,
    initialMessage: "",
    activeTurnId: null,
    lastSequence: 0,
    createdAt: at,
    updatedAt: at,
  };
}

function id(kind: string, number: number): string {
  return `${kind.repeat(8)}-0000-4000-8000-${number.toString(16).padStart(12, "0")}`;
}
