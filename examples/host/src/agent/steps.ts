import { answerOf, decisionOf, type AgentStep, type AgentTurn } from "@service/embedded/app";

export type Steps<Result = void> = AsyncGenerator<AgentStep, Result, void>;
type Question = NonNullable<Extract<AgentStep, { type: "ask" }>["questions"]>[number]["questions"][number];

interface Decision {
  readonly isApproved: boolean;
  readonly reason?: string | undefined;
}

/** The steps of one turn, each of which an attempt after a decision passes over if the log has it. */
export interface DeskSteps {
  title(text: string): Steps;
  /** Writes a message, word by word. */
  say(markdown: string): Steps;
  think(text: string): Steps;
  /** Calls a tool of the product, after a person's approval where it needs one. */
  call(name: string, given: object): Steps<Decision & { readonly output: unknown; readonly failed?: boolean }>;
  /** Asks one question. @returns the id of the chosen option, or the person's own words */
  choose(question: Question): Steps<string>;
}

/** Pause between two words (ms). */
const wordPauseMs = 24;

/** The service takes no step after an `ask`: it runs the turn again once a person has decided. */
const attemptEnds = () => new Error("The attempt continued after it had asked a person.");

export function createSteps(turn: AgentTurn, signal: AbortSignal): DeskSteps {
  let written = turn.past.filter(({ type }) => type === "agent.message.completed").length;
  let numbered = 0;
  const isFirst = turn.past.length === 0 || !turn.past.some(({ type }) => type.startsWith("user."));
  /** The same in every attempt, and shaped like a UUID. */
  const nextId = () => `${turn.turnId.slice(0, 24)}${(numbered += 1).toString(16).padStart(12, "0")}`;

  return {
    async *title(text) {
      if (turn.title === null) yield { type: "title", title: text };
    },
    async *think(text) {
      if (isFirst) yield { type: "reasoning", text };
    },
    async *say(markdown) {
      if (written-- > 0) return;
      for (const word of markdown.match(/\s*\S+\s*/g) ?? []) {
        if (signal.aborted) return;
        yield { type: "text", text: word };
        await new Promise<void>((resolve) => void turn.clock.after(wordPauseMs, resolve));
      }
      yield { type: "message" };
    },
    async *call(name, given) {
      const call = { id: nextId(), name, arguments: given };
      const listed = (await turn.tools()).find((tool) => tool.name === name);
      if (listed?.needsApproval !== true) return { isApproved: true, ...(await turn.callTool(call)) };
      const taken = decisionOf(turn.past, call.id);
      if (taken === null) {
        yield { type: "tool", ...call };
        yield { type: "ask", approvals: [call] };
        throw attemptEnds();
      }
      const decision = { isApproved: taken.decision === "approve", reason: taken.message };
      if (decision.isApproved) return { ...decision, ...(await turn.callTool(call)) };
      const output = { isError: true, rejected: true, message: decision.reason ?? "No reason was given." };
      yield { type: "tool-output", id: call.id, output, failed: true };
      return { ...decision, output };
    },
    async *choose(question) {
      const id = nextId();
      const response = answerOf(turn.past, id);
      const answer = response?.outcome === "answered" ? response.answers[0] : undefined;
      if (response) return answer?.other || (answer?.values[0] ?? "");
      yield { type: "ask", questions: [{ id, questions: [question], allowSkip: false, expiresInMs: null }] };
      throw attemptEnds();
    },
  };
}
