import type { OwnerChoices } from "../wire/protocol/owner-choice.js";

/** The owners in the last page of a list, so that a choice stays while another owner's list is read. */
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
