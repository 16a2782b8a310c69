/** A number with its unit and nothing else: `12 s`, `11 / s`, `€ 1,200`, `-3.5 %`, `25 km/h`. */
const quantity =
  /^[\p{Sc}<>≤≥≈~±+−-]*\s?\d[\d.,’']*(?:\s\d{3})*(?:\s?(?:[%‰]|\p{Sc}|\/?\s?[\p{L}°µ²³]{1,6}\.?)){0,3}$/u;

/** A longer text may break (characters). */
const longest = 24;

/** Joins a number and its unit, so that no line ends between them. Returns every other text unchanged. */
export function unbroken(text: string): string {
  return text.length <= longest && /\d/.test(text) && quantity.test(text) ? text.replaceAll(" ", "\u00a0") : text;
}
