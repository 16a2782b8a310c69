import type { TimelineItem } from "@service/react";

const at = "2026-05-12T09:30:00Z";

export function user(id: string, text: string): TimelineItem {
  return { kind: "user-message", id, reconciliationKey: id, occurredAt: at, text, turnId: "t", resources: [] };
}

export function agent(id: string, text: string, streaming = false): TimelineItem {
  return { kind: "agent-message", id, occurredAt: at, turnId: "t", text, streaming };
}

const words =
  "the import runs at night while the shop is open so each batch takes a lock for a moment and lets go before anybody waits".split(
    " ",
  );

const say = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => words[(from * 7 + index * (1 + (from % 3))) % words.length]).join(" ");

/** Every shape that makes one row higher than another: a word, a page, lists, code, tables. */
function shape(number: number): string {
  const named = `Answer ${number}. `;
  switch (number % 7) {
    case 1:
      return `${named}Yes.`;
    case 3:
      return `${named}${say(number, 20)}\n\n1. ${say(number, 8)}\n2. **${say(number + 1, 6)}**\n3. ${say(number + 2, 12)}`;
    case 5:
      return `${named}\n\n\`\`\`ts\n${Array.from({ length: 4 + (number % 5) }, (_, line) => `const line${line} = ${number};`).join("\n")}\n\`\`\`\n\n${say(number, 15)}`;
    case 6:
      return `## ${say(number, 4)}\n\n${named}${say(number, 90)}\n\n${say(number + 5, 60)}\n\n> ${say(number + 3, 25)}`;
    default:
      return `${named}${say(number, 10 + (number % 40))}`;
  }
}

/** Questions and answers, numbered from `first`; the same for the same numbers. */
export function messages(first: number, count: number): TimelineItem[] {
  return Array.from({ length: count }, (_, index) => {
    const number = first + index;
    return number % 2 === 0
      ? user(`m${number}`, `Question ${number}: ${say(number, 3 + (number % 30))}?`)
      : agent(`m${number}`, shape(number));
  });
}
