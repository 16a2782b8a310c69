import { detached, type GrowingText } from "../../foundation/growing-text.js";
import { createDocument, type MarkdownDocument } from "../../markdown/document.js";
import type { Block } from "../../markdown/nodes.js";
import type { Seq } from "../../markdown/seq.js";
import type { Definitions } from "./definitions.js";
import type { MarkdownSyntax } from "./plugins.js";

export interface MarkdownReader {
  /**
   * The blocks of a text. One that goes on from the last costs what was added; any other is read from its beginning.
   * With `source`, the text itself is not touched: only what it gained is.
   */
  read(text: string, soften: boolean, source?: GrowingText): Seq<Block>;
  readonly definitions: Definitions;
  /** Changes with every change of a definition. */
  version(): number;
  /** Tells those who listen that definitions may have changed. */
  notify(): void;
  /** Characters visited and nodes made by the present document. */
  work(): { readonly characters: number; readonly nodes: number };
}

export function createReader(syntax: readonly MarkdownSyntax[] | undefined): MarkdownReader {
  let document: MarkdownDocument = createDocument(syntax);
  let documents = 0;
  let length = 0;
  /** What was read: the text, or the source that it came from. */
  let known: string | object = "";
  const listeners = new Set<() => void>();

  function startAgain(): void {
    document = createDocument(syntax);
    documents += 1;
    length = 0;
  }

  return {
    read(text, soften, source) {
      const isSame = source
        ? known === source.origin && source.length >= length
        : typeof known === "string" && text.startsWith(known);
      if (!isSame) startAgain();
      const end = source?.length ?? text.length;
      // A copy of its own: a slice would keep the whole text of this moment in memory.
      if (end > length) document.add(detached(source ? source.slice(length, end) : text.slice(length)));
      length = end;
      known = source?.origin ?? text;
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
    notify() {
      for (const listener of listeners) listener();
    },
    work: () => document.work,
  };
}
