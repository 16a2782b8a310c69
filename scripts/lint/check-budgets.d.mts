/** Gives a sentence when a file is over its budget without a reason beside it. */
export function checkBudget(file: string, text: string): string | undefined;
