import type { session } from "./session-under-test.js";

/**
 * One log for each of the fifteen rules of `protocol.md` §11.6, and the rows that the text of the rule asks for, in a word
 * each. Written from the text; the finer points have tests of their own.
 */

type Session = ReturnType<typeof session>;

export interface RuleFixture {
  readonly says: string;
  readonly write: (s: Session) => void;
  readonly rows: readonly string[];
}

export const ruleNumbers = Array.from({ length: 15 }, (_, index) => index + 1);

function begun(s: Session): string {
  const turnId = s.create("go");
  s.start(turnId);
  return turnId;
}

/** The rows of `begun`. */
const go = ["user-message go", "phase queue complete"];

export const ruleFixtures: Readonly<Record<number, RuleFixture>> = {
  1: {
    says: "a message stands just before its turn's start, and one that was cancelled before that nowhere",
    write(s) {
      const first = begun(s);
      const second = s.send("second");
      const third = s.send("third");
      s.say(first, "one");
      s.complete(first);
      s.cancel(third);
      s.start(second);
    },
    rows: [...go, "agent-message one", "end complete", "user-message second", "phase queue complete"],
  },
  2: {
    says: "the time in the queue is a phase, once",
    write(s) {
      const turnId = begun(s);
      s.start(turnId);
    },
    rows: go,
  },
  3: {
    says: "deltas extend the last row of their kind and turn while it streams",
    write(s) {
      const turnId = begun(s);
      s.stream(turnId, "a", "b");
      s.reason(turnId, "c", "d");
      s.stream(turnId, "e");
    },
    rows: [...go, "agent-message ab", "reasoning cd", "agent-message e"],
  },
  4: {
    says: "a completed message is merged with what streamed, and moves to the end",
    write(s) {
      const turnId = begun(s);
      s.stream(turnId, "Hel");
      s.callTool(turnId, "search");
      s.log.add("agent.message.completed", { text: "Hello" }, { turnId });
      s.log.add("agent.message.completed", { text: "Hello" }, { turnId });
    },
    rows: [...go, "tool search running", "agent-message Hello"],
  },
  5: {
    says: "an output goes to its call, else to the newest that runs, else nowhere",
    write(s) {
      const turnId = begun(s);
      const call = s.callTool(turnId, "search");
      s.callTool(turnId, "read");
      s.toolOutput(turnId, call, "found");
      s.log.add("agent.toolCall.output", { output: "read" }, { turnId });
      s.log.add("agent.toolCall.output", { output: "nobody's" }, { turnId });
    },
    rows: [...go, "tool search complete", "tool read complete"],
  },
  6: {
    says: "calls of sessions are workers by the leaf of their name, calls of memory are hidden",
    write(s) {
      const turnId = begun(s);
      s.callTool(turnId, "host__session_create", { initialMessage: "look" });
      s.callTool(turnId, "session_send_message", { message: "hurry" });
      s.callTool(turnId, "host__memory_save");
      s.callTool(turnId, "memory_correct");
    },
    rows: [...go, "worker spawn running", "worker message running"],
  },
  7: {
    says: "what prepares the sandbox is a phase, other operations are rows, an expected failure reads cancelled",
    write(s) {
      const turnId = begun(s);
      for (const name of ["sandbox.provision", "repository-clone", "file-resource-download", "exec"]) {
        s.log.add("sandbox.operation.started", { name }, { turnId });
        const type = name === "exec" ? "sandbox.operation.failed" : "sandbox.operation.completed";
        s.log.add(type, { name, ...(name === "exec" && { expectedTransition: true }) }, { turnId });
      }
    },
    rows: [
      ...go,
      "phase sandbox complete",
      "phase repository complete",
      "phase files complete",
      "sandbox exec cancelled",
    ],
  },
  8: {
    says: "a failed turn cancels what runs; a notice says so where no activity does",
    write(s) {
      const turnId = begun(s);
      s.callTool(turnId, "search");
      s.fail(turnId, "broken");
      s.start("bare");
      s.fail("bare", "broken too");
    },
    rows: [...go, "tool search cancelled", "end failed", "end failed", "notice failed"],
  },
  9: {
    says: "a required action is a waiting notice, and running rows of that turn complete",
    write(s) {
      const turnId = begun(s);
      s.callTool(turnId, "pay");
      s.log.add("session.requiresAction", { approvals: [] }, { turnId });
    },
    rows: [...go, "tool pay complete", "notice waiting"],
  },
  10: {
    says: "the status divides at requires_action, failed and cancelled, and not twice in a row",
    write(s) {
      begun(s);
      for (const status of ["idle", "failed", "failed", "of_tomorrow", "running", "cancelled"]) s.status(status);
    },
    rows: [...go, "status failed", "status cancelled"],
  },
  11: {
    says: "goal changes that the agent's own call shows are hidden",
    write(s) {
      begun(s);
      for (const actor of ["agent", "api"]) {
        for (const type of ["goal.set", "goal.updated", "goal.paused", "goal.held", "goal.completed"]) {
          s.log.add(type, { goalId: "g", text: "t", actor });
        }
      }
      s.log.add("system.update.delivered", {
        members: [{ id: "m", kind: "goal_continuation", classification: "info", sourceId: null, summary: "" }],
      });
    },
    rows: [...go, "goal set", "goal updated", "goal paused", "goal held"],
  },
  12: {
    says: "a sign-in that no tool needs is hidden",
    write(s) {
      const turnId = begun(s);
      const facts = { serverId: "s", providerDomain: "example.com", reason: "expired" };
      s.log.add("tool.auth_needed", facts, { turnId });
      s.log.add("tool.auth_needed", { ...facts, toolName: "mail" }, { turnId });
    },
    rows: [...go, "auth-needed"],
  },
  13: {
    says: "one row a compaction is updated by what follows",
    write(s) {
      const turnId = begun(s);
      s.log.add("session.context.compaction.started", { trigger: "auto" }, { turnId });
      s.log.add("session.context.compacted", {}, { turnId });
      s.log.add("session.context.compaction.skipped", {}, { turnId });
    },
    rows: [...go, "compaction compacted", "compaction skipped"],
  },
  14: {
    says: "what does not fit is read as far as it can be",
    write(s) {
      const turnId = begun(s);
      s.log.add("agent.toolCall.created", { id: 5, name: {} }, { turnId });
      s.log.add("sandbox.operation.started", null, { turnId });
      s.log.add("agent.message.delta", { text: 7 }, { turnId });
    },
    rows: [...go, "tool tool running", "sandbox sandbox running"],
  },
  15: {
    says: "a failure's text is its error or its message, and a provider's business is put neutrally",
    write(s) {
      const turnId = begun(s);
      s.log.add("turn.failed", { error: " ", message: "Your API key is out of credit" }, { turnId });
    },
    rows: [...go, "end failed"],
  },
};
