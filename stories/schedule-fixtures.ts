import type { ScheduledTaskListViewProps } from "@service/react";

type Task = ScheduledTaskListViewProps["tasks"][number];
const time = (day: number, hour = 8) => new Date(Date.UTC(2026, 10, day, hour)).toISOString();
export const zone = "Europe/Berlin";

export function task(number: number, name: string, fields: Partial<Task> = {}): Task {
  return {
    id: `t${number}`,
    workspaceId: "w1",
    endUser: { source: "app", id: "ana" },
    name,
    status: "active",
    schedule: { type: "calendar", timeZone: zone, hour: 9, minute: 0, daysOfWeek: [1, 2, 3, 4, 5] },
    runMode: "new_session_per_run",
    targetSessionId: null,
    overlapPolicy: "skip",
    action: { kind: "agent_turn" },
    agentConfig: { prompt: "Summarize the orders of yesterday." },
    nextRunAt: time(24),
    lastRun: run(number, "completed"),
    createdAt: time(1),
    updatedAt: time(1),
    ...fields,
  };
}

export function run(number: number, status: string, fields: Partial<NonNullable<Task["lastRun"]>> = {}) {
  return {
    id: `r${number}`,
    taskId: `t${number}`,
    status,
    triggerType: "schedule",
    scheduledAt: time(23),
    firedAt: time(23),
    sessionId: `s${number}`,
    turnId: "u1",
    triggerEventId: "e1",
    catchUp: false,
    actionKind: "agent_turn",
    completedAt: time(23),
    error: null,
    ...fields,
  };
}
