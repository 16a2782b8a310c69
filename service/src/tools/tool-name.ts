/** A tool's name as the providers of models take it. */
const toolNameForm = /^[\w-]{1,64}$/;

export const maxToolNameLength = 64;

export function isToolName(name: string): boolean {
  return toolNameForm.test(name);
}

/** The parts of a text that a tool's name may have, with single underscores in the place of others. May be empty. */
export function plainToolName(text: string): string {
  return text
    .slice(0, 200)
    .replaceAll(/[^a-zA-Z0-9_-]+/g, "_")
    .replaceAll(/_{2,}/g, "_")
    .replaceAll(/^[_-]+|[_-]+$/g, "");
}
