import type { Actor, EndUser } from "@service/sdk/protocol";
import type { Cause } from "../sessions/session-draft.js";
import type { AuditRecord } from "../store/audit.js";
import type { Counts } from "../store/data.js";
import type { WorkspaceRecord } from "../store/records.js";
import { isoNow, type World } from "../world.js";

export type AuditWorld = Pick<World, "store" | "clock" | "newId" | "hash">;

/** Pseudonym of a person in the audit: only callers who have the person's id can find the entries. */
export function personDigest({ hash }: Pick<World, "hash">, organizationId: string, person: Actor): Promise<string> {
  return hash(JSON.stringify(["person", organizationId, person.source ?? null, person.id]));
}

interface Noted extends Pick<AuditRecord, "action" | "scope" | "subjectId"> {
  /** @default none; erasing adds its counts to them */
  readonly counts?: Counts;
  /** Whose data it was. */
  readonly person: EndUser | null;
}

/** An entry of the audit. People who act on their own data are named by the digest alone. */
export async function newEntry(
  world: AuditWorld,
  { id: workspaceId, organizationId }: Pick<WorkspaceRecord, "id" | "organizationId">,
  { subjectId: by = "service", actor = null }: Pick<Cause, "subjectId" | "actor">,
  { person, counts = {}, ...facts }: Noted,
): Promise<AuditRecord> {
  const digest = async (of: Actor | null) => (of === null ? null : personDigest(world, organizationId, of));
  const [whose, whom] = [await digest(person), await digest(actor)];
  return {
    ...facts,
    counts,
    by,
    id: world.newId(),
    organizationId,
    workspaceId,
    personDigest: whose,
    actor: whose !== null && whose === whom ? null : actor,
    actorDigest: whom,
    createdAt: isoNow(world.clock),
  };
}
