/** Titles of conversations that begin with a command of the scripted agent. */

/** For commands without words of their own that a person would read. */
const titles: Readonly<Record<string, string>> = {
  help: "What I can do",
  long: "A long answer",
  tool: "A tool call",
  tools: "Several tool calls",
  "tool-fail": "A failed tool call",
  approve: "An approval",
  approvals: "Several approvals",
  ask: "A question",
  fail: "A failed answer",
  silence: "Silence",
  file: "Attached files",
  event: "An event",
  session: "Other conversations",
  skills: "My skills",
  mcp: "A tool of the product",
  call: "A tool call",
};

/** The first line in words: a command's title, or the words after it. */
export function commandTitle(text: string): string {
  const line = text.trim().split(/\r\n|\r|\n/)[0] ?? "";
  const [, command, words = ""] = /^\/([a-z-]+)(?:\s+(.*))?$/.exec(line.trim()) ?? [];
  if (command === undefined) return line.slice(0, longest);
  const plain = words.replace(marks, "").trim();
  return titles[command] ?? (plain === "" ? "A command" : plain.slice(0, longest));
}

/** Marks of markdown, which a title has no use for. */
const marks = /\*\*|__|`|^#{1,6}\s+/g;

/** Longest title (characters). */
const longest = 80;
