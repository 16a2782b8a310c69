import { sql, type Kysely } from "kysely";

/** Connected machines: codes of the device flow, machines, their commands and what those print. */
export const machines = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const statements = [
  `create table device_codes (
    device_hash text primary key,
    user_hash text unique,
    source text not null,
    expires_at text collate "C" not null,
    doc json not null
  )`,
  `create index device_codes_by_expiry on device_codes (expires_at)`,

  `create table machines (
    id text collate "C" primary key,
    workspace_id text not null,
    owner text not null,
    hash text not null unique,
    revoked_at text collate "C",
    created_at text collate "C" not null,
    doc json not null
  )`,
  `create index machines_of_owner on machines (workspace_id, owner) where revoked_at is null`,

  `create table machine_commands (
    id text collate "C" primary key,
    machine_id text not null,
    session_id text not null references sessions (id) on delete cascade,
    call_id text not null,
    is_open boolean not null,
    created_at text collate "C" not null,
    doc json not null,
    unique (session_id, call_id)
  )`,
  `create index machine_commands_of_machine on machine_commands (machine_id, is_open, created_at)`,

  `create table machine_output (
    command_id text not null references machine_commands (id) on delete cascade,
    from_byte integer not null,
    doc json not null,
    primary key (command_id, from_byte)
  )`,
];
