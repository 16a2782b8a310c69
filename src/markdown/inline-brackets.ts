import { Pairing, type Run } from "./emphasis.js";
import { plainText, readLabel } from "./inline-text.js";
import { readTarget } from "./link-target.js";
import type { Inline, Inlines } from "./nodes.js";
import { limits, normalizeLabel, type Scope } from "./scope.js";

export interface InlineOptions {
  /** Whether an incomplete construct at the end is shown as if it were complete. */
  readonly soften?: boolean;
  /** Whether words in brackets may become links by a definition further down. */
  readonly mayRefer: boolean;
  /** End at the first place from here on where no mark is open (characters). @default never */
  readonly partAfter?: number;
}

export interface InlineReading {
  readonly nodes: Inlines;
  /** Where reading ended: the text's end, or a place where words may be parted. */
  readonly end: number;
  readonly references: number;
  /** How many nodes are no plain text. */
  readonly marks: number;
}

interface Bracket {
  readonly isImage: boolean;
  /** Where its words begin in the text. */
  readonly from: number;
  /** Index of its first node in `held`. */
  readonly held: number;
  /** Whether it contains other brackets. */
  hasInner: boolean;
  /** Whether it contains a link: links cannot be nested. */
  hasLink: boolean;
}

/** The part of the scanner that makes links: the position, the text read so far, and the open brackets. */
export class Brackets {
  protected readonly pairing = new Pairing();
  protected readonly brackets: Bracket[] = [];
  /** The nodes since the oldest open bracket, as marks inside a link pair only with each other. */
  protected held: (Inline | Run)[] = [];
  protected at = 0;
  /** Where text begins that is not added yet. */
  protected from = 0;
  protected references = 0;
  protected marks = 0;
  /** Whether something waits for its other end that no later mark can close here. */
  protected isOpen = false;
  protected readonly text: string;
  protected readonly scope: Scope;
  protected readonly options: InlineOptions;

  constructor(text: string, scope: Scope, options: InlineOptions) {
    this.text = text;
    this.scope = scope;
    this.options = options;
  }

  protected flush(to: number): void {
    if (to > this.from) this.add(this.text.slice(this.from, to));
    this.from = to;
    this.at = to;
  }

  protected add(entry: Inline | Run): void {
    this.scope.work.nodes += 1;
    if (typeof entry === "object") this.marks += 1;
    if (this.brackets.length > 0) this.held.push(entry);
    else this.pairing.add(entry);
  }

  /** Adds a node for the text from `this.at` to `end`. */
  protected put(entry: Inline | Run, end: number): void {
    this.flush(this.at);
    this.add(entry);
    this.from = end;
    this.at = end;
  }

  protected openBracket(isImage: boolean, length: number): void {
    const { at } = this;
    if (this.brackets.length >= limits.marks) {
      this.at += length;
      return;
    }
    this.flush(at);
    for (const bracket of this.brackets) bracket.hasInner = true;
    this.brackets.push({ isImage, from: at + length, held: this.held.length + 1, hasInner: false, hasLink: false });
    this.held.push(isImage ? "![" : "[");
    this.from = at + length;
    this.at = at + length;
  }

  protected closeBracket(): void {
    const { text, at } = this;
    const bracket = this.brackets.at(-1);
    if (!bracket) {
      this.at += 1;
      return;
    }
    const mayLink = bracket.isImage || !bracket.hasLink;
    const target = mayLink && text[at + 1] === "(" ? readTarget(text, at + 1, this.scope.work) : null;
    if (target === "open") this.isOpen = true;
    if (target !== null && target !== "open") return this.endLink(bracket, target);
    if (target === "open" && this.options.soften && /^\([^()\s]*$/.test(text.slice(at + 1))) {
      return this.endHalfLink(bracket);
    }
    if (mayLink && this.readReference(bracket)) return;
    // The words stay text, together with what follows.
    this.brackets.pop();
    this.at = at + 1;
    this.release();
  }

  private endLink(bracket: Bracket, { href, title, end }: Exclude<ReturnType<typeof readTarget>, "open" | null>): void {
    const children = this.takeWords(bracket);
    if (bracket.isImage) this.resume({ type: "image", href, title, alt: plainText(children) }, end);
    else {
      for (const outer of this.brackets) outer.hasLink = true;
      this.resume({ type: "link", href, title, children }, end);
    }
  }

  private endHalfLink(bracket: Bracket): void {
    const children = this.takeWords(bracket);
    this.from = this.text.length;
    this.at = this.text.length;
    if (!bracket.isImage) for (const child of children) this.held.push(child);
    this.release();
  }

  /** `[words][label]`, `[label][]` and `[label]`. */
  // oxlint-disable-next-line complexity -- three forms of a reference
  private readReference(bracket: Bracket): boolean {
    const { text, at, scope } = this;
    const full = text[at + 1] === "[" ? readLabel(text, at + 2) : undefined;
    if (text[at + 1] === "[" && full === undefined && !/[[\]]/.test(text.slice(at + 2, at + 2 + limits.label))) {
      this.isOpen = true;
    }
    if (!this.options.mayRefer && scope.definitions.size === 0) return false;
    const words = text.slice(bracket.from, Math.min(at, bracket.from + limits.label + 1));
    const own = bracket.hasInner || words.length > limits.label ? "" : words;
    const name = normalizeLabel(full?.trim() ? full : own);
    if (name === "") return false;
    const end = full === undefined ? at + 1 : at + 3 + full.length;
    const known = this.options.mayRefer ? undefined : scope.definitions.get(name);
    if (!this.options.mayRefer && !known) return false;
    const children = this.takeWords(bracket);
    if (known) {
      const node: Inline = bracket.isImage
        ? { type: "image", ...known, alt: plainText(children) }
        : { type: "link", ...known, children };
      this.resume(node, end);
      return true;
    }
    this.references += 1;
    this.resume({ type: "reference", isImage: bracket.isImage, label: name, children, end: text.slice(at, end) }, end);
    return true;
  }

  /** Removes a bracket and its words from `held`. */
  private takeWords(bracket: Bracket): Inlines {
    this.flush(this.at);
    this.brackets.pop();
    const pairing = new Pairing();
    for (const entry of this.held.splice(bracket.held)) pairing.add(entry);
    this.held.pop();
    return pairing.finish(false);
  }

  private resume(node: Inline, end: number): void {
    this.marks += 1;
    this.held.push(node);
    this.from = end;
    this.at = end;
    this.release();
  }

  /** Passes the held nodes on once no bracket is open. */
  private release(): void {
    if (this.brackets.length > 0) return;
    for (const entry of this.held) this.pairing.add(entry);
    this.held = [];
  }

  /** At the end, unclosed brackets are text; the last one is omitted while more of its words are expected. */
  protected closeBrackets(): void {
    const last = this.brackets.at(-1);
    if (last && this.options.soften && !/[[\]\n]/.test(this.text.slice(last.from))) {
      if (last.isImage) this.held.splice(last.held - 1);
      else this.held[last.held - 1] = "";
    }
    this.brackets.length = 0;
    this.release();
  }
}
