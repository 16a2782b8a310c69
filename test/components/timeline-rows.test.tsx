/* budget: one table has a row of each kind, and the cases of each follow it */
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, it, vi } from "vitest";
import { ApprovalCard } from "../../src/components/decisions/approval-card.js";
import { rowTable } from "../../src/components/message-timeline/row-table.js";
import { TimelineView, type TimelineViewProps } from "../../src/components/message-timeline/timeline-view.js";
import { ServiceProvider } from "../../src/hooks/service-provider.js";
import type { ItemOf, TimelineItem } from "../../src/timeline/items.js";
import { userMessage, agentMessage, deletion, toolCall, turnEnd } from "./row-items.js";

afterEach(() => vi.restoreAllMocks());

const base = { occurredAt: "2026-05-12T09:30:00Z", turnId: "t" };
const approval = { ...deletion, state: { name: "pending" } } as const;
const show = (timeline: readonly TimelineItem[], props: Partial<TimelineViewProps> = {}) =>
  render(<TimelineView timeline={timeline} {...props} />);

/** One of each kind that has a row, and what a reader finds of it. */
const kinds: readonly (readonly [TimelineItem, string | RegExp])[] = [
  [userMessage("Hello"), "Hello"],
  [agentMessage("Good morning"), "Good morning"],
  [{ ...base, kind: "reasoning", id: "i", text: "Compare the totals", streaming: false }, "Compare the totals"],
  [toolCall("acme__search_docs"), "Search docs"],
  [
    {
      ...base,
      kind: "human-input",
      id: "i",
      requestId: "r",
      questions: [],
      response: { outcome: "answered", answers: [] },
      answers: [{ questionId: "q", label: null, prompt: "Which city?", values: ["Lisbon", "Porto"] }],
    },
    "Lisbon, Porto",
  ],
  [
    {
      ...base,
      kind: "human-input",
      id: "i",
      requestId: "r",
      questions: [],
      response: { outcome: "skipped" },
      answers: [{ questionId: "q", label: null, prompt: "Which city?", values: [] }],
    },
    "Which city?",
  ],
  [{ ...base, kind: "session-status", id: "i", status: "failed" }, "This conversation stopped because of a problem"],
  [{ ...base, kind: "notice", id: "i", tone: "cancelled", text: "" }, "Stopped"],
  [
    {
      ...base,
      kind: "startup-phase",
      id: "i",
      phase: "sandbox",
      status: "running",
      startedAt: base.occurredAt,
      completedAt: null,
      durationMs: null,
      outcome: null,
    },
    "Preparing a workspace",
  ],
  [
    {
      ...base,
      kind: "worker",
      id: "i",
      callId: "c",
      action: "spawn",
      prompt: "Find out why",
      workerSessionId: "s-1",
      failure: null,
      status: "complete",
    },
    "Started a subtask",
  ],
  [
    {
      ...base,
      kind: "worker-completion",
      id: "i",
      childSessionId: "s-1",
      childStatus: "idle",
      goalStatus: null,
      goalText: "Find out why",
      evidence: null,
      pausedReason: null,
      text: "",
    },
    "Subtask finished",
  ],
  [
    { ...base, kind: "sandbox", id: "i", name: "run_command", command: "npm test", output: "", status: "complete" },
    "npm test",
  ],
  [{ ...base, kind: "goal", id: "i", action: "updated", text: "Under ten minutes" }, "Under ten minutes"],
  [
    {
      ...base,
      kind: "context-compaction",
      id: "i",
      phase: "compacted",
      trigger: null,
      estimatedTokensBefore: 182_000,
      estimatedTokensAfter: 21_400,
      skipReason: null,
      implementation: null,
    },
    "Earlier messages summarized",
  ],
  [
    {
      ...base,
      kind: "machine-input-batch",
      id: "i",
      members: [{ id: "m", kind: "monitor", classification: "info", summary: "The import has begun." }],
    },
    "The import has begun.",
  ],
  [
    {
      ...base,
      kind: "auth-needed",
      id: "i",
      serverId: "calendar",
      providerDomain: "calendar.example",
      connectionId: null,
      reason: "Signed out",
      scopes: ["events.read"],
      resource: null,
      toolName: null,
      authorizationUrl: null,
    },
    "Sign in to calendar.example",
  ],
  [
    { ...base, kind: "memory", id: "i", variant: "saved", memoryKind: "preference", preview: "Quiet rooms" },
    "Quiet rooms",
  ],
];

describe("rows, each kind", () => {
  it.each(kinds)("$kind is drawn, in an element that carries its id", (item, found) => {
    const { container } = show([item]);
    expect(screen.getAllByText(found)[0]).toBeVisible();
    expect(container.querySelector(`[data-sv-item="${item.id}"]`)).not.toBeNull();
  });

  it("has a row for every kind but a turn's end, which its group shows", () => {
    const covered = new Set<string>(kinds.map(([item]) => item.kind));
    expect(Object.keys(rowTable).filter((kind) => !covered.has(kind))).toEqual(["turn-end"]);
  });

  it.each(["fleet-decision", "hologram", "constructor"])("%s shows nothing and breaks nothing", (kind) => {
    const odd = { ...base, kind, id: "odd" } as unknown as TimelineItem;
    const { container } = show([userMessage("before"), odd, agentMessage("after")]);
    expect(screen.getAllByRole("article")).toHaveLength(2);
    expect(container.querySelector('[data-sv-item="odd"]')).toBeNull();
    expect(container).not.toHaveTextContent("could not be shown");
  });
});

describe("rows, what a reader can do in them", () => {
  const find = (kind: string) => kinds.find(([item]) => item.kind === kind)?.[0] as TimelineItem;

  it("opens a child session by its id, and offers it only where the host can", async () => {
    const onOpenSession = vi.fn<(id: string) => void>();
    const { unmount } = show([find("worker")], { onOpenSession });
    await userEvent.click(screen.getByRole("button", { name: "Open subtask" }));
    expect(onOpenSession).toHaveBeenCalledWith("s-1");
    unmount();
    show([find("worker")]);
    expect(screen.queryByRole("button", { name: "Open subtask" })).toBeNull();
  });

  it("shows what a child session wrote as it was meant, and in a line without its marks", async () => {
    const text = "# Found\n\nIt was **not** `sent`.";
    const ended = {
      childSessionId: "s-1",
      childStatus: "idle",
      goalStatus: null,
      goalText: "",
      evidence: null,
    } as const;
    show([{ ...base, ...ended, kind: "worker-completion", id: "i", pausedReason: null, text }]);
    const line = screen.getByRole("button", { name: /^Subtask finished/ });
    expect(line.textContent).toContain("Found It was not sent.");
    await userEvent.click(line);
    expect(screen.getByRole("heading", { name: "Found" })).not.toBeNull();
    expect(screen.getByText("not").tagName).toBe("STRONG");
  });

  it("shows no code word as the reason of a paused child session", async () => {
    const ended = { childSessionId: "s-1", childStatus: "idle", goalStatus: "paused", evidence: null } as const;
    const item = { ...base, ...ended, kind: "worker-completion", id: "i", goalText: "Find out why", text: "" } as const;
    show([{ ...item, pausedReason: "paused" }]);
    await userEvent.click(screen.getByRole("button", { name: /^Subtask finished/ }));
    expect(screen.queryByText("paused")).toBeNull();
    expect(screen.queryByText("Reason")).toBeNull();
  });

  it.each([
    ["expired", "The sign-in has expired."],
    ["missing_connection", "You aren't signed in there yet."],
    ["insufficient_scope", "The sign-in doesn't allow this yet."],
    ["Signed out", "Signed out"],
  ])("shows the reason %s of a required sign-in in words", (reason, text) => {
    show([{ ...find("auth-needed"), reason } as TimelineItem]);
    expect(screen.getAllByText(text).length).toBeGreaterThan(0);
    expect(screen.queryAllByText(/_|^expired/)).toEqual([]);
  });

  it("shows a memory, by its row", async () => {
    const onMemoryClick = vi.fn<(item: ItemOf<"memory">) => void>();
    show([find("memory")], { onMemoryClick });
    await userEvent.click(screen.getByRole("button", { name: "Show memory" }));
    expect(onMemoryClick).toHaveBeenCalledWith(find("memory"));
  });

  it("connects through the host, else by a link that is safe to follow", async () => {
    const onReconnect = vi.fn<(item: ItemOf<"auth-needed">) => void>();
    const needed = find("auth-needed") as ItemOf<"auth-needed">;
    const at = (authorizationUrl: string) => [{ ...needed, authorizationUrl }];
    const { rerender } = show(at("https://calendar.example/a"), { onReconnect });
    await userEvent.click(screen.getByRole("button", { name: "Sign in to calendar.example" }));
    expect(onReconnect).toHaveBeenCalledTimes(1);
    rerender(<TimelineView timeline={at("https://calendar.example/a")} />);
    const link = screen.getByRole("link", { name: "Sign in to calendar.example" });
    expect(link).toHaveAttribute("href", "https://calendar.example/a");
    expect(link).toHaveAttribute("rel", expect.stringContaining("noopener"));
    rerender(<TimelineView timeline={at("javascript:alert(1)")} />);
    expect(screen.queryByRole("link")).toBeNull();
  });

  it("shows a notice's text, and follows only a safe link in it", () => {
    const notice = (url: string): TimelineItem => ({
      ...base,
      kind: "notice",
      id: "n",
      tone: "failed",
      text: "The budget is used up.",
      details: [{ label: "Used", value: "€250" }],
      action: { label: "See the budget", url },
    });
    const { rerender } = show([notice("https://example.com/b")]);
    expect(screen.getByText("€250")).toBeVisible();
    expect(screen.getByRole("link", { name: "See the budget" })).toHaveAttribute("href", "https://example.com/b");
    rerender(<TimelineView timeline={[notice("data:text/html,x")]} />);
    expect(screen.queryByRole("link")).toBeNull();
  });
});

describe("rows, a decision that waits", () => {
  const call = toolCall("acme__delete_everything", { callId: "call-7", output: null });
  const waits: TimelineItem = { ...base, kind: "notice", id: "n", tone: "waiting", text: "" };
  const halt: TimelineItem = { ...base, kind: "session-status", id: "s", status: "requires_action" };

  it("is shown once, at its call, which does not look complete", () => {
    const { container } = show([userMessage("Clean up"), call, waits, halt], { pending: [approval] });
    const row = screen.getByRole("button", { name: /Delete everything/ });
    expect(row).toHaveTextContent("Waiting for approval");
    expect(row).not.toHaveTextContent("Done");
    expect(container.textContent?.match(/wait/gi)).toHaveLength(1);
  });

  it("is shown once, at its call, where the decisions are unknown", () => {
    const { container } = show([userMessage("Clean up"), { ...call, waits: true } as typeof call, waits, halt]);
    expect(screen.getByRole("button", { name: /Delete everything/ })).toHaveTextContent("Waiting for approval");
    expect(container.textContent).not.toMatch(/Waiting for your|Needs your/);
  });

  it("is shown once, by its notice, where its call and the decisions are unknown", () => {
    const asks = { ...waits, id: "q", tone: "input" } as TimelineItem;
    const { container, rerender } = show([userMessage("Clean up"), waits, halt]);
    expect(container.textContent).toContain("Waiting for your decision");
    expect(container.textContent).not.toContain("Needs your input");
    rerender(<TimelineView timeline={[waits, halt, userMessage("Go on"), asks, halt]} />);
    expect(container.textContent).toContain("Waiting for your answer");
    expect(container.textContent).not.toMatch(/Waiting for your decision|Needs your/);
  });

  it("is over once the log goes on, where the decisions are unknown", () => {
    const { rerender } = show([halt]);
    expect(screen.getByText("Needs your input")).toBeVisible();
    rerender(<TimelineView timeline={[waits, halt, userMessage("Go on")]} />);
    expect(screen.queryByText(/Waiting for your|Needs your/)).toBeNull();
  });

  it("is found by the call's own id where the approval has another", () => {
    show([call], { pending: [{ ...approval, id: "request-1", callId: "call-7" }] });
    expect(screen.getByRole("button", { name: /Waiting for approval/ })).toBeVisible();
  });

  it("is over for the row as soon as it is decided", () => {
    show([call], { pending: [{ ...approval, state: { name: "settled", outcome: "approve", here: true } }] });
    expect(screen.queryByText("Waiting for approval")).toBeNull();
  });

  it("shows a call as approved while another one of its turn waits, and a subtask", () => {
    const worker = { ...kinds.find(([item]) => item.kind === "worker")?.[0], callId: "call-9", status: "complete" };
    const spawn = { ...worker, id: "w", waits: true, approved: true } as ItemOf<"worker">;
    const response = { kind: "approval", decision: "approve" } as const;
    show([{ ...call, waits: true } as ItemOf<"tool-call">, spawn], {
      pending: [
        // The service took it, and the log does not have it yet.
        { ...approval, id: "call-7", state: { name: "accepted", response } },
        { ...approval, id: "call-8" },
      ],
    });
    expect(screen.getAllByText("Approved")).toHaveLength(2);
    expect(screen.queryByText("Waiting for approval")).toBeNull();
    expect(screen.queryByText("Started a subtask")).toBeNull();
  });

  it("of a question is shown at the question's place in the log", () => {
    const asks: TimelineItem = { ...base, kind: "notice", id: "n", tone: "input", text: "" };
    const question = {
      kind: "question",
      id: "q",
      turnId: "t",
      state: { name: "pending" },
      request: { id: "q", questions: [], allowSkip: false, expiresAt: null },
    } as const;
    const { rerender } = show([asks], { pending: [question] });
    expect(screen.getByText("Waiting for your answer")).toBeVisible();
    rerender(<TimelineView timeline={[asks]} pending={[]} />);
    expect(screen.queryByText("Waiting for your answer")).toBeNull();
  });

  it("calls the tool by the same name on the card and in the row", () => {
    show([call]);
    render(<ApprovalCard approval={approval} onApprove={() => undefined} onReject={() => undefined} />);
    expect(screen.getByRole("button", { name: /Delete everything/ })).toBeVisible();
    expect(screen.getByRole("group", { name: "Approve “Delete everything”?" })).toBeVisible();
  });
});

describe("rows, how a turn ended", () => {
  it("shows a failure after the turn's last output", () => {
    show([userMessage("Why?"), toolCall("search"), agentMessage("Because"), turnEnd("failed", "The model stopped.")]);
    const text = screen.getByText("Because");
    const failure = screen.getByText("The model stopped.");
    expect(text.compareDocumentPosition(failure) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
    expect(screen.getAllByText("The model stopped.")).toHaveLength(1);
  });

  it("offers to try again also where the failure is a bare notice", () => {
    const notice: TimelineItem = { ...base, kind: "notice", id: "n", tone: "failed", text: "No model." };
    show([userMessage("Why?"), turnEnd("failed"), notice], { onAskAgain: () => undefined });
    expect(screen.getByRole("button", { name: "Try again" })).toBeVisible();
  });

  it("shows that it was stopped, with steps and without", () => {
    const { rerender } = show([
      userMessage("Write"),
      toolCall("collect"),
      turnEnd("cancelled"),
      agentMessage("The first"),
    ]);
    expect(screen.getByRole("button", { name: "Stopped after 12\u00a0s · 1 step" })).toBeVisible();
    const waited: TimelineItem = {
      ...base,
      kind: "startup-phase",
      id: "p",
      phase: "queue",
      status: "complete",
      startedAt: base.occurredAt,
      completedAt: base.occurredAt,
      durationMs: 10,
      outcome: null,
    };
    rerender(<TimelineView timeline={[userMessage("Write"), waited, turnEnd("cancelled")]} />);
    expect(screen.getByText("Stopped after 12 s")).toBeVisible();
  });

  it("counts what failed and the child sessions in the turn's line", () => {
    const worker = kinds.find(([item]) => item.kind === "worker")?.[0] as TimelineItem;
    show([userMessage("Go"), toolCall("list", { status: "failed" }), worker, turnEnd("complete")]);
    expect(screen.getByRole("button", { name: "Worked for 12\u00a0s · 2 steps · 1 subtask · 1 failed" })).toBeVisible();
  });
});

describe("messages", () => {
  const from = (id: string, name?: string) => userMessage(`by ${id}`, { actor: { id, ...(name && { name }) } });

  it("names others, and the reader as you", () => {
    render(
      <ServiceProvider identity={{ tenant: "acme", user: "ana" }} baseUrl="/nowhere">
        <TimelineView timeline={[from("ana", "Ana"), from("ben", "Ben"), from("c")]} />
      </ServiceProvider>,
    );
    expect(screen.getByRole("article", { name: /^You, / })).toHaveTextContent("by ana");
    expect(within(screen.getByRole("article", { name: /^Ben, / })).getByText("Ben")).not.toHaveClass(
      "sv-visually-hidden",
    );
    expect(screen.getByRole("article", { name: /^someone else/i })).toHaveTextContent("by c");
  });

  it("shows the time in the reader's zone", () => {
    show([agentMessage("Hi")]);
    const time = new Intl.DateTimeFormat(undefined, { hour: "numeric", minute: "2-digit" }).format(
      new Date(base.occurredAt),
    );
    const article = screen.getByRole("article", { name: `Agent, ${time}` });
    expect(within(article).getByText(time)).toHaveAttribute("datetime", base.occurredAt);
  });

  it("shows no time without one in the data", () => {
    show([agentMessage("Hi", { occurredAt: new Date(0).toISOString() })]);
    expect(screen.getByRole("article", { name: "Agent" }).querySelector("time")).toBeNull();
  });

  it("marks the start of a day, in the reader's language", () => {
    const on = (day: number, text: string) =>
      userMessage(text, { occurredAt: new Date(2026, 4, day, 12).toISOString() });
    const { container } = show([on(11, "a"), on(12, "b"), on(12, "c")]);
    const days = [...container.querySelectorAll(".sv-day")].map((day) => day.textContent);
    expect(days).toEqual(["Monday, May 11", "Tuesday, May 12"].map((day) => expect.stringContaining(day)));
  });

  it("lists its files by name, or as the host draws them", () => {
    const withFile = userMessage("See", { resources: [{ kind: "file", fileId: "f-1", filename: "offer.pdf" }] });
    const { rerender } = show([withFile]);
    expect(within(screen.getByRole("list", { name: "Files" })).getByText("offer.pdf")).toBeVisible();
    rerender(
      <TimelineView
        timeline={[withFile]}
        components={{ MessageAttachments: ({ resources }) => <p>{resources.length} drawn by the host</p> }}
      />,
    );
    expect(screen.getByText("1 drawn by the host")).toBeVisible();
  });

  it.each(["MessageActions", "MessageAttachments", "Markdown", "EmptyState"] as const)(
    "stays whole when the host's %s throws",
    (slot) => {
      vi.spyOn(console, "error").mockReturnValue(undefined);
      const broken = () => {
        throw new Error("broken on purpose");
      };
      const timeline =
        slot === "EmptyState"
          ? []
          : [
              userMessage("See", { resources: [{ kind: "file", fileId: "f-1", filename: "a.pdf" }] }),
              agentMessage("Yes"),
            ];
      show(timeline, { components: { [slot]: broken } });
      expect(screen.getByText(slot === "EmptyState" ? "How can I help?" : "Yes")).toBeVisible();
      expect(screen.queryByText("Couldn't show this part.")).toBeNull();
    },
  );
});
