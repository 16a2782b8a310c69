import type { ScheduledTaskListViewProps } from "@service/react";

type Task = ScheduledTaskListViewProps["tasks"][number];

/** So many days from today, at an hour of UTC. */
export function inDays(days: number, hour = 8): string {
  const time = new Date();
  time.setUTCDate(time.getUTCDate() + days);
  time.setUTCHours(hour, 0, 0, 0);
  return time.toISOString();
}

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
    agentConfig: { prompt: "Summarize yesterday's orders." },
    nextRunAt: inDays(1),
    lastRun: run(number, "completed"),
    createdAt: inDays(-30),
    updatedAt: inDays(-30),
    ...fields,
  };
}

export function run(number: number, status: string, fields: Partial<NonNullable<Task["lastRun"]>> = {}) {
  return {
    id: `r${number}`,
    taskId: `t${number}`,
    status,
    triggerType: "schedule",
    scheduledAt: inDays(-1),
    firedAt: inDays(-1),
    sessionId: `s${number}`,
    turnId: "u1",
    triggerEventId: "e1",
    catchUp: false,
    actionKind: "agent_turn",
    completedAt: inDays(-1),
    error: null,
    ...fields,
  };
}
