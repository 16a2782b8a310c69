import { act, fireEvent, render, screen, within } from "@testing-library/react";
import { useState, type ReactNode } from "react";
import { describe, expect, it, vi } from "vitest";
import { GoalBannerView, ScheduledTaskFormView, SessionListView } from "@service/react";
import { ApiKeyForm } from "../../src/components/api-keys/api-key-form.js";
import { SecretForm } from "../../src/components/automations/secret-form.js";
import { SourceForm } from "../../src/components/automations/source-form.js";
import { TestForm } from "../../src/components/automations/test-form.js";
import { TriggerForm } from "../../src/components/automations/trigger-form.js";
import { GoalForm } from "../../src/components/goal-banner/goal-form.js";
import { RenameForm } from "../../src/components/session-list/rename-form.js";
import { german } from "../../src/strings/de/german.js";
import { source, trigger } from "../../stories/automation-fixtures.js";
import { task } from "../../stories/schedule-fixtures.js";

/** A save that the test ends. */
function slowSave() {
  let resolve: (value: never) => void = () => {};
  let reject: (error: Error) => void = () => {};
  const save = vi.fn(
    () =>
      new Promise<never>((done, fail) => {
        resolve = done;
        reject = fail;
      }),
  );
  const end = (value: unknown = {}) => act(async () => resolve(value as never));
  return { save, end, refuse: () => act(async () => reject(new Error("Refused."))) };
}

type Save = () => Promise<never>;
type End = () => void;
const github = source(1, "Shop repository");
const condition = { path: "a.b", equals: "text" };
const goal = { text: "Close the books", successCriteria: null, status: "active", objectiveRevision: 1 } as never;
const cancel = () => undefined;

const forms: Readonly<Record<string, readonly [button: string, form: (save: Save, end: End) => ReactNode]>> = {
  "a task": [
    "Save",
    (save, end) => (
      <ScheduledTaskFormView
        task={task(1, "Report")}
        onSave={save}
        onSaved={end}
        onPreview={async () => []}
        onCancel={cancel}
      />
    ),
  ],
  "a new source": [
    "Create source",
    (save, end) => (
      <SourceForm owners={["user", "workspace"]} onCreate={save} onCreated={cancel} onSaved={end} onCancel={cancel} />
    ),
  ],
  "a secret": [
    "Change secret",
    (save, end) => <SecretForm source={github} onChange={save} onChanged={cancel} onSaved={end} onCancel={cancel} />,
  ],
  "a test event": [
    "Send",
    (save, end) => <TestForm source={github} type="push" onSend={save} onSent={end} onCancel={cancel} />,
  ],
  "a trigger": [
    "Save",
    (save, end) => (
      <TriggerForm
        adapterId="github.v1"
        trigger={trigger(1, "Review", { configuration: { conditions: [condition] } })}
        onSave={save}
        onSaved={end}
        onCancel={cancel}
      />
    ),
  ],
  "an API key": ["Create key", (save, end) => <ApiKeyForm onCreate={save} onCreated={end} onCancel={cancel} />],
  "a goal": ["Save", (save, end) => <GoalForm goal={goal} onSave={save} onLeave={end} />],
  "a session's name": ["Save", (save, end) => <RenameForm title="May invoices" onSave={save} onLeave={end} />],
};

const controls = (form: HTMLElement) => [
  ...form.querySelectorAll<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>("input, textarea, select"),
];
const isText = (control: Element) => control.matches("textarea, input:not([type=checkbox], [type=radio])");
const valueOf = (control: ReturnType<typeof controls>[number]) =>
  control instanceof HTMLInputElement && !isText(control) ? control.checked : control.value;

async function openForm([button, form]: (typeof forms)[string], save: Save, end: End) {
  const view = render(form(save, end));
  const submit = await screen.findByRole("button", { name: button });
  const shown = submit.closest("form")!;
  const [first] = controls(shown).filter((control) => isText(control));
  fireEvent.change(first!, { target: { value: "Something-else-again" } });
  return { view, submit, form: shown, first: first! };
}

describe.each(Object.entries(forms))("while it saves, the form of %s", (_name, form) => {
  it("takes no more words and no other choice, and keeps the focus", async () => {
    const { save, refuse } = slowSave();
    const { submit, form: shown, first } = await openForm(form, save, cancel);
    first.focus();
    fireEvent.click(submit);
    expect(save).toHaveBeenCalledTimes(1);
    expect(shown).toHaveAttribute("aria-busy", "true");
    expect(document.activeElement).toBe(first);
    const before = controls(shown).map(valueOf);
    for (const control of controls(shown)) {
      expect(isText(control) ? control.hasAttribute("readonly") : control.ariaDisabled).toBeTruthy();
      if (control instanceof HTMLSelectElement) {
        fireEvent.change(control, { target: { value: [...control.options].at(-1)?.value } });
      } else if (!isText(control)) fireEvent.click(control);
    }
    for (const other of shown.querySelectorAll("button")) fireEvent.click(other);
    expect(controls(shown).map(valueOf)).toEqual(before);
    expect(save).toHaveBeenCalledTimes(1);
    await refuse();
    expect(shown).not.toHaveAttribute("aria-busy");
    for (const control of controls(shown).filter((one) => isText(one))) expect(control).not.toHaveAttribute("readonly");
    expect(first).toHaveValue("Something-else-again");
  });

  it("ends nothing else when it has gone before its save ended", async () => {
    const { save, end } = slowSave();
    const saved = vi.fn<End>();
    const { view, submit } = await openForm(form, save, saved);
    fireEvent.click(submit);
    view.unmount();
    await end();
    expect(saved).not.toHaveBeenCalled();
  });

  it.each<[string, () => Promise<never>]>([
    ["rejects with nothing", () => Promise.reject(undefined as never)],
    [
      "throws",
      () => {
        throw new Error("The host's fault.");
      },
    ],
  ])("can be saved again after a function that %s", async (_fault, fails) => {
    const save = vi.fn(fails);
    const { submit, form: shown } = await openForm(form, save, cancel);
    for (const times of [1, 2]) {
      await act(async () => fireEvent.click(submit));
      expect(save).toHaveBeenCalledTimes(times);
      expect(shown).not.toHaveAttribute("aria-busy");
    }
  });

  it("ends with its save", async () => {
    const { save, end } = slowSave();
    const saved = vi.fn<End>();
    const { submit } = await openForm(form, save, saved);
    fireEvent.click(submit);
    await end();
    expect(saved).toHaveBeenCalledTimes(1);
  });
});

it("leaves a form alone that took the place of one that was being saved", async () => {
  const { save, end } = slowSave();
  const [first, second] = [task(1, "Report"), task(2, "Digest")];
  function Host() {
    const [shown, setShown] = useState<typeof first | null>(first);
    return (
      <>
        <button type="button" onClick={() => setShown(second)}>
          Second
        </button>
        {shown && (
          <ScheduledTaskFormView
            key={shown.id}
            task={shown}
            onSave={save}
            onPreview={async () => []}
            onSaved={() => setShown(null)}
          />
        )}
      </>
    );
  }
  render(<Host />);
  fireEvent.click(await screen.findByRole("button", { name: "Save" }));
  fireEvent.click(screen.getByRole("button", { name: "Second" }));
  fireEvent.change(screen.getByLabelText("Name"), { target: { value: "Words of the second" } });
  await end();
  expect(screen.getByLabelText("Name")).toHaveValue("Words of the second");
});

describe("the name of a session", () => {
  const session = {
    sessionId: "s1",
    title: "May",
    firstMessage: "",
    status: "idle",
    updatedAt: "2026-05-12T09:30:00Z",
  };
  const open = async (onRename: never) => {
    render(<SessionListView sessions={[session as never]} onRename={onRename} />);
    fireEvent.click(screen.getByRole("button", { name: "More actions for May" }));
    fireEvent.click(screen.getByRole("menuitem", { name: "Rename" }));
    return screen.getByRole<HTMLInputElement>("textbox", { name: "New name for May" });
  };

  it("stays open at Escape and Cancel while it is saved, as a save can't be cancelled", async () => {
    const { save, end } = slowSave();
    const field = await open(save as never);
    fireEvent.change(field, { target: { value: "June" } });
    fireEvent.click(screen.getByRole("button", { name: "Save" }));
    fireEvent.keyDown(field, { key: "Escape" });
    fireEvent.click(screen.getByRole("button", { name: "Cancel" }));
    expect(field).toBeInTheDocument();
    await end();
    expect(screen.queryByRole("textbox", { name: "New name for May" })).toBeNull();
  });

  it("is marked as missing when it is blank, and nothing is sent", async () => {
    const save = vi.fn();
    const field = await open(save as never);
    fireEvent.change(field, { target: { value: "  " } });
    const row = within(field.closest("form")!);
    fireEvent.click(row.getByRole("button", { name: "Save" }));
    expect(field).toHaveAttribute("aria-invalid", "true");
    expect(field).toHaveAccessibleDescription("Enter a name.");
    expect(document.activeElement).toBe(field);
    expect(save).not.toHaveBeenCalled();
    expect(german.sessions.nameMissing).toBe("Geben Sie einen Namen ein.");
  });
});

it("keeps the words of a goal that is refused, to change and save them again", async () => {
  const { save, refuse } = slowSave();
  render(<GoalBannerView goal={goal} onEdit={save as never} />);
  fireEvent.click(screen.getByRole("button", { name: "Edit goal" }));
  const field = screen.getByRole("textbox", { name: "Goal" });
  fireEvent.change(field, { target: { value: "Ship it" } });
  fireEvent.click(screen.getByRole("button", { name: "Save" }));
  await refuse();
  fireEvent.change(field, { target: { value: "Ship it today" } });
  fireEvent.click(screen.getByRole("button", { name: "Save" }));
  expect(save).toHaveBeenCalledTimes(2);
});
