import { render } from "@testing-library/react";
import type { ReactElement } from "react";
import { describe, expect, it } from "vitest";
import { DecisionList } from "../../src/components/decisions/decision-list.js";
import { ComposerView } from "../../src/components/chat-composer/composer-view.js";
import { ConnectionStatus } from "../../src/components/connection-status/connection-status.js";
import { Markdown } from "../../src/components/markdown/markdown.js";
import { TimelineView } from "../../src/components/message-timeline/timeline-view.js";
import { EmptyState, ErrorState, LoadingState } from "../../src/components/states/states.js";
import { ToolCall } from "../../src/components/tool-call/tool-call.js";
import { ServiceProvider } from "../../src/hooks/service-provider.js";
import { useLocale } from "../../src/hooks/use-strings.js";
import { formatDuration } from "../../src/strings/format.js";
import { english, mergeMessages } from "../../src/strings/messages.js";
import { bracketed } from "./bracketed.js";
import { streamingSession } from "./timeline-fixtures.js";

/** Every text and every spoken attribute that is in the page. */
function wordsIn(container: HTMLElement): readonly string[] {
  const words: string[] = [];
  const walker = document.createTreeWalker(container, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) words.push(walker.currentNode.textContent ?? "");
  for (const element of container.querySelectorAll("*")) {
    for (const name of ["aria-label", "title", "placeholder", "alt"]) words.push(element.getAttribute(name) ?? "");
  }
  return words.map((word) => word.trim()).filter((word) => /\p{L}/u.test(word));
}

const nothing = async () => undefined;
const session = streamingSession();
session.delta("DATA");
const views: Readonly<Record<string, ReactElement>> = {
  TimelineView: <TimelineView timeline={session.groups()} isRunning hasOlder onLoadOlder={nothing} />,
  EmptyState: <EmptyState />,
  LoadingState: <LoadingState />,
  ErrorState: <ErrorState error={new Error("DATA")} onRetry={nothing} onDismiss={nothing} />,
  ConnectionStatus: <ConnectionStatus connection="offline" onRetry={nothing} />,
  ComposerView: (
    <ComposerView
      composer={{
        sendMessage: nothing,
        stop: nothing,
        isRunning: true,
        queue: [{ turnId: "t", text: "DATA" }],
        removeQueued: nothing,
      }}
    />
  ),
  ToolCall: <ToolCall name="DATA" state="running" defaultOpen />,
  Markdown: <Markdown text={"- [x] DATA\n\n```\nDATA\n```\n\n![](https://example.com/x.png)"} />,
  DecisionList: (
    <DecisionList
      onRespond={nothing}
      decisions={[
        { kind: "approval", id: "a", turnId: null, name: null, arguments: {}, state: { name: "pending" } },
        { kind: "approval", id: "b", turnId: null, name: null, arguments: {}, state: { name: "expired" } },
        {
          kind: "question",
          id: "q",
          turnId: null,
          state: { name: "pending" },
          request: {
            id: "q",
            allowSkip: true,
            expiresAt: "2026-05-12T10:00:00Z",
            questions: [
              { id: "m", kind: "multi_select", prompt: "DATA", required: false, options: [{ id: "o", label: "DATA" }] },
            ],
          },
        },
      ]}
    />
  ),
};

describe("the catalogue", () => {
  it.each(Object.entries(views))("has every string of %s", (_name, view) => {
    const { container } = render(
      <ServiceProvider identity={null} strings={bracketed}>
        {view}
      </ServiceProvider>,
    );
    const foreign = wordsIn(container).filter((word) => !/[⟦⟧]|DATA|^(question|answer|tool) \d$/i.test(word));
    expect(foreign).toEqual([]);
  });
});

describe("mergeMessages", () => {
  it("lays a host's words over the catalogue and keeps the rest", () => {
    const merged = mergeMessages({ composer: { send: "Absenden" } });
    expect(merged.composer.send).toBe("Absenden");
    expect(merged.composer.stop).toBe("Stop");
    expect(english.composer.send).toBe("Send");
  });

  it("gives the catalogue itself where nothing is replaced", () => {
    expect(mergeMessages(undefined)).toBe(english);
  });
});

describe("formatDuration", () => {
  it.each([
    [0, "0.1\u00a0s"],
    [440, "0.4\u00a0s"],
    [950, "1\u00a0s"],
    [59_400, "59\u00a0s"],
    [60_000, "1\u00a0min"],
    [65_000, "1\u00a0min 5\u00a0s"],
    [7_800_000, "2\u00a0h 10\u00a0min"],
    [172_740_000, "47\u00a0h 59\u00a0min"],
    [180_000_000, "2\u00a0d 2\u00a0h"],
    [2_592_000_000, "30\u00a0d"],
    [-5, "0.1\u00a0s"],
  ])("formats %d ms as %s", (ms, expected) => {
    expect(formatDuration(ms)).toBe(expected);
  });
});

describe("the locale of the provider", () => {
  const at = new Date(2026, 0, 1, 15, 5);
  const shown = (locale: string) => {
    const Time = () => <p>{english.units.time(at, useLocale().locale)}</p>;
    const identity = { tenant: "acme", user: "ana" };
    const { container } = render(
      <ServiceProvider identity={identity} locale={locale}>
        <Time />
      </ServiceProvider>,
    );
    return container.textContent;
  };

  it.each(["de_DE", "de_DE.UTF-8", "de_DE@euro", "de-DE"])("may be written as %s", (locale) => {
    expect(shown(locale)).toBe("15:05");
  });

  it.each(["", "C", "not a locale", "i-klingon!"])("is the reader's own for %j, which is no tag", (locale) => {
    expect(shown(locale)).toBe(english.units.time(at, undefined));
  });
});
