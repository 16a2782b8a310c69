import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Profiler, StrictMode, type ProfilerOnRenderCallback } from "react";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { MarkdownProps } from "../../src/components/markdown/markdown.js";
import type { RowProps, ToolRendererProps } from "../../src/components/message-timeline/timeline-context.js";
import { TimelineView, type TimelineViewProps } from "../../src/components/message-timeline/timeline-view.js";
import type { ItemKind, TimelineItem } from "../../src/timeline/items.js";
import { agentMessage, toolCall, turnEnd, userMessage } from "./row-items.js";
import { streamingSession } from "./timeline-fixtures.js";

afterEach(() => vi.restoreAllMocks());

describe("TimelineView, drawing", () => {
  it("draws only the row that a delta changed", () => {
    const session = streamingSession();
    session.delta("Hel");
    const drawn: string[] = [];
    const Counting = ({ text }: Pick<MarkdownProps, "text">) => {
      drawn.push(text);
      return <p>{text}</p>;
    };
    const CountingTool = ({ name }: ToolRendererProps) => {
      drawn.push(name);
      return <p>{name}</p>;
    };
    const User = ({ item }: RowProps<"user-message">) => {
      drawn.push(item.text);
      return <p>{item.text}</p>;
    };
    const view = (groups: ReturnType<typeof session.groups>) => (
      // Written in place, as hosts do: an equal object must not draw everything again.
      <TimelineView
        timeline={groups}
        isRunning
        components={{ Markdown: Counting, ToolCall: CountingTool, rows: { "user-message": User } }}
      />
    );
    const { rerender } = render(view(session.groups()));
    expect(drawn).toContain("answer 1");
    for (const [delta, whole] of [
      ["lo", "Hello"],
      [" there", "Hello there"],
    ] as const) {
      drawn.length = 0;
      rerender(view(session.delta(delta)));
      expect(drawn).toEqual([whole]);
    }
  });

  it("commits once for each delta among a thousand messages, and draws one row", () => {
    const history = Array.from({ length: 1_000 }, (_, index) => userMessage(`question ${index}`));
    const settled = history.map((item) => ({ kind: "item" as const, item }));
    const drawn: string[] = [];
    const User = ({ item }: RowProps<"user-message">) => {
      drawn.push(item.id);
      return <p>{item.text}</p>;
    };
    const Answer = ({ item }: RowProps<"agent-message">) => {
      drawn.push(item.text);
      return <p>{item.text}</p>;
    };
    const commits = vi.fn<ProfilerOnRenderCallback>();
    const view = (text: string) => (
      <Profiler id="timeline" onRender={commits}>
        <TimelineView
          timeline={{
            settled,
            live: [{ kind: "item", item: { ...agentMessage(text, { streaming: true }), id: "growing" } }],
          }}
          isRunning
          components={{ rows: { "user-message": User, "agent-message": Answer } }}
        />
      </Profiler>
    );
    const { rerender } = render(view("a"));
    rerender(view("ab"));
    for (const text of ["abc", "abcd"]) {
      commits.mockClear();
      drawn.length = 0;
      rerender(view(text));
      expect(drawn).toEqual([text]);
      expect(commits.mock.calls.map(([, phase]) => phase)).toEqual(["update"]);
    }
  });

  it("draws no row again for callbacks that the host writes in place, and calls the newest", async () => {
    const child: TimelineItem = {
      kind: "worker",
      id: "child",
      occurredAt: "2026-05-12T09:30:00Z",
      turnId: "t",
      callId: "child",
      action: "spawn",
      prompt: "Find out why",
      workerSessionId: "s-1",
      failure: null,
      status: "running",
    };
    const timeline = [userMessage("first"), child];
    const drawn: string[] = [];
    const User = ({ item }: RowProps<"user-message">) => {
      drawn.push(item.id);
      return <p>{item.text}</p>;
    };
    const opened: string[] = [];
    const view = (name: string, more: Partial<TimelineViewProps> = {}) => (
      <TimelineView
        timeline={timeline}
        components={{ rows: { "user-message": User } }}
        onOpenSession={(id) => opened.push(`${name} ${id}`)}
        {...more}
      />
    );
    const { rerender } = render(view("one"));
    drawn.length = 0;
    rerender(view("two"));
    expect(drawn).toEqual([]);
    await userEvent.click(screen.getByRole("button", { name: "Open subtask" }));
    expect(opened).toEqual(["two s-1"]);
    rerender(view("three", { onOpenSession: undefined }));
    expect(screen.queryByRole("button", { name: "Open subtask" })).toBeNull();
  });

  it("keeps the elements of an answer, and a selection in it, when its turn settles", () => {
    const session = streamingSession();
    const { rerender } = render(<TimelineView timeline={session.delta("answer 3")} isRunning />);
    const words = screen.getByText("answer 3");
    const groups = session.end();
    rerender(<TimelineView timeline={groups} />);
    expect(screen.getByText("answer 3")).toBe(words);
    rerender(<TimelineView timeline={{ settled: [...groups.settled, ...groups.live], live: [] }} />);
    expect(screen.getByText("answer 3")).toBe(words);
  });

  it("draws each kind of row, and nothing for unknown kinds", () => {
    const tomorrow = { kind: "hologram", id: "x", occurredAt: "2026-05-12T09:30:00Z" } as unknown as TimelineItem;
    render(<TimelineView timeline={[userMessage("Hello"), tomorrow, agentMessage("Good **morning**")]} />);
    expect(screen.getByText("Hello")).toBeVisible();
    expect(screen.getByText("morning").tagName).toBe("STRONG");
    expect(screen.getAllByRole("article")).toHaveLength(2);
  });

  it("names each message by who wrote it", () => {
    render(<TimelineView timeline={[userMessage("Hi", { actor: { id: "b", name: "Ben" } }), agentMessage("Hello")]} />);
    expect(screen.getByRole("article", { name: /^Ben/ })).toHaveTextContent("Hi");
    expect(screen.getByRole("article", { name: /^Agent/ })).toHaveTextContent("Hello");
  });

  it("takes other rows from the host, and leaves one out for null", () => {
    const Note = () => <p>their own row</p>;
    render(
      <TimelineView
        timeline={[userMessage("a"), agentMessage("b")]}
        components={{ rows: { "user-message": Note, "agent-message": null } }}
      />,
    );
    expect(screen.getByText("their own row")).toBeVisible();
    expect(screen.queryByRole("article")).toBeNull();
  });
});

describe("TimelineView, when a part of it fails", () => {
  const Broken = () => {
    throw new Error("broken on purpose");
  };

  it("survives a tool renderer that throws, and draws the call itself", () => {
    vi.spyOn(console, "error").mockReturnValue(undefined);
    render(
      <TimelineView
        timeline={[userMessage("Go"), toolCall("acme__search"), agentMessage("All done")]}
        components={{ tools: { search: Broken } }}
      />,
    );
    expect(screen.getByRole("button", { name: /Search/ })).toBeVisible();
    expect(screen.getByText("All done")).toBeVisible();
  });

  it.each<ItemKind>(["user-message", "agent-message"])(
    "has the kit's own row for one of kind %s that throws",
    (kind) => {
      vi.spyOn(console, "error").mockReturnValue(undefined);
      render(
        <TimelineView timeline={[userMessage("Go"), agentMessage("Done")]} components={{ rows: { [kind]: Broken } }} />,
      );
      expect(screen.getAllByRole("article").map(({ textContent }) => textContent)).toEqual([
        expect.stringContaining("Go"),
        expect.stringContaining("Done"),
      ]);
      expect(document.querySelectorAll("[data-sv-item]")).toHaveLength(2);
    },
  );

  it("tries a failed row again when its data is other", () => {
    vi.spyOn(console, "error").mockReturnValue(undefined);
    const Picky = ({ item }: RowProps<"agent-message">) => {
      if (item.text === "half") throw new Error("half");
      return <p>{item.text}</p>;
    };
    const components = { rows: { "agent-message": Picky } };
    const { rerender } = render(<TimelineView timeline={[agentMessage("half")]} components={components} />);
    rerender(<TimelineView timeline={[{ ...agentMessage("whole"), id: "half" }]} components={components} />);
    expect(screen.getByText("whole")).toBeVisible();
  });
});

describe("TimelineView, folding", () => {
  const steps = [userMessage("Go"), toolCall("search"), toolCall("read_page")];

  it("keeps the steps of a running turn in sight", () => {
    render(<TimelineView timeline={steps} isRunning />);
    expect(screen.getByRole("button", { name: /Read page/ })).toBeVisible();
  });

  it("shows nothing as in progress while a decision waits for a person, and shows it again afterwards", () => {
    const at = (name: "pending" | "settled") =>
      [{ kind: "approval", id: "a", turnId: "t", name: "refund", arguments: {}, state: { name } }] as never;
    const view = (pending: never) => (
      <TimelineView timeline={[userMessage("Hi"), toolCall("refund")]} isRunning pending={pending} />
    );
    const { container, rerender } = render(view(at("pending")));
    expect(container.querySelector(".sv-thinking, [data-running=true].sv-timeline")).toBe(null);
    rerender(view([] as never));
    expect(container.querySelector(".sv-thinking")).not.toBe(null);
  });

  it("folds a settled turn to a line with its duration and steps, and leaves its answer in sight", async () => {
    render(<TimelineView timeline={[...steps, turnEnd("complete"), agentMessage("Found it")]} />);
    const line = screen.getByRole("button", { name: "Worked for 12\u00a0s · 2 steps" });
    expect(line).toHaveAttribute("aria-expanded", "false");
    expect(screen.queryByText("Read page")).toBeNull();
    expect(screen.getByText("Found it")).toBeVisible();
    await userEvent.click(line);
    expect(screen.getByText("Read page")).toBeVisible();
  });

  it("leaves a failed turn open with its reason", () => {
    render(<TimelineView timeline={[...steps, turnEnd("failed", "The site was down.")]} />);
    expect(screen.getByRole("button", { name: "Failed after 12\u00a0s · 2 steps" })).toHaveAttribute(
      "aria-expanded",
      "true",
    );
    expect(screen.getByText("The site was down.")).toBeVisible();
  });

  it("keeps open what the reader opened, through new data", async () => {
    const settled = [...steps, turnEnd("complete"), agentMessage("Found it")];
    const { rerender } = render(<TimelineView timeline={settled} />);
    await userEvent.click(screen.getByRole("button", { name: /Worked/ }));
    rerender(<TimelineView timeline={[...settled, userMessage("And now?")]} />);
    expect(screen.getByText("Read page")).toBeVisible();
  });

  it("shows input and output of an opened call", async () => {
    render(<TimelineView timeline={[toolCall("search")]} />);
    await userEvent.click(screen.getByRole("button", { name: /Search/ }));
    const term = screen.getByText("Query");
    expect(within(term.parentElement!).getByText("offsite")).toBeVisible();
    expect(screen.getByText("found")).toBeVisible();
  });

  it("shows no line for a turn that only answered", () => {
    const phase = {
      kind: "startup-phase",
      id: "p",
      occurredAt: "2026-05-12T09:30:00Z",
      turnId: "t",
      phase: "queue",
      status: "complete",
      startedAt: "2026-05-12T09:30:00Z",
      completedAt: "2026-05-12T09:30:00Z",
      durationMs: 40,
      outcome: null,
    } as const;
    render(<TimelineView timeline={[userMessage("Hi"), phase, turnEnd("complete"), agentMessage("Hello")]} />);
    expect(screen.queryByText(/Worked/)).toBeNull();
  });
});

describe("TimelineView, states and what can be done", () => {
  it("greets before the first message and shows the loading of the first page", () => {
    const { rerender } = render(<TimelineView timeline={[]} />);
    expect(screen.getByText("How can I help?")).toBeVisible();
    rerender(<TimelineView timeline={[]} isLoading />);
    expect(screen.getByText("Loading the conversation…")).toBeInTheDocument();
  });

  it("gives a sign of life only while nothing else does", () => {
    const { rerender } = render(<TimelineView timeline={[userMessage("Hi")]} isRunning />);
    expect(screen.getByText("Thinking…")).toBeInTheDocument();
    rerender(<TimelineView timeline={[userMessage("Hi"), agentMessage("Hel", { streaming: true })]} isRunning />);
    expect(screen.queryByText("Thinking…")).toBeNull();
    // A part that was opened and has no words yet.
    rerender(<TimelineView timeline={[userMessage("Hi"), agentMessage("", { id: "a", streaming: true })]} isRunning />);
    expect(screen.getByText("Thinking…")).toBeInTheDocument();
    const waiting = userMessage("And then?", { delivery: { state: "sending" } });
    const growing = agentMessage("Hel", { streaming: true });
    rerender(<TimelineView timeline={[userMessage("Hi"), growing, waiting]} isRunning />);
    expect(screen.queryByText("Thinking…")).toBeNull();
    rerender(<TimelineView timeline={[userMessage("Hi"), agentMessage("Hello"), waiting]} isRunning />);
    expect(screen.getByText("Thinking…")).toBeInTheDocument();
  });

  it("shows that a message waits for a connection while there is none", () => {
    const timeline = [userMessage("And then?", { delivery: { state: "sending" } })];
    const { rerender } = render(<TimelineView timeline={timeline} isOffline />);
    expect(screen.getByText("Waiting for a connection")).toBeInTheDocument();
    rerender(<TimelineView timeline={timeline} />);
    expect(screen.getByText("Sending…")).toBeInTheDocument();
  });

  it("offers to discard a message that waits for the next attempt, and none that is being sent", async () => {
    const onDiscard = vi.fn<(key: string) => void>();
    const held = userMessage("held", { delivery: { state: "sending", isHeld: true } });
    const { rerender } = render(<TimelineView timeline={[held]} isOffline onDiscard={onDiscard} />);
    await userEvent.click(screen.getByRole("button", { name: "Discard" }));
    expect(onDiscard).toHaveBeenCalledWith("held");
    expect(screen.queryByRole("button", { name: "Send again" })).toBeNull();
    const sent = userMessage("held", { delivery: { state: "sending" } });
    rerender(<TimelineView timeline={[sent]} isOffline onDiscard={onDiscard} />);
    expect(screen.queryByRole("button", { name: "Discard" })).toBeNull();
  });

  it("offers to send an unsent message again, or to forget it", async () => {
    const onRetry = vi.fn<(key: string) => void>();
    const onDiscard = vi.fn<(key: string) => void>();
    const lost = userMessage("lost", { delivery: { state: "failed", error: "No network." } });
    render(<TimelineView timeline={[lost]} onRetry={onRetry} onDiscard={onDiscard} />);
    expect(screen.getByText("No network.")).toBeVisible();
    await userEvent.click(screen.getByRole("button", { name: "Send again" }));
    await userEvent.click(screen.getByRole("button", { name: "Discard" }));
    expect(onRetry).toHaveBeenCalledWith("lost");
    expect(onDiscard).toHaveBeenCalledWith("lost");
  });

  it("offers only to discard a message that the service refuses as it is, with its text to copy", () => {
    const refused = { state: "failed", error: "You can't do this.", isRefused: true } as const;
    const done = () => undefined;
    render(<TimelineView timeline={[userMessage("lost", { delivery: refused })]} onRetry={done} onDiscard={done} />);
    const names = screen
      .getAllByRole("button")
      .map((button) => button.getAttribute("aria-label") ?? button.textContent);
    expect(names).toEqual(["Discard", "Copy"]);
  });

  it("offers to ask again what a failed turn was asked, also when it left half an answer", async () => {
    const onAskAgain = vi.fn<NonNullable<TimelineViewProps["onAskAgain"]>>();
    render(
      <TimelineView
        timeline={[userMessage("Why?"), toolCall("search"), turnEnd("failed"), agentMessage("Because")]}
        onAskAgain={onAskAgain}
      />,
    );
    await userEvent.click(screen.getByRole("button", { name: "Try again" }));
    expect(onAskAgain).toHaveBeenCalledWith("Why?", []);
  });

  it("loads earlier messages when asked, once at a time", async () => {
    const onLoadOlder = vi.fn<() => void>();
    const { rerender } = render(<TimelineView timeline={[userMessage("a")]} hasOlder onLoadOlder={onLoadOlder} />);
    await userEvent.click(screen.getByRole("button", { name: "Load earlier messages" }));
    rerender(<TimelineView timeline={[userMessage("a")]} hasOlder isLoadingOlder onLoadOlder={onLoadOlder} />);
    await userEvent.click(screen.getByRole("button", { name: "Loading earlier messages…" }));
    expect(onLoadOlder).toHaveBeenCalledTimes(1);
  });

  it("hands DOM props, class names and the ref to its root", () => {
    let root: HTMLElement | null = null;
    render(
      <TimelineView
        ref={(element) => {
          root = element;
        }}
        timeline={[]}
        id="t1"
        className="mine"
        data-theme="dark"
        classNames={{ viewport: "my-viewport" }}
      />,
    );
    expect(root).toHaveClass("sv-root", "sv-timeline", "mine");
    expect(root).toHaveAttribute("id", "t1");
    expect(screen.getByRole("region", { name: "Conversation" })).toHaveClass("my-viewport");
  });

  it("draws the same under StrictMode", () => {
    render(
      <StrictMode>
        <TimelineView timeline={[userMessage("Hi"), agentMessage("Hello **you**")]} />
      </StrictMode>,
    );
    expect(screen.getAllByRole("article")).toHaveLength(2);
  });
});
