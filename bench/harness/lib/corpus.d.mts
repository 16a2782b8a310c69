/** A tool's call and its result, between the deltas of an answer. */
export interface CorpusCall {
  readonly callId: string;
  readonly name: string;
  readonly input: object;
  readonly output: object;
}

export function makeHardest(options?: {
  readonly chars?: number;
  readonly seed?: number;
}): readonly (string | CorpusCall)[];
