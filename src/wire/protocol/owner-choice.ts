/** The owner of a record, as a browser names it (`protocol.md` §9.0). */
export type OwnerChoice = "user" | "workspace";

/** The owners that a person may choose; empty for a member. */
export type OwnerChoices = readonly OwnerChoice[];
