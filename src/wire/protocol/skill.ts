/**
 * Instructions for an agent in one session: a product's own knowledge from the host's configuration (`protocol.md`
 * §3.5).
 */
export interface SkillDefinition {
  /** 1 to 64 lower-case letters, digits and hyphens; unique within the session. */
  readonly name: string;
  /** Its purpose and when to use it: 1 to 1,024 characters. */
  readonly description: string;
  /** The instructions, in markdown: 1 to 65,536 characters. */
  readonly content: string;
  /** Which one this is, in the host's own count: 1 to 64 characters. */
  readonly version?: string | undefined;
}

/** A skill as the session API returns it. Lists of sessions omit the content. */
export type SessionSkill = Omit<SkillDefinition, "content"> & { readonly content?: string | undefined };
