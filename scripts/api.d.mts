/** One member of a model that API Extractor wrote, as far as it is read here. */
export interface ApiMember {
  readonly kind: string;
  readonly name: string;
  readonly docComment?: string;
  readonly isOptional?: boolean;
  readonly excerptTokens: readonly { readonly text: string }[];
  readonly members?: readonly ApiMember[];
}

export interface ApiTypes {
  readonly places: ReadonlyMap<string, string>;
  readonly bases: ReadonlyMap<
    string,
    { readonly remaining: readonly string[]; readonly members: readonly ApiMember[] }
  >;
  readonly named: ReadonlyMap<string, NamedType>;
  readonly first: readonly string[];
}

export interface NamedType {
  readonly name: string;
  readonly place: string;
  /** Places of the types that its declaration names. */
  readonly behind: readonly string[];
  readonly docComment: string;
  readonly text: string;
}

export interface ApiEntry {
  readonly entry: string;
  readonly base: string;
  readonly report: string;
  /** Types that the entry's signatures name without exporting them, sorted. */
  readonly unexported: readonly string[];
  /** Places of declarations, and the types that are named and not exported. */
  readonly types: ApiTypes;
  readonly model: { readonly members: readonly [{ readonly members: readonly ApiMember[] }] };
}

export function readApi(): ApiEntry[];
export function apiFiles(entries?: readonly ApiEntry[]): Record<string, string>;
