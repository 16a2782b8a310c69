import { act, cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import type { ReactNode } from "react";
import { RenameForm } from "../../src/components/session-list/rename-form.js";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import {
  AutomationList,
  hasUnsavedChanges,
  ScheduledTaskFormView,
  ScheduledTaskList,
  ServiceProvider,
} from "@service/react";
import { ApiKeyForm } from "../../src/components/api-keys/api-key-form.js";
import { SecretForm } from "../../src/components/automations/secret-form.js";
import { SourceForm } from "../../src/components/automations/source-form.js";
import { TestForm } from "../../src/components/automations/test-form.js";
import { TriggerForm } from "../../src/components/automations/trigger-form.js";
import { GoalForm } from "../../src/components/goal-banner/goal-form.js";
import type { ShownGoal } from "../../src/components/goal-banner/shown-goal.js";
import { englishPanels } from "../../src/strings/english-panels.js";
import { german } from "../../src/strings/de/german.js";
import { source } from "../../stories/automation-fixtures.js";
import { task } from "../../stories/schedule-fixtures.js";
import { chooseAction } from "./choose-action.js";
import { ana, chatWorld } from "../chat/chat-world.js";

const save = async () => ({}) as never;
const nothing = () => undefined;
const github = source(1, "Shop repository");
const goal = { text: "Sort the parcels", status: "active", objectiveRevision: 1 } as ShownGoal;
const forms: Readonly<Record<string, (onCancel: () => void) => ReactNode>> = {
  "a task": (onCancel) => (
    <ScheduledTaskFormView task={task(1, "Report")} onSave={save} onPreview={async () => []} onCancel={onCancel} />
  ),
  "a source": (onCancel) => <SourceForm owners={["user"]} onCreate={save} onCreated={nothing} onCancel={onCancel} />,
  "a secret": (onCancel) => <SecretForm source={github} onChange={save} onChanged={nothing} onCancel={onCancel} />,
  "a test event": (onCancel) => (
    <TestForm source={github} type="push" onSend={save} onSent={nothing} onCancel={onCancel} />
  ),
  "a trigger": (onCancel) => (
    <TriggerForm adapterId="github.v1" trigger={null} onSave={save} onSaved={nothing} onCancel={onCancel} />
  ),
  "a goal": (onCancel) => <GoalForm goal={goal} onSave={save} onLeave={onCancel} />,
  "an API key": (onCancel) => <ApiKeyForm onCreate={save} onCreated={nothing} onCancel={onCancel} />,
};

const question = () => screen.queryByRole("group", { name: "Discard your changes?" });
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));

describe.each(Object.entries(forms))("Escape in the form of %s", (_name, form) => {
  const open = async () => {
    const cancel = vi.fn<() => void>();
    const { container } = render(form(cancel));
    await screen.findByRole("button", { name: "Cancel" });
    const field = container.querySelector<HTMLInputElement>("input.sv-input, textarea.sv-input")!;
    field.focus();
    return { cancel, field, escape: (from: Element = field) => fireEvent.keyDown(from, { key: "Escape" }) };
  };

  it("asks before changed words are lost", async () => {
    const { cancel, field, escape } = await open();
    fireEvent.change(field, { target: { value: "typed" } });
    escape();
    expect(question()).not.toBeNull();
    expect(document.activeElement).toHaveAccessibleName("Keep editing");
    expect(cancel).not.toHaveBeenCalled();
    escape(document.activeElement!);
    expect([question(), document.activeElement, field.value]).toEqual([null, field, "typed"]);
    escape();
    press("Keep editing");
    expect([question(), document.activeElement]).toEqual([null, field]);
    escape();
    press("Discard");
    expect(cancel).toHaveBeenCalledTimes(1);
  });

  it("asks nothing where no words were changed", async () => {
    const { cancel, escape } = await open();
    escape();
    expect([question(), cancel.mock.calls.length]).toEqual([null, 1]);
  });

  it("is not needed for the browser to ask before the page unloads, while words are changed", async () => {
    const { field } = await open();
    const goes = () => window.dispatchEvent(new Event("beforeunload", { cancelable: true }));
    expect(goes()).toBe(true);
    fireEvent.change(field, { target: { value: "typed" } });
    expect(goes()).toBe(false);
    press("Cancel");
    press("Discard");
    cleanup();
    expect(goes()).toBe(true);
  });

  it("is not needed for a router to see that words are changed", async () => {
    expect(hasUnsavedChanges()).toBe(false);
    const { field } = await open();
    field.focus();
    expect(hasUnsavedChanges()).toBe(false);
    fireEvent.change(field, { target: { value: "typed" } });
    expect(hasUnsavedChanges()).toBe(true);
    cleanup();
    expect(hasUnsavedChanges()).toBe(false);
  });

  it("is as the button that cancels", async () => {
    const { cancel, field } = await open();
    press("Cancel");
    expect([question(), cancel.mock.calls.length]).toEqual([null, 1]);
    fireEvent.change(field, { target: { value: "typed" } });
    press("Cancel");
    expect(document.activeElement).toHaveAccessibleName("Keep editing");
    press("Keep editing");
    expect([question(), field.value]).toEqual([null, "typed"]);
    press("Cancel");
    press("Discard");
    expect(cancel).toHaveBeenCalledTimes(2);
  });
});

it("lets the page close without a question where the host wants none", async () => {
  const form = (asks: boolean) => (
    <ServiceProvider identity={ana} fetch={() => new Promise(() => undefined)} askBeforeUnload={asks}>
      <GoalForm goal={goal} onSave={save} onLeave={nothing} />
    </ServiceProvider>
  );
  const { container, rerender } = render(form(false));
  const closes = () => window.dispatchEvent(new Event("beforeunload", { cancelable: true }));
  fireEvent.change(container.querySelector("textarea.sv-input")!, { target: { value: "typed" } });
  expect([closes(), hasUnsavedChanges()]).toEqual([true, true]);
  rerender(form(true));
  expect(closes()).toBe(false);
});

it("has the question in German", () => {
  expect(Object.keys(german.form)).toEqual(Object.keys(englishPanels.form));
  expect(german.form.discardQuestion).toBe("Änderungen verwerfen?");
});

it("saves from a field while it asks, and not from the question", async () => {
  const onSave = vi.fn(save);
  render(
    <ScheduledTaskFormView task={task(1, "Report")} onSave={onSave} onPreview={async () => []} onCancel={nothing} />,
  );
  const field = screen.getByLabelText("Name");
  fireEvent.change(field, { target: { value: "typed" } });
  fireEvent.keyDown(field, { key: "Escape" });
  fireEvent.keyDown(screen.getByRole("button", { name: "Discard" }), { key: "Enter", ctrlKey: true });
  expect(onSave).not.toHaveBeenCalled();
  await act(async () => fireEvent.keyDown(field, { key: "Enter", ctrlKey: true }));
  expect([onSave.mock.calls.length, question()]).toEqual([1, null]);
  fireEvent.keyDown(field, { key: "Escape" });
  // Saved words are not lost.
  expect([question(), hasUnsavedChanges()]).toEqual([null, false]);
});

describe("another form of a list, opened while words of one are unsaved", () => {
  async function openList(list: ReactNode, hold?: Promise<void>) {
    const world = await chatWorld({ scheduledTasks: true, automations: true }, { secretsKey: "07".repeat(32) });
    onTestFinished(() => world.close());
    const fetch: typeof globalThis.fetch = async (input, init) => {
      const answer = await world.fetch(input, init);
      if (init?.method === "PATCH") await hold;
      return answer;
    };
    render(
      <ServiceProvider identity={ana} fetch={fetch}>
        {list}
      </ServiceProvider>,
    );
  }
  const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });

  async function openTasks(hold?: Promise<void>) {
    await openList(<ScheduledTaskList />, hold);
    for (const name of ["Report", "Digest"]) {
      fireEvent.click(await screen.findByRole("button", { name: "New task" }));
      type("Name", name);
      type("What should the agent do?", `/say ${name}`);
      press("Create task");
      await screen.findByRole("button", { name: `More actions for ${name}` });
    }
  }

  it("asks, and opens it once they are discarded", async () => {
    await openTasks();
    await chooseAction(screen, "Report", "Edit");
    await chooseAction(screen, "Digest", "Edit");
    // Nothing was changed.
    expect([question(), screen.getByLabelText<HTMLInputElement>("Name").value]).toEqual([null, "Digest"]);
    type("What should the agent do?", "Written with care");
    await chooseAction(screen, "Report", "Edit");
    expect(document.activeElement).toHaveAccessibleName("Keep editing");
    press("Keep editing");
    expect(document.activeElement).toBe(screen.getByLabelText("Name"));
    expect(screen.getByLabelText("What should the agent do?")).toHaveValue("Written with care");
    press("New task");
    expect(document.activeElement).toHaveAccessibleName("Keep editing");
    await chooseAction(screen, "Report", "Edit");
    expect(document.activeElement).toHaveAccessibleName("Keep editing");
    press("Discard");
    expect(screen.getByLabelText("Name")).toHaveValue("Report");
    expect(document.activeElement).toBe(screen.getByLabelText("Name"));
  });

  it("leaves a form that is being saved in its place, with the focus", async () => {
    let release = () => {};
    await openTasks(new Promise<void>((done) => (release = done)));
    await chooseAction(screen, "Report", "Edit");
    type("Name", "Summary");
    press("Save");
    await chooseAction(screen, "Digest", "Edit");
    expect(document.activeElement).toBe(screen.getByLabelText("Name"));
    expect(screen.getByLabelText("Name")).toHaveValue("Summary");
    release();
    await screen.findByRole("button", { name: "More actions for Summary" });
    await chooseAction(screen, "Digest", "Edit");
    expect(screen.getByLabelText("Name")).toHaveValue("Digest");
  });

  it("asks in automations, too", async () => {
    await openList(<AutomationList />);
    for (const name of ["Shop", "Desk"]) {
      fireEvent.click(await screen.findByRole("button", { name: "New source" }));
      type("Name", name);
      press("Create source");
      const setup = await screen.findByRole("group", { name: `Set up ${name}` });
      fireEvent.click(within(setup).getByRole("button", { name: "Done" }));
    }
    await screen.findByRole("button", { name: "Add trigger: Desk" });
    fireEvent.click(await screen.findByRole("button", { name: "Add trigger: Shop" }));
    type("What should the agent do?", "Written with care");
    const others: readonly (() => unknown)[] = [
      () => press("Add trigger: Desk"),
      () => press("New source"),
      () => chooseAction(screen, "Desk", "Send test event"),
      () => chooseAction(screen, "Shop", "Change secret"),
    ];
    for (const open of others) {
      await open();
      expect(question()).not.toBeNull();
      press("Keep editing");
      expect(screen.getByLabelText("What should the agent do?")).toHaveValue("Written with care");
    }
    press("Add trigger: Desk");
    press("Discard");
    await waitFor(() => expect(screen.getByLabelText("What should the agent do?")).toHaveValue(""));
  });
});

describe("the name of a conversation that is being changed", () => {
  const closes = () => !window.dispatchEvent(new Event("beforeunload", { cancelable: true }));

  it("is asked about before the page is closed, while it is changed and not saved", () => {
    const leave = vi.fn<() => void>();
    const { unmount } = render(<RenameForm title="Offsite" onSave={save} onLeave={leave} />);
    const field = screen.getByRole("textbox");
    expect(closes()).toBe(false);
    fireEvent.change(field, { target: { value: "Offsite in May" } });
    expect(closes()).toBe(true);
    expect(hasUnsavedChanges()).toBe(false);
    fireEvent.change(field, { target: { value: "Offsite" } });
    expect(closes()).toBe(false);
    fireEvent.change(field, { target: { value: "Offsite in May" } });
    fireEvent.keyDown(field, { key: "Escape" });
    expect(leave).toHaveBeenCalledOnce();
    unmount();
    expect(closes()).toBe(false);
  });
});
