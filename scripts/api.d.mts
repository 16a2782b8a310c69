/** One member of a model that API Extractor wrote, as far as it is read here. */
export interface ApiMember {
  readonly kind: string;
  readonly name: string;
  readonly docComment?: string;
  readonly isOptional?: boolean;
  readonly excerptTokens: readonly { readonly text: string }[];
  readonly members?: readonly ApiMember[];
}

export interface ApiEntry {
  readonly entry: string;
  readonly base: string;
  readonly report: string;
  /** Types that the entry's signatures name without exporting them, sorted. */
  readonly unexported: readonly string[];
  readonly model: { readonly members: readonly [{ readonly members: readonly ApiMember[] }] };
}

export function readApi(): ApiEntry[];
export function apiFiles(entries?: readonly ApiEntry[]): Record<string, string>;
