import type { ApiEntry, ApiMember } from "./api.mjs";

export function namesOf(model: ApiEntry["model"]): [string, ApiMember[]][];
export function apiIndex(entries: readonly ApiEntry[]): string;
export function apiPage(entry: ApiEntry, entries: readonly ApiEntry[]): string;
export function parseDoc(comment: string): { text: string; throws: string[]; examples: string[] };
