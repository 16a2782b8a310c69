import { Markdown, type MarkdownPlugins, type MarkdownProps } from "@service/react";
import { highlight } from "./highlight.js";

/** Defined once: with a new object, the kit draws the whole text again. */
const plugins: MarkdownPlugins = { highlight };

/** The text of an answer, with coloured code. */
export function AnswerText({ text, streaming }: Pick<MarkdownProps, "text" | "streaming">) {
  return <Markdown text={text} streaming={streaming} plugins={plugins} />;
}
