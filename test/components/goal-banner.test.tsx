import { act, fireEvent, render, screen } from "@testing-library/react";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { GoalBannerView, type GoalBannerViewProps } from "@service/react";
import type { ShownGoal } from "../../src/components/goal-banner/shown-goal.js";
import { german } from "../../src/strings/de/german.js";
import { englishPanels } from "../../src/strings/english-panels.js";
import { ServiceApiError } from "../../src/wire/protocol/api-error.js";

const first = { id: "a", text: "Paint the fence", status: "active", objectiveRevision: 1 } as ShownGoal;
const second = { id: "b", text: "Call the bank", status: "active", objectiveRevision: 2 } as ShownGoal;

function show(props: Partial<GoalBannerViewProps> = {}) {
  const onCleared = vi.fn<() => void>(() => screen.getByRole("textbox", { name: "Message" }).focus());
  const page = (more: Partial<GoalBannerViewProps> = {}) => (
    <>
      <GoalBannerView
        goal={first}
        onEdit={async () => undefined}
        onClear={async () => undefined}
        onPause={async () => undefined}
        onCleared={onCleared}
        {...props}
        {...more}
      />
      <textarea aria-label="Message" />
    </>
  );
  const { rerender } = render(page());
  const change = (more: Partial<GoalBannerViewProps>) => rerender(page(more));
  return { change, onCleared };
}

const press = (name: string) => {
  const button = screen.getByRole("button", { name });
  button.focus();
  fireEvent.click(button);
};
const field = () => screen.queryByRole<HTMLTextAreaElement>("textbox", { name: "Goal" });
const message = () => screen.getByRole("textbox", { name: "Message" });
const question = () => screen.queryByRole("group", { name: /Clear this goal/ });
const typeGoal = (value: string) => {
  press("Edit goal");
  fireEvent.change(field()!, { target: { value } });
};

it("shows the goal's words once while they are edited, and those of another window above them", () => {
  const words = () => screen.queryByText(/the fence/, { selector: ".sv-goal-text" })?.textContent;
  const { change } = show();
  expect(words()).toBe("Paint the fence");
  press("Edit goal");
  expect(words()).toBeUndefined();
  expect(screen.getByRole("button", { name: /^Paint the fence/ })).toBeVisible();
  change({ goal: { ...first, text: "Mend the fence", objectiveRevision: 2 } });
  expect(words()).toBe("Mend the fence");
});

describe("a form, question or detail of a goal that is gone", () => {
  it.each([
    ["form", "Edit goal"],
    ["question", "Clear goal"],
  ])("does not open by itself over the next goal, nor take the focus: the %s", (_what, button) => {
    const { change } = show();
    press(button);
    message().focus();
    change({ goal: null });
    change({ goal: second });
    expect([field(), question(), document.activeElement]).toEqual([null, null, message()]);
    expect(screen.getByRole("button", { name: "Edit goal" })).not.toBeNull();
  });

  it("closes when another goal takes the place, and moves the focus to its heading", () => {
    const { change } = show();
    for (const [button, from, to] of [
      ["Edit goal", first, second],
      ["Clear goal", second, first],
    ] as const) {
      change({ goal: from });
      press(button);
      change({ goal: to });
      expect([field(), question()]).toEqual([null, null]);
      expect(document.activeElement).toBe(screen.getByRole("button", { expanded: false }));
    }
  });

  it("folds the details", () => {
    const { change } = show();
    fireEvent.click(screen.getByRole("button", { expanded: false }));
    change({ goal: second });
    expect(screen.queryByRole("button", { expanded: true })).toBeNull();
  });

  it.each(["Edit goal", "Clear goal", "Pause goal"])("gives the focus of %s to the host", (button) => {
    const { change, onCleared } = show();
    press(button);
    change({ goal: null });
    expect(onCleared).toHaveBeenCalledOnce();
    expect(document.activeElement).toBe(message());
  });
});

describe("words typed for a goal", () => {
  const ends = [
    ["cleared", { goal: null }],
    ["replaced", { goal: second }],
    ["completed", { goal: { ...first, status: "completed" } }],
    ["closed", { onEdit: undefined }],
  ] as const;

  it.each(ends)("stay to be copied once it is %s, without a way to save them", async (end, props) => {
    const writeText = vi.fn(async () => undefined);
    Object.defineProperty(navigator, "clipboard", { configurable: true, value: { writeText } });
    onTestFinished(() => void Reflect.deleteProperty(navigator, "clipboard"));
    const { change } = show();
    typeGoal("Paint the fence green");
    field()!.focus();
    change(props);
    expect(screen.getByRole("alert").textContent).toBe(englishPanels.goal.over(end));
    expect(german.goal.over(end)).not.toBe(englishPanels.goal.over(end));
    expect([field()!.value, field()!.readOnly, document.activeElement]).toEqual([
      "Paint the fence green",
      true,
      field(),
    ]);
    expect(screen.queryByRole("button", { name: "Save" })).toBeNull();
    await act(async () => press("Copy"));
    expect(writeText).toHaveBeenCalledWith("Paint the fence green");
  });

  it("stay until the person closes them, also when another goal follows; then the host has the focus", () => {
    const { change, onCleared } = show();
    typeGoal("Paint the fence green");
    change({ goal: null });
    expect(onCleared).not.toHaveBeenCalled();
    change({ goal: second });
    expect(field()!.value).toBe("Paint the fence green");
    change({ goal: null });
    press("Discard");
    expect([field(), document.activeElement]).toEqual([null, message()]);
    expect(screen.queryByRole("region", { name: "Goal" })).toBeNull();
  });

  it("stay when a save is refused because the goal is done, with one sentence", async () => {
    const error = new ServiceApiError("Done.", { status: 409, code: "GOAL_COMPLETED" });
    const { change } = show({ onEdit: () => Promise.reject(error) });
    typeGoal("Paint the fence green");
    await act(async () => press("Save"));
    const refused = { action: "edit", error, isConflict: true } as never;
    change({ goal: { ...first, status: "completed" }, refused });
    expect(screen.getAllByRole("alert").map((one) => one.textContent)).toEqual([englishPanels.goal.over("completed")]);
    expect(field()!.value).toBe("Paint the fence green");
  });
});

it("names a refusal of a goal that is done, in place of a change elsewhere", () => {
  const error = new ServiceApiError("The goal is already done.", { status: 409, code: "GOAL_COMPLETED" });
  show({ refused: { action: "pause", error, isConflict: true } as never });
  expect(screen.getByRole("alert").textContent).toContain("Couldn't pause the goal. The goal is already done.");
});
