/** A story's title as a sentence: "Waiting For Answers", which is its export's name, becomes "Waiting for answers". */
export function plainTitle(name: string): string {
  const words = name.split(" ");
  // A title that was written by hand stays.
  if (words.some((word) => /^[a-z]/.test(word))) return name;
  return words.map((word, at) => (at === 0 || /[A-Z].*[A-Z]/.test(word) ? word : word.toLowerCase())).join(" ");
}
