/** Joins the class names that are there; undefined when none is. */
export function joinClasses(...names: readonly (string | false | null | undefined)[]): string | undefined {
  return names.filter(Boolean).join(" ") || undefined;
}

/** For a state attribute: present (and empty) when true, absent when false; never the word "false". */
export function present(holds: boolean | null | undefined): "" | undefined {
  return holds ? "" : undefined;
}
