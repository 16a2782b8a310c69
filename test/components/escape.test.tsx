import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { ReactNode } from "react";
import { describe, expect, it, vi } from "vitest";
import { ComposerView } from "../../src/components/chat-composer/composer-view.js";
import { ConfirmQuestion } from "../../src/components/confirm-question.js";
import { RejectForm } from "../../src/components/decisions/reject-form.js";
import { ClearQuestion } from "../../src/components/goal-banner/clear-question.js";
import { GoalForm } from "../../src/components/goal-banner/goal-form.js";
import { Menu } from "../../src/components/menu.js";
import { RenameForm } from "../../src/components/session-list/rename-form.js";
import { ScheduledTaskFormView } from "../../src/components/scheduled-tasks/scheduled-task-form-view.js";

/**
 * Escape in a part of the kit is one step back there, and closes no dialog of the host around it. Dialogs of Radix listen to
 * the document before the page does, and stay open when the key is used up by then.
 */

const done = () => Promise.resolve();
const nothing = () => {};
const goal = { text: "Close the books", successCriteria: null, status: "active", revision: 1 } as never;

const forms: Readonly<Record<string, (onLeave: () => void) => ReactNode>> = {
  "a question before a removal": (onLeave) => (
    <ConfirmQuestion question="Delete it?" confirm="Delete" keep="Keep" onConfirm={nothing} onLeave={onLeave} />
  ),
  "a question before a goal is cleared": (onLeave) => <ClearQuestion onClear={done} onLeave={onLeave} />,
  "the form of a goal": (onLeave) => <GoalForm goal={goal} onSave={done} onLeave={onLeave} />,
  "the form of a name": (onLeave) => <RenameForm title="May invoices" onSave={done} onLeave={onLeave} />,
  "the form of a reason": (onLeave) => (
    <RejectForm
      reason=""
      isOver={false}
      takesFocus
      onChange={nothing}
      onBack={onLeave}
      onReject={nothing}
      onDiscard={nothing}
    />
  ),
  "the form of a task": (onLeave) => (
    <ScheduledTaskFormView onSave={done as never} onPreview={done as never} onCancel={onLeave} />
  ),
};

/** @returns whether the key was used up before a dialog around the kit heard of it */
function pressEscape(target: Element): boolean {
  let isUsed = false;
  const hear = (event: Event) => (isUsed = event.defaultPrevented);
  document.addEventListener("keydown", hear, { capture: true, once: true });
  fireEvent.keyDown(target, { key: "Escape" });
  return isUsed;
}

describe("Escape", () => {
  it.each(Object.entries(forms))("is used up by %s", (_name, form) => {
    const leave = vi.fn<() => void>();
    render(form(leave));
    const [control] = [...screen.queryAllByRole("textbox"), ...screen.queryAllByRole("button", { name: "Keep" })];
    expect(pressEscape(control!)).toBe(true);
    expect(leave).toHaveBeenCalledTimes(1);
    cleanup();
    expect(pressEscape(document.body)).toBe(false);
  });

  it("is used up by an open menu, and by no closed one", () => {
    render(<Menu label="More" actions={[{ label: "Rename", icon: "edit", onPress: nothing }]} />);
    const button = screen.getByRole("button", { name: "More" });
    expect(pressEscape(button)).toBe(false);
    fireEvent.click(button);
    expect(pressEscape(screen.getByRole("menuitem", { name: "Rename" }))).toBe(true);
    expect(screen.queryByRole("menu")).toBeNull();
  });

  it("is used up by suggestions, and by no composer without them", async () => {
    const suggestions = [{ character: "/", label: "Commands", items: () => [{ id: "help", label: "help" }] }];
    render(<ComposerView composer={{ sendMessage: async () => undefined }} suggestions={suggestions} />);
    const field = screen.getByRole("textbox", { name: "Message" });
    await userEvent.type(field, "/he");
    expect(pressEscape(field)).toBe(true);
    expect(screen.queryByRole("option")).toBeNull();
    expect(pressEscape(field)).toBe(false);
    expect(field).toHaveValue("/he");
  });

  it("is read in one place by forms, and elsewhere by the parts that use it up themselves", () => {
    const folder = join(import.meta.dirname, "../../src/components");
    const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) => /\.tsx?$/.test(file));
    const filesWith = (code: string) => files.filter((file) => readFileSync(join(folder, file), "utf8").includes(code));
    const readers = filesWith('"Escape"');
    expect(readers.toSorted()).toEqual([
      "chat-composer/composer-field.tsx",
      "chat-composer/use-suggestions.ts",
      "is-escape.ts",
      "menu.tsx",
      "message-timeline/use-roving-focus.ts",
      "queue-panel/use-drag-order.ts",
      "use-own-escape.ts",
    ]);
    expect(filesWith("isEscape(event)").filter((file) => !filesWith("useOwnEscape(").includes(file))).toEqual([]);
  });
});
