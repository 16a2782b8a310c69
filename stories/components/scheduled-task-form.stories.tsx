import { ScheduledTaskFormView, type ScheduledTaskFormViewProps as Props } from "@service/react";
import type { Meta, StoryObj } from "@storybook/react-vite";
import { press } from "../begin.js";
import { expect, fn, userEvent, within } from "storybook/test";
import { inDays, task, zone } from "../schedule-fixtures.js";

const isWeekday = (time: string) => new Date(time).getUTCDay() % 6 !== 0;
/** 9:00 in Berlin, from Monday to Friday. */
const times: readonly string[] = [1, 2, 3, 4, 5, 6, 7].map((day) => inDays(day)).filter(isWeekday);
/** 9:00 in the zone of the stories' browser, every day. */
const daily: readonly string[] = [1, 2, 3, 4, 5].map((day) => inDays(day, 9));
const each90Minutes: readonly string[] = [0, 1, 2, 3, 4].map((count) =>
  new Date(Date.parse(inDays(1, 9)) + count * 5_400_000).toISOString(),
);
const days = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];
const saved = task(1, "Morning summary");

const meta = {
  title: "Panels/ScheduledTaskForm",
  component: ScheduledTaskFormView,
  decorators: [
    (Story) => (
      <div style={{ maxInlineSize: "40rem" }}>
        <Story />
      </div>
    ),
  ],
  // The short names of days are the browser's own.
  parameters: { data: [zone, ...days, ...days.map((day) => day.slice(0, 3))] },
  args: {
    onSave: fn<Props["onSave"]>(async () => saved),
    onPreview: async () => times,
    onSaved: fn(),
    onCancel: fn(),
  },
} satisfies Meta<typeof ScheduledTaskFormView>;
export default meta;
type Story = StoryObj<typeof meta>;

export const NewTask: Story = { args: { onPreview: async () => daily } };
/** Admins choose the owner. */
export const NewTaskForAdmins: Story = { args: { onPreview: async () => daily, owners: ["user", "workspace"] } };
export const EditTask: Story = { args: { task: saved } };
/** Its time zone is not the reader's. */
export const OtherTimeZone: Story = {
  args: {
    task: task(1, "Morning summary", { schedule: { type: "calendar", timeZone: "Asia/Tokyo", hour: 9, minute: 0 } }),
  },
  play: async ({ canvas }) => {
    await canvas.findByText("Next runs in your time zone");
  },
};
export const AtAnInterval: Story = {
  args: {
    task: task(2, "Import prices", { schedule: { type: "interval", everySeconds: 5_400 } }),
    onPreview: async () => each90Minutes,
  },
};
export const RunsOnce: Story = {
  args: {
    task: task(3, "Year-end report", { schedule: { type: "once", runAt: "2026-12-31T15:00", timeZone: zone } }),
    onPreview: async () => [new Date("2026-12-31T15:00").toISOString()],
  },
};
export const RunsOnDemand: Story = { args: { task: task(4, "Stock check", { schedule: { type: "manual" } }) } };
export const NextRunsLoading: Story = { args: { task: saved, onPreview: () => new Promise(() => undefined) } };
export const TimeAlreadyPassed: Story = { ...RunsOnce, args: { ...RunsOnce.args, onPreview: async () => [] } };

/** Missing fields are marked, and the first one gets the focus. */
export const FieldsMissing: Story = {
  parameters: { begin: press("Create task") },
  play: async ({ canvasElement, args }) => {
    const canvas = within(canvasElement);
    await userEvent.click(await canvas.findByRole("button", { name: "Create task" }));
    await expect(canvas.getByRole("textbox", { name: "Name" })).toHaveFocus();
    await expect(args.onSave).not.toHaveBeenCalled();
  },
};

/** The service rejects a field. The message is at that field. */
export const TimeZoneRefused: Story = {
  parameters: { begin: press("Save") },
  args: {
    task: saved,
    onSave: fn<Props["onSave"]>(async () => {
      throw Object.assign(new Error("Refused."), { details: { field: "schedule.timeZone" } });
    }),
  },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await userEvent.click(await canvas.findByRole("button", { name: "Save" }));
    await expect(await canvas.findByRole("combobox", { name: "Time zone" })).toHaveFocus();
  },
};

export const SavingFailed: Story = {
  parameters: { begin: press("Save") },
  args: {
    task: saved,
    onSave: fn<Props["onSave"]>(async () => {
      throw new Error("We couldn't reach the server. Try again.");
    }),
  },
  play: async ({ canvasElement }) => {
    await userEvent.click(await within(canvasElement).findByRole("button", { name: "Save" }));
    await within(canvasElement).findByRole("alert");
  },
};

/** While it is saved, its fields are read-only. */
export const SavingTask: Story = {
  parameters: { begin: press("Save") },
  args: { task: saved, onSave: fn<Props["onSave"]>(() => new Promise(() => undefined)) },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await userEvent.click(await canvas.findByRole("button", { name: "Save" }));
    await canvas.findByRole("button", { name: "Saving…" });
    const time = canvas.getByRole<HTMLSelectElement>("combobox", { name: "When" });
    await userEvent.selectOptions(time, "manual");
    await userEvent.click(canvas.getByRole("checkbox", { name: "Monday" }));
    await userEvent.type(canvas.getByRole("textbox", { name: "Name" }), "more");
    await expect([time.value, canvas.getByRole<HTMLInputElement>("textbox", { name: "Name" }).value]).toEqual([
      "calendar",
      saved.name,
    ]);
    await expect(canvas.getByRole("checkbox", { name: "Monday" })).toBeChecked();
  },
};

/** Escape asks before changed words are lost. */
export const DiscardQuestion: Story = {
  parameters: { docs: { story: { inline: false, height: "46rem" } } },
  args: { task: saved },
  play: async ({ canvasElement, args }) => {
    const canvas = within(canvasElement);
    await userEvent.type(await canvas.findByRole("textbox", { name: "Name" }), " of the week");
    await userEvent.keyboard("{Escape}");
    await expect(await canvas.findByRole("button", { name: "Keep editing" })).toHaveFocus();
    await expect(args.onCancel).not.toHaveBeenCalled();
  },
};

export const Dark: Story = { ...NewTask, globals: { theme: "dark" } };
export const PhoneRightToLeft: Story = { ...NewTask, globals: { width: "360", direction: "rtl" } };
