import { render } from "@testing-library/react";
import type { ReactElement } from "react";
import { expect, it } from "vitest";
import { firstSentence } from "../../src/components/announcer/first-sentence.js";
import { TimelineView } from "../../src/components/message-timeline/timeline-view.js";
import { QueuePanelView } from "../../src/components/queue-panel/queue-panel-view.js";
import { SessionListView } from "../../src/components/session-list/session-list-view.js";
import { briefValue } from "../../src/components/tool-call/readable-value.js";
import { cutText } from "../../src/foundation/cut-text.js";
import { userMessage } from "./row-items.js";

const half = /\p{Surrogate}/u;
const occurredAt = "2026-01-01T00:00:00.000Z";

/** All texts of the page, also those that only assistive technology reads. */
function textsOf(drawn: ReactElement): readonly string[] {
  const { container } = render(drawn);
  const walker = document.createTreeWalker(container, NodeFilter.SHOW_ALL);
  const texts: string[] = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node instanceof Element) texts.push(...Array.from(node.attributes, ({ value }) => value));
    else texts.push(node.nodeValue ?? "");
  }
  return texts;
}

const reasoning = { kind: "reasoning", id: "r", occurredAt, turnId: "t", streaming: false } as const;
const session = { sessionId: "s", title: null, status: "idle", isArchived: false, isPinned: false } as const;
const places: readonly (readonly [string, (text: string) => ReactElement])[] = [
  ["a long message", (text) => <TimelineView timeline={[userMessage(text)]} />],
  ["folded reasoning", (text) => <TimelineView timeline={[{ ...reasoning, text }]} />],
  [
    "a queued message",
    (text) => <QueuePanelView queue={[{ turnId: "t", text } as never]} onRemove={() => Promise.resolve()} />,
  ],
  [
    "a session without a title",
    (text) => <SessionListView sessions={[{ ...session, firstMessage: text, updatedAt: occurredAt } as never]} />,
  ],
];

// One of the two cuts within a character.
it.each(places)("%s shows whole characters where it is cut", (_, place) => {
  for (const first of ["a", "ab"]) {
    const cut = textsOf(place(first + "🏔".repeat(5_000))).filter((text) => half.test(text));
    expect(cut.map((text) => text.slice(-4))).toEqual([]);
  }
});

it.each([
  ["a spoken sentence", firstSentence],
  ["the line of a folded call", (text: string) => briefValue({ query: text }) ?? ""],
])("%s ends with a whole character", (_, cut) => {
  for (const first of ["a", "ab"]) expect(cut(first + "🏔".repeat(120))).not.toMatch(half);
});

it("cuts a text to at most a length", () => {
  expect(["a🏔b", "🏔", "a"].map((text) => cutText(text, 2))).toEqual(["a", "🏔", "a"]);
});
