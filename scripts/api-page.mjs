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
  for (const member of members) {
    // API Extractor numbers a name that the browser has too: `Highlight_2`.
    const name = member.name.replace(/_\d+$/, "");
    byName.set(name, [...(byName.get(name) ?? []), member]);
  }
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

/** `entries` are all of them: a type that another entry exports is a link to its page. */
export function apiPage({ entry, model, types }, entries) {
  const names = namesOf(model);
  const sections = names.map(([name, members]) => section(name, members, types.bases.get(name)));
  return `# \`${entry}\`

Made from the declarations by \`npm run api\`; do not edit. ${names.length} names.

${[...sections, ...otherTypes(entry, types, entries)].join("\n")}`;
}

const inOrder = (a, b) => (a < b ? -1 : Number(a > b));

/** The types that signatures of the page name and its entry does not export: links, or their declarations. */
function otherTypes(entry, { named, first }, entries) {
  const packageOf = (name) => name.split("/", 2).join("/");
  const pagesOf = (name) => entries.filter((one) => packageOf(one.entry) === name);
  const pages = [...pagesOf(packageOf(entry)), ...pagesOf("@service/sdk")];
  const links = new Set();
  const declarations = new Map();
  const show = (place) => {
    const { name, behind, docComment, text } = named.get(place);
    const page = pages.find(({ types }) => types.places.has(place));
    const exportedAs = page?.types.places.get(place);
    if (page)
      links.add(`- ${name}: [\`${exportedAs}\`](${page.base}.md#${exportedAs.toLowerCase()}) of \`${page.entry}\``);
    if (page || declarations.has(place)) return;
    const doc = parseDoc(docComment).text;
    declarations.set(place, `### ${name}\n\n${doc && `${doc}\n\n`}\`\`\`ts\n${text}\n\`\`\`\n`);
    for (const other of behind) show(other);
  };
  for (const place of first) show(place);
  if (links.size + declarations.size === 0) return [];
  return [
    "## Types that this entry does not export\n\nSignatures above name them.\n",
    ...(links.size > 0 ? [`${[...links].toSorted(inOrder).join("\n")}\n`] : []),
    ...[...declarations.values()].toSorted(inOrder),
  ];
}

function section(name, members, base) {
  const [first] = members;
  const doc = parseDoc(members.map(({ docComment }) => docComment).find((text) => text) ?? "");
  const isSchema = first.kind === "Variable" && first.excerptTokens.some(({ text }) => /\bv\.\w+Schema</.test(text));
  const signature = isSchema
    ? [`const ${name}: a schema of valibot`]
    : members.map((member) => withBases(signatureOf(member, name), base?.remaining));
  const own = (first.members ?? []).filter(({ kind }) => kind !== "CallSignature");
  const rows = [...own, ...(base?.members ?? [])];
  if (base !== undefined) rows.sort((a, b) => inOrder(a.name, b.name));
  return [
    `## ${name}\n`,
    `${doc.text === "" ? `*${kinds[first.kind]}*` : doc.text}\n`,
    `\`\`\`ts\n${signature.join("\n")}\n\`\`\`\n`,
    ...(rows.length > 0 ? [`${rows.map(memberRow).join("\n")}\n`] : []),
    ...doc.throws.map((text) => `Throws ${text}\n`),
    ...doc.examples.map((text) => `Example:\n\n\`\`\`tsx\n${text}\n\`\`\`\n`),
  ].join("\n");
}

/** Names the bases that remain once the members of the others are listed. */
function withBases(signature, remaining) {
  if (remaining === undefined) return signature;
  const bases = remaining.length > 0 ? ` extends ${remaining.join(", ")}` : "";
  return signature.replace(/ extends [^]* \{ … \}$/, `${bases} { … }`);
}

/** `name` is the exported one: a declaration may have another. */
function signatureOf({ excerptTokens, kind }, name) {
  const text = textOf(excerptTokens);
  const plain = text.replace(/^export (declare )?/, "").trim();
  if (kind !== "Interface" && kind !== "Class") return plain;
  return `${plain.replace(/\s*\{?\s*$/, "").replace(/(interface|class) \w+/, `$1 ${name}`)} { … }`;
}

/** The text of a signature. A type that a module imports under another name has the name of its declaration. */
function textOf(tokens) {
  return tokens
    .map(({ kind, text, canonicalReference = "" }) => {
      const [, name = text] =
        /^@service\/[^!]*!(\w+?)(?:_\d+)?:(?:type|interface|class)$/.exec(canonicalReference) ?? [];
      return kind === "Reference" && /^\w+$/.test(text) ? name : text;
    })
    .join("");
}

function memberRow(member) {
  const doc = parseDoc(member.docComment ?? "");
  const type = textOf(member.excerptTokens)
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
