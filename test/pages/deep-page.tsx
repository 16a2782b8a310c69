import { ApprovalCard, Markdown, ToolCall } from "@service/react";
import type { ReactNode } from "react";
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import { approval } from "../../stories/fixtures.js";

/** A page with one thing that is nested thousands deep; its last word is "end". */
declare global {
  interface Window {
    showDeep(name: keyof typeof deep): void;
  }
}

const levels = 5_000;
const many = (part: string) => part.repeat(levels);
/** Deeper than any text is read, and a width that grows with each line. */
const indented = (marker: string) =>
  Array.from({ length: 400 }, (_, level) => `${" ".repeat(level * marker.length)}${marker}word`).join("\n");

function nest(wrap: (inner: unknown) => unknown): unknown {
  let value: unknown = "end";
  for (let level = 0; level < 1_500; level += 1) value = wrap(value);
  return value;
}
const objects = nest((inner) => ({ inner }));
const lists = nest((inner) => [inner]);

const text = (source: string) => <Markdown text={source} />;
const call = (value: unknown) => <ToolCall name="run" state="complete" arguments={value} output={value} defaultOpen />;
const nothing = () => undefined;

const deep = {
  quotes: text(`${many("> ")}end`),
  "lists in a line": text(`${many("- ")}end`),
  "lists in lines": text(`${indented("- ")}\n\nend`),
  "numbered lists": text(`${indented("1. ")}\n\nend`),
  "quotes in lists": text(`${many("- > ")}end`),
  marks: text(`${many("*_")}x${many("_*")} end`),
  brackets: text(`${many("[")}x${many("](y)")} end`),
  "objects of a tool": call(objects),
  "lists of a tool": call(lists),
  "arguments of an approval": (
    <ApprovalCard
      approval={{ ...approval, arguments: { objects, lists, last: "end" } }}
      onApprove={nothing}
      onReject={nothing}
    />
  ),
} satisfies Record<string, ReactNode>;

const root = createRoot(document.querySelector("#root") as Element);
window.showDeep = (name) => flushSync(() => root.render(deep[name]));
