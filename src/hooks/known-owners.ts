import type { OwnerChoices } from "../wire/protocol/owner-choice.js";

/** What the last page of a list said of the owners, so that a choice stays while the list of another owner is read. */
export interface KnownOwners {
  readonly get: () => OwnerChoices;
  readonly set: (owners: OwnerChoices | undefined) => void;
}

const member: OwnerChoices = ["user"];

export function createKnownOwners(): KnownOwners {
  let known = member;
  return {
    get: () => known,
    set(owners = member) {
      known = owners;
    },
  };
}
