import { sql, type Kysely } from "kysely";

/** Bytes of files, for a database that several processes share. A content counts once its pieces are counted. */
export const fileContents = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const statements = [
  `create table file_contents (
    file_id text not null,
    content_id text not null,
    begun_at text collate "C" not null,
    pieces integer,
    primary key (file_id, content_id)
  )`,
  `create index file_contents_half on file_contents (begun_at) where pieces is null`,

  `create table file_pieces (
    file_id text not null,
    content_id text not null,
    position integer not null,
    bytes bytea not null,
    primary key (file_id, content_id, position),
    foreign key (file_id, content_id) references file_contents (file_id, content_id) on delete cascade
  )`,
  // Files are mostly packed already.
  `alter table file_pieces alter column bytes set storage external`,
];
