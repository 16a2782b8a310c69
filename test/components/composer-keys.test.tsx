// budget: each key of the composer, and the line that explains it
import { act, fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useEffect, useState, type ReactElement } from "react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { ComposerView } from "../../src/components/chat-composer/composer-view.js";
import type { ComposerSlotProps } from "../../src/components/chat-composer/composer.js";
import type { SuggestionSet } from "../../src/components/chat-composer/use-suggestions.js";
import { ServiceProvider } from "../../src/hooks/service-provider.js";
import type { Composer } from "../../src/hooks/use-composer.js";
import type { TimelineGroup } from "../../src/timeline/groups.js";
import { holder } from "../hooks/holder.js";

const done = async () => undefined;
const sender = () => vi.fn<Composer["sendMessage"]>(done);
const field = () => screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Message" });
const press = (key: string, more: object = {}) => fireEvent.keyDown(field(), { key, keyCode: 13, ...more });

const said = (text: string, user?: string): TimelineGroup => ({
  kind: "item",
  item: {
    kind: "user-message",
    id: text,
    reconciliationKey: text,
    occurredAt: "2026-05-12T09:30:00Z",
    text,
    turnId: "t",
    resources: [],
    ...(user && { actor: { id: user, name: user } }),
  },
});

afterEach(() => vi.unstubAllGlobals());

describe("while a turn runs", () => {
  const running = (more: Partial<Composer> = {}) => ({ isRunning: true, stop: done, steer: done, ...more });

  it("interrupts with Mod+Enter, or with a button that is there once something is written", async () => {
    const sendMessage = sender();
    render(<ComposerView composer={{ sendMessage, ...running() }} />);
    expect(screen.queryByRole("button", { name: "Interrupt and send now" })).toBeNull();
    await userEvent.type(field(), "Trains first");
    press("Enter", { ctrlKey: true });
    await userEvent.type(field(), "No, ships");
    await userEvent.click(screen.getByRole("button", { name: "Interrupt and send now" }));
    expect(sendMessage.mock.calls).toEqual([
      [{ text: "Trains first", delivery: "steer" }],
      [{ text: "No, ships", delivery: "steer" }],
    ]);
    expect(field()).toHaveFocus();
  });

  it("only sends with Mod+Enter while nothing runs", async () => {
    const sendMessage = sender();
    render(<ComposerView composer={{ sendMessage, steer: done }} />);
    await userEvent.type(field(), "Hello");
    press("Enter", { ctrlKey: true });
    expect(sendMessage).toHaveBeenCalledExactlyOnceWith("Hello");
  });

  it("shows that the draft waits for the decision of the running turn, until that is made", async () => {
    const approval = { kind: "approval", id: "a1", turnId: "t1", name: "pay", arguments: {} } as const;
    const waiting = { sendMessage: done, ...running() };
    const view = render(
      <ComposerView composer={{ ...waiting, pending: [{ ...approval, state: { name: "pending" } }] }} />,
    );
    expect(field()).not.toHaveAccessibleDescription(/answered/);
    await userEvent.type(field(), "Then order more");
    expect(field()).toHaveAccessibleDescription("This is sent once you've answered.");
    const response = { kind: "approval", decision: "approve" } as const;
    view.rerender(
      <ComposerView composer={{ ...waiting, pending: [{ ...approval, state: { name: "accepted", response } }] }} />,
    );
    expect(field()).not.toHaveAccessibleDescription(/answered/);
  });

  it("shows how many prompts are in front of the draft", async () => {
    const queue = [
      { turnId: "a", text: "One" },
      { turnId: "b", text: "Two" },
    ];
    render(<ComposerView composer={{ sendMessage: done, queue, ...running() }} />);
    await userEvent.type(field(), "Three");
    expect(field()).toHaveAccessibleDescription(/2 messages queued before this$/);
    // The queue above it shows that.
    expect(document.querySelector(".sv-composer-note")).not.toHaveTextContent("queued");
  });

  it("pauses from its menu, and resumes in the chosen way", async () => {
    const pause = vi.fn<() => Promise<void>>(done);
    const resume = vi.fn<() => Promise<void>>(done);
    const { rerender } = render(<ComposerView composer={{ sendMessage: done, ...running({ pause, resume }) }} />);
    await userEvent.click(screen.getByRole("button", { name: "More actions" }));
    await userEvent.click(screen.getByRole("menuitem", { name: "Pause" }));
    expect(pause).toHaveBeenCalledTimes(1);
    const resumeOptions = [{ scope: "session" }, { scope: "workspace" }];
    rerender(<ComposerView composer={{ sendMessage: done, pause, resume, isPaused: true, resumeOptions }} />);
    expect(field()).toHaveFocus();
    await userEvent.click(screen.getByRole("button", { name: "Resume the whole workspace" }));
    expect(resume).toHaveBeenCalledExactlyOnceWith({ scope: "workspace" });
  });

  it("calls the only way to resume a session plainly", () => {
    const resumeOptions = [{ scope: "session", targetId: "s_1" }];
    render(<ComposerView composer={{ sendMessage: done, resume: done, isPaused: true, resumeOptions }} />);
    expect(screen.getByRole("button", { name: "Resume" })).not.toHaveAccessibleDescription();
  });

  it("names and describes each way to resume, where the service provides it", () => {
    const resumeOptions = [
      { scope: "selected", targetId: "s_1", impactCopy: "Only this conversation goes on." },
      { scope: "session", targetId: "s_0", impactCopy: "Its parent goes on, and all below it." },
      { scope: "workspace" },
    ];
    render(<ComposerView composer={{ sendMessage: done, resume: done, isPaused: true, resumeOptions }} />);
    const named = (name: string) => screen.getByRole("button", { name });
    expect(named("Resume")).toHaveAccessibleDescription("Only this conversation goes on.");
    expect(named("Resume the other conversation")).toHaveAccessibleDescription("Its parent goes on, and all below it.");
    expect(named("Resume the whole workspace")).not.toHaveAccessibleDescription();
  });

  it("has no stop and no interrupt while the only message waits for a network", async () => {
    const view = (isAccepted: boolean) => (
      <ComposerView composer={{ sendMessage: done, ...running(), connection: "offline", isAccepted }} />
    );
    const { rerender } = render(view(false));
    await userEvent.type(field(), "and then");
    const names = () => screen.getAllByRole("button").map((button) => button.getAttribute("aria-label"));
    expect(names()).toEqual(["Send"]);
    rerender(view(true));
    expect(names()).toEqual(["Interrupt and send now", "Stop", "Send after this answer"]);
  });

  it("promises to send later once something is written without a connection", async () => {
    render(<ComposerView composer={{ sendMessage: done, connection: "offline" }} />);
    const promise = () => screen.queryByText("What you send now goes out when you reconnect.");
    expect(promise()).toBeNull();
    await userEvent.type(field(), "and then");
    expect(promise()).toBeInTheDocument();
  });

  it("shows why a control was refused, until the next key", async () => {
    const stop = () => Promise.reject(new Error("The service did not answer."));
    render(<ComposerView composer={{ sendMessage: done, ...running({ stop }) }} />);
    await userEvent.click(screen.getByRole("button", { name: "Stop" }));
    expect(await screen.findByRole("alert")).toHaveTextContent("Couldn't stop the agent. The service did not answer.");
    await userEvent.type(field(), "a");
    expect(screen.queryByRole("alert")).toBeNull();
  });
});

describe("under a finger", () => {
  it("begins a line with Enter, and sends with the button", async () => {
    vi.stubGlobal("matchMedia", () => ({ matches: true, addEventListener() {}, removeEventListener() {} }));
    const sendMessage = sender();
    render(<ComposerView composer={{ sendMessage }} />);
    await userEvent.type(field(), "One{Enter}two");
    expect(field()).toHaveValue("One\ntwo");
    expect(field()).toHaveAttribute("enterkeyhint", "enter");
    expect(field()).not.toHaveAccessibleDescription();
    await userEvent.click(screen.getByRole("button", { name: "Send" }));
    expect(sendMessage).toHaveBeenCalledExactlyOnceWith("One\ntwo");
  });
});

describe("earlier messages", () => {
  const composer = { sendMessage: done, settled: [said("first"), said("second")], live: [said("third")] };

  it("appear with the up key in an empty field, and disappear with the down key", () => {
    render(<ComposerView composer={composer} />);
    const seen = ["ArrowUp", "ArrowUp", "ArrowDown", "ArrowDown"].map((key) => (press(key), field().value));
    expect(seen).toEqual(["third", "second", "third", ""]);
  });

  it("do not replace a draft", async () => {
    render(<ComposerView composer={composer} />);
    await userEvent.type(field(), "draft");
    press("ArrowUp");
    expect(field()).toHaveValue("draft");
    await userEvent.clear(field());
    press("ArrowUp");
    await userEvent.type(field(), "!");
    press("ArrowUp");
    expect(field()).toHaveValue("third!");
  });
});

describe("how long a message may be", () => {
  it("is shown before sending, and a longer one stays in the field with the reason", async () => {
    const sendMessage = sender();
    render(<ComposerView composer={{ sendMessage }} maxLength={20} />);
    await userEvent.type(field(), "a".repeat(19));
    expect(field()).toHaveAccessibleDescription("1 character left");
    await userEvent.type(field(), "aaa{Enter}");
    expect(sendMessage).not.toHaveBeenCalled();
    expect(field()).toHaveValue("a".repeat(22));
    expect(field()).toHaveAccessibleDescription("2 characters too long. Shorten your message to send it.");
  });

  it("is never more than the service stores, which counts bytes", () => {
    const sendMessage = sender();
    render(<ComposerView composer={{ sendMessage }} />);
    fireEvent.change(field(), { target: { value: "漢".repeat(20_490) } });
    press("Enter");
    expect(sendMessage).not.toHaveBeenCalled();
    expect(field()).toHaveAccessibleDescription("10 characters too long. Shorten your message to send it.");
    fireEvent.change(field(), { target: { value: "漢".repeat(20_400) } });
    expect(field()).toHaveAccessibleDescription("80 characters left");
  });
});

describe("suggestions", () => {
  const onChoose = vi.fn<() => void>();
  const commands: SuggestionSet = {
    character: "/",
    at: "start",
    items: (query) =>
      [
        { id: "1", label: "goal" },
        { id: "2", label: "plan" },
        { id: "3", label: "clear", onChoose },
      ].filter(({ label }) => label.startsWith(query)),
  };
  const people: SuggestionSet = {
    character: "@",
    items: async (query) =>
      ["Ana", "Ben"].filter((name) => name.toLowerCase().startsWith(query)).map((label) => ({ id: label, label })),
  };
  const sets = [commands, people];
  const options = () => screen.queryAllByRole("option").map((option) => option.textContent);

  it("are operated from the field, which names the active one", async () => {
    const sendMessage = sender();
    render(<ComposerView composer={{ sendMessage }} suggestions={sets} />);
    await userEvent.type(field(), "/");
    expect(options()).toEqual(["goal", "plan", "clear"]);
    await userEvent.keyboard("{ArrowDown}");
    const active = document.getElementById(field().getAttribute("aria-activedescendant") ?? "");
    expect(active).toHaveTextContent("plan");
    expect(active?.closest("[role=listbox]")?.id).toBe(field().getAttribute("aria-controls"));
    await userEvent.keyboard("{Enter}");
    expect(field()).toHaveValue("/plan ");
    expect(options()).toEqual([]);
    expect(sendMessage).not.toHaveBeenCalled();
  });

  it("appear at the caret, may arrive late, and put the caret after the inserted text", async () => {
    render(<ComposerView composer={{ sendMessage: done }} suggestions={sets} defaultValue="Ask  about it" />);
    field().setSelectionRange(4, 4);
    await userEvent.keyboard("{Tab}");
    field().focus();
    field().setSelectionRange(4, 4);
    await userEvent.keyboard("@b");
    expect(await screen.findByRole("option", { name: "Ben" })).toBeVisible();
    await userEvent.keyboard("{Tab}");
    expect(field()).toHaveValue("Ask @Ben about it");
    expect(field().selectionStart).toBe("Ask @Ben ".length);
  });

  it("of an earlier word are not offered for the next one while its own are on the way", async () => {
    const answers: ((names: readonly string[]) => void)[] = [];
    const slow: SuggestionSet = {
      character: "@",
      items: async () => {
        const names = await new Promise<readonly string[]>((resolve) => answers.push(resolve));
        return names.map((label) => ({ id: label, label }));
      },
    };
    const slowSets = [slow];
    render(<ComposerView composer={{ sendMessage: done }} suggestions={slowSets} />);
    await userEvent.type(field(), "@a");
    await act(async () => answers.forEach((answer) => answer(["Ana"])));
    expect(options()).toEqual(["Ana"]);
    await userEvent.keyboard("{Enter}@b");
    expect(options()).toEqual([]);
    await act(async () => answers.at(-1)?.(["Ben"]));
    expect(options()).toEqual(["Ben"]);
    // Within a word, the earlier ones stay until the answer is there.
    await userEvent.keyboard("e");
    expect(options()).toEqual(["Ben"]);
  });

  it("go with Escape, and leave the word", async () => {
    render(<ComposerView composer={{ sendMessage: done }} suggestions={sets} />);
    await userEvent.type(field(), "/go{Escape}");
    expect([options(), field().value]).toEqual([[], "/go"]);
  });

  it("leave keys to an input method, and a command in the middle to the text", async () => {
    render(<ComposerView composer={{ sendMessage: done }} suggestions={sets} />);
    await userEvent.type(field(), "/");
    fireEvent.keyDown(field(), { key: "Enter", keyCode: 229 });
    expect(field()).toHaveValue("/");
    await userEvent.clear(field());
    await userEvent.type(field(), "a /");
    expect(options()).toEqual([]);
  });

  it("can run something instead of writing", async () => {
    render(<ComposerView composer={{ sendMessage: done }} suggestions={sets} />);
    await userEvent.type(field(), "/clear");
    await userEvent.click(screen.getByRole("option", { name: "clear" }));
    expect(onChoose).toHaveBeenCalledTimes(1);
    expect(field()).toHaveValue("");
  });
});

describe("parts that a host draws", () => {
  it("write at the caret through what they are handed", async () => {
    const VoiceInput = ({ insertText }: ComposerSlotProps) => (
      <button type="button" onClick={() => insertText("heard")}>
        Dictate
      </button>
    );
    render(<ComposerView composer={{ sendMessage: done }} components={{ VoiceInput }} defaultValue="I , you" />);
    field().setSelectionRange(2, 2);
    await userEvent.click(screen.getByText("Dictate"));
    expect(field()).toHaveValue("I heard, you");
    expect(field()).toHaveFocus();
  });

  it("take nothing down when they throw", () => {
    const quiet = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const Tools = (): ReactElement => {
      throw new Error("A host's part");
    };
    render(<ComposerView composer={{ sendMessage: done }} components={{ Tools }} />);
    expect(field()).toBeVisible();
    quiet.mockRestore();
  });
});

describe("what renders", () => {
  it("is the composer alone when a key is pressed, and not the composer while an answer streams", async () => {
    const { hold, held: stream } = holder<(text: string) => void>();
    const rendered = vi.fn<(what: "page" | "composer") => void>();
    const times = (what: string) => rendered.mock.calls.filter(([which]) => which === what).length;
    const sendMessage = sender();
    const Tools = () => {
      rendered("composer");
      return null;
    };
    function Page() {
      const [text, setText] = useState("");
      useEffect(() => hold(setText), []);
      rendered("page");
      // As a session does with every frame: another object, other groups, the same verbs.
      const session = { sendMessage, stop: done, isRunning: true, live: [said(text)] };
      return <ComposerView composer={session} components={{ Tools }} />;
    }
    render(<Page />);
    expect([times("page"), times("composer")]).toEqual([1, 1]);
    await userEvent.type(field(), "typed");
    expect(times("page")).toBe(1);
    const typed = times("composer");
    expect(typed).toBeGreaterThan(1);
    for (const text of ["a", "ab", "abc"]) act(() => stream()(text));
    expect([times("page"), times("composer")]).toEqual([4, typed]);
    expect(field()).toHaveValue("typed");
  });
});

describe("the hint below the box", () => {
  const line = () => document.querySelector(".sv-composer-note");
  /** The provider keeps what the person has learned while composers come and go. */
  const page = (composer: Partial<Composer>, drawing = "first") => (
    <ServiceProvider identity={{ tenant: "acme", user: "ana" }}>
      <ComposerView key={drawing} composer={{ sendMessage: done, ...composer }} />
    </ServiceProvider>
  );
  /** The composer of a person who has used its key in another one. */
  async function renderTaught() {
    const { rerender } = render(page({}));
    await userEvent.type(field(), "One{Enter}");
    const show = (composer: Partial<Composer>) => rerender(page(composer, "second"));
    show({});
    return show;
  }

  it("names the key of the reader's platform", () => {
    const platform = vi.spyOn(navigator, "userAgent", "get").mockReturnValue("Mozilla/5.0 (Macintosh; Intel Mac OS X)");
    const { unmount } = render(<ComposerView sendKey="mod-enter" composer={{ sendMessage: done }} />);
    expect(field()).toHaveAccessibleDescription("⌘+Enter sends");
    unmount();
    platform.mockReturnValue("Mozilla/5.0 (X11; Linux x86_64)");
    render(<ComposerView sendKey="mod-enter" composer={{ sendMessage: done }} />);
    expect(field()).toHaveAccessibleDescription("Ctrl+Enter sends");
    platform.mockRestore();
  });

  it("disappears once its key was used, not by a click on the button", async () => {
    const { rerender } = render(page({}));
    const hint = "Enter sends, Shift+Enter starts a new line";
    await userEvent.type(field(), "One");
    await userEvent.click(screen.getByRole("button", { name: "Send" }));
    expect(field()).toHaveAccessibleDescription(hint);
    await userEvent.type(field(), "{Enter}");
    expect(field()).toHaveAccessibleDescription(hint);
    expect(line()).not.toHaveAttribute("data-retired");
    await userEvent.type(field(), "Two{Enter}");
    expect(field()).not.toHaveAccessibleDescription();
    // The box does not jump below the hand of the person who has just sent.
    expect(line()).not.toHaveAttribute("data-retired");
    rerender(page({}, "second"));
    expect(line()).toHaveAttribute("data-retired");
  });

  it("keeps its room where the first letter brings a message, so that the field does not jump", async () => {
    const show = await renderTaught();
    expect(line()).toHaveAttribute("data-retired");
    show({ connection: "offline" });
    expect(line()).toHaveTextContent("");
    expect(line()).not.toHaveAttribute("data-retired");
    await userEvent.type(field(), "T");
    expect(line()).toHaveTextContent("What you send now goes out when you reconnect.");
  });

  it.each([[], [{ turnId: "a", text: "One" }]])("takes no room again while a turn runs: queue %j", async (...queue) => {
    const show = await renderTaught();
    show({ queue, isRunning: true, steer: done });
    expect(line()).toHaveAttribute("data-retired");
    await userEvent.type(field(), "T");
    expect(line()).toHaveAttribute("data-retired");
    expect(screen.getByRole("button", { name: "Interrupt and send now" })).toHaveAttribute(
      "title",
      "Ctrl+Enter interrupts and sends now",
    );
  });

  it("stays away for a person who has used it, also where another composer is shown", async () => {
    await renderTaught();
    expect(field()).not.toHaveAccessibleDescription();
  });
});
