import type { CodePiece, FenceProps, MarkdownPlugins, MarkdownSyntax } from "@service/react";

/**
 * Plug-ins as a host writes them: an example to copy. A real one loads its library with the first use,
 * `const { codeToTokens } = await import("shiki")`, and maps what it gives to pieces.
 */

const kinds = {
  comment: /\/\/[^\n]*/,
  string: /"[^"\n]*"/,
  keyword: /\b(?:async|await|const|export|for|function|if|let|of|return)\b/,
  number: /\b\d+(?:\.\d+)?\b/,
  function: /\b\w+(?=\()/,
};
const tokens = new RegExp(
  Object.entries(kinds)
    .map(([kind, { source }]) => `(?<${kind}>${source})`)
    .join("|"),
  "g",
);

async function highlight(code: string, language: string): Promise<readonly CodePiece[] | undefined> {
  if (language !== "ts") return undefined;
  const pieces: CodePiece[] = [];
  let at = 0;
  for (const found of code.matchAll(tokens)) {
    const kind = Object.keys(kinds).find((name) => found.groups?.[name] !== undefined);
    pieces.push({ text: code.slice(at, found.index) }, { text: found[0], ...(kind !== undefined && { kind }) });
    at = found.index + found[0].length;
  }
  return [...pieces, { text: code.slice(at) }];
}

/** In place of a library: `isComplete` is true when its whole source is there. */
function Diagram({ code, isComplete }: FenceProps) {
  const steps = code.split(/-->|\n/).map((step) => step.trim());
  if (!isComplete) return <p data-host="">Drawing…</p>;
  return (
    <figure aria-label={`Diagram: ${steps.join(", then ")}`} className="story-diagram" data-host="">
      {steps.map((step, index) => (
        <span key={index}>{step}</span>
      ))}
    </figure>
  );
}

/** `$…$` in a line and `$$…$$` on lines of its own. A real one gives the content to KaTeX or Temml as MathML. */
const inlineFormula: MarkdownSyntax = {
  name: "formula",
  level: "inline",
  find: (text) => text.indexOf("$"),
  read: (text) => {
    const found = /^\$(?!\s)([^$\n]+?)(?<!\s)\$(?!\d)/.exec(text);
    return found ? { length: found[0].length, content: found[1] ?? "" } : undefined;
  },
  component: ({ content }) => <var className="story-formula">{content}</var>,
};
const blockFormula: MarkdownSyntax = {
  name: "formula-block",
  level: "block",
  find: (text) => text.search(/^\$\$/m),
  read: (text) => {
    const found = /^\$\$\n?((?:[^\n]+\n)*?[^\n]*?)\n?\$\$(?:\n|$)/.exec(text);
    return found ? { length: found[0].length, content: found[1] ?? "" } : undefined;
  },
  component: ({ content }) => (
    <p className="story-formula" data-block="">
      <var>{content}</var>
    </p>
  ),
};

export const examplePlugins: MarkdownPlugins = {
  highlight,
  fences: { diagram: Diagram },
  syntax: [blockFormula, inlineFormula],
};
