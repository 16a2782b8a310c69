import type { EndUser, MachineCommand, MachineFacts } from "@service/sdk/protocol";
import { isRecord } from "../sessions/is-record.js";
import type { TurnRecord } from "../store/records.js";
import type { Room } from "../store/room.js";

/** A machine that asks to be connected (RFC 8628), or a one-time token, which is a code that is approved from the start. */
export interface DeviceCodeRecord {
  /** SHA-256 of the device code. Unique. */
  readonly deviceHash: string;
  /** SHA-256 of the normalized user code; null for a token, which has none. Unique. */
  readonly userHash: string | null;
  /** Who asked, for the bound on open codes: an address, or the organization of a token. */
  readonly source: string;
  readonly state: "pending" | "approved" | "denied" | "redeemed";
  /** Null for a token until the machine polls with it. */
  readonly facts: MachineFacts | null;
  /** Whom the machine will belong to; null until it is approved. */
  readonly owner: MachineOwner | null;
  readonly intervalSeconds: number;
  readonly lastPolledAt: string | null;
  readonly expiresAt: string;
  readonly createdAt: string;
}

export interface MachineOwner {
  readonly organizationId: string;
  readonly workspaceId: string;
  /** Null is the workspace. */
  readonly endUser: EndUser | null;
  /** The person, when one was named, else the key that wrote it. */
  readonly approvedBy: unknown;
}

/** The owner without this person as the one who approved; undefined when it was another. */
export function withoutApprover<Owned extends MachineOwner>(owned: Owned, person: EndUser): Owned | undefined {
  const { approvedBy } = owned;
  const isTheirs = isRecord(approvedBy) && approvedBy["source"] === person.source && approvedBy["id"] === person.id;
  return isTheirs ? { ...owned, approvedBy: null } : undefined;
}

/** An enrolled machine. */
export interface MachineRecord extends MachineFacts, MachineOwner {
  readonly id: string;
  /** SHA-256 of its credential. Unique. */
  readonly hash: string;
  /** Unique among machines for all practical purposes; the agent names the machine by it. */
  readonly handle: string;
  /** The open stream of the machine, the newest one if there are two; null when it was closed. */
  readonly linkId: string | null;
  /** The last sign of that stream; null before the first. */
  readonly seenAt: string | null;
  readonly revokedAt: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export type CommandStatus =
  /** Waits for the machine. */
  | "queued"
  /** The machine has acknowledged it and may have begun. */
  | "started"
  | "done"
  /** It never started. */
  | "expired"
  | "cancelled"
  /** It started and its end is not known. */
  | "lost";

/** One call of a tool on a machine. Runs at most once. */
export interface CommandRecord extends MachineCommand {
  readonly machineId: string;
  readonly sessionId: string;
  readonly turnId: string;
  /** The attempt at the turn that waits for the result. @default any, also in records of an older version */
  readonly attempt?: number | undefined;
  /** Unique within the session: the call is queued once, whichever attempt makes it. */
  readonly callId: string;
  readonly status: CommandStatus;
  /** Set by the machine when it acknowledges, to separate a repeated acknowledgement from a second one. */
  readonly startKey: string | null;
  /** Whether the machine is to stop it. */
  readonly isCancelled: boolean;
  /** Bytes of output that are kept. */
  readonly outputBytes: number;
  readonly result: CommandResult | null;
  /** When it expires unless it has started. */
  readonly startBy: string;
  readonly startedAt: string | null;
  readonly finishedAt: string | null;
  readonly createdAt: string;
}

export interface CommandResult {
  readonly ok: boolean;
  /** The tool's output, or `{message, code}` of a failure. */
  readonly value: Readonly<Record<string, unknown>>;
}

/** A piece of what a command printed. */
export interface OutputChunk {
  /** Bytes of UTF-8 before it. */
  readonly offset: number;
  readonly text: string;
  readonly stream: "stdout" | "stderr";
}

/** Changes of a code to write in one transaction. */
export interface CodeChange<T> {
  readonly put?: DeviceCodeRecord | undefined;
  /** A machine that is enrolled by it. */
  readonly machine?: MachineRecord | undefined;
  /** Judges whether the machine fits, from the number of those of its workspace that are not revoked. */
  readonly room?: Room | undefined;
  readonly result: T;
}

export interface CommandChange<T> {
  readonly put?: CommandRecord | undefined;
  readonly output?: OutputChunk | undefined;
  readonly result: T;
}

export interface MachineQuery {
  readonly workspaceId: string;
  /** @default every owner's */
  readonly owners?: readonly (EndUser | null)[] | undefined;
  readonly limit: number;
}

/** As of `Store`: every method that writes is one transaction, and `decide` is pure, synchronous and called once. */
export interface MachineMethods {
  /**
   * Keeps a code and removes those that expired before `bounds.forgetBefore`. False, and nothing is kept, when `bounds.perSource`
   * codes of its source or `bounds.total` of all have not expired by `bounds.now`, or its user code is taken.
   */
  addDeviceCode(record: DeviceCodeRecord, bounds: CodeBounds): Promise<boolean>;
  /** Locks the code with this hash. `decide` gets null without one, and then writes nothing. */
  changeDeviceCode<T>(by: CodeKey, decide: (code: DeviceCodeRecord | null) => CodeChange<T>): Promise<T>;

  findMachine(hash: string): Promise<MachineRecord | null>;
  getMachine(machineId: string): Promise<MachineRecord | null>;
  /** Newest first (`createdAt`, then `id`, both descending), revoked ones left out. */
  listMachines(query: MachineQuery): Promise<MachineRecord[]>;
  /** Null, and `decide` is not called, where there is no such machine. Calls the machine's watchers. */
  changeMachine(machineId: string, decide: (machine: MachineRecord) => MachineRecord): Promise<MachineRecord | null>;
  /** Removes a person from `approvedBy` of all machines and codes of a workspace, revoked ones included. */
  forgetApprover(workspaceId: string, person: EndUser): Promise<void>;
  /** The ids of revoked or deleted machines among these. */
  revokedMachines(machineIds: readonly string[]): Promise<string[]>;

  /**
   * Queues a command; returns the existing one when the session has one for this call, which then belongs to the
   * record's attempt while it is open. Null when the machine has
   * `limit` open commands. Removes ended commands that were created before `forgetBefore`.
   *
   * @throws {ServiceError} `session_missing`.
   */
  queueCommand(
    record: CommandRecord,
    bounds: { readonly limit: number; readonly forgetBefore: string },
  ): Promise<CommandRecord | null>;
  /** Null when there is none, or its session is gone. */
  getCommand(commandId: string): Promise<CommandRecord | null>;
  /** Those that have not ended, oldest first. */
  openCommands(machineId: string): Promise<CommandRecord[]>;
  /** Locks the command. `decide` gets null without one. Calls the machine's watchers after a write. */
  changeCommand<T>(commandId: string, decide: (command: CommandRecord | null) => CommandChange<T>): Promise<T>;
  /**
   * As `changeCommand`, with the command's turn, which cannot change until the command has. The turn is null without a
   * command, and while no worker has the session's lease.
   */
  changeCommandInTurn<T>(
    commandId: string,
    decide: (command: CommandRecord | null, turn: TurnRecord | null) => CommandChange<T>,
  ): Promise<T>;
  /** Its output from this offset on, in order, at most `limit` pieces. */
  readOutput(commandId: string, from: number, limit: number): Promise<OutputChunk[]>;

  /** Calls `listener` soon after the machine or one of its commands changed, in any process. Only a hint. */
  watchMachine(machineId: string, listener: () => void): () => void;
}

export type CommandMethods = Pick<
  MachineMethods,
  "queueCommand" | "getCommand" | "openCommands" | "changeCommand" | "changeCommandInTurn" | "readOutput"
>;

export type CodeKey = { readonly deviceHash: string } | { readonly userHash: string };

export interface CodeBounds {
  readonly now: string;
  readonly perSource: number;
  readonly total: number;
  readonly forgetBefore: string;
}

const openStatuses: ReadonlySet<CommandStatus> = new Set(["queued", "started"]);

export function isOpen({ status }: CommandRecord): boolean {
  return openStatuses.has(status);
}
