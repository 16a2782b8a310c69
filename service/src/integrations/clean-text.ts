/**
 * Cleans text of a foreign document for people and models: bounded, on one line, without control characters and
 * without invisible characters that reorder or hide text.
 */
import { cutWhole } from "../sessions/cut-whole.js";

const hidden = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}]+/gu;

export function cleanText(value: unknown, most: number): string {
  if (typeof value !== "string") return "";
  // A text is cut before it is cleaned, so its length costs nothing.
  const text = value
    .slice(0, most * 4)
    .replaceAll(hidden, " ")
    .replaceAll(/\s+/g, " ")
    .trim();
  if (text.length <= most) return text;
  return `${cutWhole(text, most - 1)}…`;
}
