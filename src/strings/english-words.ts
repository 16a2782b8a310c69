/** Helpers of the English catalogue. */

export const stepCount = (steps: number): string => (steps === 1 ? "1 step" : `${steps} steps`);

/** The outcome, and the number of steps. */
export function withSteps(text: string, steps: number): string {
  return steps === 0 ? text : `${text} · ${stepCount(steps)}`;
}

/** "Answered by Ana" or "Answered by you in another window". */
export function byWhom(what: string, who: string | null, elsewhere = false): string {
  return [what, who && `by ${who}`, elsewhere && "in another window"].filter(Boolean).join(" ");
}

/** A relative time after a verb: "just now", but "5 min. ago". */
export const justNow = (when: string): string => (when === "now" ? "just now" : when);

const authReasons: Readonly<Record<string, string>> = {
  expired: "The sign-in has expired.",
  missing_connection: "You aren't signed in there yet.",
  insufficient_scope: "The sign-in doesn't allow this yet.",
};

/** Why a sign-in is needed, and for which tool. Keeps a reason in words, and omits an unknown code such as `key_lost`. */
export function authReason(code: string, tool: string | null): string {
  const reason = authReasons[code] ?? (/^\w+_\w+$/.test(code) ? "" : code);
  const need = tool ? `Needed for ${tool}` : "";
  return [need, reason].filter((text) => text !== "").join(": ");
}

/** Tools of a model's provider, by the type of their call. */
export const providerTools: ReadonlyMap<string, string> = new Map([
  ["apply_patch_call", "Edit a file"],
  ["shell_call", "Run a command"],
  ["local_shell_call", "Run a command"],
  ["computer_call", "Use the computer"],
  ["code_interpreter_call", "Run code"],
  ["web_search_call", "Search the web"],
  ["file_search_call", "Search the files"],
  ["image_generation_call", "Create an image"],
  ["tool_search_call", "Look for tools"],
]);
