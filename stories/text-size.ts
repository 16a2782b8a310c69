/**
 * Sets the size of a `rem` (percent), and with it the `rem` in media conditions of the page's sheets. A browser takes those
 * from the reader's setting alone, so a root of 200 % would show the layout of a wide window.
 */
export function setTextSize(percent: number): void {
  document.documentElement.style.fontSize = percent === 100 ? "" : `${percent}%`;
  for (const sheet of document.styleSheets) scaleConditions(sheet, percent / 100);
}

/** Rules with `rem` in a condition, as the sheet has them. A sheet whose text changes is another one. */
const written = new WeakMap<CSSStyleSheet, ReadonlyMap<number, string>>();

function scaleConditions(sheet: CSSStyleSheet, factor: number): void {
  const known = written.get(sheet);
  if (!known && factor === 1) return;
  const rules = known ?? conditionsOf(sheet);
  written.set(sheet, rules);
  for (const [index, text] of rules) {
    sheet.deleteRule(index);
    sheet.insertRule(scaled(text, factor), index);
  }
}

const prelude = /@media[^{]*/g;
const rem = /(\d*\.?\d+)rem/g;

function conditionsOf(sheet: CSSStyleSheet): ReadonlyMap<number, string> {
  const texts = [...rulesOf(sheet)].map((rule) => rule.cssText);
  return new Map([...texts.entries()].filter(([, text]) => text.match(prelude)?.some((part) => part.includes("rem"))));
}

const scaled = (text: string, factor: number) =>
  text.replace(prelude, (part) => part.replace(rem, (_, size: string) => `${Number(size) * factor}rem`));

/** None of a sheet from another site, which no script may read. */
function rulesOf(sheet: CSSStyleSheet): Iterable<CSSRule> {
  try {
    return sheet.cssRules;
  } catch {
    return [];
  }
}
