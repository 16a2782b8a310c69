/**
 * A text that grows at its end, as a list of its pieces. Appending and reading the end cost only the appended
 * or read part, while each read of a growing string copies it whole.
 *
 * Versions share their pieces: each is a view of the first `length` characters of one origin.
 */
export interface GrowingText {
  readonly length: number;
  /** The whole text, as a string of few long pieces: the engine copies it when it is read, not when it is passed on. */
  readonly text: string;
  /** The same object for all versions of one text. */
  readonly origin: object;
  /** The characters from `from` to `to`. */
  slice(from: number, to: number): string;
  /** This text with more at its end. */
  append(text: string): GrowingText;
  /** The text is complete and equals this string: drops the pieces, so that no second copy stays in memory. */
  settle(text: string): void;
  /** Its beginning, with the given number of characters. */
  upTo(length: number): GrowingText;
}

/** Number of pieces in a block; a full block is joined into one piece. */
const joinEvery = 64;

class Origin {
  /** Joined pieces, and where each begins. */
  private readonly blocks: string[] = [];
  private readonly starts: number[] = [];
  private readonly pieces: string[] = [];
  private joined = 0;
  /** All blocks, and all pieces behind them. A string of every piece would take three times the memory of the text. */
  private whole = "";
  private tail = "";
  length = 0;

  get text(): string {
    return this.whole + this.tail;
  }

  add(text: string): void {
    this.pieces.push(text);
    this.tail += text;
    this.length += text.length;
    if (this.pieces.length < joinEvery) return;
    const block = this.pieces.join("");
    this.starts.push(this.joined);
    this.blocks.push(block);
    this.joined += block.length;
    this.whole += block;
    this.tail = "";
    this.pieces.length = 0;
  }

  /** Replaces the pieces by this string, which equals them. */
  settle(text: string): void {
    this.blocks.splice(0, this.blocks.length, text);
    this.starts.splice(0, this.starts.length, 0);
    this.pieces.length = 0;
    this.joined = text.length;
    this.whole = text;
    this.tail = "";
  }

  slice(from: number, to: number): string {
    let found = "";
    let at = this.joined;
    if (from < this.joined) {
      let index = this.starts.findLastIndex((start) => start <= from);
      for (; index < this.blocks.length && (this.starts[index] ?? 0) < to; index += 1) {
        const start = this.starts[index] ?? 0;
        found += (this.blocks[index] ?? "").slice(Math.max(0, from - start), to - start);
      }
    }
    for (const piece of this.pieces) {
      if (at + piece.length > from && at < to) found += piece.slice(Math.max(0, from - at), to - at);
      at += piece.length;
    }
    return found;
  }
}

class Version implements GrowingText {
  readonly origin: Origin;
  readonly length: number;
  private known: string | undefined;

  constructor(origin: Origin, length: number) {
    this.origin = origin;
    this.length = length;
    this.known = length === origin.length ? origin.text : undefined;
  }

  get text(): string {
    this.known ??= this.slice(0, this.length);
    return this.known;
  }

  settle(text: string): void {
    if (this.origin.length !== text.length || this.length !== text.length) return;
    this.origin.settle(text);
    this.known = text;
  }

  slice(from: number, to: number): string {
    return this.origin.slice(from, Math.min(to, this.length));
  }

  upTo(length: number): GrowingText {
    return length < this.length ? new Version(this.origin, length) : this;
  }

  append(text: string): GrowingText {
    // An older version that grows another way gets pieces of its own.
    const origin = this.origin.length === this.length ? this.origin : copyOf(this);
    origin.add(text);
    return new Version(origin, origin.length);
  }
}

function copyOf(text: GrowingText): Origin {
  const origin = new Origin();
  origin.add(text.slice(0, text.length));
  return origin;
}

export function growingText(text: string): GrowingText {
  const origin = new Origin();
  origin.add(text);
  return new Version(origin, origin.length);
}

/** A string that shares no memory with the one it was cut from. */
export function detached(text: string): string {
  // Joining makes a new string; cutting the first character off keeps only that one alive.
  return text.length < 13 ? text : ` ${text}`.slice(1);
}

/** The pieces that the growing text of a row was made of, by the row: its own text stays a string for everyone else. */
const pieces = new WeakMap<object, GrowingText>();

/** The pieces of a row's text, where it grew out of some. */
export function piecesOf(row: object): GrowingText | undefined {
  return pieces.get(row);
}

/** The row with more at the end of its text. @param name the one field of the row that grows */
export function lengthen<Name extends string, Row extends { readonly [Field in Name]: string }>(
  row: Row,
  name: Name,
  more: string,
): Row {
  const longer = (pieces.get(row) ?? growingText(row[name])).append(more);
  const next = { ...row, [name]: longer.text };
  pieces.set(next, longer);
  return next;
}

/** Records that two rows have equal text, so that it is never compared. */
export function sharePieces(row: object, next: object): void {
  const known = pieces.get(row);
  if (!known) return;
  pieces.set(next, known);
}

/** The beginning of a row's text, without a look at the rest. */
export function beginningOf(row: { readonly text: string }, length: number): string {
  return (pieces.get(row) ?? row.text).slice(0, length);
}
