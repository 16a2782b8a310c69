/** Gives a sentence for each import below `root` that breaks the table. */
export function checkImports(root: string): string[];
