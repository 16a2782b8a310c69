import type { ChatPart } from "../../src/chat/chat-message.js";

/** Parts without settled questions; the texts around them are one, as in a log that is read without them. */
export function withoutQuestions(parts: readonly ChatPart[]): readonly Exclude<ChatPart, { type: "question" }>[] {
  const kept: Exclude<ChatPart, { type: "question" }>[] = [];
  for (const part of parts) {
    const last = kept.at(-1);
    if (part.type === "question") continue;
    if (part.type === "text" && last?.type === "text") {
      kept[kept.length - 1] = { type: "text", text: `${last.text}\n\n${part.text}` };
    } else {
      kept.push(part);
    }
  }
  return kept;
}
