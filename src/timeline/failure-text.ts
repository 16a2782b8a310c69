/** Replaces a provider's message about keys, quotas and credit, which concerns the operator, not the reader. */
export const neutralFailureText = "The agent isn't available right now. Try again later.";

/** Shown when the budget for the agent is used up. Amounts are for the operator only. */
export const creditText = "The credit for the agent is used up.";

const operatorsBusiness =
  /\b(?:api[ _-]?keys?|unauthori[sz]ed|authenticat\w*|credentials?|quotas?|credits?|billing|payment|insufficient[ _](?:funds|balance)|usage[ _]limit)\b/i;

/** The first text with visible words, made safe to show; null without one. */
export function failureText(...texts: readonly (string | undefined)[]): string | null {
  const text = texts.find((candidate) => candidate !== undefined && candidate.trim() !== "");
  if (text === undefined) return null;
  return operatorsBusiness.test(text) ? neutralFailureText : text;
}
