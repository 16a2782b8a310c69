/** Tokens of one turn, summed over the model's steps. */
export interface TurnUsage {
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/** The sum so far: undefined before the first report, null once a report lacked a number. */
export type UsageSoFar = TurnUsage | null | undefined;

/** Adds one `agent.model.usage`. A sum of some steps only would be too low, so a step without numbers makes it null. */
export function addUsage(
  sum: UsageSoFar,
  { inputTokens, outputTokens }: { readonly inputTokens?: unknown; readonly outputTokens?: unknown },
): UsageSoFar {
  if (sum === null || !isCount(inputTokens) || !isCount(outputTokens)) return null;
  return {
    inputTokens: (sum?.inputTokens ?? 0) + inputTokens,
    outputTokens: (sum?.outputTokens ?? 0) + outputTokens,
  };
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
