import { AutomationListView } from "@service/react";
import type { Meta, StoryObj } from "@storybook/react-vite";
import { inOrder, press, write } from "../begin.js";
import { expect, fn, userEvent, within } from "storybook/test";
import { SecretForm } from "../../src/components/automations/secret-form.js";
import { SourceForm } from "../../src/components/automations/source-form.js";
import { TestForm } from "../../src/components/automations/test-form.js";
import { TriggerForm, type TriggerFormProps } from "../../src/components/automations/trigger-form.js";
import { addresses, source, trigger, webhookBaseUrl } from "../automation-fixtures.js";

const github = source(1, "Shop repository");
const review = trigger(1, "Review pull requests");
const answer = { accepted: true, duplicate: false, eventId: "d1", ignoredReason: null, runIds: ["r1"] };
const refuse = (field?: string) => async () => {
  throw Object.assign(new Error("We couldn't reach the server. Try again."), { details: { field } });
};
const lose = async () => {
  throw Object.assign(new Error("This took too long. Try again."), { outcomeUnknown: true });
};
const ends = { onCancel: fn() };

/** The forms of `AutomationList`, each at its place. */
const meta = {
  title: "Panels/AutomationList/Forms",
  component: AutomationListView,
  decorators: [
    (Story) => (
      <div style={{ maxInlineSize: "44rem" }}>
        <Story />
      </div>
    ),
  ],
  parameters: { data: [...addresses, JSON.stringify(github), JSON.stringify(review)] },
  args: { sources: [github], triggers: [review], webhookBaseUrl, onAdd: fn(), onAddTrigger: fn(), onEditTrigger: fn() },
} satisfies Meta<typeof AutomationListView>;
export default meta;
type Story = StoryObj<typeof meta>;

export const NewSourceForm: Story = {
  args: {
    sources: [],
    triggers: [],
    form: <SourceForm owners={["user"]} onCreate={async () => github} onCreated={fn()} {...ends} />,
  },
};
/** Admins choose the owner. */
export const NewSourceFormForAdmins: Story = {
  args: {
    ...NewSourceForm.args,
    form: <SourceForm owners={["user", "workspace"]} onCreate={async () => github} onCreated={fn()} {...ends} />,
  },
};
/** Missing fields are marked, and the first one gets the focus. */
export const NewSourceFieldsMissing: Story = {
  ...NewSourceForm,
  parameters: { begin: press("Create source") },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await userEvent.type(canvas.getByLabelText("Secret"), "short");
    await userEvent.click(canvas.getByRole("button", { name: "Create source" }));
    await expect(canvas.getByRole("textbox", { name: "Name" })).toHaveFocus();
    await expect(canvas.getByText(/at least 16 characters, in the form/)).toBeVisible();
  },
};
export const NewSourceNotSaved: Story = {
  args: {
    ...NewSourceForm.args,
    form: <SourceForm owners={["user"]} onCreate={refuse()} onCreated={fn()} {...ends} />,
  },
  parameters: { begin: inOrder(write("Name", "Shop repository"), press("Create source")), data: ["Shop repository"] },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await expect(await canvas.findByRole("alert")).toBeVisible();
  },
};
/** It is unknown whether the source was created, such as after a lost connection. */
export const NewSourceResultUnknown: Story = {
  ...NewSourceNotSaved,
  args: {
    ...NewSourceForm.args,
    form: <SourceForm owners={["user"]} onCreate={lose} onCreated={fn()} {...ends} />,
  },
};
export const ChangeSecretForm: Story = {
  args: {
    formSourceId: "s1",
    form: <SecretForm source={github} onChange={async () => github} onChanged={fn()} {...ends} />,
  },
};
export const NewTriggerForm: Story = {
  args: {
    formSourceId: "s1",
    form: (
      <TriggerForm adapterId={github.adapterId} trigger={null} onSave={async () => review} onSaved={fn()} {...ends} />
    ),
  },
};
/** The form replaces the trigger. */
export const EditTriggerForm: Story = {
  args: {
    formSourceId: "s1",
    formTriggerId: "t1",
    form: (
      <TriggerForm adapterId={github.adapterId} trigger={review} onSave={async () => review} onSaved={fn()} {...ends} />
    ),
  },
};
export const TriggerFieldsMissing: Story = {
  ...NewTriggerForm,
  parameters: { begin: press("Save") },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await userEvent.click(canvas.getByRole("button", { name: "Add condition" }));
    await expect(canvas.getByRole("textbox", { name: /^Field, such as/ })).toHaveFocus();
    await userEvent.click(canvas.getByRole("button", { name: "Save" }));
    await expect(canvas.getByRole("textbox", { name: "Name" })).toHaveFocus();
  },
};
/** The service rejects a field. The message is at that field. */
export const TriggerFieldRefused: Story = {
  args: {
    formSourceId: "s1",
    formTriggerId: "t1",
    form: (
      <TriggerForm
        adapterId={github.adapterId}
        trigger={review}
        onSave={refuse("eventTypes.0")}
        onSaved={fn()}
        {...ends}
      />
    ),
  },
  parameters: { begin: press("Save") },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await userEvent.click(canvas.getByRole("button", { name: "Save" }));
    await expect(await canvas.findByText(/without spaces\.$/)).toBeVisible();
  },
};
const renamed = trigger(1, "Review all pull requests", { revision: review.revision + 1, status: "paused" });
/** Another person changed the trigger during editing. The form shows the newer version. */
export const TriggerChangedWhileEditing: Story = {
  args: {
    formSourceId: "s1",
    formTriggerId: "t1",
    form: (
      <TriggerForm
        adapterId={github.adapterId}
        trigger={review}
        newest={renamed}
        onSave={refuse()}
        onSaved={fn()}
        {...ends}
      />
    ),
  },
  parameters: { data: [...meta.parameters.data, JSON.stringify(renamed)] },
};
const onSaveOfOutdated = fn<TriggerFormProps["onSave"]>(async (_fields, based) => {
  if (based?.revision === renamed.revision) return renamed;
  throw Object.assign(new Error("This changed in the meantime. Check it and try again."), { status: 409 });
});
/** Saving failed because another person had saved a newer version. */
export const TriggerSaveConflict: Story = {
  args: {
    formSourceId: "s1",
    formTriggerId: "t1",
    form: (
      <TriggerForm
        adapterId={github.adapterId}
        trigger={review}
        newest={renamed}
        onSave={onSaveOfOutdated}
        onSaved={fn()}
        {...ends}
      />
    ),
  },
  parameters: { ...TriggerChangedWhileEditing.parameters, begin: press("Save") },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await expect(await canvas.findByRole("alert")).toBeVisible();
  },
};
/** Saving again replaces the newer version. */
export const TriggerSaveConflictResolved: Story = {
  ...TriggerSaveConflict,
  // A walk through the form: its end looks like a saved one.
  tags: ["!autodocs"],
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await expect(await canvas.findByRole("alert")).toBeVisible();
    await userEvent.click(canvas.getByRole("button", { name: "Save" }));
    await expect(onSaveOfOutdated.mock.lastCall?.[1]).toEqual(renamed);
  },
};
export const TestEventForm: Story = {
  args: {
    formSourceId: "s1",
    form: <TestForm source={github} type="pull_request.opened" onSend={async () => answer} onSent={fn()} {...ends} />,
  },
};
export const TestEventFailed: Story = {
  args: {
    formSourceId: "s1",
    form: <TestForm source={github} type="pull_request.opened" onSend={refuse()} onSent={fn()} {...ends} />,
  },
  parameters: { begin: press("Send") },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await userEvent.click(canvas.getByRole("button", { name: "Send" }));
    await expect(await canvas.findByRole("alert")).toBeVisible();
  },
};

export const Dark: Story = { ...NewTriggerForm, globals: { theme: "dark" } };
export const PhoneRightToLeft: Story = { ...NewTriggerForm, globals: { width: "360", direction: "rtl" } };
