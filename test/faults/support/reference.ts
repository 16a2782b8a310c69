import type { SessionEvent } from "@service/sdk";

/**
 * The expected page for a log, from this suite's own projection of the events: short, slow, and independent of the
 * kit's folds.
 */
export interface Shown {
  readonly rows: readonly Row[];
  /** Messages that wait behind the running turn. */
  readonly queue: readonly string[];
  /** The ids of decisions that wait for a person. */
  readonly open: readonly string[];
}

export interface Row {
  readonly role: "user" | "assistant";
  /** For an answer: how it ended, or that it waits. */
  readonly state?: string;
  /** Texts, and tools by name and state. */
  readonly parts: readonly string[];
}

interface Turn {
  readonly said: string;
  state: "running" | "complete" | "failed" | "cancelled";
  readonly pieces: Piece[];
  /** Whether it asked questions: those are shown apart, in place of an answer. */
  asked: boolean;
}

interface Piece {
  text: string;
  isOpen: boolean;
  readonly tool?: Tool;
}

interface Tool {
  readonly id: string;
  readonly name: string;
  state: string;
  isApproved?: boolean;
  hasOutput?: boolean;
}

interface Payload {
  readonly text: string;
  readonly turnId: string;
  readonly triggerEventId: string;
  readonly id: string;
  readonly name: string;
  readonly output?: { readonly isError?: boolean };
  readonly approvals: readonly { readonly id: string }[];
  readonly request: { readonly id: string };
  readonly approvalId: string;
  readonly decision: "approve" | "reject";
  readonly requestId: string;
}

interface Told {
  /** Event id → text. */
  readonly texts: Map<string, string>;
  /** Turn id → text of its message, in the order they were queued. */
  readonly queue: Map<string, string>;
  /** In the order they began. */
  readonly turns: Map<string, Turn>;
  open: readonly string[];
}

type Tell = (told: Told, payload: Payload, turnId: string, eventId: string) => void;

const end =
  (state: Turn["state"]): Tell =>
  (told, _payload, turnId) => {
    told.queue.delete(turnId);
    const turn = told.turns.get(turnId);
    if (!turn) return;
    turn.state = state;
    told.open = [];
    // A call without an output ends as its turn does, also if an approval kept it from running.
    for (const tool of toolsOf(turn)) {
      if (state !== "complete" && !tool.hasOutput && tool.state !== denied) tool.state = "cancelled";
    }
  };

const ofAnswer =
  (change: (pieces: Piece[], payload: Payload) => void): Tell =>
  ({ turns }, payload, turnId) =>
    change(turns.get(turnId)?.pieces ?? [], payload);

const closed = (told: Told, decided: string) => {
  told.open = told.open.filter((id) => id !== decided);
};

const denied = "output-denied";

const toolsOf = (turn: Turn | undefined): readonly Tool[] => turn?.pieces.flatMap(({ tool }) => tool ?? []) ?? [];

/** One row an event type; one without a row is not shown. */
const tells: Readonly<Record<string, Tell>> = {
  "user.message": ({ texts }, { text }, _turnId, eventId) => texts.set(eventId, text),
  "turn.queued": ({ texts, queue }, { triggerEventId }, turnId) => queue.set(turnId, texts.get(triggerEventId) ?? ""),
  "turn.started"({ queue, turns }, _payload, turnId) {
    // It starts once more when it continues after a decision.
    if (!turns.has(turnId))
      turns.set(turnId, { said: queue.get(turnId) ?? "", state: "running", pieces: [], asked: false });
    queue.delete(turnId);
  },
  "turn.completed": end("complete"),
  "turn.failed": end("failed"),
  "turn.cancelled": end("cancelled"),
  "turn.superseded": end("cancelled"),
  "agent.message.delta": ofAnswer((pieces, { text }) => {
    const last = pieces.at(-1);
    if (last?.isOpen) last.text += text;
    else pieces.push({ text, isOpen: true });
  }),
  "agent.message.completed": ofAnswer((pieces, { text }) => {
    // It has the whole text of the deltas before it, where there were any.
    if (pieces.at(-1)?.isOpen) pieces.pop();
    pieces.push({ text, isOpen: false });
  }),
  "agent.toolCall.created": ofAnswer((pieces, { id, name }) => {
    pieces.push({ text: "", isOpen: false, tool: { id, name, state: "running" } });
  }),
  "agent.toolCall.output": ofAnswer((pieces, { id, output }) => {
    const called = pieces.find(({ tool }) => tool?.id === id);
    // A rejected call stays denied, whatever its agent reports.
    if (!called?.tool) return;
    called.tool.hasOutput = true;
    if (called.tool.state !== denied) called.tool.state = output?.isError ? "failed" : "complete";
  }),
  "session.requiresAction"(told, { approvals }, turnId) {
    const asked = approvals.map(({ id }) => id);
    // Questions of the same turn may come first.
    told.open = [...told.open.filter((id) => !asked.includes(id)), ...asked];
    // A call that is asked about does nothing meanwhile, and is not shown to run.
    for (const tool of toolsOf(told.turns.get(turnId))) if (tool.state === "running") tool.state = "complete";
  },
  "session.humanInput.requested"(told, { request }, turnId) {
    const turn = told.turns.get(turnId);
    if (turn) turn.asked = true;
    told.open = [...told.open, request.id];
  },
  "user.approvalDecision"(told, { approvalId, decision }, turnId) {
    closed(told, approvalId);
    // Calls of earlier turns are over, whatever was approved in them.
    const calls = toolsOf(told.turns.get(turnId));
    for (const call of calls) {
      if (call.id !== approvalId) continue;
      if (decision === "reject") call.state = denied;
      else call.isApproved = true;
    }
    // Approved calls run once none waits for an approval.
    if (told.open.some((id) => calls.some((call) => call.id === id))) return;
    for (const call of calls) if (call.isApproved) Object.assign(call, { state: "running", isApproved: false });
  },
  "user.humanInputResponse": (told, { requestId }) => closed(told, requestId),
};

export function referenceOf(events: readonly SessionEvent[]): Shown & { readonly isAtRest: boolean } {
  const told: Told = { texts: new Map(), queue: new Map(), turns: new Map(), open: [] };
  for (const { id, type, turnId, payload } of events) {
    const known = payload as Payload;
    tells[type]?.(told, known, turnId ?? known.turnId, id);
  }
  const { queue, turns, open } = told;
  const isRunning = [...turns.values()].some(({ state }) => state === "running");
  return {
    rows: [...turns.values()].flatMap((turn) => rowsOf(turn, open.length > 0)),
    queue: [...queue.values()],
    open,
    // Nothing more happens by itself: each turn has ended, or one waits for a person.
    isAtRest: open.length > 0 ? isRunning : !isRunning && queue.size === 0,
  };
}

function rowsOf(turn: Turn, isAsking: boolean): Row[] {
  const { said, pieces } = turn;
  const state = turn.state === "running" && isAsking ? "waiting" : turn.state;
  const parts = partsOf(pieces, state);
  const message: Row = { role: "user", parts: [said] };
  // A complete turn without parts has a line, unless its questions are in that place.
  const isShown = parts.length > 0 || (state !== "running" && !(state === "complete" && turn.asked));
  return isShown ? [message, { role: "assistant", state, parts }] : [message];
}

/** Texts with no tool between them are one, with an empty line where they meet. */
function partsOf(pieces: readonly Piece[], turnState: string): string[] {
  const parts: string[] = [];
  let isAfterText = false;
  for (const { text, tool } of pieces) {
    if (tool) parts.push(`[${tool.name} ${endOf(tool.state, turnState)}]`);
    else if (isAfterText) parts.push(`${parts.pop()}\n\n${text}`);
    else parts.push(text);
    isAfterText = tool === undefined;
  }
  return parts;
}

/** A tool without a result ends with its turn. */
function endOf(toolState: string, turnState: string): string {
  if (toolState !== "running" || turnState === "running" || turnState === "waiting") return toolState;
  return turnState === "complete" ? "complete" : "cancelled";
}
