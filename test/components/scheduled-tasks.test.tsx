import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, afterEach, describe, expect, it, vi } from "vitest";
import { ScheduledTaskFormView, ScheduledTaskList, ServiceProvider } from "@service/react";
import type { Schedule, ScheduledTask } from "../../src/wire/protocol/schedules.js";
import { draftOf, inputOf, scheduleOf } from "../../src/components/scheduled-tasks/task-draft.js";
import { scheduleWords } from "../../src/components/scheduled-tasks/schedule-words.js";
import { germanSchedules } from "../../src/strings/de/schedules.js";
import { englishSchedules } from "../../src/strings/schedule-messages.js";
import { chooseAction } from "./choose-action.js";
import { ana, chatWorld, type ChatWorld } from "../chat/chat-world.js";

const zone = "Europe/Berlin";
const now = new Date(2026, 10, 28, 9, 30).getTime();

describe("typed text in a task's form", () => {
  const schedules = [
    { type: "manual" },
    { type: "interval", everySeconds: 5_400, startAt: undefined, endAt: undefined },
    { type: "once", runAt: "2026-12-31T15:00", timeZone: "America/New_York" },
    { type: "calendar", timeZone: zone, hour: 9, minute: 5, daysOfWeek: [1, 5] },
    { type: "calendar", timeZone: zone, hour: 23, minute: 0, daysOfWeek: null },
  ] as const;

  it.each(schedules)("represents the initial schedule: $type", (schedule) => {
    const task = { name: "a", schedule, agentConfig: { prompt: "b" } };
    expect(scheduleOf(draftOf(task, "UTC"), schedule)).toEqual(schedule);
  });

  it("shows an instant on the wall clock of its zone", () => {
    const schedule = { type: "once", runAt: "2026-07-01T12:00:00.000Z", timeZone: "America/New_York" } as const;
    expect(draftOf({ name: "a", schedule, agentConfig: { prompt: "b" } }, "UTC").dateTime).toBe("2026-07-01T08:00");
  });

  it("names every field that keeps it from being a task", () => {
    const empty = { ...draftOf(null, ""), time: "", days: [] };
    expect(inputOf(empty, null)).toEqual({ faults: ["name", "prompt", "time", "days", "zone"] });
    expect(inputOf({ ...empty, kind: "interval", every: "0.5" }, null)).toMatchObject({
      faults: ["name", "prompt", "every"],
    });
    expect(inputOf({ ...empty, kind: "once" }, null)).toMatchObject({ faults: ["name", "prompt", "dateTime"] });
  });

  it("keeps a schedule that the form can't write, unless it is changed", () => {
    const schedule = { type: "interval", everySeconds: 90, startAt: null, endAt: null } as const;
    const task = { name: "a", schedule, agentConfig: { prompt: "b" } };
    const draft = draftOf(task, "UTC");
    expect(inputOf({ ...draft, name: "c" }, task)).toMatchObject({ name: "c", schedule });
    expect(inputOf({ ...draft, every: "2.5" }, task)).toEqual({ faults: ["every"] });
  });

  it("keeps the model and the effort of the task that it edits", () => {
    const agentConfig = { prompt: "b", model: "m", reasoningEffort: "low", instructions: "x" };
    const task = { name: "a", schedule: { type: "manual" } as const, agentConfig };
    expect(inputOf(draftOf(task, "UTC"), task)).toMatchObject({
      agentConfig: { prompt: "b", model: "m", reasoningEffort: "low" },
    });
  });
});

it.each([
  [{ type: "manual" }, "Only when you run it"],
  [{ type: "interval", everySeconds: 3_600 }, "Every hour"],
  [{ type: "interval", everySeconds: 5_400 }, "Every 90 minutes"],
  [{ type: "interval", everySeconds: 172_800 }, "Every 2 days"],
  [{ type: "calendar", timeZone: zone, hour: 9, minute: 0 }, "Every day at 9:00 AM"],
  [{ type: "calendar", timeZone: "Asia/Tokyo", hour: 18, minute: 30 }, "Every day at 6:30 PM (Japan Standard Time)"],
  [{ type: "calendar", timeZone: zone, hour: 9, minute: 0, daysOfWeek: [5, 4, 3, 2, 1] }, "Every weekday at 9:00 AM"],
  [{ type: "calendar", timeZone: zone, hour: 9, minute: 0, daysOfWeek: [0, 1] }, "Every Monday and Sunday at 9:00 AM"],
  [{ type: "calendar", timeZone: "Europe/Paris", hour: 9, minute: 0 }, "Every day at 9:00 AM"],
  [{ type: "calendar", timeZone: "Mars/Olympus_Mons", hour: 9, minute: 0 }, "Every day at 9:00 AM (Mars/Olympus Mons)"],
  [{ type: "rrule" } as unknown as Schedule, "At other times"],
] as const)("describes %j in words", (schedule, words) => {
  expect(scheduleWords(schedule, englishSchedules, "en-US", now, zone).replace("\u202f", " ")).toBe(words);
});

it("names a zone whose clock changes on other days, although its usual name is the reader's", () => {
  const schedule = { type: "calendar", timeZone: "Africa/Cairo", hour: 9, minute: 0 } as const;
  const said = scheduleWords(schedule, englishSchedules, "en-US", now, "Europe/Athens");
  expect(said.replace("\u202f", " ")).toBe("Every day at 9:00 AM (Africa/Cairo)");
});

it("names such a zone by its current id", () => {
  const schedule = { type: "calendar", timeZone: "Europe/Kiev", hour: 9, minute: 0 } as const;
  const said = scheduleWords(schedule, englishSchedules, "en-US", now, "Africa/Cairo");
  expect(said.replace("\u202f", " ")).toBe("Every day at 9:00 AM (Europe/Kyiv)");
});

it.each([
  [englishSchedules, "en-US", "Every day at 9:00 AM (Central European Time)"],
  [germanSchedules, "de", "Täglich um 9:00 (Mitteleuropäische Zeit)"],
])("names another zone than the reader's in the reader's language", (strings, locale, words) => {
  const schedule = { type: "calendar", timeZone: zone, hour: 9, minute: 0 } as const;
  const said = scheduleWords(schedule, strings, locale, now, "America/New_York");
  expect(said.replace("\u202f", " ")).toBe(words);
});

describe("the form of a task", () => {
  it("shows the next times of the typed schedule before it is saved", async () => {
    const onPreview = vi.fn(async () => ["2046-12-01T08:00:00.000Z"]);
    render(<ScheduledTaskFormView onSave={vi.fn()} onPreview={onPreview} />);
    expect(await screen.findByText(/2046/)).not.toBeNull();
    fireEvent.change(screen.getByLabelText("Time"), { target: { value: "10:30" } });
    await waitFor(() =>
      expect(onPreview).toHaveBeenLastCalledWith(expect.objectContaining({ hour: 10, minute: 30 }), expect.anything()),
    );
  });

  it("names the reader's zone above the next times of a schedule in another one", async () => {
    const schedule = { type: "calendar", timeZone: "Pacific/Chatham", hour: 9, minute: 0 } as const;
    const task = { id: "t", name: "a", schedule, agentConfig: { prompt: "b" } } as unknown as ScheduledTask;
    const onPreview = async () => ["2046-12-01T08:00:00.000Z"];
    const { rerender } = render(<ScheduledTaskFormView task={task} onSave={vi.fn()} onPreview={onPreview} />);
    expect(await screen.findByText("Next runs in your time zone")).not.toBeNull();
    const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
    const own = { ...task, schedule: { ...schedule, timeZone } };
    rerender(<ScheduledTaskFormView key="other" task={own} onSave={vi.fn()} onPreview={onPreview} />);
    expect(await screen.findByText("Next runs")).not.toBeNull();
  });

  it("offers time zones by city with their offset and name, and keeps the id as the value", async () => {
    const schedule = { type: "calendar", timeZone: "America/Argentina/San_Juan", hour: 9, minute: 0 } as const;
    const task = { id: "t", name: "a", schedule, agentConfig: { prompt: "b" } } as unknown as ScheduledTask;
    render(<ScheduledTaskFormView task={task} onSave={vi.fn()} onPreview={async () => []} />);
    const field = screen.getByRole<HTMLSelectElement>("combobox", { name: "Time zone" });
    expect(field.value).toBe("America/Argentina/San_Juan");
    expect(field.selectedOptions[0]?.text).toBe(
      "San Juan, Argentina (\u2068GMT-3\u2069) · \u2068Argentina Standard Time\u2069",
    );
    // By their texts, as the roles of 400 options take seconds on a busy machine.
    const named = (text: RegExp) => [...field.options].find((option) => text.test(option.text));
    const berlin = /^Berlin \(\u2068GMT\+[12]\u2069\) · \u2068Central European Time\u2069$/;
    await waitFor(() => expect(named(berlin)).toHaveValue("Europe/Berlin"));
    expect(named(/^UTC \(\u2068GMT\+0\u2069\) · \u2068Coordinated Universal Time\u2069$/)).toHaveValue("UTC");
    const cities = [...field.options].map(({ text }) => text);
    const sorted = cities.toSorted((a, b) => a.localeCompare(b));
    expect(sorted.findIndex((text) => berlin.test(text))).toBe(cities.findIndex((text) => berlin.test(text)));
  });

  it("shows a zone once, by its current name, and keeps the outdated id of the browser or of the task", async () => {
    const shownFor = (timeZone: string) => {
      const schedule = { type: "calendar", timeZone, hour: 9, minute: 0 } as const;
      const task = { id: "t", name: "a", schedule, agentConfig: { prompt: "b" } } as unknown as ScheduledTask;
      const { unmount } = render(<ScheduledTaskFormView task={task} onSave={vi.fn()} onPreview={async () => []} />);
      const { options } = screen.getByRole<HTMLSelectElement>("combobox", { name: "Time zone" });
      const shown = [...options].filter(({ text }) => text.startsWith("Kolkata"));
      const around = shown.map(({ index }) => [options[index - 1]?.text ?? "", options[index + 1]?.text ?? ""]);
      const values = shown.map(({ value }) => value);
      unmount();
      return {
        values,
        isInOrder: around.every(([before = "", after = ""]) => before < "Kolkata" && after > "Kolkata"),
      };
    };
    expect(shownFor("Asia/Calcutta")).toEqual({ values: ["Asia/Calcutta"], isInOrder: true });
    expect(shownFor("Asia/Kolkata")).toEqual({ values: ["Asia/Kolkata"], isInOrder: true });
  });

  it("keeps a zone that the browser does not list, and the words of one that is unknown to it", () => {
    const schedule = { type: "calendar", timeZone: "Mars/Olympus_Mons", hour: 9, minute: 0 } as const;
    const task = { id: "t", name: "a", schedule, agentConfig: { prompt: "b" } } as unknown as ScheduledTask;
    render(<ScheduledTaskFormView task={task} onSave={vi.fn()} onPreview={async () => []} />);
    const field = screen.getByRole<HTMLSelectElement>("combobox", { name: "Time zone" });
    expect([field.value, field.selectedOptions[0]?.text]).toEqual(["Mars/Olympus_Mons", "Olympus Mons"]);
  });

  it("gives up with Escape and marks nothing before it is saved", () => {
    const onCancel = vi.fn();
    render(<ScheduledTaskFormView onSave={vi.fn()} onPreview={async () => []} onCancel={onCancel} />);
    const name = screen.getByLabelText("Name");
    expect([document.activeElement, name.getAttribute("aria-invalid")]).toEqual([name, null]);
    fireEvent.keyDown(name, { key: "Escape" });
    expect(onCancel).toHaveBeenCalledTimes(1);
  });

  it("stays until it is saved, as the end of a save would close the next form", () => {
    const onCancel = vi.fn();
    const task = { name: "a", schedule: { type: "manual" }, agentConfig: { prompt: "b" } } as unknown as ScheduledTask;
    const onSave = () => new Promise<ScheduledTask>(() => {});
    render(<ScheduledTaskFormView task={task} onSave={onSave} onPreview={async () => []} onCancel={onCancel} />);
    fireEvent.click(screen.getByRole("button", { name: "Save" }));
    fireEvent.keyDown(screen.getByLabelText("Name"), { key: "Escape" });
    fireEvent.click(screen.getByRole("button", { name: "Cancel" }));
    expect(onCancel).not.toHaveBeenCalled();
  });
});

describe("the list of tasks, on the real service", () => {
  let world: ChatWorld;
  beforeEach(async () => {
    world = await chatWorld({ scheduledTasks: true });
  });
  afterEach(() => world.close());

  it("takes a task from its form to a run with a link, a pause and its removal", async () => {
    render(
      <ServiceProvider identity={ana} fetch={world.fetch}>
        <ScheduledTaskList hrefOf={(id) => `#/${id}`} />
      </ServiceProvider>,
    );
    expect(await screen.findByText("No scheduled tasks yet")).not.toBeNull();
    fireEvent.click(screen.getByRole("button", { name: "New task" }));
    const form = await screen.findByRole("form", { name: "New scheduled task" });
    fireEvent.click(within(form).getByRole("button", { name: "Create task" }));
    expect(within(form).getByLabelText("Name").getAttribute("aria-invalid")).toBe("true");
    fireEvent.change(within(form).getByLabelText("Name"), { target: { value: "Report" } });
    fireEvent.change(within(form).getByLabelText("What should the agent do?"), { target: { value: "/say hi" } });
    const zones = within(form).getByLabelText("Time zone");
    fireEvent.change(zones, { target: { value: "Mars/Base" } });
    fireEvent.click(within(form).getByRole("button", { name: "Create task" }));
    const fault = await within(form).findByText("Choose a time zone from the list.");
    expect(fault.previousElementSibling?.getAttribute("data-icon")).toBe("alert");
    fireEvent.change(zones, { target: { value: zone } });
    fireEvent.click(within(form).getByRole("button", { name: "Create task" }));
    const row = await screen.findByRole("listitem");
    const spoken = (text: string) => screen.findByText(text, { selector: "output" });
    await spoken("Task created");
    expect(within(row).getByText(/^Every day at .*9/)).not.toBeNull();
    fireEvent.click(within(row).getByRole("button", { name: "Run now: Report" }));
    const link = await within(row).findByRole("link", { name: "Open the last conversation of Report" });
    expect(link.getAttribute("href")).toMatch(/^#\/[0-9a-f-]{36}$/);
    await spoken("Run started: Report");
    await chooseAction(within(row), "Report", "Pause");
    await spoken("Task paused: Report");
    expect(await within(row).findByText("Paused")).not.toBeNull();
    await waitFor(() => expect(row.getAttribute("aria-busy")).toBeNull());
    await chooseAction(within(row), "Report", "Delete");
    fireEvent.click(within(row).getByRole("button", { name: "Delete" }));
    expect(await screen.findByText("No scheduled tasks yet")).not.toBeNull();
    await spoken("Task deleted: Report");
  });

  it("leads the focus from a form back to the button that opened it", async () => {
    render(
      <ServiceProvider identity={ana} fetch={world.fetch}>
        <ScheduledTaskList />
      </ServiceProvider>,
    );
    const press = async (name: string) => {
      const button = await screen.findByRole("button", { name });
      button.focus();
      fireEvent.click(button);
    };
    const focused = (name: string) => waitFor(() => expect(document.activeElement).toHaveAccessibleName(name));
    for (const name of ["Report", "Digest"]) {
      await press("New task");
      fireEvent.change(screen.getByLabelText("Name"), { target: { value: name } });
      fireEvent.change(screen.getByLabelText("What should the agent do?"), { target: { value: "/say hi" } });
      await press("Create task");
      await focused("New task");
    }
    await chooseAction(screen, "Report", "Edit");
    await press("Cancel");
    await focused("More actions for Report");
    await chooseAction(screen, "Digest", "Edit");
    await focused("Name");
    fireEvent.keyDown(screen.getByLabelText("Name"), { key: "Escape" });
    await focused("More actions for Digest");
    await chooseAction(screen, "Digest", "Edit");
    fireEvent.change(screen.getByLabelText("Name"), { target: { value: "Summary" } });
    await press("Save");
    await focused("More actions for Summary");
  });

  it("keeps the words typed for a task that another window deletes, and shows why it isn't saved", async () => {
    const open = (label: string) => {
      render(
        <ServiceProvider identity={ana} fetch={world.fetch}>
          <ScheduledTaskList aria-label={label} />
        </ServiceProvider>,
      );
      return within(screen.getByRole("region", { name: label }));
    };
    const here = open("Here");
    const prompt = () => here.getByLabelText("What should the agent do?");
    for (const name of ["Report", "Digest"]) {
      fireEvent.click(await here.findByRole("button", { name: "New task" }));
      fireEvent.change(here.getByLabelText("Name"), { target: { value: name } });
      fireEvent.change(prompt(), { target: { value: "/say hi" } });
      fireEvent.click(here.getByRole("button", { name: "Create task" }));
      await here.findByRole("button", { name: `More actions for ${name}` });
    }
    const there = open("There");
    await chooseAction(here, "Report", "Edit");
    fireEvent.change(prompt(), { target: { value: "Written with care" } });
    await chooseAction(there, "Report", "Delete");
    fireEvent.click(there.getByRole("button", { name: "Delete" }));
    await waitFor(() => expect(there.queryByText("Report")).toBeNull());
    // An action in a list reads it again.
    await chooseAction(here, "Digest", "Pause");
    expect(await here.findByText("Paused")).not.toBeNull();
    expect(prompt()).toHaveValue("Written with care");
    fireEvent.click(here.getByRole("button", { name: "Save" }));
    expect(await here.findByText("Couldn't save the task. This doesn't exist or was removed.")).not.toBeNull();
    expect(here.queryByText(/^Task saved/)).toBeNull();
    expect(prompt()).toHaveValue("Written with care");
    fireEvent.click(here.getByRole("button", { name: "Cancel" }));
    fireEvent.click(here.getByRole("button", { name: "Discard" }));
    expect(here.getAllByRole("listitem")).toHaveLength(1);
  });

  it("lets an admin choose whose a task is, and whose are listed", async () => {
    await world.close();
    world = await chatWorld({ scheduledTasks: true, resolve: () => ({ ...ana, role: "admin" }) });
    render(
      <ServiceProvider identity={ana} fetch={world.fetch}>
        <ScheduledTaskList />
      </ServiceProvider>,
    );
    expect(await screen.findByText("No scheduled tasks yet")).not.toBeNull();
    expect(screen.queryByLabelText("Show")).toBeNull();
    const add = async (name: string, owner: string) => {
      fireEvent.click(screen.getByRole("button", { name: "New task" }));
      const form = await screen.findByRole("form", { name: "New scheduled task" });
      fireEvent.change(within(form).getByLabelText("Name"), { target: { value: name } });
      fireEvent.change(within(form).getByLabelText("What should the agent do?"), { target: { value: "/say hi" } });
      fireEvent.change(within(form).getByLabelText("Who can use it"), { target: { value: owner } });
      fireEvent.click(within(form).getByRole("button", { name: "Create task" }));
      await screen.findByRole("heading", { name });
    };
    await add("Mine", "user");
    await add("Ours", "workspace");
    const names = () => screen.getAllByRole("heading", { level: 3 }).map(({ textContent }) => textContent);
    expect(names()).toEqual(["Ours", "Mine"]);
    const filter = screen.getByLabelText("Show");
    fireEvent.change(filter, { target: { value: "workspace" } });
    await waitFor(() => expect(names()).toEqual(["Ours"]));
    fireEvent.change(filter, { target: { value: "user" } });
    await waitFor(() => expect(names()).toEqual(["Mine"]));
  });
});
