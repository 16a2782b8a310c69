/** Returns a sentence when a file is over its budget without a reason in it. */
export function checkBudget(file: string, text: string): string | undefined;
