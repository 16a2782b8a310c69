/** The formats that an answer may have, by name. A name without a row is refused as unknown. */
import { ChatError } from "../../../wire/protocol/chat-error.js";
import { chatCompletionsFormat } from "./chat-completions.js";
import type { ChatFormat } from "./format.js";
import { nativeFormat } from "./native.js";
import { responsesFormat } from "./responses.js";
import { uiStreamFormat } from "./ui-stream.js";

const formats: ReadonlyMap<string, ChatFormat> = new Map(
  [nativeFormat, uiStreamFormat, chatCompletionsFormat, responsesFormat].map((format) => [format.name, format]),
);

/** @throws {ChatError} (400) with code `unknown_format`. */
export function chatFormat(name: string): ChatFormat {
  const format = formats.get(name);
  if (format) return format;
  throw new ChatError(
    `This handler does not speak the format ${JSON.stringify(name)}. It speaks: ${[...formats.keys()].join(", ")}.`,
    { code: "unknown_format", status: 400 },
  );
}
