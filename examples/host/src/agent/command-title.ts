/** Titles of conversations that begin with a command of the scripted agent. */

/** For commands without words of their own that a person would read. */
const titles: Readonly<Record<string, string>> = {
  help: "What I can do",
  long: "Long answer",
  tool: "Tool call",
  tools: "Tool calls",
  "tool-fail": "Failed tool call",
  approve: "Approval",
  approvals: "Approvals",
  ask: "Question",
  fail: "Failed answer",
  silence: "No answer",
  file: "Attached files",
  event: "Event",
  session: "Other conversations",
  skills: "My skills",
  mcp: "Product tool",
  call: "Tool call",
};

/** The first line in words: a command's title, or the words after it. */
export function commandTitle(text: string): string {
  const line = text.trim().split(/\r\n|\r|\n/)[0] ?? "";
  const [, command, words = ""] = /^\/([a-z-]+)(?:\s+(.*))?$/.exec(line.trim()) ?? [];
  if (command === undefined) return line.slice(0, longest);
  const plain = words.replace(marks, "").trim();
  return titles[command] ?? (plain === "" ? "Command" : plain.slice(0, longest));
}

/** Marks of markdown, which a title has no use for. */
const marks = /\*\*|__|`|^#{1,6}\s+/g;

/** Longest title (characters). */
const longest = 80;
