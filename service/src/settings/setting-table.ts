/** Every setting of the service: its default, its allowed values, and its effect. Flags, variables and docs are made of it. */

interface Initial<T> {
  readonly default: T;
  /** Its effect, as a phrase for the table. */
  readonly about: string;
}

export interface WholeNumber extends Initial<number> {
  readonly kind: "number";
  readonly min: number;
  readonly max: number;
  readonly unit: string;
}

export interface Text extends Initial<string> {
  readonly kind: "text";
}

export interface Word<T extends string = string> extends Initial<T> {
  readonly kind: "word";
  readonly words: readonly T[];
}

export type Row = WholeNumber | Text | Word;

type Range = readonly [min: number, max: number];

const number = (unit: string, initial: number, [min, max]: Range, about: string): WholeNumber => ({
  kind: "number",
  default: initial,
  min,
  max,
  unit,
  about,
});
const text = (initial: string, about: string): Text => ({ kind: "text", default: initial, about });

const word = <T extends string>(words: readonly T[], initial: T, about: string): Word<T> => ({
  kind: "word",
  words,
  default: initial,
  about,
});

const second = 1_000;
const hour = 3_600_000;
const day = 24 * hour;
const mebibyte = 1_048_576;
/** In figures, above what a service counts within a month. */
const unbounded = 1_000_000_000_000_000;

export const settingTable = {
  port: number("", 4_600, [0, 65_535], "port to answer on; 0 takes a free one"),
  host: text("127.0.0.1", "address to answer on; 0.0.0.0 answers on every one"),
  drain: number("s", 30, [0, 999_999], "at SIGTERM, time for running answers to end; in memory 0"),
  logLevel: word(
    ["debug", "info", "warn", "error", "silent"],
    "warn",
    "least important lines of the log that are written",
  ),
  keepAliveMs: number(
    "ms",
    75_000,
    [second, hour],
    "how long an idle connection stays open; longer than the proxy keeps it",
  ),
  maxBodyBytes: number("bytes", mebibyte, [65_536, 64 * mebibyte], "largest JSON body of a request"),
  heartbeatMs: number("ms", 15_000, [second, hour], "silence after which an event stream sends a comment"),
  stalledReaderMs: number("ms", 30_000, [second, hour], "time after which a reader that takes nothing is dropped"),
  streamsAtOnce: number(
    "",
    5_000,
    [1, 1_000_000],
    "event streams that this process has open; more are refused with 503",
  ),
  webhooksPerMinute: number("", 600, [1, 1_000_000], "signed deliveries of one source a minute, in each process"),
  turnsAtOnce: number("", 512, [1, 100_000], "turns that this process runs at once; more wait"),
  leaseMs: number("ms", 30_000, [second, hour], "silence after which another process takes over a turn"),
  maxTurnMs: number("ms", hour, [second, 7 * day], "time that one attempt at a turn may take"),
  deltaMs: number("ms", 50, [1, 10 * second], "time for which streamed text is collected before it is written"),
  deltaBytes: number("bytes", 1_024, [64, 32_768], "streamed text that is written at once"),
  maxFileBytes: number("bytes", 50 * mebibyte, [1, 10_240 * mebibyte], "largest file"),
  workspaceMessages: number(
    "",
    0,
    [0, unbounded],
    "most messages in a month of a workspace without a limit of its own; 0 is no limit",
  ),
  workspaceTokens: number("", 0, [0, unbounded], "most tokens in a month of a workspace; 0 is no limit"),
  workspaceStoredBytes: number("bytes", 0, [0, unbounded], "most bytes of files of a workspace; 0 is no limit"),
  workspaceRunningTurns: number("", 0, [0, 1_000_000], "turns of a workspace that run at once; 0 is no limit"),
  personMessages: number("", 0, [0, unbounded], "most messages in a month of a person in a workspace; 0 is no limit"),
  personTokens: number("", 0, [0, unbounded], "most tokens in a month of a person; 0 is no limit"),
  personStoredBytes: number("bytes", 0, [0, unbounded], "most bytes of files of a person; 0 is no limit"),
  personRunningTurns: number("", 0, [0, 1_000_000], "turns of a person that run at once; 0 is no limit"),
  upkeepMs: number(
    "ms",
    hour,
    [10 * second, day],
    "how often expired sessions and files, and late writes to erased workspaces, are looked for",
  ),
  databaseConnections: number("", 10, [1, 1_000], "PostgreSQL: most connections, besides one for notifications"),
  databaseConnectMs: number("ms", 3_000, [100, 60 * second], "PostgreSQL: time to get a connection"),
  databaseStatementMs: number("ms", 5_000, [100, hour], "PostgreSQL: time for one statement, waits for locks included"),
  databaseQueryMs: number("ms", 5_500, [100, hour], "PostgreSQL: time for the answer to a statement to arrive"),
} as const;

type Value<T> = T extends WholeNumber ? number : T extends Word<infer Words> ? Words : string;

/** The settings of a service by name. docs/operate.md has a table of them with their defaults and limits. */
export type Settings = { readonly [Name in keyof typeof settingTable]: Value<(typeof settingTable)[Name]> };

export type SettingName = keyof Settings;

export const settingNames = Object.keys(settingTable) as SettingName[];

export const defaultSettings = Object.fromEntries(
  Object.entries(settingTable).map(([name, row]) => [name, row.default]),
) as unknown as Settings;
