/** Pages of `docs/api`: the exported names of one entry with their docstrings, from the model that API Extractor writes. */

const kinds = {
  Function: "function",
  Class: "class",
  Interface: "interface",
  TypeAlias: "type",
  Variable: "constant",
  Enum: "enum",
  Namespace: "namespace",
};

/** Top-level names of a model, sorted; an overloaded function is one name. */
export function namesOf(model) {
  const members = model.members[0].members.filter(({ kind }) => kind in kinds);
  const byName = new Map();
  for (const member of members) byName.set(member.name, [...(byName.get(member.name) ?? []), member]);
  return [...byName].toSorted(([a], [b]) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1));
}

export function apiIndex(entries) {
  const rows = entries.map(
    ({ entry, base, model }) => `| [\`${entry}\`](${base}.md) | ${namesOf(model).length} | ${packageSummary(entry)} |`,
  );
  return `# API

Every exported name with its docstring, made from the declarations by \`npm run api\`. [Entry points](../entry-points.md) says when to use which.

| entry | names | for |
|---|--:|---|
${rows.join("\n")}

\`@service/react/hooks\` repeats the hooks and types of \`@service/react\`. \`@service/react/chat\`, \`/session\`, \`/proxy\` and \`/protocol\` repeat the SDK's entries.
`;
}

function packageSummary(entry) {
  return {
    "@service/react": "components and hooks",
    "@service/react/testing": "your tests",
    "@service/react/strings/de": "German strings",
    "@service/sdk": "the session client, streams and the timeline fold",
    "@service/sdk/chat": "the chat handler and the chat controller",
    "@service/sdk/proxy": "the session proxy",
    "@service/sdk/node": "Express and `node:http`, and the examination of a deployed chat",
    "@service/sdk/protocol": "types and schemas of what travels",
    "@service/embedded": "the service in your process",
    "@service/embedded/app": "the service without Node",
    "@service/embedded/model": "an agent with a language model",
    "@service/embedded/nats": "hints between processes over NATS",
  }[entry];
}

export function apiPage(entry, model) {
  const names = namesOf(model);
  const sections = names.map(([name, members]) => section(name, members));
  return `# \`${entry}\`

Made from the declarations by \`npm run api\`; do not edit. ${names.length} names.

${sections.join("\n")}`;
}

function section(name, members) {
  const [first] = members;
  const doc = parseDoc(members.map(({ docComment }) => docComment).find((text) => text) ?? "");
  const isSchema = first.kind === "Variable" && first.excerptTokens.some(({ text }) => /\bv\.\w+Schema</.test(text));
  const signature = isSchema ? [`const ${name}: a schema of valibot`] : members.map(signatureOf);
  const rows = (first.members ?? []).filter(({ kind }) => kind !== "CallSignature").map(memberRow);
  return [
    `## ${name}\n`,
    `${doc.text === "" ? `*${kinds[first.kind]}*` : doc.text}\n`,
    `\`\`\`ts\n${signature.join("\n")}\n\`\`\`\n`,
    ...(rows.length > 0 ? [`${rows.join("\n")}\n`] : []),
    ...doc.throws.map((text) => `Throws ${text}\n`),
    ...doc.examples.map((text) => `Example:\n\n\`\`\`tsx\n${text}\n\`\`\`\n`),
  ].join("\n");
}

function signatureOf({ excerptTokens, kind }) {
  const text = excerptTokens.map((token) => token.text).join("");
  const plain = text.replace(/^export (declare )?/, "").trim();
  return kind === "Interface" || kind === "Class" ? `${plain.replace(/\s*\{?\s*$/, "")} { … }` : plain;
}

function memberRow(member) {
  const doc = parseDoc(member.docComment ?? "");
  const type = member.excerptTokens
    .map((token) => token.text)
    .join("")
    .replace(/^readonly /, "")
    .replaceAll(/\/\*\*.*?\*\//gs, "")
    .replaceAll(/\s+/g, " ")
    .replace(/;$/, "")
    .trim();
  const shown = type.length > 220 ? `${type.slice(0, 220)}…` : type;
  const text = [doc.text.replaceAll(/\s+/g, " "), ...doc.throws.map((one) => `Throws ${one}`)]
    .filter((one) => one !== "")
    .join(" ");
  return `- \`${shown}\`${text === "" ? "" : `: ${text}`}`;
}

/** The text of a docstring, with its default at the end, and its examples and errors apart. */
export function parseDoc(comment) {
  const lines = comment
    .replace(/^\/\*\*/, "")
    .replace(/\*\/\s*$/, "")
    .split("\n")
    .map((line) => line.replace(/^\s*\* ?/, "").trimEnd());
  const parts = lines
    .join("\n")
    .trim()
    .split(/(?:^|(?<=\s))@(?=(?:default|throws|example|param|deprecated|returns)\b)/);
  /** @type {{ text: string, throws: string[], examples: string[] }} */
  const found = { text: parts[0].trim(), throws: [], examples: [] };
  for (const part of parts.slice(1)) {
    const [, tag, rest] = /^(\w+)\s*([^]*)$/.exec(part) ?? [];
    const body = (rest ?? "").trim();
    if (tag === "default")
      found.text = `${found.text} Default: ${body.replaceAll(/\s+/g, " ").replace(/\.$/, "")}.`.trim();
    else if (tag === "throws") found.throws.push(body.replaceAll(/\s+/g, " ").replace(/^\{(\w+)\}/, "`$1`"));
    else if (tag === "example") found.examples.push(body);
    else if (tag === "deprecated") found.text = `**Deprecated.** ${body.replaceAll(/\s+/g, " ")} ${found.text}`.trim();
  }
  // The text of a docstring is markdown; escapes `<` and replaces `{@link X}`.
  found.text = found.text
    .replaceAll(/\{@link (\w+)\}/g, "`$1`")
    .replaceAll(/`[^`]*`|<(?=[A-Za-z/])/g, (part) => (part === "<" ? "&lt;" : part));
  return found;
}
