// budget: one scanner; its cases share the place, the brackets and the pairing
import { mailAddress, webAddress } from "./addresses.js";
import { referenceAt } from "./character-references.js";
import type { Run } from "./emphasis.js";
import { Brackets, type InlineOptions, type InlineReading } from "./inline-brackets.js";
import {
  blank,
  closingTicks,
  codeText,
  isSpace,
  lastRun,
  lengthOfRun,
  placesOfTicks,
  punctuation,
  sideAfter,
  sideBefore,
  word,
} from "./inline-text.js";
import { limits, type Scope, type Syntax } from "./scope.js";

/** Characters and sequences that may begin a construct. */
const special = /[\\`*_~[\]!<&@\n]|:\/\/|\bwww\./gi;

/** The same for a first look: most cells, items and headings are short and have none. */
const anySpecial = new RegExp(special.source, "i");

/** Reads words with their marks, in one pass from left to right. */
export function readInline(text: string, scope: Scope, options: InlineOptions): InlineReading {
  const isShort = text.length <= (options.partAfter ?? text.length);
  if (isShort && text !== "" && scope.inline.length === 0 && !anySpecial.test(text)) {
    scope.work.characters += text.length;
    scope.work.nodes += 1;
    return { nodes: [text], end: text.length, references: 0, marks: 0 };
  }
  return new Scanner(text, scope, options).run();
}

class Scanner extends Brackets {
  /** A `<` that may begin a tag. */
  private tagAt = -1;
  private ticks: Map<number, readonly number[]> | undefined;
  private readonly own: { syntax: Syntax; next: number; tries: number }[];

  constructor(text: string, scope: Scope, options: InlineOptions) {
    super(text, scope, options);
    this.own = scope.inline.map((syntax) => ({ syntax, next: -2, tries: 0 }));
  }

  run(): InlineReading {
    const { text, scope, options } = this;
    const after = options.partAfter ?? Number.POSITIVE_INFINITY;
    let end = text.length;
    while (this.at < text.length) {
      const next = this.nextSpecial();
      if (next >= after || this.at >= after) {
        const place = this.placeToPart(Math.max(this.at, after), Math.min(next, text.length));
        if (place >= 0) {
          end = place;
          this.flush(place);
          break;
        }
      }
      if (next >= text.length) break;
      this.at = next;
      this.read();
    }
    this.flush(end);
    scope.work.characters += end;
    this.closeBrackets();
    const nodes = this.pairing.finish(options.soften ?? false);
    return { nodes, end, references: this.references, marks: this.marks };
  }

  private nextSpecial(): number {
    special.lastIndex = this.at;
    let next = special.exec(this.text)?.index ?? this.text.length;
    for (const entry of this.own) {
      if (entry.next !== -1 && entry.next < this.at && entry.tries < limits.tries) {
        const found = entry.syntax.find(this.text.slice(this.at));
        entry.next = found < 0 ? -1 : this.at + found;
      }
      if (entry.next >= this.at && entry.next < next) next = entry.next;
    }
    return next;
  }

  /** A place behind a space, between two others, where no mark is open; -1 for none. */
  private placeToPart(from: number, to: number): number {
    if (this.isOpen || this.brackets.length > 0 || this.pairing.isOpen) return -1;
    const { text } = this;
    const isInTag = (at: number) =>
      this.tagAt >= 0 && at - this.tagAt < limits.tag && !text.slice(this.tagAt, at).includes("\n");
    for (let at = Math.max(from, 1); at <= to && at < text.length; at += 1) {
      if (!isSpace(text, at) && isSpace(text, at - 1)) return isInTag(at) ? -1 : at;
    }
    return -1;
  }

  // oxlint-disable-next-line complexity -- one case for each mark
  private read(): void {
    const { text, at } = this;
    if (this.readOwn()) return;
    switch (text[at] ?? "") {
      case "\\":
        return this.readEscape();
      case "`":
        return this.readCode();
      case "*":
      case "_":
      case "~":
        return this.readRun();
      case "[":
        return this.openBracket(false, 1);
      case "!":
        if (text[at + 1] === "[") return this.openBracket(true, 2);
        break;
      case "]":
        return this.closeBracket();
      case "<":
        return this.readPointed();
      case "&": {
        const found = /[#a-zA-Z]/.test(text[at + 1] ?? "") ? referenceAt(text, at) : undefined;
        if (found) return this.put(found.text, found.end);
        break;
      }
      case "@":
        if (this.link(mailAddress(text, at, this.from))) return;
        break;
      case "\n":
        return this.readLineEnd();
      default:
        if (this.link(webAddress(text, at, this.from, this.brackets.length > 0))) return;
    }
    this.at += 1;
  }

  private link(found: { from: number; end: number; href: string | null } | undefined): boolean {
    if (!found) return false;
    if (found.href === null) {
      this.at = found.end;
      return true;
    }
    this.at = found.from;
    const shown = this.text.slice(found.from, found.end);
    this.put({ type: "link", href: found.href, title: null, children: [shown] }, found.end);
    return true;
  }

  private readOwn(): boolean {
    const entry = this.own.find(({ next }) => next === this.at);
    if (!entry) return false;
    const found = entry.syntax.read(this.text.slice(this.at));
    if (!found || found.length <= 0) {
      entry.tries += 1;
      // It may still find its end.
      this.isOpen = true;
      return false;
    }
    this.put({ type: "own", name: entry.syntax.name, content: found.content }, this.at + found.length);
    return true;
  }

  private readEscape(): void {
    const next = this.text[this.at + 1];
    if (next === "\n") {
      this.put({ type: "break" }, this.at + 2);
      return;
    }
    if (next !== undefined && /[!-/:-@[-`{-~]/.test(next)) this.put(next, this.at + 2);
    else this.at += 1;
  }

  private readLineEnd(): void {
    const { text, at } = this;
    let end = at;
    while (end > this.from && text[end - 1] === " ") end -= 1;
    const isBreak = at - end >= 2;
    if (end < at) {
      this.flush(end);
      this.from = at;
      this.at = at;
    }
    if (isBreak) this.put({ type: "break" }, at + 1);
    else this.at = at + 1;
  }

  private readCode(): void {
    const { text, at } = this;
    const length = lengthOfRun(text, at);
    this.ticks ??= placesOfTicks(text);
    const end = closingTicks(this.ticks.get(length) ?? [], at);
    if (end === undefined) {
      const isSoft = this.options.soften === true && !/[\w\\]/.test(text[at - 1] ?? "");
      this.isOpen = true;
      if (!isSoft) {
        this.at += length;
        return;
      }
      const rest = text.slice(at + length).replace(/`+$/, "");
      this.flush(at);
      if (rest.trim() !== "") this.add({ type: "code", text: codeText(rest.trimEnd()) });
      this.from = text.length;
      this.at = text.length;
      return;
    }
    this.put({ type: "code", text: codeText(text.slice(at + length, end)) }, end + length);
  }

  // oxlint-disable-next-line complexity -- CommonMark's rules of flanking
  private readRun(): void {
    const { text, at } = this;
    const mark = text[at] as Run["mark"];
    const count = lengthOfRun(text, at);
    const end = at + count;
    const before = sideBefore(text, at);
    const after = sideAfter(text, end);
    if (mark === "~" && count > 2) {
      this.at = end;
      return;
    }
    const isLeft = after !== blank && (after === word || before !== word);
    const isRight = before !== blank && (before === word || after !== word);
    const isIntraword = mark !== "_";
    const canOpen = isLeft && (isIntraword || !isRight || before === punctuation);
    const canClose = isRight && (isIntraword || !isLeft || after === punctuation);
    const isSoft = !/[\w\\]/.test(text[at - 1] ?? "");
    const run: Run = { mark, count, canOpen, canClose, isSoft };
    if (this.options.soften && end === text.length) return this.readLastRun(run, end);
    this.put(run, end);
  }

  /** Marks at the very end may be half of what they will be. */
  private readLastRun(run: Run, end: number): void {
    const open = this.brackets.length > 0 ? lastRun(this.held) : this.pairing.last;
    if (run.canClose && open?.mark === run.mark && open.count > run.count) {
      this.put({ ...run, canOpen: false, count: open.count }, end);
    } else if (!run.canClose && !run.canOpen && run.isSoft && run.count <= 3) {
      this.add(this.text.slice(this.from, this.at).trimEnd());
      this.from = end;
      this.at = end;
    } else this.put(run, end);
  }

  /** `<https://…>`, `<name@host>`, or an HTML tag, which is text with no marks in it. */
  private readPointed(): void {
    const { text, at } = this;
    if (!/[\w/!?.#$%&'*+=^`{|}~-]/.test(text[at + 1] ?? "")) {
      this.at += 1;
      return;
    }
    pointed.lastIndex = at;
    const found = pointed.exec(text);
    if (found) {
      const [whole, address, mail] = found;
      const shown = address ?? mail ?? "";
      const href = mail === undefined ? shown : `mailto:${shown}`;
      return this.put({ type: "link", href, title: null, children: [shown] }, at + whole.length);
    }
    tag.lastIndex = at;
    const html = tag.exec(text)?.[0];
    if (html !== undefined) return this.put(html, at + html.length);
    if (/[A-Za-z/!?]/.test(text[at + 1] ?? "")) this.tagAt = at;
    this.at += 1;
  }
}

const pointed = /<(?:([A-Za-z][A-Za-z0-9+.-]{1,31}:[^\s<>]{0,2000})|([\w.!#$%&'*+/=?^`{|}~-]{1,64}@[\w.-]{1,255}))>/y;
const tag = /<[A-Za-z/!?][^<>\n]{0,200}>/y;
