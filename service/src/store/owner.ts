import type { Actor, EndUser } from "@service/sdk/protocol";

/** Whose a record is: a person's, or the workspace's (null). */
export type Owner = EndUser | null;

export function isSameOwner(one: Owner, other: Owner): boolean {
  return one?.source === other?.source && one?.id === other?.id;
}

/** One text for one owner, for a column or a map: empty for the workspace. */
export function ownerKey(owner: Owner): string {
  return owner === null ? "" : JSON.stringify([owner.source, owner.id]);
}

/** `ownerKey` of the author; empty without one. Equals that of an end user with the same source and id. */
export function actorKey(actor: Actor | null | undefined): string {
  return actor ? JSON.stringify([actor.source ?? null, actor.id]) : "";
}
