import type { Actor, Approval, ApprovalDecision, HumanInputResponse, Question } from "../wire/protocol/decisions.js";
import type { SessionEvent } from "../wire/protocol/session-event.js";
import type { EventLog } from "./events.js";

/**
 * Writes what the service would write, in its order: a few calls make a whole turn. Each function writes events of its
 * own and nothing is checked, so a broken log can be written too.
 */
export interface TurnScript {
  readonly log: EventLog;
  /** The session's creation with its first message; gives the turn's id. */
  create(text: string, options?: SendOptions): string;
  /** A message and its place in the queue; gives the turn's id. */
  send(text: string, options?: SendOptions): string;
  start(turnId: string): void;
  reason(turnId: string, ...deltas: string[]): void;
  /** Deltas without the completed text. */
  stream(turnId: string, ...deltas: string[]): void;
  /** Deltas and the completed text. */
  say(turnId: string, ...deltas: string[]): void;
  /** Begins a call and gives its id. */
  callTool(turnId: string, name: string, args?: unknown): string;
  toolOutput(turnId: string, callId: string, output: unknown, failed?: boolean): void;
  requireApproval(turnId: string, approvals: readonly Approval[]): void;
  decide(turnId: string, approvalId: string, decision: ApprovalDecision, options?: AnswerOptions): void;
  /** Asks and gives the request's id. */
  ask(turnId: string, questions: readonly Question[], options?: AskOptions): string;
  answer(turnId: string, requestId: string, response: HumanInputResponse, options?: AnswerOptions): void;
  /** After a decision: the worker continues. */
  resume(turnId: string): void;
  complete(turnId: string): void;
  fail(turnId: string, error?: string, code?: string): void;
  cancel(turnId: string, reason?: string): void;
  supersede(turnId: string, byTurnId: string): void;
  status(status: string): SessionEvent;
}

/** Fields of a message in a scripted log. */
export interface SendOptions {
  /** Key of the message. @default a new one */
  readonly clientEventId?: string;
  /** The sender. @default none */
  readonly actor?: Actor;
  /** Whether the message waits or interrupts. @default "send" */
  readonly delivery?: "send" | "steer";
}

/** Fields of a decision in a scripted log. */
export interface AnswerOptions {
  /** Key of the decision. @default a new one */
  readonly clientEventId?: string;
  /** The person who decided. @default none */
  readonly actor?: Actor;
  /** Words of the person. @default none */
  readonly message?: string;
}

/** Fields of a set of questions in a scripted log. */
export interface AskOptions {
  /** Whether the questions may be skipped. @default false */
  readonly allowSkip?: boolean;
  /** When the questions expire (ISO time). @default never */
  readonly expiresAt?: string | null;
  /** The call that asks. @default none */
  readonly toolCallId?: string;
}

/** Writes a log step by step: messages, answers, tools, decisions and failures. */
export function scriptTurns(log: EventLog): TurnScript {
  const status = (name: string) => log.add("session.status.changed", { status: name });
  return { log, status, ...starts(log, status), ...work(log), ...decisions(log, status), ...ends(log, status) };
}

type Status = (name: string) => SessionEvent;

function starts(log: EventLog, status: Status): Pick<TurnScript, "create" | "send" | "start" | "resume"> {
  const message = (text: string, { clientEventId, actor, delivery }: SendOptions) =>
    log.add(
      "user.message",
      { text, ...(actor && { actor }), ...(delivery && { delivery }) },
      clientEventId === undefined ? {} : { clientEventId },
    );
  const queue = (trigger: SessionEvent) => {
    const turnId = log.newId();
    log.add("turn.queued", { turnId, triggerEventId: trigger.id, source: "user" }, { turnId });
    return turnId;
  };
  const start = (turnId: string) => {
    status("running");
    log.add("turn.started", {}, { turnId });
  };
  return {
    create(text, options = {}) {
      log.add("session.created", {});
      const trigger = message(text, options);
      status("queued");
      return queue(trigger);
    },
    send: (text, options = {}) => queue(message(text, options)),
    start,
    resume: start,
  };
}

function work(log: EventLog): Pick<TurnScript, "reason" | "stream" | "say" | "callTool" | "toolOutput"> {
  const stream = (turnId: string, ...deltas: string[]) => {
    for (const text of deltas) log.add("agent.message.delta", { text }, { turnId });
  };
  return {
    stream,
    reason(turnId, ...deltas) {
      for (const text of deltas) log.add("agent.reasoning.delta", { text }, { turnId });
    },
    say(turnId, ...deltas) {
      stream(turnId, ...deltas);
      log.add("agent.message.completed", { text: deltas.join("") }, { turnId });
    },
    callTool(turnId, name, args = {}) {
      const id = `call-${log.newId()}`;
      log.add("agent.toolCall.created", { id, name, arguments: args }, { turnId });
      return id;
    },
    toolOutput(turnId, id, output, failed = false) {
      log.add("agent.toolCall.output", { id, output, ...(failed && { error: true }) }, { turnId });
    },
  };
}

function decisions(log: EventLog, status: Status): Pick<TurnScript, "requireApproval" | "decide" | "ask" | "answer"> {
  return {
    requireApproval(turnId, approvals) {
      log.add("session.requiresAction", { approvals }, { turnId });
      status("requires_action");
    },
    decide(turnId, approvalId, decision, { clientEventId, ...rest } = {}) {
      const payload = { approvalId, decision, ...rest };
      log.add("user.approvalDecision", payload, { turnId, ...(clientEventId !== undefined && { clientEventId }) });
    },
    ask(turnId, questions, { allowSkip = false, expiresAt = null, toolCallId } = {}) {
      const id = log.newId();
      const request = { id, questions, allowSkip, expiresAt, ...(toolCallId !== undefined && { toolCallId }) };
      log.add("session.humanInput.requested", { request }, { turnId });
      status("requires_action");
      return id;
    },
    answer(turnId, requestId, response, { clientEventId, actor } = {}) {
      const payload = { requestId, response, ...(actor && { actor }) };
      log.add("user.humanInputResponse", payload, { turnId, ...(clientEventId !== undefined && { clientEventId }) });
    },
  };
}

function ends(log: EventLog, status: Status): Pick<TurnScript, "complete" | "fail" | "cancel" | "supersede"> {
  return {
    complete(turnId) {
      log.add("turn.completed", {}, { turnId });
      status("idle");
    },
    fail(turnId, error = "The model did not answer.", code = "provider_unavailable") {
      log.add("turn.failed", { error, code, retryable: true }, { turnId });
      status("idle");
    },
    cancel(turnId, reason = "interrupt") {
      log.add("turn.cancelled", { reason }, { turnId });
      status("idle");
    },
    supersede(turnId, byTurnId) {
      log.add("turn.superseded", { reason: "steer", targetTurnId: byTurnId }, { turnId });
      status("queued");
    },
  };
}

/** Prompt, answer and tools of `scriptedTurn`. */
export interface ScriptedTurnOptions {
  /** Text of the person. @default "Hello" */
  readonly prompt?: string;
  /** The answer's pieces. @default ["Hello ", "to you."] */
  readonly answer?: readonly string[];
  /** Tool calls before the answer. @default none */
  readonly tools?: readonly { readonly name: string; readonly arguments?: unknown; readonly output?: unknown }[];
  /** Key of the prompt. @default a new one */
  readonly clientEventId?: string;
}

/** One whole turn from its message to its end; gives the turn's id. */
export function scriptedTurn(log: EventLog, options: ScriptedTurnOptions = {}): string {
  const { prompt = "Hello", answer = ["Hello ", "to you."], tools = [], clientEventId } = options;
  const script = scriptTurns(log);
  const sent = clientEventId === undefined ? {} : { clientEventId };
  const turnId = log.events.length === 0 ? script.create(prompt, sent) : script.send(prompt, sent);
  script.start(turnId);
  for (const tool of tools) {
    const callId = script.callTool(turnId, tool.name, tool.arguments);
    script.toolOutput(turnId, callId, tool.output ?? "done");
  }
  script.say(turnId, ...answer);
  script.complete(turnId);
  return turnId;
}
