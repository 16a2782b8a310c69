/** An answer of 1 MB in 60,000 pieces, made on demand, so that nothing keeps it in memory. */
export const pieces = 60_000;

const words = "the quick brown fox jumps over the lazy dog while its answer goes on and on ".split(" ");
/** How many pieces a section has: a heading, paragraphs with words in bold, a list, and in each fourth some code. */
const section = 120;

export function answerPiece(index: number): string {
  const at = index % section;
  const body = `${words[index % 16]} ${words[(index * 7) % 16]} ${words[(index * 5) % 16]} ${index % 97} `;
  if (at === 0) return `\n\n## Part ${index}: ${body}\n\n`;
  if (at < 60) return at % 30 === 29 ? `${body}\n\n` : at % 30 === 5 ? `**${body.trim()}** ` : body;
  if (at < 80) return at === 60 ? `\n\n- ${body}` : at % 10 === 0 ? `\n- ${body}` : body;
  if (at === 119) return `${body}end${index}`;
  return Math.floor(index / section) % 4 === 0 ? codePiece(at, body) : at === 80 ? "\n\n" : body;
}

function codePiece(at: number, body: string): string {
  if (at === 80) return "\n\n```ts\n";
  if (at === 100) return "\n```\n\n";
  return at < 100 && at % 3 === 0 ? `${body}\n` : body;
}
