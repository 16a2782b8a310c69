import * as v from "valibot";

/** Skills of a session's agent, from its creation (`protocol.md` §3.5). */

/** How many skills a session may have. */
const mostSkills = 32;

const text = (longest: number) =>
  v.pipe(
    v.string(),
    v.maxLength(longest, `must have at most ${longest} characters`),
    v.check((given) => given.trim() !== "", "must have text"),
  );

const skill = v.object({
  name: v.pipe(
    v.string(),
    v.regex(/^(?=.{1,64}$)[a-z0-9]+(-[a-z0-9]+)*$/, "must be 1 to 64 lower-case letters, digits and single hyphens"),
  ),
  description: text(1_024),
  content: text(65_536),
  version: v.pipe(
    v.nullish(text(64)),
    v.transform((version) => version ?? undefined),
  ),
});

export type Skill = v.InferOutput<typeof skill>;

export const skillsSchema = v.pipe(
  v.array(skill),
  v.maxLength(mostSkills, `must have at most ${mostSkills} skills`),
  v.check(
    (skills) => new Set(skills.map(({ name }) => name)).size === skills.length,
    "must not have two skills with one name",
  ),
);

/** The settings of a session in a list: without skills' content, which may be long and is read with the session. */
export function withoutContent(settings: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { skills } = settings;
  if (!Array.isArray(skills)) return settings;
  return { ...settings, skills: (skills as Skill[]).map(({ content: _content, ...told }) => told) };
}
