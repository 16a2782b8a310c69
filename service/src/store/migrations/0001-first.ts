import { sql, type Kysely } from "kysely";

/**
 * Everything the service keeps. Times are ISO text and ids are text, both under collation "C", so that they order here
 * as they do in JavaScript.
 */
export const first = {
  async up(db: Kysely<unknown>): Promise<void> {
    // One statement at a time: the extended protocol takes no more.
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const statements = [
  `create table organizations (
    id text primary key,
    doc json not null
  )`,

  `create table api_keys (
    id text collate "C" primary key,
    organization_id text not null,
    hash text not null unique,
    created_at text collate "C" not null,
    doc json not null
  )`,
  `create index api_keys_by_organization on api_keys (organization_id, created_at desc, id desc)`,

  `create table workspaces (
    id text collate "C" primary key,
    organization_id text not null,
    external_source text,
    external_id text,
    created_at text collate "C" not null,
    doc json not null
  )`,
  `create unique index workspaces_by_name on workspaces (organization_id, external_source, external_id)`,

  `create table sessions (
    id text collate "C" primary key,
    workspace_id text not null,
    create_idempotency_key text,
    parent_session_id text,
    end_user_source text,
    end_user_id text,
    created_by_kind text not null,
    created_by_subject text not null,
    title_search text,
    message_search text not null,
    archived_at text,
    created_at text collate "C" not null,
    updated_at text collate "C" not null,
    runnable boolean not null,
    wake_at text collate "C",
    last_sequence bigint not null,
    lease_owner text,
    lease_expires_at text collate "C",
    lease_fence bigint not null,
    given json not null,
    doc json not null
  )`,
  `create unique index sessions_by_idempotency_key on sessions (workspace_id, create_idempotency_key)`,
  `create index sessions_by_age on sessions (workspace_id, created_at desc, id desc)`,
  `create index sessions_to_run on sessions (updated_at, id) where runnable`,
  `create index sessions_to_wake on sessions (wake_at, id) where wake_at is not null`,

  `create table events (
    session_id text not null references sessions (id) on delete cascade,
    sequence bigint not null,
    type text not null,
    turn_id text,
    client_event_id text,
    doc json not null,
    primary key (session_id, sequence)
  )`,
  `create unique index events_by_client_event_id on events (session_id, client_event_id)
    where client_event_id is not null`,

  `create table turns (
    session_id text not null references sessions (id) on delete cascade,
    id text collate "C" not null,
    status text not null,
    position bigint not null,
    created_at text collate "C" not null,
    started_at text collate "C",
    doc json not null,
    primary key (session_id, id)
  )`,
  `create index turns_open on turns (session_id, position)
    where status in ('queued', 'running', 'requires_action', 'recovering', 'waiting_capacity')`,

  `create table requests (
    session_id text not null references sessions (id) on delete cascade,
    id text collate "C" not null,
    status text not null,
    created_at text collate "C" not null,
    doc json not null,
    primary key (session_id, id)
  )`,
  `create index requests_by_age on requests (session_id, status, created_at desc, id desc)`,
];
