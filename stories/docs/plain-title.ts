/** Endings of names that show a state once more: in another theme, width or direction. */
const variants = [
  [/ ?(?:In The )?Dark$/, "dark theme"],
  [/ ?(?:On A )?Phone$/, "phone width"],
  [/ ?Right To Left$/, "right to left"],
] as const;

/**
 * A story's title as a sentence, from the name of its export: "Messages Queued" becomes "Messages queued", and "Missing In
 * The Dark" becomes "Missing, dark theme". A title that was written by hand stays.
 */
export function plainTitle(name: string): string {
  if (name.split(" ").some((word) => /^[a-z]/.test(word))) return name;
  const variant = variants.find(([ending]) => ending.test(name));
  const words = (variant ? name.replace(variant[0], "") : name).split(" ").filter(Boolean);
  const state = words.map((word, at) => (at === 0 || /[A-Z].*[A-Z]/.test(word) ? word : word.toLowerCase())).join(" ");
  const title = [state, variant?.[1]].filter(Boolean).join(", ");
  return title.charAt(0).toUpperCase() + title.slice(1);
}
