import { isRecord } from "../sessions/is-record.js";
import type { Script } from "./script.js";

/** How the scripted agent calls the service's own tools: one call at a time, and an outcome that it can put into words. */

export type Fields = Readonly<Record<string, unknown>>;

export type Outcome = { readonly output: Fields } | { readonly refusal: string };

/** Calls a tool, the n-th of this command. Null where the session has no such tool. */
export async function callOwn(script: Script, name: string, given: object, n = 0): Promise<Outcome | null> {
  const { turn, id } = script;
  if (!(await turn.tools()).some((tool) => tool.name === name)) return null;
  const { output, failed } = await turn.callTool({ id: id(n), name, arguments: given });
  const fields = isRecord(output) ? output : {};
  return failed === true ? { refusal: textOf(fields, "message") } : { output: fields };
}

export function textOf(fields: Fields, name: string): string {
  const value = fields[name];
  return typeof value === "string" ? value : "";
}

export function listOf(fields: Fields, name: string): Fields[] {
  const value = fields[name];
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

/** A text on one line, for a list. */
export function line(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}
