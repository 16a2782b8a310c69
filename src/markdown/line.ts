/** One line, taken apart from its beginning. Columns count tabs as CommonMark does: to the next multiple of four. */
export class Line {
  /** Characters looked at. */
  visited = 0;
  private at = 0;
  private column = 0;
  /** Columns of a tab that were taken only in part. */
  private rest = 0;

  readonly text: string;
  /** False for the first piece of a line that is longer than one. */
  readonly isWhole: boolean;

  constructor(text: string, isWhole: boolean) {
    this.text = text;
    this.isWhole = isWhole;
  }

  /** Number of columns of space at this position. */
  get indent(): number {
    let columns = this.rest;
    let column = this.column + this.rest;
    for (let at = this.at; at < this.text.length; at += 1) {
      const char = this.text.charCodeAt(at);
      const width = char === 0x20 ? 1 : char === 0x09 ? 4 - (column % 4) : 0;
      if (width === 0) break;
      columns += width;
      column += width;
      this.visited += 1;
    }
    return columns;
  }

  get isBlank(): boolean {
    return this.peek() === "";
  }

  /** The first character behind the spaces. */
  peek(): string {
    return this.text[this.wordsAt()] ?? "";
  }

  /** The text after the spaces. */
  words(): string {
    return this.text.slice(this.wordsAt());
  }

  /** The rest of the line, with the rest of a tab as spaces. */
  remainder(): string {
    return " ".repeat(this.rest) + this.text.slice(this.at);
  }

  /** Skips up to `columns` columns of space. */
  skipColumns(columns: number): void {
    let left = columns;
    while (left > 0) {
      if (this.rest > 0) {
        const taken = Math.min(left, this.rest);
        this.rest -= taken;
        this.column += taken;
        left -= taken;
        continue;
      }
      const char = this.text.charCodeAt(this.at);
      if (char === 0x20) {
        this.at += 1;
        this.column += 1;
        left -= 1;
      } else if (char === 0x09) {
        this.at += 1;
        this.rest = 4 - (this.column % 4);
      } else return;
    }
  }

  /** Consumes the spaces, and a number of characters after them. */
  skipWords(count: number): void {
    this.skipColumns(this.indent);
    this.at += count;
    this.column += count;
  }

  private wordsAt(): number {
    let { at } = this;
    while (this.text.charCodeAt(at) === 0x20 || this.text.charCodeAt(at) === 0x09) at += 1;
    this.visited += at - this.at + 1;
    return at;
  }
}
