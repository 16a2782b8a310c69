/**
 * Codes that a person types, as RFC 8628 §6.1 recommends: eight consonants, so they form no word and no letter looks
 * like a digit. 20^8 codes are 34.6 bits.
 */
const letters = "BCDFGHJKLMNPQRSTVWXZ";
const length = 8;

/** Fresh random bytes. */
export type RandomBytes = () => Uint8Array;

const random: RandomBytes = () => crypto.getRandomValues(new Uint8Array(16));

/** Draws each letter from a byte below the largest multiple of 20, so that all are equally likely. */
export function newUserCode(randomBytes = random): string {
  let code = "";
  while (code.length < length) {
    for (const byte of randomBytes()) {
      if (byte < 240 && code.length < length) code += letters[byte % letters.length];
    }
  }
  return `${code.slice(0, 4)}-${code.slice(4)}`;
}

const handleLetters = "bcdfghjkmnpqrstvwxz23456789";

/** Four characters that separate machines with the same name. */
export function newHandleSuffix(randomBytes = random): string {
  return [...randomBytes().subarray(0, 4)].map((byte) => handleLetters[byte % handleLetters.length]).join("");
}

/** The code without case, dashes and blanks; null for what no code can be. */
export function normalizeUserCode(typed: string): string | null {
  if (typed.length > 64) return null;
  const code = typed.toUpperCase().replaceAll(/[\s\p{Pd}_.]/gu, "");
  return code.length === length && code.split("").every((letter) => letters.includes(letter)) ? code : null;
}
