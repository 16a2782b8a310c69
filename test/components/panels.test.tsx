// budget: the views of all panels, over one set of fixtures.
import { act, fireEvent, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import { ConnectionStatus, GoalBannerView, QueuePanelView, SessionListView } from "@service/react";
import type { QueuePanelViewProps } from "@service/react";
import { ServiceError } from "../../src/foundation/base-error.js";
import { ServiceApiError } from "../../src/wire/protocol/api-error.js";

const queue = [
  { turnId: "a", text: "First" },
  { turnId: "b", text: "Second" },
  { turnId: "c", text: "Third" },
];
const name = (label: string) => ({ name: label });

describe("QueuePanelView", () => {
  it("asks for a position, keeps the order until the service changes it, and announces the new position", async () => {
    const asked: unknown[] = [];
    let done = () => {};
    const onMove = (...move: unknown[]) => {
      asked.push(move);
      return new Promise<void>((resolve) => (done = resolve));
    };
    render(<QueuePanelView queue={queue} onMove={onMove} />);
    const order = () => screen.getAllByRole("listitem").map((item) => item.dataset["turn"]);
    const choose = (prompt: string, action: string) => {
      fireEvent.click(screen.getByRole("button", name(`More actions for ${prompt}`)));
      fireEvent.click(screen.getByRole("menuitem", name(action)));
    };
    choose("First", "Move down");
    choose("Third", "Move up");
    choose("Second", "Move down");
    expect(asked).toEqual([
      ["a", "c"],
      ["c", "b"],
      ["b", null],
    ]);
    expect(order()).toEqual(["a", "b", "c"]);
    await act(async () => done());
    expect(screen.getByText("Now 3 of 3 in the queue")).not.toBeNull();
  });

  it("is folded to its number on request, but not while the focus is in it", async () => {
    const show = (isFolded: boolean) => <QueuePanelView queue={queue} isFolded={isFolded} onRemove={async () => {}} />;
    const heading = (expanded: boolean) => screen.getByRole("button", { name: "3 messages queued", expanded });
    const { rerender } = render(show(true));
    expect(screen.queryAllByRole("listitem")).toEqual([]);
    fireEvent.click(heading(false));
    expect(screen.getAllByRole("listitem")).toHaveLength(3);
    fireEvent.click(heading(true));
    expect(screen.queryAllByRole("listitem")).toEqual([]);

    // By itself it could put a button under a pointer that has just pressed another one.
    rerender(show(false));
    expect(screen.queryAllByRole("listitem")).toEqual([]);
    fireEvent.click(heading(false));
    const remove = screen.getByRole("button", name("Remove from queue: Second"));
    act(() => remove.focus());
    rerender(show(true));
    expect(document.activeElement).toBe(remove);
    expect(heading(true)).not.toBeNull();

    remove.blur();
    await Promise.resolve();
    expect(screen.getAllByRole("listitem")).toHaveLength(3);
    rerender(show(false));
    rerender(show(true));
    expect(heading(false)).not.toBeNull();

    rerender(<QueuePanelView queue={[]} />);
    rerender(<QueuePanelView queue={queue} />);
    expect(screen.getAllByRole("listitem")).toHaveLength(3);
    expect(screen.queryByRole("button", { name: "3 messages queued" })).toBeNull();
  });

  it("shows a refused change although it is folded", () => {
    const refused = { target: "b", action: "remove" as const, error: new Error("Gone."), isConflict: true };
    render(<QueuePanelView queue={queue} isFolded refused={refused} />);
    expect(screen.getByRole("alert").textContent).toContain("The queue changed in the meantime.");
    expect(screen.queryAllByRole("listitem")).toEqual([]);
  });

  it("shows why a change failed until its prompt waits no more, but keeps a failed edit, which may have withdrawn it", () => {
    const show = (action: "remove" | "edit", waiting: typeof queue, code = "network_error", isConflict = false) => (
      <QueuePanelView
        queue={waiting}
        onEdit={async () => undefined}
        refused={{ target: "b", action, error: new ServiceError("Why.", { code }), isConflict }}
      />
    );
    const { rerender } = render(show("remove", queue));
    const isShown = () => screen.queryByRole("alert") !== null;
    expect(isShown()).toBe(true);
    const without = queue.filter(({ turnId }) => turnId !== "b");
    rerender(show("remove", without));
    expect(isShown()).toBe(false);
    rerender(show("edit", without));
    expect(isShown()).toBe(true);
    rerender(show("edit", without, "DRAFT_NOT_EMPTY"));
    expect(isShown()).toBe(false);
    rerender(show("edit", queue, "DRAFT_NOT_EMPTY"));
    expect(isShown()).toBe(true);
    rerender(show("remove", [], "QUEUE_VERSION_CHANGED", true));
    expect(isShown()).toBe(false);
    // It is the reason why the prompt is gone.
    rerender(show("remove", without, "QUEUE_PROMPT_STARTED", true));
    expect(isShown()).toBe(true);
    rerender(show("remove", []));
    expect(document.querySelector(".sv-queue")).toBeNull();
  });

  it("moves the focus on as prompts leave, unless the person moved it first", async () => {
    const onEmptied = vi.fn();
    const show = (count: number) => (
      <QueuePanelView queue={queue.slice(3 - count)} onRemove={async () => undefined} onEmptied={onEmptied} />
    );
    const { rerender } = render(show(2));
    screen.getByRole("button", name("Remove from queue: Second")).focus();
    rerender(show(1));
    expect(document.activeElement).toBe(screen.getByRole("button", name("Remove from queue: Third")));
    expect(onEmptied).not.toHaveBeenCalled();
    rerender(show(0));
    expect(onEmptied).toHaveBeenCalledTimes(1);

    rerender(show(1));
    const last = screen.getByRole("button", name("Remove from queue: Third"));
    last.focus();
    last.blur();
    await Promise.resolve();
    rerender(show(0));
    expect(onEmptied).toHaveBeenCalledTimes(1);
  });

  it("leaves a person alone whose focus something else took as the prompt left", () => {
    const onEmptied = vi.fn();
    const show = (count: number) => (
      <>
        {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- takes the focus in the commit that removes the prompt */}
        {count === 1 && <input aria-label="elsewhere" autoFocus />}
        <QueuePanelView queue={queue.slice(3 - count)} onRemove={async () => undefined} onEmptied={onEmptied} />
      </>
    );
    const { rerender } = render(show(2));
    screen.getByRole("button", name("Remove from queue: Second")).focus();
    rerender(show(1));
    expect(document.activeElement).toBe(screen.getByLabelText("elsewhere"));
    screen.getByLabelText("elsewhere").blur();
    rerender(show(0));
    expect(document.activeElement).toBe(document.body);
    expect(onEmptied).not.toHaveBeenCalled();
  });

  it("is dragged by a pointer, and given up with Escape", () => {
    const onMove = vi.fn(async () => undefined);
    const { container } = render(<QueuePanelView queue={queue} onMove={onMove} />);
    const rows = [...container.querySelectorAll<HTMLElement>(".sv-queue-item")];
    rows.forEach((row, index) => {
      row.getBoundingClientRect = () => ({ top: index * 40, height: 40 }) as DOMRect;
    });
    const grip = () => container.querySelector(".sv-queue-grip") as Element;
    const pointer = (type: string, target: EventTarget, clientY: number) =>
      fireEvent(
        target as Element,
        Object.assign(new MouseEvent(type, { bubbles: true, button: 0, clientY }), { pointerId: 1 }),
      );
    pointer("pointerdown", grip(), 10);
    pointer("pointermove", window, 110);
    expect(rows[2]?.dataset["drop"]).toBe("after");
    fireEvent.keyDown(window, { key: "Escape" });
    pointer("pointerup", window, 110);
    expect(onMove).not.toHaveBeenCalled();
    pointer("pointerdown", grip(), 10);
    pointer("pointermove", window, 110);
    pointer("pointerup", window, 110);
    expect(onMove).toHaveBeenCalledWith("a", null);
  });

  it("moves to its drop place, also when the first prompt starts meanwhile", () => {
    const onMove = vi.fn(async () => undefined);
    const { container, rerender } = render(<QueuePanelView queue={queue} onMove={onMove} />);
    const place = () =>
      [...container.querySelectorAll<HTMLElement>(".sv-queue-item")].map((row, index) => {
        row.getBoundingClientRect = () => ({ top: index * 40, height: 40 }) as DOMRect;
        return row;
      });
    const pointer = (type: string, target: EventTarget, clientY: number) =>
      fireEvent(
        target as Element,
        Object.assign(new MouseEvent(type, { bubbles: true, button: 0, clientY }), { pointerId: 1 }),
      );
    const [, , last] = place();
    pointer("pointerdown", last!.querySelector(".sv-queue-grip")!, 90);
    rerender(<QueuePanelView queue={queue.slice(1)} onMove={onMove} />);
    place();
    pointer("pointermove", window, 5);
    pointer("pointerup", window, 5);
    expect(onMove).toHaveBeenCalledExactlyOnceWith(queue[2]?.turnId, queue[1]?.turnId);
  });

  it("does nothing more with a prompt while something is on its way with it", () => {
    const onRemove = vi.fn(async () => undefined);
    render(<QueuePanelView queue={queue} onRemove={onRemove} pendingByTurn={new Map([["a", "move"]])} />);
    fireEvent.click(screen.getByRole("button", name("Remove from queue: First")));
    expect(onRemove).not.toHaveBeenCalled();
    fireEvent.click(screen.getByRole("button", name("Remove from queue: Second")));
    expect(onRemove).toHaveBeenCalledWith("b");
  });

  it("asks before it replaces the composer's text", () => {
    const onEdit = vi.fn(async () => undefined);
    const error = new ServiceError("Something is written.", { code: "DRAFT_NOT_EMPTY" });
    const refused = { target: "b", action: "edit" as const, error, isConflict: true };
    render(<QueuePanelView queue={queue} onEdit={onEdit} refused={refused} />);
    const alert = within(screen.getByRole("alert"));
    fireEvent.click(alert.getByRole("button", name("Replace")));
    expect(onEdit).toHaveBeenCalledWith("b", { replaceDraft: true });
  });

  describe("the focus on its notice", () => {
    const verbs = { onEdit: vi.fn(async () => undefined), onSendNow: vi.fn(async () => undefined) };
    const error = new ServiceError("Something is written.", { code: "DRAFT_NOT_EMPTY" });
    const refused = { target: "b", action: "edit" as const, error, isConflict: true };
    const show = (state: Pick<QueuePanelViewProps, "refused" | "onDismiss">) => (
      <QueuePanelView queue={queue} {...verbs} {...state} />
    );

    it("goes back to the message that the notice is about when it is dismissed", () => {
      const { rerender } = render(show({ refused, onDismiss: () => rerender(show({})) }));
      const keep = screen.getByRole("button", name("Keep draft"));
      keep.focus();
      fireEvent.click(keep);
      expect(document.activeElement).toHaveAccessibleName("Edit: Second");
    });

    it("goes to the first control after the notice when it ends by itself", () => {
      const { rerender } = render(show({ refused, onDismiss: () => undefined }));
      screen.getByRole("button", name("Keep draft")).focus();
      rerender(show({}));
      expect(document.activeElement).toHaveAccessibleName("Edit: Second");
    });
  });
});

describe("GoalBannerView", () => {
  const goal = { text: "Find it", status: "active", successCriteria: null, evidence: null, pausedReason: null };

  it.each([
    ["Waiting for the bank", "Paused: Waiting for the bank"],
    ["lunch", "Paused: lunch"],
    ["paused", "Paused"],
    ["no_progress", "Paused"],
  ])("shows the reason of a pause, but no code word: %s", (pausedReason, text) => {
    render(<GoalBannerView goal={{ ...goal, status: "paused", pausedReason }} />);
    expect(screen.getByText(text)).not.toBeNull();
  });

  it("clears only after it was asked", async () => {
    const onClear = vi.fn(async () => undefined);
    render(<GoalBannerView goal={goal} onClear={onClear} />);
    fireEvent.click(screen.getByRole("button", name("Clear goal")));
    fireEvent.click(screen.getByRole("button", name("Keep")));
    expect(onClear).not.toHaveBeenCalled();
    fireEvent.click(screen.getByRole("button", name("Clear goal")));
    await act(async () => fireEvent.click(screen.getByRole("button", name("Clear"))));
    expect(onClear).toHaveBeenCalledOnce();
  });

  it("gives the focus on once it is cleared, not while that is refused", async () => {
    const onCleared = vi.fn();
    const clear = async (onClear: () => Promise<void>, left: typeof goal | null) => {
      const { rerender, unmount } = render(<GoalBannerView goal={goal} onClear={onClear} onCleared={onCleared} />);
      fireEvent.click(screen.getByRole("button", name("Clear goal")));
      await act(async () => fireEvent.click(screen.getByRole("button", name("Clear"))));
      rerender(<GoalBannerView goal={left} onClear={onClear} onCleared={onCleared} />);
      unmount();
    };
    await clear(() => Promise.reject(new Error("changed")), goal);
    expect(onCleared).not.toHaveBeenCalled();
    await clear(async () => undefined, null);
    expect(onCleared).toHaveBeenCalledOnce();
  });

  it("keeps the typed text when saving is refused", async () => {
    const onEdit = vi.fn(() => Promise.reject(new Error("changed")));
    render(<GoalBannerView goal={goal} onEdit={onEdit} />);
    fireEvent.click(screen.getByRole("button", name("Edit goal")));
    const field = screen.getByRole("textbox", name("Goal"));
    fireEvent.change(field, { target: { value: "Find both" } });
    await act(async () => fireEvent.click(screen.getByRole("button", name("Save"))));
    expect(onEdit).toHaveBeenCalledWith({ text: "Find both", successCriteria: null });
    expect((screen.getByRole("textbox", name("Goal")) as HTMLTextAreaElement).value).toBe("Find both");
  });

  it.each(["GOAL_CHANGED", "goal_rewritten"])(
    "saves on the shown revision after a conflict with code %s",
    async (code) => {
      const error = new ServiceApiError("The goal changed.", { status: 409, code });
      const onEdit = vi.fn(() => Promise.reject(error));
      const { rerender } = render(<GoalBannerView goal={{ ...goal, objectiveRevision: 1 }} onEdit={onEdit} />);
      const save = () => act(async () => fireEvent.click(screen.getByRole("button", name("Save"))));
      fireEvent.click(screen.getByRole("button", name("Edit goal")));
      rerender(<GoalBannerView goal={{ ...goal, text: "Theirs", objectiveRevision: 2 }} onEdit={onEdit} />);
      await save();
      await save();
      expect(onEdit.mock.calls).toMatchObject([[{ expectedObjectiveRevision: 1 }], [{ expectedObjectiveRevision: 2 }]]);
    },
  );
});

describe("ConnectionStatus", () => {
  it("shows a long wait in minutes", () => {
    vi.useFakeTimers();
    try {
      render(<ConnectionStatus connection="reconnecting" nextAttemptAt={Date.now() + 185_000} />);
      expect(screen.getByText("Trying again in 3 min 5 s.")).not.toBeNull();
    } finally {
      vi.useRealTimers();
    }
  });

  it("counts down to the next try, and then stops its timer", () => {
    vi.useFakeTimers();
    try {
      render(
        <ConnectionStatus connection="reconnecting" nextAttemptAt={Date.now() + 2_500} onRetry={() => undefined} />,
      );
      expect(screen.getByText("Trying again in 3 s.")).not.toBeNull();
      act(() => void vi.advanceTimersByTime(600));
      expect(screen.getByText("Trying again in 2 s.")).not.toBeNull();
      act(() => void vi.advanceTimersByTime(2_000));
      expect(screen.queryByText(/Next try/)).toBeNull();
      expect(vi.getTimerCount()).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });
});

describe("SessionListView", () => {
  it("explains why it is empty", () => {
    const { rerender } = render(<SessionListView sessions={[]} />);
    expect(screen.getByText("No conversations yet")).not.toBeNull();
    rerender(<SessionListView sessions={[]} search="budget" />);
    expect(screen.getByText("No results for “budget”")).not.toBeNull();
    rerender(<SessionListView sessions={[]} archived />);
    expect(screen.getByText("No archived conversations")).not.toBeNull();
    rerender(<SessionListView sessions={[]} isRefreshing search="x" />);
    expect(screen.queryByText(/Nothing/)).toBeNull();
  });

  it("offers the way on where it is empty: a new conversation, or a list without the search", async () => {
    const [onNew, onSearch] = [vi.fn<() => void>(), vi.fn<(search: string) => void>()];
    const { rerender } = render(<SessionListView sessions={[]} onNew={onNew} />);
    await userEvent.click(screen.getByText("New conversation"));
    expect(onNew).toHaveBeenCalledOnce();
    expect(screen.getAllByRole("button", { name: "New conversation" })).toHaveLength(1);
    rerender(<SessionListView sessions={[]} search="budget" onSearch={onSearch} onNew={onNew} />);
    await userEvent.click(screen.getByRole("button", { name: "Clear search" }));
    expect(onSearch).toHaveBeenCalledWith("");
    rerender(<SessionListView sessions={[]} search="budget" />);
    expect(screen.queryByRole("button")).toBeNull();
  });

  it("offers no search where there is nothing to search, and keeps one that found nothing", () => {
    const props = { onSearch: () => undefined, onArchived: () => undefined };
    const { rerender } = render(<SessionListView {...props} sessions={[]} />);
    const search = () => screen.queryByRole("searchbox");
    expect(search()).toBeNull();
    expect(screen.getByRole("button", name("Archived"))).toHaveTextContent("Archived");
    for (const more of [{ search: "budget" }, { isLoading: true }, { error: new Error("No answer.") }]) {
      rerender(<SessionListView {...props} sessions={[]} {...more} />);
      expect(search()).not.toBeNull();
    }
  });
});

describe.each([
  ["before its end", { isComposing: true }],
  ["after it, as Safari does", { keyCode: 229 }],
])("an Escape that ends a composition, reported by %s", (_when, press) => {
  it("does not give up the new name of a session", () => {
    const record = { status: "idle" } as never;
    const session = {
      sessionId: "s",
      title: "Trip",
      firstMessage: "Trip",
      status: "idle",
      isArchived: false,
      isPinned: false,
      record,
    };
    render(<SessionListView sessions={[{ ...session, updatedAt: "2026-05-12T09:30:00.000Z" }]} onRename={kept} />);
    fireEvent.click(screen.getByRole("button", name("More actions for Trip")));
    fireEvent.click(screen.getByRole("menuitem", name("Rename")));
    const field = () => screen.queryByRole("textbox", name("New name for Trip"));
    fireEvent.keyDown(field()!, { key: "Escape", ...press });
    expect(field()).not.toBeNull();
    fireEvent.keyDown(field()!, { key: "Escape" });
    expect(field()).toBeNull();
  });

  it("does not give up the new words of a goal", () => {
    const goal = { text: "Find it", status: "active", successCriteria: null, evidence: null, pausedReason: null };
    render(<GoalBannerView goal={goal} onEdit={kept} />);
    fireEvent.click(screen.getByRole("button", name("Edit goal")));
    const field = () => screen.queryByRole("textbox", name("Goal"));
    fireEvent.keyDown(field()!, { key: "Escape", ...press });
    expect(field()).not.toBeNull();
    fireEvent.keyDown(field()!, { key: "Escape" });
    expect(field()).toBeNull();
  });
});

const kept = async () => undefined;

describe("the ref of a panel", () => {
  it("is set once, however often the panel is drawn, and cleared at its end", () => {
    const calls: string[] = [];
    const ref = (element: HTMLElement | null) => void calls.push(element ? element.className : "none");
    const { rerender, unmount } = render(<SessionListView ref={ref} sessions={[]} />);
    rerender(<SessionListView ref={ref} sessions={[]} search="x" />);
    rerender(<SessionListView ref={ref} sessions={[]} search="xy" />);
    expect(calls).toEqual([expect.stringContaining("sv-sessions")]);
    unmount();
    expect(calls.slice(1)).toEqual(["none"]);
  });

  it("may be another function in every render, and the panel listens once", () => {
    const draw = () => <SessionListView ref={() => undefined} sessions={[]} />;
    const added = vi.spyOn(HTMLElement.prototype, "addEventListener");
    const { container, rerender } = render(draw());
    rerender(draw());
    const isOfPanel = (target: unknown) => target === container.querySelector(".sv-sessions");
    expect(added.mock.contexts.filter(isOfPanel)).toHaveLength(2);
    added.mockRestore();
  });
});
