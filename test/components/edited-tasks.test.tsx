import { fireEvent, render, screen, within } from "@testing-library/react";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { ScheduledTaskFormView, ScheduledTaskList, ServiceProvider } from "@service/react";
import { changesOf, draftOf, inputOf } from "../../src/components/scheduled-tasks/task-draft.js";
import type { ScheduledTask } from "../../src/wire/protocol/schedules.js";
import { chooseAction } from "./choose-action.js";
import { ana, chatWorld } from "../chat/chat-world.js";

const zone = "Europe/Berlin";

describe("the fields sent of an edited task", () => {
  const schedule = { type: "calendar", timeZone: zone, hour: 9, minute: 5, daysOfWeek: [1, 5] } as const;
  const task = { name: "a", schedule, agentConfig: { prompt: "b", model: "m" } };
  const changed = (patch: Partial<ReturnType<typeof draftOf>>) => {
    const input = inputOf({ ...draftOf(task, "UTC"), ...patch }, task);
    return "faults" in input ? input : changesOf(input, task);
  };

  it.each([
    [{}, {}],
    [{ name: "c" }, { name: "c" }],
    [{ prompt: "c" }, { agentConfig: { prompt: "c" } }],
    [{ time: "10:05" }, { schedule: { ...schedule, hour: 10 } }],
    [
      { name: "c", kind: "manual" as const },
      { name: "c", schedule: { type: "manual" as const } },
    ],
  ])("is only what the person changed: %j", (patch, changes) => {
    expect(changed(patch)).toEqual(changes);
  });

  it("is everything of a new task", () => {
    const input = { name: "a", schedule, agentConfig: { prompt: "b" } };
    expect(changesOf(input, null)).toEqual(input);
  });
});

describe("a task that runs once", () => {
  const clock = Date.parse("2026-11-28T12:00:30Z");
  const once = { ...draftOf(null, zone), name: "a", prompt: "b", kind: "once" as const };

  it.each([
    ["2026-11-28T12:59", zone, { faults: ["passed"] }],
    ["2026-11-28T13:00", zone, { faults: ["passed"] }],
    ["2026-11-28T13:01", zone, { name: "a" }],
    ["2026-11-28T13:01", "Asia/Tokyo", { faults: ["passed"] }],
    ["2026-11-28T08:00", "America/New_York", { name: "a" }],
    ["2020-01-01T08:00", "Mars/Base", { name: "a" }],
  ])("at %s in %s is refused once that has passed", (dateTime, where, expected) => {
    expect(inputOf({ ...once, dateTime, zone: where }, null, clock)).toMatchObject(expected);
  });

  it("may be changed otherwise when its time has passed", () => {
    const schedule = { type: "once", runAt: "2020-01-01T08:00", timeZone: zone } as const;
    const ran = { name: "a", schedule, agentConfig: { prompt: "b" } };
    expect(inputOf({ ...draftOf(ran, "UTC"), prompt: "c" }, ran, clock)).toMatchObject({ schedule });
    expect(inputOf({ ...draftOf(ran, "UTC"), dateTime: "2020-01-02T08:00" }, ran, clock)).toEqual({
      faults: ["passed"],
    });
  });

  it("marks its date like other fields when that has passed, and sends nothing", async () => {
    const onSave = vi.fn();
    const ran = { name: "a", schedule: { type: "manual" }, agentConfig: { prompt: "b" } } as never;
    render(<ScheduledTaskFormView task={ran} onSave={onSave} onPreview={async () => []} />);
    fireEvent.change(screen.getByLabelText("When"), { target: { value: "once" } });
    const date = screen.getByLabelText("Date and time");
    fireEvent.change(date, { target: { value: "2020-01-01T08:00" } });
    fireEvent.click(screen.getByRole("button", { name: "Save" }));
    expect([date.getAttribute("aria-invalid"), onSave.mock.calls.length]).toEqual(["true", 0]);
    expect(date).toHaveAccessibleDescription("This time has already passed.");
    expect(document.activeElement).toBe(date);
  });
});

it("leaves what another window changed of a task as it is", async () => {
  const world = await chatWorld({ scheduledTasks: true });
  onTestFinished(() => world.close());
  const sent: string[] = [];
  const fetch: typeof globalThis.fetch = (input, init) => {
    if (init?.method === "PATCH" && typeof init.body === "string") sent.push(init.body);
    return world.fetch(input, init);
  };
  const open = (label: string) => {
    render(
      <ServiceProvider identity={ana} fetch={fetch}>
        <ScheduledTaskList aria-label={label} />
      </ServiceProvider>,
    );
    return within(screen.getByRole("region", { name: label }));
  };
  const here = open("Here");
  for (const name of ["Report", "Digest"]) {
    fireEvent.click(await here.findByRole("button", { name: "New task" }));
    fireEvent.change(here.getByLabelText("Name"), { target: { value: name } });
    fireEvent.change(here.getByLabelText("What should the agent do?"), { target: { value: "/say hi" } });
    fireEvent.click(here.getByRole("button", { name: "Create task" }));
    await here.findByRole("button", { name: `More actions for ${name}` });
  }
  const there = open("There");
  await chooseAction(here, "Report", "Edit");
  await chooseAction(there, "Report", "Edit");
  fireEvent.change(there.getByLabelText("Name"), { target: { value: "Summary" } });
  fireEvent.change(there.getByLabelText("When"), { target: { value: "manual" } });
  fireEvent.click(there.getByRole("button", { name: "Save" }));
  await there.findByRole("button", { name: "More actions for Summary" });
  // An action in a list reads it again.
  await chooseAction(here, "Digest", "Pause");
  expect(await here.findByText("Paused")).not.toBeNull();
  sent.length = 0;
  fireEvent.change(here.getByLabelText("What should the agent do?"), { target: { value: "/say more" } });
  fireEvent.click(here.getByRole("button", { name: "Save" }));
  expect(await here.findByRole("button", { name: "More actions for Summary" })).not.toBeNull();
  expect(sent.map((body) => JSON.parse(body) as unknown)).toEqual([{ agentConfig: { prompt: "/say more" } }]);
  expect(here.getByText("Only when you run it")).not.toBeNull();
});

it("compares the next change with what it saved", async () => {
  const onSave = vi.fn(async (input: object) => ({ ...input, id: "t" }) as ScheduledTask);
  const task = { name: "a", schedule: { type: "manual" }, agentConfig: { prompt: "b" } } as never;
  render(<ScheduledTaskFormView task={task} onSave={onSave} onPreview={async () => []} />);
  for (const name of ["c", "a"]) {
    fireEvent.change(screen.getByLabelText("Name"), { target: { value: name } });
    fireEvent.click(screen.getByRole("button", { name: "Save" }));
    await screen.findByRole("button", { name: "Save" });
  }
  expect(onSave.mock.calls.map(([, changes]: readonly unknown[]) => changes)).toEqual([{ name: "c" }, { name: "a" }]);
});
