// budget: one list of rules, with a test for each thing that can be heard
import { act, render, screen } from "@testing-library/react";
import { StrictMode } from "react";
import { describe, expect, it } from "vitest";
import { announce, type Announced } from "../../src/components/announcer/announcements.js";
import { firstSentence } from "../../src/components/announcer/first-sentence.js";
import { Announcer } from "../../src/components/announcer/announcer.js";
import { ServiceProvider } from "../../src/hooks/service-provider.js";
import { english } from "../../src/strings/messages.js";
import { createManualClock } from "../../src/testing/manual-clock.js";
import type { TimelineGroup } from "../../src/timeline/groups.js";
import type { ToolCallItem } from "../../src/timeline/items.js";
import { quiet } from "./quiet-session.js";
import { streamingSession } from "./timeline-fixtures.js";

const approval: Announced["pending"][number] = {
  kind: "approval",
  id: "a",
  turnId: "t",
  name: "send_invoice",
  arguments: {},
  state: { name: "pending" },
};
const failedTurn: TimelineGroup = {
  kind: "turn",
  id: "turn-t",
  outcome: "failed",
  failureText: "No capacity.",
  startedAt: "2026-01-01T00:00:00Z",
  endedAt: "2026-01-01T00:00:01Z",
  groups: [],
};

const message = (id: string, state: "sending" | "queued" | "failed"): TimelineGroup => ({
  kind: "item",
  item: {
    kind: "user-message",
    id,
    reconciliationKey: id,
    occurredAt: "",
    text: "x",
    turnId: null,
    resources: [],
    delivery: { state },
  },
});

const said = (id: string, text: string): TimelineGroup => ({
  kind: "item",
  item: { kind: "agent-message", id, occurredAt: "", turnId: id, text, streaming: false },
});
/** A message that the log has. */
const asked = (id: string): TimelineGroup => {
  const group = message(id, "sending") as Extract<TimelineGroup, { kind: "item" }>;
  return { ...group, item: { ...group.item, delivery: undefined } } as TimelineGroup;
};

/** All announcements while a session passes through these states. */
function transcript(...states: readonly Partial<Announced>[]): readonly string[] {
  let before: Announced | null = null;
  return states.flatMap((state) => {
    const now = { ...quiet, ...state };
    const said = announce(before, now, english);
    before = now;
    return said.map(({ urgency, text }) => `${urgency}: ${text}`);
  });
}

describe("announce", () => {
  it("announces the start and end of an answer, and none of its words", () => {
    const session = streamingSession();
    const states: Partial<Announced>[] = [{ ...session.groups() }, { ...session.groups(), isRunning: true }];
    for (const delta of ["ans", "wer", " 3"]) states.push({ ...session.delta(delta), isRunning: true });
    states.push({ ...session.end(), isRunning: false });
    expect(transcript(...states)).toEqual(["polite: The agent is answering", "polite: Answer complete. answer 3"]);
  });

  it("does not read restored history aloud, but announces waiting decisions", () => {
    const session = streamingSession();
    expect(transcript({ isRestoring: true }, { ...session.end(), pending: [approval] })).toEqual([
      "assertive: Approval needed: Send invoice",
    ]);
  });

  it("announces once that a person is needed", () => {
    const response = { kind: "approval", decision: "approve" } as const;
    expect(
      transcript(
        { isRunning: true },
        { isRunning: false, pending: [approval] },
        { pending: [{ ...approval, state: { name: "submitting", response } }] },
        { pending: [{ ...approval, state: { name: "failed", response, error: new Error("x") } }] },
        { pending: [approval] },
      ),
    ).toEqual(["assertive: Approval needed: Send invoice", "assertive: Couldn't send your answer. x"]);
  });

  it("announces an answer that may be lost once, in the words of its card", () => {
    const response = { kind: "approval", decision: "approve" } as const;
    const unknown = [{ ...approval, state: { name: "unknown", response } } as const];
    const error = new Error("We couldn't reach the server.");
    expect(
      transcript(
        { pending: [approval] },
        { pending: [{ ...approval, state: { name: "submitting", response } }] },
        { pending: unknown, error, errorAbout: "decision" },
        { pending: unknown, error, errorAbout: "decision", connection: "offline" },
        { pending: unknown, error, errorAbout: "decision" },
      ),
    ).toEqual([
      "assertive: Approval needed: Send invoice",
      "assertive: We couldn't confirm your answer was sent. You can safely send it again.",
      "polite: You're offline. We'll catch up when you reconnect.",
      "polite: Reconnected",
    ]);
  });

  it("announces an answer when the service has accepted the message, not before", () => {
    const asked = message("u", "sending");
    const session = streamingSession();
    expect(
      transcript(
        {},
        { live: [asked], isRunning: true, isAccepted: false },
        { live: [asked], isRunning: true, isAccepted: false, isUnreachable: true },
        { live: [message("u", "failed")], isRunning: false, isAccepted: false },
      ),
    ).toEqual(["polite: The agent can't be reached right now.", "assertive: Couldn't send your message"]);
    expect(
      transcript(
        {},
        { live: [asked], isRunning: true, isAccepted: false },
        { live: [asked], isRunning: true, isAccepted: true },
        { ...session.end(), isRunning: false, isAccepted: false },
      ),
    ).toEqual(["polite: The agent is answering", expect.stringMatching(/^polite: Answer complete/)]);
  });

  it("announces no end where nothing ran: a message withdrawn before its turn", () => {
    const { settled, live } = streamingSession().end();
    const earlier = { settled, live };
    const waiting = { settled, live: [...live, message("u2", "queued")] };
    expect(
      transcript(
        { ...earlier, isAccepted: false },
        { ...waiting, isRunning: true, isAccepted: true },
        { ...earlier, isRunning: false, isAccepted: false },
      ),
    ).toEqual(["polite: The agent is answering"]);
  });

  it("announces the end of each turn of a queue", () => {
    const [one, two, three] = [asked("1"), asked("2"), asked("3")];
    const [first, second, third] = [said("t1", "First."), said("t2", "Second."), said("t3", "Third.")];
    expect(
      transcript(
        { settled: [], live: [one], isRunning: true },
        { settled: [one], live: [first], isRunning: true },
        { settled: [one, first], live: [two], isRunning: true },
        { settled: [one, first, two], live: [second, three], isRunning: true },
        { settled: [one, first, two, second, three], live: [third], isRunning: true },
        { settled: [one, first, two, second, three, third], live: [], isRunning: false },
      ),
    ).toEqual([
      "polite: Answer complete. First.",
      "polite: Answer complete. Second.",
      "polite: Answer complete. Third.",
    ]);
  });

  it("announces the end of a turn of a queue before the next one begins, once", () => {
    const [one, first, two] = [asked("1"), said("t1", "First."), asked("2")];
    expect(
      transcript(
        { settled: [], live: [one, first], isRunning: true },
        { settled: [one, first], live: [message("2", "queued")], isRunning: true },
        { settled: [one, first], live: [two], isRunning: true },
      ),
    ).toEqual(["polite: Answer complete. First."]);
  });

  it("announces no end of a turn that had ended before the message was sent", () => {
    const settled = [asked("1"), said("t1", "First.")];
    expect(
      transcript(
        { settled, isAccepted: false },
        { settled, live: [message("2", "sending")], isRunning: true, isAccepted: false },
        { settled, live: [message("2", "queued")], isRunning: true, isAccepted: true },
        { settled, live: [asked("2")], isRunning: true, isAccepted: true },
      ),
    ).toEqual(["polite: The agent is answering"]);
    expect(
      transcript(
        { settled, isAccepted: false },
        { settled, isRunning: true, isAccepted: true, queue: [{ turnId: "t2", text: "x" }] },
        { settled, isRunning: false, isAccepted: false },
      ),
    ).toEqual(["polite: The agent is answering", "polite: 1 message queued"]);
  });

  it("announces the answer to a message that was sent while the history was read", () => {
    const settled = [asked("1"), said("t1", "First.")];
    const sent = { isRestoring: true, live: [message("2", "sending")], isRunning: true, isAccepted: false };
    const begun = { settled, live: [asked("2")], isRunning: true, isAccepted: true };
    expect(transcript(sent, { ...begun, live: [message("2", "queued")] }, begun)).toEqual([
      "polite: The agent is answering",
    ]);
    expect(transcript(sent, begun)).toEqual(["polite: The agent is answering"]);
    const ended = { settled: [...settled, asked("2"), said("t2", "Second.")], isRunning: false, isAccepted: false };
    expect(transcript(sent, ended)).toEqual(["polite: Answer complete. Second."]);
    expect(transcript(sent, { settled, live: [message("2", "failed")] })).toEqual([
      "assertive: Couldn't send your message",
    ]);
    expect(transcript({ ...sent, isAccepted: true }, begun)).toEqual(["polite: The agent is answering"]);
    expect(transcript(sent, { ...begun, live: [], queue: [{ turnId: "t2", text: "x" }] })).toEqual([
      "polite: 1 message queued",
    ]);
    expect(transcript({ ...sent, live: [] }, ended)).toEqual([]);
  });

  it("confirms a decision of this page once", () => {
    const response = { kind: "approval", decision: "approve" } as const;
    const settled = { name: "settled", outcome: "approve", here: true } as const;
    expect(
      transcript(
        { isRunning: true, pending: [approval] },
        { isRunning: true, pending: [{ ...approval, state: { name: "submitting", response } }] },
        { isRunning: true, pending: [{ ...approval, state: { name: "accepted", response } }] },
        { isRunning: true, pending: [{ ...approval, state: settled }] },
        { isRunning: true, pending: [] },
      ),
    ).toEqual(["assertive: Approval needed: Send invoice", "polite: Approved. Continuing…"]);
  });

  it("announces a failed turn without activity, and not its completion", () => {
    const notice = { kind: "notice", id: "n", tone: "failed", text: "No capacity.", occurredAt: "" } as const;
    const asked = message("u", "queued");
    expect(
      transcript(
        {},
        { live: [asked], isRunning: true, isAccepted: true },
        { settled: [asked, { kind: "item", item: { ...notice, turnId: "t" } as never }], isRunning: false },
      ),
    ).toEqual(["polite: The agent is answering", "assertive: The answer failed. No capacity."]);
  });

  it("announces the end of an answer with the number of its failed steps", () => {
    const call = (id: string, status: "failed" | "complete") =>
      ({
        kind: "tool-call",
        id,
        name: "read",
        occurredAt: "",
        turnId: "t",
        status,
      }) as Partial<ToolCallItem> as ToolCallItem;
    const turn = (...items: ToolCallItem[]): TimelineGroup => ({
      ...failedTurn,
      outcome: "complete",
      failureText: undefined,
      groups: [{ kind: "activity", id: "a", items }],
    });
    const end = (...items: ToolCallItem[]) => transcript({ isRunning: true }, { settled: [turn(...items)] });
    expect(end(call("a", "complete"))).toEqual(["polite: Answer complete"]);
    expect(end(call("a", "failed"), call("b", "complete"))).toEqual(["polite: Answer complete. 1 step failed"]);
    expect(end(call("a", "failed"), call("b", "failed"))).toEqual(["polite: Answer complete. 2 steps failed"]);
  });

  it("announces once that a conversation does not exist", () => {
    const isMissing = { isMissing: true, connection: "closed", error: new Error("Not found.") } as const;
    expect(transcript({ isRestoring: true }, isMissing, { ...isMissing })).toEqual([
      "assertive: This conversation isn't available",
    ]);
  });

  it("announces a failure once, with its reason", () => {
    const error = new Error("No capacity.");
    expect(transcript({ isRunning: true }, { live: [failedTurn], error })).toEqual([
      "assertive: The answer failed. No capacity.",
    ]);
  });

  it("announces a lost and a restored connection, and other errors", () => {
    expect(
      transcript(
        {},
        { connection: "reconnecting" },
        { connection: "live" },
        { connection: "live", error: new Error("Gone.") },
      ),
    ).toEqual([
      "polite: Connection lost. Reconnecting…",
      "polite: Reconnected",
      "assertive: Something went wrong. Gone.",
    ]);
  });

  it("announces waiting messages, and one that was not sent", () => {
    const item = {
      kind: "user-message",
      id: "u",
      reconciliationKey: "u",
      occurredAt: "",
      text: "x",
      turnId: null,
      resources: [],
    } as const;
    expect(
      transcript(
        {},
        { queue: [{ turnId: "t2", text: "next" }] },
        { queue: [], live: [{ kind: "item", item: { ...item, delivery: { state: "failed" } } }] },
      ),
    ).toEqual(["polite: 1 message queued", "assertive: Couldn't send your message"]);
    const sent: Partial<Announced> = {
      connection: "offline",
      live: [{ kind: "item", item: { ...item, delivery: { state: "sending" } } }],
    };
    expect(transcript({ connection: "offline" }, sent, sent)).toEqual(["polite: Waiting for a connection"]);
  });
});

describe("firstSentence", () => {
  it.each([
    ["# Plan\n\nBook **Lisbon**. Then rest.", "Book Lisbon."],
    ["# Plan", "Plan"],
    ["send_the_invoice was _approved_. Next", "send the invoice was approved."],
    ["```ts\nconst a = 1;\n```", ""],
    ["はい。次に", "はい。次に"],
    ["Delivered. Signed for by P. Nowak. Next", "Delivered."],
    ["It was signed for by P. Nowak. Next", "It was signed for by P. Nowak."],
    ["Done. The money is back in three days. Next", "Done. The money is back in three days."],
    ["Late parcels:\n\n| Order | Days |\n|---|--:|\n| 1042 | 12 |", "Late parcels:"],
    ["| Order | Days |\n| :-- | --: |\n| 1042 | 12 |", "Order, Days."],
    ["1. Pack it.\n2. Send it.", "Pack it. Send it."],
    ["- Red\n- Blue", "Red Blue"],
    [`${"word ".repeat(100)}.`, `${"word ".repeat(40).slice(0, 199)}…`],
  ])("of %j", (text, expected) => {
    expect(firstSentence(text)).toBe(expected);
  });
});

describe("Announcer", () => {
  it("has one polite and one assertive region from the start, and empties them later", async () => {
    const clock = createManualClock();
    const { rerender, container } = render(<Announcer session={quiet} clock={clock} />, { wrapper: StrictMode });
    const [polite, assertive, ...others] = container.querySelectorAll("[aria-live]");
    expect(others).toEqual([]);
    expect(polite).toBeEmptyDOMElement();
    rerender(<Announcer session={{ ...quiet, pending: [approval] }} clock={clock} />);
    act(() => clock.advance(100));
    expect(assertive).toHaveTextContent("Approval needed: Send invoice");
    act(() => clock.advance(5000));
    expect(assertive).toBeEmptyDOMElement();
    expect(clock.waiting).toBe(0);
    expect(screen.queryByRole("alert")).toBeNull();
  });

  it("empties each region in its own time, whatever the other one announces", () => {
    const clock = createManualClock();
    const view = (session: Announced) => <Announcer session={session} clock={clock} />;
    const { rerender, container } = render(view(quiet));
    rerender(view({ ...quiet, pending: [approval] }));
    act(() => clock.advance(100));
    const [polite, assertive] = container.querySelectorAll("[aria-live]");
    expect(assertive).toHaveTextContent("Approval needed");
    act(() => clock.advance(4000));
    rerender(view({ ...quiet, isRunning: true }));
    act(() => clock.advance(1000));
    expect(polite).toHaveTextContent("The agent is answering");
    expect(assertive).toBeEmptyDOMElement();
    act(() => clock.advance(5000));
    expect(polite).toBeEmptyDOMElement();
  });

  it("speaks once for a session that is twice on the page, through the first one that is drawn", () => {
    const clock = createManualClock();
    const view = (session: Announced, names: readonly string[]) => (
      <ServiceProvider identity={{ tenant: "acme", user: "ana" }}>
        {names.map((name) => (
          <section key={name} aria-label={name}>
            <Announcer session={{ ...session, sessionId: "s" }} clock={clock} />
          </section>
        ))}
      </ServiceProvider>
    );
    const said = () => {
      act(() => clock.advance(100));
      return screen.getAllByRole("region").map((region) => region.textContent);
    };
    const { rerender } = render(view(quiet, ["one", "two"]));
    rerender(view({ ...quiet, pending: [approval] }, ["one", "two"]));
    expect(said()).toEqual(["Approval needed: Send invoice", ""]);
    act(() => clock.advance(5000));
    // As a browser reports it in a hidden part of the page.
    const hidden = screen.getByRole("region", { name: "one" }).querySelector("[data-announcer]")!;
    hidden.checkVisibility = () => false;
    rerender(view({ ...quiet, isRunning: true }, ["one", "two"]));
    expect(said()).toEqual(["", "The agent is answering"]);
    act(() => clock.advance(5000));
    rerender(view(quiet, ["two"]));
    rerender(view({ ...quiet, pending: [approval] }, ["two"]));
    expect(said()).toEqual(["Approval needed: Send invoice"]);
  });
});
