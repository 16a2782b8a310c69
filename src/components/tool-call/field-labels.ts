import { visibleText } from "../../foundation/visible-text.js";
import { inWords } from "./tool-name.js";

/**
 * Identifiers of code: camelCase, snake_case and kebab-case. Digits only end one, as other names with digits, such as
 * `eu-north-1`, are data. Nor are constants and headers such as `API_KEY` and `Content-Type` put in words.
 */
const identifier = /^(?:(?=.*[a-z])[A-Za-z]+\d*|[a-z]+(?:_[a-z]+)*_?\d*|[a-z]+(?:-[a-z]+)+)$/;

/** A longer name is data (characters). */
const longest = 60;

/**
 * The labels of one object's fields: identifiers in words, all other names as they are. Names whose labels would look
 * the same are all shown as they are, as a person decides by these labels.
 */
export function fieldLabels(names: readonly string[]): readonly string[] {
  const labels = names.map((name) => (name.length <= longest && identifier.test(name) ? inWords(name) : name));
  const times = new Map<string, number>();
  for (const label of labels) times.set(looks(label), (times.get(looks(label)) ?? 0) + 1);
  return labels.map((label, index) => visibleText(times.get(looks(label)) === 1 ? label : (names[index] ?? label)));
}

/** Equal for labels that a reader takes for one. */
const looks = (label: string) => label.trim().replace(/\s+/g, " ").toLowerCase();
