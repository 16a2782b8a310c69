import { sql, type Kysely } from "kysely";

/** Automations: sources, triggers, runs, and every delivery id that was ever accepted. */
export const automations = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const owned = `id text collate "C" not null primary key,
    workspace_id text not null,
    owner text not null,
    created_at text collate "C" not null`;

const statements = [
  `create table automation_sources (${owned}, endpoint_id text not null unique, status text not null, doc json not null)`,
  `create index automation_sources_listed on automation_sources (workspace_id, created_at, id)`,

  `create table automation_triggers (${owned}, source_id text not null, doc json not null)`,
  `create index automation_triggers_listed on automation_triggers (workspace_id, created_at, id)`,
  `create index automation_triggers_of_source on automation_triggers (source_id, created_at, id)`,

  `create table automation_events (${owned}, source_id text not null, doc json not null)`,
  `create index automation_events_of_source on automation_events (source_id, created_at, id)`,

  `create table automation_deliveries (
    source_id text not null,
    key text not null,
    doc json not null,
    primary key (source_id, key)
  )`,

  `create table automation_runs (
    ${owned},
    source_id text not null,
    trigger_id text not null,
    event_id text not null,
    due_at text collate "C",
    doc json not null
  )`,
  `create index automation_runs_listed on automation_runs (workspace_id, created_at, id)`,
  `create index automation_runs_of_source on automation_runs (source_id, created_at, id)`,
  `create index automation_runs_due on automation_runs (due_at) where due_at is not null`,
];
