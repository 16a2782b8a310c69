import { sql, type Kysely } from "kysely";

/** Scheduled tasks and their runs. A run has one row for each due time or trigger of its task. */
export const schedules = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const statements = [
  `create table scheduled_tasks (
    id text collate "C" primary key,
    workspace_id text not null,
    owner text not null,
    target_session_id text,
    wake_at text collate "C",
    created_at text collate "C" not null,
    doc json not null
  )`,
  `create index scheduled_tasks_listed on scheduled_tasks (workspace_id, owner, created_at, id)`,
  `create index scheduled_tasks_due on scheduled_tasks (wake_at) where wake_at is not null`,
  `create index scheduled_tasks_of_session on scheduled_tasks (target_session_id) where target_session_id is not null`,

  `create table scheduled_runs (
    task_id text collate "C" not null references scheduled_tasks (id) on delete cascade,
    key text not null,
    id text collate "C" not null,
    is_open boolean not null,
    created_at text collate "C" not null,
    doc json not null,
    primary key (task_id, key)
  )`,
  `create index scheduled_runs_listed on scheduled_runs (task_id, created_at, id)`,
  `create index scheduled_runs_open on scheduled_runs (task_id) where is_open`,
];
