import type { Seq } from "./seq.js";

/** The syntax tree. Nodes are immutable: a finished one stays the same object while text is added. */
export type Inline =
  | string
  | { readonly type: "strong" | "em" | "del"; readonly children: Inlines; readonly height: number }
  | { readonly type: "code"; readonly text: string }
  | { readonly type: "link"; readonly href: string; readonly title: string | null; readonly children: Inlines }
  | { readonly type: "image"; readonly href: string; readonly title: string | null; readonly alt: string }
  | Reference
  | { readonly type: "break" }
  | { readonly type: "own"; readonly name: string; readonly content: string };

export type Inlines = readonly Inline[];

/** `[words]` or `[words][label]`: a link once the label is defined, here or further down; brackets until then. */
export interface Reference {
  readonly type: "reference";
  readonly isImage: boolean;
  /** Normalised. */
  readonly label: string;
  readonly children: Inlines;
  /** Source text after the words: `]` or `][label]`. */
  readonly end: string;
}

export interface Definition {
  readonly href: string;
  readonly title: string | null;
}

export type Block = Paragraph | Heading | Code | Quote | List | Table | Plain | Own | { readonly type: "rule" };

/** Inline text in parts that no construct crosses. Only the last part changes while the block grows. */
export interface Paragraph {
  readonly type: "paragraph";
  readonly parts: Seq<Inlines>;
}

export interface Heading {
  readonly type: "heading";
  readonly depth: number;
  readonly parts: Seq<Inlines>;
}

export interface Code {
  readonly type: "code";
  /** The word behind the fence; null without one. */
  readonly language: string | null;
  /** In pieces of whole lines. */
  readonly pieces: Seq<string>;
  /** Whether later text can no longer add to it. */
  readonly isComplete: boolean;
}

/** Text that is shown as it is written. */
export interface Plain {
  readonly type: "plain";
  readonly pieces: Seq<string>;
}

export interface Quote {
  readonly type: "quote";
  readonly blocks: Seq<Block>;
}

export interface List {
  readonly type: "list";
  /** Number of the first item; null for bullets. */
  readonly start: number | null;
  readonly items: Seq<Item>;
}

export interface Item {
  /** Whether a task is done; null for an ordinary item. */
  readonly task: boolean | null;
  /** Whether a blank line separates its blocks. */
  readonly isLoose: boolean;
  readonly blocks: Seq<Block>;
}

export interface Table {
  readonly type: "table";
  readonly align: readonly Align[];
  readonly header: readonly Inlines[];
  readonly rows: Seq<readonly Inlines[]>;
}

export type Align = "left" | "right" | "center" | null;

/** A syntax of the host's. */
export interface Own {
  readonly type: "own";
  readonly name: string;
  readonly content: string;
}
