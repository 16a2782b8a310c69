/** Whose a record is, as a browser says it (`protocol.md` §9.0). */
export type OwnerChoice = "user" | "workspace";

/** What a person may choose; a member has no choice. */
export type OwnerChoices = readonly OwnerChoice[];
