import { emptyTurn, foldTurn, type TurnFrame } from "../../../../src/server/handler/fold-turn.js";
import type { AnswerEncoder, AnswerFacts, ChatFormat } from "../../../../src/server/handler/formats/format.js";
import { eventLog } from "../../../../src/testing/events.js";
import { scriptTurns, type TurnScript } from "../../../../src/testing/scripted-turn.js";

type Write = (script: TurnScript, turnId: string) => void;

/** Every way in which a turn's answer can go, by name. */
export const scriptedAnswers: Readonly<Record<string, Write>> = {
  text(script, turnId) {
    script.say(turnId, "Hel", "lo „you”\n\ndata: 1");
    script.complete(turnId);
  },
  segments(script, turnId) {
    script.say(turnId, "One");
    script.say(turnId, "Two");
    script.complete(turnId);
  },
  tools(script, turnId) {
    script.say(turnId, "I look.");
    const call = script.callTool(turnId, "search", { q: "x" });
    script.toolOutput(turnId, call, "found");
    script.toolOutput(turnId, script.callTool(turnId, "save"), "no", true);
    script.say(turnId, "There.");
    script.complete(turnId);
  },
  approval(script, turnId) {
    script.say(turnId, "May I?");
    script.requireApproval(turnId, [{ id: "call-1", name: "deploy", arguments: { to: "production" } }]);
  },
  question(script, turnId) {
    script.ask(turnId, [{ id: "q", kind: "text", prompt: "Which?", options: [], required: true, allowOther: false }]);
  },
  cancelled(script, turnId) {
    script.stream(turnId, "I was say");
    script.cancel(turnId);
  },
  failed(script, turnId) {
    script.stream(turnId, "I was say");
    script.fail(turnId, "The model is gone.", "model_gone");
  },
  empty: (script, turnId) => script.complete(turnId),
};

export function framesOf(write: Write): readonly TurnFrame[] {
  const log = eventLog();
  const script = scriptTurns(log);
  const turnId = script.create("Hello");
  script.start(turnId);
  write(script, turnId);
  const { sessionId, workspaceId } = log;
  let state = emptyTurn({ turnId, sessionId, workspaceId });
  return log.events.flatMap((event) => {
    const folded = foldTurn(state, event);
    state = folded.state;
    return folded.frames;
  });
}

/** The facts of an answer to a scripted turn, always the same. */
export function scriptedFacts(more: Partial<AnswerFacts> = {}): AnswerFacts {
  const { sessionId, workspaceId } = eventLog();
  return {
    sessionId,
    workspaceId,
    turnId: "88888888-8888-4888-8888-888888888888",
    startedAt: Date.UTC(2026, 0, 1, 0, 0, 0, 999),
    newId: () => "99999999-9999-4999-8999-999999999999",
    toolParts: false,
    echo: {},
    ...more,
  };
}

/** The bytes of the answer, as the handler writes them. */
export function answerText(format: ChatFormat, frames: readonly TurnFrame[], facts = scriptedFacts()): string {
  return writeAll(format.createEncoder(facts), frames);
}

export function writeAll(encoder: AnswerEncoder, frames: readonly TurnFrame[]): string {
  let text = encoder.begin();
  for (const { id, chunk, failure } of frames) text += chunk ? encoder.chunk(chunk, id) : encoder.fail(failure, id);
  return text + encoder.end();
}
