import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { lazy, Suspense, type ReactNode } from "react";
import { renderToString } from "react-dom/server";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ComposerView, type ComposerComponents } from "../../src/components/chat-composer/composer-view.js";
import type { SuggestionSet } from "../../src/components/chat-composer/use-suggestions.js";
import {
  ConversationFrame,
  type ConversationComponents,
} from "../../src/components/conversation/conversation-frame.js";
import { ApprovalCard } from "../../src/components/decisions/approval-card.js";
import { DecisionList } from "../../src/components/decisions/decision-list.js";
import type { Decision } from "../../src/components/decisions/decision-types.js";
import { Markdown } from "../../src/components/markdown/markdown.js";
import type { MarkdownPart } from "../../src/components/message-timeline/timeline-context.js";
import { ServiceProvider } from "../../src/hooks/service-provider.js";
import { agentMessage, toolCall, userMessage } from "./row-items.js";

/** Nothing that a host hands over takes more of the page with it than its own place. */

const fault = new Error("The host's fault.");
const reported = vi.fn<(error: unknown) => void>();
beforeEach(() => {
  reported.mockClear();
  vi.stubGlobal("reportError", reported);
  vi.spyOn(console, "error").mockImplementation(() => undefined);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});
const Throws = (): never => {
  throw fault;
};
const throws = (): never => {
  throw fault;
};
const done = async () => undefined;

const approval: Extract<Decision, { kind: "approval" }> = {
  kind: "approval",
  id: "a",
  turnId: "t",
  name: "refund",
  arguments: { amount: 12 },
  state: { name: "pending" },
};
const question: Decision = {
  kind: "question",
  id: "q",
  turnId: "t",
  state: { name: "pending" },
  request: { id: "q", allowSkip: true, expiresAt: null, questions: [{ id: "why", kind: "text", prompt: "Why?" }] },
};
const file = { type: "file", fileId: "f", filename: "a.txt", contentType: "text/plain", sizeBytes: 1 };
const items = [userMessage("Go", { resources: [file] }), toolCall("named"), toolCall("search"), agentMessage("Said.")];

function conversation(components: ConversationComponents, more: object = {}, props: object = {}) {
  const session = {
    status: "requires_action",
    settled: [],
    live: items.map((item) => ({ kind: "item", item })),
    pending: [approval, question],
    queue: [],
    connection: "live",
    sessionId: "s",
    workspaceId: "w",
    created: true,
    isRestoring: false,
    isRunning: false,
    error: null,
    sendMessage: done,
    respond: done,
    retry: done,
    discard: done,
    stop: done,
    clearError: done,
    ...more,
  };
  const store = { getState: () => session, getInitialState: () => session, subscribe: () => () => undefined };
  return (
    <ServiceProvider identity={{ tenant: "acme", user: "ana" }}>
      <p>The rest of the page</p>
      <ConversationFrame
        {...props}
        store={store as never}
        session={session as never}
        keptAs="s"
        components={components}
      />
    </ServiceProvider>
  );
}

type Part = () => ReactNode;

/** A part of a host that is never loaded. */
const Late = lazy(() => new Promise<{ readonly default: () => null }>(() => {}));
const bad = [
  ["throws", Throws],
  ["is not loaded", Late],
] as const;

interface Slot {
  readonly components: ConversationComponents;
  readonly session?: object;
  readonly still: string;
}

/** Each slot of a conversation, and what a reader finds although its part is bad. A new slot does not compile without its row. */
const slotsOf = (part: Part): { readonly [Name in keyof Required<ConversationComponents>]: Slot } => ({
  Header: { components: { Header: part }, still: "Said." },
  ApprovalCard: { components: { ApprovalCard: part }, still: "Approve" },
  QuestionForm: { components: { QuestionForm: part }, still: "Why?" },
  tools: { components: { tools: { named: part } }, still: "Named" },
  ToolCall: { components: { ToolCall: part }, still: "Search" },
  rows: { components: { rows: { "agent-message": part } }, still: "Said." },
  Markdown: { components: { Markdown: part }, still: "Said." },
  MessageActions: { components: { MessageActions: part }, still: "Said." },
  MessageAttachments: { components: { MessageAttachments: part }, still: "Go" },
  EmptyState: { components: { EmptyState: part }, session: { live: [], pending: [approval] }, still: "Approve" },
  LoadingState: {
    components: { LoadingState: part },
    session: { live: [], isRestoring: true },
    still: "The rest of the page",
  },
  MissingState: {
    components: { MissingState: part },
    session: { live: [], isMissing: true },
    still: "The rest of the page",
  },
});

describe.each(bad)("a slot of a conversation whose part %s", (_, part) => {
  const slots = Object.entries(slotsOf(part as Part));

  it.each(slots)("leaves everything else on the page: %s", (_name, { components, session, still }) => {
    render(<Suspense fallback="The host's own">{conversation(components, session)}</Suspense>);
    expect(screen.getByText("The rest of the page")).toBeVisible();
    expect(screen.getAllByText(still).length).toBeGreaterThan(0);
    // A conversation that is not there has no field.
    const hasField = !session || !("isMissing" in session);
    expect(screen.queryByRole("textbox", { name: "Message" }) !== null).toBe(hasField);
  });

  it.each(slots)("leaves the page that a server makes: %s", (_name, { components, session }) => {
    const html = renderToString(conversation(components, session));
    expect(html).toContain("The rest of the page");
  });
});

describe("a slot whose part lacks what it needs at first", () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());
  const pass = (ms: number) =>
    act(() => {
      vi.advanceTimersByTime(ms);
    });

  it("is drawn after a while, where nothing replaces it", () => {
    let name: string | undefined;
    const rendered = vi.fn<() => void>();
    const Header = () => {
      rendered();
      if (name === undefined) throw fault;
      return <h2>{name}</h2>;
    };
    render(conversation({ Header }));
    pass(1_000);
    expect(screen.queryByRole("heading", { name: "Ana's desk" })).toBeNull();
    name = "Ana's desk";
    pass(4_000);
    expect(screen.getByRole("heading", { name: "Ana's desk" })).toBeVisible();
    rendered.mockClear();
    pass(600_000);
    expect(rendered).not.toHaveBeenCalled();
  });

  it("is given up after the last try", () => {
    const rendered = vi.fn<() => void>();
    const Header = () => {
      rendered();
      throw fault;
    };
    render(conversation({ Header }));
    for (let n = 0; n < 10; n += 1) pass(100_000);
    rendered.mockClear();
    pass(100_000);
    expect(rendered).not.toHaveBeenCalled();
    expect(screen.getByText("Said.")).toBeVisible();
  });
});

const added = { name: "own", find: throws, read: throws, component: Throws } as const;
const additions: Readonly<Record<string, MarkdownPart>> = {
  "syntax colours": { plugins: { highlight: throws } },
  "a fence": { plugins: { fences: { ts: Throws } } },
  "a syntax inside lines": { plugins: { syntax: [{ ...added, level: "inline" }] } },
  "a syntax of lines": { plugins: { syntax: [{ ...added, level: "block" }] } },
  "a choice of images": { allowImage: throws },
};

describe("an addition to the kit's markdown that throws", () => {
  it.each(Object.entries(additions))("leaves the text and everything else on the page: %s", (_, Markdown) => {
    const answer = agentMessage("Said.\n\n```ts\ncode\n```\n\n![A picture](https://a.example/b.png)");
    render(conversation({ Markdown }, { live: [{ kind: "item", item: answer }] }));
    for (const still of ["The rest of the page", "Said.", "code", "A picture"])
      expect(document.body).toHaveTextContent(still);
  });
});

const composerSlotsOf = (
  part: Part,
): { readonly [Slot in keyof Required<ComposerComponents>]: ComposerComponents } => ({
  Header: { Header: part },
  Tools: { Tools: part },
  ModelPicker: { ModelPicker: part },
  VoiceInput: { VoiceInput: part },
  Footer: { Footer: part },
});

describe.each(bad)("a slot of a composer whose part %s", (_, part) => {
  it.each(Object.entries(composerSlotsOf(part as Part)))("leaves the composer: %s", (_name, components) => {
    render(<ComposerView composer={{ sendMessage: done }} components={components} />);
    expect(screen.getByRole("button", { name: "Send" })).toBeVisible();
    // Only a footer replaces a part of the kit.
    expect(screen.getByText("Enter sends, Shift+Enter starts a new line")).toBeVisible();
  });
});

const set: SuggestionSet = { character: "/", items: () => [{ id: "help", label: "help" }] };
type SetFunctions = {
  [K in keyof SuggestionSet]-?: NonNullable<SuggestionSet[K]> extends (...args: never[]) => unknown ? K : never;
}[keyof SuggestionSet];
const sources: { readonly [K in SetFunctions]: SuggestionSet } = {
  items: { ...set, items: throws },
  renderItem: { ...set, renderItem: throws },
};

describe("a source of suggestions that throws", () => {
  it.each(Object.entries(sources))("leaves the field to be written in: %s", async (_, source) => {
    render(<ComposerView composer={{ sendMessage: done }} suggestions={[source]} />);
    await userEvent.type(screen.getByRole("textbox", { name: "Message" }), "/he");
    expect(screen.getByRole("textbox", { name: "Message" })).toHaveValue("/he");
  });

  it("leaves the field when its promise is rejected", async () => {
    const rejects: SuggestionSet = { ...set, items: () => Promise.reject(fault) };
    render(<ComposerView composer={{ sendMessage: done }} suggestions={[rejects]} />);
    await userEvent.type(screen.getByRole("textbox", { name: "Message" }), "/he");
    expect(screen.getByRole("textbox", { name: "Message" })).toHaveValue("/he");
  });
});

describe("a function of the host that throws", () => {
  const accepted = {
    ...approval,
    state: { name: "accepted", response: { kind: "approval", decision: "approve" } },
  } as const;

  it("is reported, and ends nothing, as onRespond and as onAllDecided", async () => {
    const list = (decision: Decision) => (
      <DecisionList decisions={[decision]} onRespond={throws} onAllDecided={throws} />
    );
    const { rerender } = render(list(approval));
    await userEvent.click(screen.getByRole("button", { name: "Approve" }));
    rerender(list(accepted));
    expect(screen.getByRole("group", { name: /refund/i })).toBeVisible();
    expect(reported.mock.calls).toEqual([[fault], [fault]]);
  });

  it("gives way to the kit's own drawing of the arguments", () => {
    render(<ApprovalCard approval={approval} onApprove={done} onReject={done} renderArguments={throws} />);
    expect(screen.getByText("Amount")).toBeVisible();
  });

  it("is reported, and ends nothing, as onMissing", () => {
    render(conversation({}, { live: [], isMissing: true }, { onMissing: throws }));
    expect(screen.getByText("The rest of the page")).toBeVisible();
    expect(reported.mock.calls).toEqual([[fault]]);
  });

  it("leaves an image a link where allowImage throws", () => {
    render(<Markdown text="![map](https://example.com/map.png)" allowImage={throws} />);
    expect(screen.getByRole("link", { name: "Image: map" })).toBeVisible();
    expect(reported).toHaveBeenCalled();
  });
});
