import { describe, expect, it } from "vitest";
import type { SessionEvent } from "../../src/wire/protocol/session-event.js";
import { buildTimeline } from "../../src/timeline/build-timeline.js";
import type { TimelineItem } from "../../src/timeline/items.js";
import { session } from "./session-under-test.js";

type Session = ReturnType<typeof session>;

/** A log whose events are a second apart, and its turn. */
function begun(): { readonly s: Session; readonly turnId: string; readonly add: Session["log"]["add"] } {
  const s = session();
  const turnId = s.create("go");
  s.start(turnId);
  return { s, turnId, add: (type, payload, more) => s.log.add(type, payload, { turnId, ...more }) };
}
const approvals = (...ids: string[]) => ({ approvals: ids.map((id) => ({ id })) });
const approve = (approvalId: string) => ({ approvalId, decision: "approve" });
const skip = (requestId: string) => ({ requestId, response: { outcome: "skipped" } });
const ask = (id: string) => ({ request: { id, questions: [] } });

/** How long the turn waited for persons (s); undefined where it did not. */
function waited(items: readonly TimelineItem[]): number | undefined {
  const end = items.find((item) => item.kind === "turn-end");
  return end?.waitedMs === undefined ? undefined : end.waitedMs / 1_000;
}

describe("the time that a turn waits for a person", () => {
  it("is none without a question or an approval", () => {
    const { s, turnId } = begun();
    s.say(turnId, "done");
    s.complete(turnId);
    expect(waited(s.items)).toBeUndefined();
  });

  it("goes from the first open approval to the decision about the last", () => {
    const { s, turnId, add } = begun();
    add("session.requiresAction", approvals("c", "d"));
    add("user.approvalDecision", approve("c"));
    s.log.add("session.title_set", { title: "x" });
    add("user.approvalDecision", approve("d"));
    s.say(turnId, "done");
    s.complete(turnId);
    expect(waited(s.items)).toBe(3);
  });

  it("is that of all waits together, of questions too, and counts none twice", () => {
    const { s, turnId, add } = begun();
    add("session.humanInput.requested", ask("r"));
    add("session.requiresAction", approvals("c"));
    add("user.humanInputResponse", skip("r"));
    add("user.approvalDecision", approve("c"));
    s.say(turnId, "more");
    add("session.humanInput.requested", ask("q"));
    s.log.add("user.humanInputResponse", skip("q"));
    s.complete(turnId);
    expect(waited(s.items)).toBe(4);
  });

  it("ends with the turn at the latest, and is not that of another turn", () => {
    const { s, turnId, add } = begun();
    add("session.requiresAction", approvals("c"));
    s.cancel(turnId);
    const next = s.create("next");
    s.start(next);
    s.say(next, "done");
    s.complete(next);
    expect(s.items.flatMap((item) => (item.kind === "turn-end" ? [item.waitedMs] : []))).toEqual([1_000, undefined]);
  });

  it("is none where the log lacks its beginning, or has a time that cannot be read", () => {
    const { s, turnId, add } = begun();
    add("user.approvalDecision", approve("c"));
    add("session.requiresAction", approvals("d"));
    add("user.approvalDecision", approve("d"));
    s.complete(turnId);
    const isAsked = ({ type }: SessionEvent) => type === "session.requiresAction";
    const unreadable = s.log.events.map((event) => (isAsked(event) ? { ...event, occurredAt: "soon" } : event));
    expect([waited(s.items), waited(buildTimeline(unreadable))]).toEqual([1, undefined]);
    expect(waited(buildTimeline(unreadable.filter((event) => !isAsked(event))))).toBeUndefined();
  });
});
