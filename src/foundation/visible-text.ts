/**
 * Makes characters visible that hide or reorder the text around them, so that a name reads as what it is. Returns
 * such a character as `[U+202E]` unless a script needs it there; all other text is returned unchanged.
 */

/**
 * First test: most text has none of these, and is returned as it is. Controls, formats but the signs that Arabic and Kaithi
 * draw before numbers, separators of lines, all that Unicode wants drawn as nothing, and the empty Braille pattern.
 */
const suspect =
  /(?![\t\n\r\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u{110bd}\u{110cd}])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Each suspect, with the characters before and after it where a script may need it. */
const suspects = new RegExp(suspect.source, "gu");

/**
 * Replaces bidirectional overrides, embeddings, isolates, joiners, direction marks and other invisible characters by
 * their code points where no script or emoji needs them. Keeps Persian and Indic joiners, emoji sequences, flags, and
 * direction marks in text with right-to-left letters.
 *
 * Use it for every name, argument, file name and link text from an untrusted source that a person's decision depends
 * on.
 *
 * @example
 * const name = visibleText("invoice\u202Efdp.exe"); // "invoice[U+202E]fdp.exe"
 */
export function visibleText(text: string): string {
  if (!suspect.test(text)) return text;
  const isRightToLeft = rightToLeft.test(text);
  return text.replace(suspects, (found, at: number) => {
    if (isNeeded(found, text, at, isRightToLeft)) return found;
    return `[U+${(found.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}]`;
  });
}

function isNeeded(found: string, text: string, at: number, isRightToLeft: boolean): boolean {
  // One joiner does all that two do.
  if (/[\u200b-\u200d]/.test(before(text, at))) return false;
  switch (found) {
    case "\u200c":
      return joins(before(text, at)) || joins(after(text, at + 1));
    case "\u200d":
      return joins(before(text, at)) || joins(after(text, at + 1)) || isEmojiJoint(text, at);
    case "\u200b":
      return unspaced.test(before(text, at)) || unspaced.test(after(text, at + 1));
    case "\u061c":
    case "\u200e":
    case "\u200f":
      return isRightToLeft;
    default:
      return isForm(found, text, at) || isFlagTag(found, text, at);
  }
}

function before(text: string, at: number): string {
  const last = text.charCodeAt(at - 1);
  const isPair = last >= 0xdc00 && last <= 0xdfff;
  return text.slice(Math.max(0, at - (isPair ? 2 : 1)), at);
}

function after(text: string, at: number): string {
  const next = text.codePointAt(at);
  return next === undefined ? "" : String.fromCodePoint(next);
}

/** Whether a letter, or a mark on one, belongs to a script that joiners shape. */
function joins(char: string): boolean {
  return shaped.test(char);
}

/** 👩‍🚀: a picture, with its colour or form, before the joiner and another behind it. */
function isEmojiJoint(text: string, at: number): boolean {
  return (
    /[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f]/u.test(before(text, at)) && picture.test(after(text, at + 1))
  );
}

/** Whether the character before has forms of which this selects one: emoji, keys, ideographs and some scripts. */
function isForm(found: string, text: string, at: number): boolean {
  const base = before(text, at);
  if (/[\ufe0e\ufe0f]/.test(found)) {
    return /[0-9#*]/.test(base) ? text[at + 1] === "\u20e3" : /[\p{Emoji}\p{Extended_Pictographic}]/u.test(base);
  }
  if (/[\u180b-\u180d\u180f]/.test(found)) return /\p{Script=Mongolian}/u.test(base);
  if (/[\ufe00-\ufe02]/.test(found)) return /[\p{Script=Han}\p{Script=Myanmar}\p{Script=Phags_Pa}\p{Sm}]/u.test(base);
  return /[\u{e0100}-\u{e01ef}]/u.test(found) && /\p{Script=Han}/u.test(base);
}

/** The flags of England, Scotland and Wales are a black flag, letters of tags and an end. */
function isFlagTag(found: string, text: string, at: number): boolean {
  const code = found.codePointAt(0) ?? 0;
  if (code < 0xe0020 || code > 0xe007f) return false;
  // A flag has at most six letters, so looking back is bounded.
  const flag = /\u{1f3f4}[\u{e0030}-\u{e007a}]{0,6}$/u.exec(text.slice(Math.max(0, at - 14), at));
  if (flag === null) return false;
  return /^[\u{e0030}-\u{e007a}]{0,6}\u{e007f}/u.test(text.slice(at, at + 14));
}

const rightToLeft =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}\p{Script=Samaritan}\p{Script=Mandaic}]/u;
const shaped =
  /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mandaic}\p{Script=Nko}\p{Script=Adlam}\p{Script=Mongolian}\p{Script=Phags_Pa}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}\u064b-\u0655\u0670\u0640]/u;
const unspaced = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}]/u;
const picture = /^\p{Extended_Pictographic}/u;
