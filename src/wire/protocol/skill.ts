/** What an agent is taught for one session: a product's own knowledge, as the host's configuration holds it (`protocol.md` §3.5). */
export interface SkillDefinition {
  /** 1 to 64 lower-case letters, digits and hyphens; unique within the session. */
  readonly name: string;
  /** What it is for and when to use it: 1 to 1,024 characters. */
  readonly description: string;
  /** What to do, in markdown: 1 to 65,536 characters. */
  readonly content: string;
  /** Which one this is, in the host's own count: 1 to 64 characters. */
  readonly version?: string | undefined;
}

/** A skill as a session tells it. Lists of sessions leave the content out. */
export type SessionSkill = Omit<SkillDefinition, "content"> & { readonly content?: string | undefined };
