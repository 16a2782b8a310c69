import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactNode } from "react";
import { expect, it } from "vitest";
import { SecretForm } from "../../src/components/automations/secret-form.js";
import { SourceForm } from "../../src/components/automations/source-form.js";
import { TestForm } from "../../src/components/automations/test-form.js";
import { TriggerForm } from "../../src/components/automations/trigger-form.js";
import { ScheduledTaskFormView } from "../../src/components/scheduled-tasks/scheduled-task-form-view.js";
import { ServiceApiError } from "../../src/wire/protocol/api-error.js";
import { source, trigger } from "../../stories/automation-fixtures.js";
import { task } from "../../stories/schedule-fixtures.js";

const tooLong = "This took too long. Try again.";
const lost = async () => {
  throw new ServiceApiError(tooLong, { status: 0, code: "request_timeout", outcomeUnknown: true });
};
const refused = async () => {
  throw new ServiceApiError("There are too many.", { status: 422, code: "limit_reached" });
};
const github = source(1, "Shop repository");
const ends = { onCancel: () => undefined };
const again = /^We couldn't confirm .* was saved\. You can safely save it again\.$/;
const look = /^We couldn't confirm .* was saved\. Check the list before you save it again\.$/;

type Save = () => Promise<never>;
const trigger1 = trigger(1, "Review");
const forms: readonly (readonly [string, (save: Save) => ReactNode, string, RegExp])[] = [
  [
    "a new source",
    (save) => <SourceForm owners={["user"]} onCreate={save} onCreated={() => undefined} {...ends} />,
    "Create source",
    look,
  ],
  [
    "a secret",
    (save) => <SecretForm source={github} onChange={save} onChanged={() => undefined} {...ends} />,
    "Change secret",
    again,
  ],
  [
    "a trigger",
    (save) => (
      <TriggerForm adapterId="github.v1" trigger={trigger1} onSave={save} onSaved={() => undefined} {...ends} />
    ),
    "Save",
    again,
  ],
  [
    "a test event",
    (save) => <TestForm source={github} type="push" onSend={save} onSent={() => undefined} {...ends} />,
    "Send",
    /^We couldn't confirm the event was sent\. Check the deliveries before you send it again\.$/,
  ],
  [
    "a task",
    (save) => <ScheduledTaskFormView task={task(1, "Report")} onSave={save} onPreview={async () => []} {...ends} />,
    "Save",
    again,
  ],
];

it.each(forms)(
  "does not report %s as refused when the outcome of its save is unknown",
  async (_, form, button, words) => {
    render(form(lost));
    const name = screen.queryByRole("textbox", { name: "Name" });
    if (name) await userEvent.type(name, "Shop");
    await userEvent.click(await screen.findByRole("button", { name: button }));
    expect((await screen.findByRole("alert")).textContent).toMatch(words);
  },
);

it.each(forms)("reports %s as refused with the reason", async (_, form, button) => {
  render(form(refused));
  const name = screen.queryByRole("textbox", { name: "Name" });
  if (name) await userEvent.type(name, "Shop");
  await userEvent.click(await screen.findByRole("button", { name: button }));
  expect(await screen.findByRole("alert")).toHaveTextContent("There are too many.");
});
