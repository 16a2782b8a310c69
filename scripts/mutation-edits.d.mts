export interface MutationEdit {
  readonly code: string;
  readonly becomes: string;
}
export interface Mutation {
  readonly name: string;
  readonly project: string;
  readonly files: readonly string[];
  readonly pattern: string | undefined;
  readonly edits: readonly MutationEdit[];
}
export interface Source {
  readonly file: string;
  readonly text: string;
}
export function readMutation(name: string, text: string): Mutation;
export function sourceOf(file: string, text: string): Source;
export function readSources(root: string): readonly Source[];
export function applyEdit(
  sources: readonly Source[],
  edit: MutationEdit,
): { readonly fault: string } | { readonly fault?: undefined; readonly file: string; readonly text: string };
