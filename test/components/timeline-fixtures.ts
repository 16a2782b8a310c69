import { eventLog } from "../../src/testing/events.js";
import { createTimelineFold } from "../../src/timeline/timeline-fold.js";

/** A log with two settled turns and a streaming one, its fold, and a function that adds a delta. */
export function streamingSession() {
  const log = eventLog();
  const fold = createTimelineFold();
  const ask = (text: string, turnId: string) => {
    const message = log.add("user.message", { text });
    log.add("turn.queued", { turnId, triggerEventId: message.id, source: "user" }, { turnId });
    log.add("turn.started", { triggerEventId: message.id }, { turnId });
  };
  const turn = (name: string) => `${name.repeat(8)}-0000-4000-8000-000000000000`;
  for (const name of ["1", "2"]) {
    ask(`question ${name}`, turn(name));
    log.add(
      "agent.toolCall.created",
      { id: `call-${name}`, name: `tool_${name}`, arguments: { n: name } },
      { turnId: turn(name) },
    );
    log.add("agent.toolCall.output", { id: `call-${name}`, output: "ok" }, { turnId: turn(name) });
    log.add("agent.message.completed", { text: `answer ${name}` }, { turnId: turn(name) });
    log.add("turn.completed", {}, { turnId: turn(name) });
  }
  ask("question 3", turn("3"));
  log.add("agent.toolCall.created", { id: "call-3", name: "tool_3", arguments: {} }, { turnId: turn("3") });
  log.add("agent.toolCall.output", { id: "call-3", output: "ok" }, { turnId: turn("3") });
  fold.push(log.events);
  return {
    groups: () => fold.getGroups(),
    delta(text: string) {
      fold.push([log.add("agent.message.delta", { text }, { turnId: turn("3") })]);
      return fold.getGroups();
    },
    end() {
      fold.push([
        log.add("agent.message.completed", { text: "answer 3" }, { turnId: turn("3") }),
        log.add("turn.completed", {}, { turnId: turn("3") }),
      ]);
      return fold.getGroups();
    },
  };
}
