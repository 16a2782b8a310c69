import { createEvent, fireEvent, render, screen } from "@testing-library/react";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { ReactNode } from "react";
import { describe, expect, it, vi } from "vitest";
import { ConfirmQuestion } from "../../src/components/confirm-question.js";
import { RejectForm } from "../../src/components/decisions/reject-form.js";
import { ClearQuestion } from "../../src/components/goal-banner/clear-question.js";
import { GoalForm } from "../../src/components/goal-banner/goal-form.js";
import { RenameForm } from "../../src/components/session-list/rename-form.js";
import { ScheduledTaskFormView } from "../../src/components/scheduled-tasks/scheduled-task-form-view.js";

/** Escape in a part of the kit is one step back there, and closes no dialog of the host around it. */

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

describe("Escape", () => {
  it.each(Object.entries(forms))("is used up by %s", (_name, form) => {
    const leave = vi.fn<() => void>();
    render(form(leave));
    const [control] = [...screen.queryAllByRole("textbox"), ...screen.queryAllByRole("button", { name: "Keep" })];
    const press = createEvent.keyDown(control!, { key: "Escape" });
    fireEvent(control!, press);
    expect([leave.mock.calls.length, press.defaultPrevented]).toEqual([1, true]);
  });

  it("is read in one place by forms, and elsewhere by the parts that use it up themselves", () => {
    const folder = join(import.meta.dirname, "../../src/components");
    const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) => /\.tsx?$/.test(file));
    const readers = files.filter((file) => readFileSync(join(folder, file), "utf8").includes('"Escape"'));
    expect(readers.toSorted()).toEqual([
      "chat-composer/use-suggestions.ts",
      "is-escape.ts",
      "menu.tsx",
      "message-timeline/use-roving-focus.ts",
      "queue-panel/use-drag-order.ts",
    ]);
  });
});
