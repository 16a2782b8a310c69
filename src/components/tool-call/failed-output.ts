/**
 * The words of a failed call's output, without the fields that carry them: `{ isError, message }`, or the text of an MCP
 * result. Any other output is returned as it is.
 */
export function wordsOfFailure(output: unknown): unknown {
  if (typeof output !== "object" || output === null) return output;
  const { isError, message, code: _, content, ...rest } = output as Readonly<Record<string, unknown>>;
  if (isError !== true || Object.keys(rest).length > 0) return output;
  if (typeof message === "string" && content === undefined) return message;
  const texts = Array.isArray(content) && message === undefined ? content.map(textOf) : [];
  return texts.length > 0 && texts.every((text) => text !== undefined) ? texts.join("\n") : output;
}

function textOf(part: unknown): string | undefined {
  const { type, text } = (part ?? {}) as { readonly type?: unknown; readonly text?: unknown };
  return type === "text" && typeof text === "string" ? text : undefined;
}
