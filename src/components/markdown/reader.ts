import { detached, type GrowingText } from "../../foundation/growing-text.js";
import { createDocument, type MarkdownDocument } from "../../markdown/document.js";
import type { Block } from "../../markdown/nodes.js";
import type { Seq } from "../../markdown/seq.js";
import type { Definitions } from "./definitions.js";
import type { MarkdownSyntax } from "./plugins.js";

export interface MarkdownReader {
  /**
   * The blocks of a text. Appended text costs only the addition; any other text is read from its beginning. With
   * `source`, only its new pieces are read, not the text itself. `soften`: its last construct may be incomplete.
   */
  read(text: string, end: { readonly grows: boolean; readonly soften: boolean }, source?: GrowingText): Seq<Block>;
  readonly definitions: Definitions;
  /** Changes with every change of a definition. */
  version(): number;
  /** How often another text replaced a complete one. */
  replaced(): number;
  /** Notifies subscribers that definitions may have changed. */
  notify(): void;
  /** Characters visited and nodes made by the present document. */
  work(): { readonly characters: number; readonly nodes: number };
}

export function createReader(syntax: readonly MarkdownSyntax[] | undefined): MarkdownReader {
  let document: MarkdownDocument = createDocument(syntax);
  let documents = 0;
  let length = 0;
  let replaced = 0;
  let wasComplete = false;
  /** The source read so far: the text, or its pieces. */
  let known: string | GrowingText = "";
  const listeners = new Set<() => void>();

  function startAgain(): void {
    document = createDocument(syntax);
    documents += 1;
    if (wasComplete && length > 0) replaced += 1;
    length = 0;
  }

  /** Where pieces follow a text, or a text follows its pieces, both are compared, once. */
  function goesOn(now: string | GrowingText): boolean {
    if (now.length < length) return false;
    if (typeof now !== "string" && typeof known !== "string" && now.origin === known.origin) return true;
    const read = known.slice(0, length);
    return typeof now === "string" ? now.startsWith(read) : now.slice(0, length) === read;
  }

  return {
    read(text, { grows, soften }, source) {
      const now = source ?? text;
      if (!goesOn(now)) startAgain();
      const end = now.length;
      // A copy of its own: a slice would keep the whole text of this moment in memory.
      if (end > length) document.add(detached(now.slice(length, end)));
      length = end;
      known = now;
      wasComplete = !grows;
      return document.blocks(soften);
    },
    definitions: {
      subscribe(listener) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
      get: (label) => document.definition(label),
    },
    version: () => documents * 1e9 + document.version,
    replaced: () => replaced,
    notify() {
      for (const listener of listeners) listener();
    },
    work: () => document.work,
  };
}
