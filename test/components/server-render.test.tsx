import { act } from "@testing-library/react";
import type { ReactElement } from "react";
import { hydrateRoot } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { afterEach, describe, expect, it, vi } from "vitest";
import { Announcer } from "../../src/components/announcer/announcer.js";
import { ChatComposer } from "../../src/components/chat-composer/chat-composer.js";
import { ComposerView } from "../../src/components/chat-composer/composer-view.js";
import { ChatConversation } from "../../src/components/chat-conversation/chat-conversation.js";
import { ConnectionStatus } from "../../src/components/connection-status/connection-status.js";
import { DecisionList } from "../../src/components/decisions/decision-list.js";
import { Markdown } from "../../src/components/markdown/markdown.js";
import { MessageTimeline } from "../../src/components/message-timeline/message-timeline.js";
import { TimelineView } from "../../src/components/message-timeline/timeline-view.js";
import { QueuePanel } from "../../src/components/queue-panel/queue-panel.js";
import { SessionConversation } from "../../src/components/session-conversation/session-conversation.js";
import { EmptyState, ErrorState, LoadingState } from "../../src/components/states/states.js";
import { ToolCall } from "../../src/components/tool-call/tool-call.js";
import { ServiceProvider } from "../../src/hooks/service-provider.js";
import { streamingSession } from "./timeline-fixtures.js";

const never: typeof fetch = () => new Promise(() => undefined);
const live = (children: ReactElement) => (
  <ServiceProvider identity={{ tenant: "acme", user: "ana" }} fetch={never}>
    {children}
  </ServiceProvider>
);
const session = streamingSession();
session.delta("Hel**lo");
const nothing = async () => undefined;
const decisions = [
  { kind: "approval", id: "a", turnId: "t", name: "x", arguments: { y: 1 }, state: { name: "pending" } },
  {
    kind: "question",
    id: "q",
    turnId: "t",
    state: { name: "pending" },
    request: {
      id: "q",
      allowSkip: true,
      expiresAt: "2026-05-12T10:00:00Z",
      questions: [{ id: "t", kind: "text", prompt: "Why?" }],
    },
  },
] as const;
const quiet = {
  ...session.groups(),
  pending: [],
  queue: [],
  connection: "live",
  isRestoring: false,
  isRunning: true,
  error: null,
} as const;
const components: Readonly<Record<string, ReactElement>> = {
  TimelineView: <TimelineView timeline={session.groups()} isRunning />,
  Markdown: <Markdown text={"# A\n\n| a |\n| -: |\n| 1 |\n\n```ts\nx\n```\n\n- [x] done"} streaming />,
  ToolCall: <ToolCall name="search" state="running" input={{ a: 1 }} defaultOpen />,
  ComposerView: <ComposerView composer={{ sendMessage: nothing, stop: nothing, isRunning: true }} defaultValue="Hi" />,
  DecisionList: <DecisionList decisions={decisions} onRespond={nothing} />,
  QueuePanel: <QueuePanel queue={[{ turnId: "t", text: "next" }]} onRemove={nothing} />,
  ConnectionStatus: <ConnectionStatus connection="offline" />,
  Announcer: <Announcer session={quiet} />,
  EmptyState: <EmptyState />,
  ErrorState: <ErrorState error={new Error("x")} />,
  LoadingState: <LoadingState />,
  ChatConversation: live(<ChatConversation conversation="c_1" />),
  SessionConversation: live(<SessionConversation sessionId="s_1" />),
  MessageTimeline: live(<MessageTimeline sessionId="s_1" />),
  ChatComposer: live(<ChatComposer sessionId="s_1" />),
};

afterEach(() => {
  document.body.innerHTML = "";
  vi.restoreAllMocks();
});

/** React's warnings. This "server" has a window, so React 18 warns of layout effects; a real one does not. */
function complaintsOf(spy: { readonly mock: { readonly calls: readonly (readonly unknown[])[] } }): readonly unknown[] {
  return spy.mock.calls.filter(([text]) => !String(text).includes("useLayoutEffect does nothing on the server"));
}

describe.each(Object.entries(components))("%s on a server", (_name, element) => {
  it("renders, without a style attribute that a strict policy would refuse", () => {
    const complaints = vi.spyOn(console, "error");
    const html = renderToString(element);
    expect(html).not.toBe("");
    expect(html).not.toMatch(/\sstyle=/);
    expect(complaintsOf(complaints)).toEqual([]);
  });

  it("is hydrated by the browser unchanged", async () => {
    const complaints = vi.spyOn(console, "error");
    const place = document.createElement("div");
    place.innerHTML = renderToString(element);
    document.body.append(place);
    const recovered = vi.fn<(error: unknown) => void>();
    const root = await act(async () => hydrateRoot(place, element, { onRecoverableError: recovered }));
    expect(recovered).not.toHaveBeenCalled();
    expect(complaintsOf(complaints)).toEqual([]);
    act(() => root.unmount());
  });
});
