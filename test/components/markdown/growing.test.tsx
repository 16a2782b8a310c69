import { render, screen, waitFor } from "@testing-library/react";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createChunkReader } from "../../../src/components/code-block/code-chunks.js";
import { createReader } from "../../../src/components/markdown/reader.js";
import { createDocument } from "../../../src/markdown/document.js";
import { Markdown } from "../../../src/components/markdown/markdown.js";
import type { FenceProps, MarkdownPlugins, MarkdownSyntax } from "../../../src/components/markdown/plugins.js";

/** A fence that counts how often it is drawn. */
function countingFence() {
  const drawn: boolean[] = [];
  const fences = {
    count({ isComplete, code }: FenceProps) {
      drawn.push(isComplete);
      return <output>{code}</output>;
    },
  };
  return { drawn, plugins: { fences } satisfies MarkdownPlugins };
}

/** Shows a text that grows by `step` characters. */
function grow(text: string, plugins: MarkdownPlugins = {}, step = 4) {
  const view = render(<Markdown text="" streaming plugins={plugins} />);
  for (let end = step; end < text.length + step; end += step) {
    view.rerender(<Markdown text={text.slice(0, end)} streaming plugins={plugins} />);
  }
  return view;
}

/** Characters visited and nodes made for text that is added in steps. */
function countAdded(text: string, from: number, step: number): number {
  const document = createDocument();
  document.add(text.slice(0, from));
  const before = document.work.characters + document.work.nodes;
  for (let end = from; end < text.length; end += step) {
    document.add(text.slice(end, end + step));
    document.blocks(true);
  }
  return document.work.characters + document.work.nodes - before;
}

const paragraphs = Array.from({ length: 60 }, (_, index) => `Paragraph ${index} of a **long** answer.`).join("\n\n");

describe("Markdown, while it grows", () => {
  it("draws a finished block once, however much follows", () => {
    const { drawn, plugins } = countingFence();
    const head = "```count\none\n```\n\nThe next.\n\n";
    const view = render(<Markdown text={head} streaming plugins={plugins} />);
    const before = drawn.length;
    for (let end = 0; end < paragraphs.length; end += 8) {
      view.rerender(<Markdown text={head + paragraphs.slice(0, end)} streaming plugins={plugins} />);
    }
    view.rerender(<Markdown text={head + paragraphs} plugins={plugins} />);
    expect(drawn.length).toBe(before);
    expect(screen.getByText("Paragraph 59", { exact: false })).toBeVisible();
  });

  it("keeps the identity of finished nodes", () => {
    const growing = { grows: true, soften: true };
    const reader = createReader(undefined);
    const before = reader.read(paragraphs, growing);
    const after = reader.read(`${paragraphs} And more`, growing);
    expect(after.zones[0]).toBe(before.zones[0]);
    expect(after.zones[1]?.slice(0, 2)).toEqual(before.zones[1]?.slice(0, 2));
    expect(after.zones[1]?.[0]).toBe(before.zones[1]?.[0]);
  });

  it("shows at its end what the whole text shows", () => {
    const source = `${paragraphs}\n\n- a\n- b\n\n| a | b |\n| - | - |\n| 1 | 2 |\n| 3 | 4 |\n\n\`\`\`ts\nlet a;\n\nlet b;\n\`\`\`\nEnd`;
    const view = grow(source);
    view.rerender(<Markdown text={source} />);
    expect(view.container.innerHTML).toBe(render(<Markdown text={source} />).container.innerHTML);
  });

  it("reads only the new text of an open code block, at any length", () => {
    const code = `Here:\n\n\`\`\`ts\n${"const value = 1;\n".repeat(1200)}`;
    const text = `${code}${"const value = 1;\n".repeat(100)}`;
    const view = render(<Markdown text={code} streaming />);
    for (let end = code.length; end <= text.length; end += 400) {
      view.rerender(<Markdown text={text.slice(0, end)} streaming />);
    }
    view.rerender(<Markdown text={text} streaming />);
    expect(countAdded(text, code.length, 4) / (text.length - code.length)).toBeLessThan(12);
    expect(view.container.querySelector("code")?.textContent?.length).toBeGreaterThan(21_000);
  });

  it("reads of an open table only its last row", () => {
    const table = `| a | b |\n| - | - |\n${"| one | two and **three** |\n".repeat(200)}`;
    const text = table + "| four | five |\n".repeat(10);
    const view = render(<Markdown text={table} streaming />);
    const first = view.container.querySelectorAll("tr")[1];
    view.rerender(<Markdown text={text} streaming />);
    expect(countAdded(text, table.length, 4) / (text.length - table.length)).toBeLessThan(30);
    expect(view.container.querySelectorAll("tr")).toHaveLength(211);
    expect(view.container.querySelectorAll("tr")[1]).toBe(first);
  });

  it("shows no mark at one moment that is gone at the next", () => {
    // Words, and what marks them up; a mark that is shown while it grows must be there in the end too.
    const word = fc.constantFrom("one", "two", "**bold**", "*so*", "`code`", "[log](https://example.com/a)", "~~no~~");
    const line = fc.array(word, { minLength: 1, maxLength: 6 }).map((words) => words.join(" "));
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 3 }), fc.nat(), (lines, draw) => {
        const source = lines.join("\n\n");
        const { container, unmount } = render(<Markdown text={source.slice(0, draw % source.length)} streaming />);
        const shown = container.textContent ?? "";
        unmount();
        // Brackets may still be just that.
        expect(shown.replace(/\[log\]$/, "log").replaceAll(/[\w ./:]/g, "")).toBe("");
      }),
      { numRuns: 300 },
    );
  });
});

describe("Markdown's plug-ins", () => {
  it("reports to the host whether its fence is complete", () => {
    const { drawn, plugins } = countingFence();
    grow("```count\none\ntwo\n```\n\nEnd", plugins, 1);
    expect(screen.getByText("one two")).toBeVisible();
    expect(drawn[0]).toBe(false);
    expect(drawn.at(-1)).toBe(true);
  });

  it("colours a finished block once, by pieces that a promise gives", async () => {
    const asked: string[] = [];
    const highlight = async (code: string, language: string) => {
      asked.push(`${language}: ${code}`);
      return [{ text: "let", kind: "keyword" }, { text: code.slice(3) }];
    };
    const plugins = { highlight };
    const view = grow("```ts\nlet a;\n```\n\nAfter.", plugins);
    await waitFor(() => expect(view.container.querySelector('[data-token="keyword"]')).toHaveTextContent("let"));
    expect(view.container.querySelector("code")?.textContent).toBe("let a;");
    expect(asked).toEqual(["ts: let a;"]);
  });

  it.each([
    ["fails", () => Promise.reject(new Error("no such language"))],
    ["throws", () => JSON.parse("nothing")],
    ["would show another code", () => [{ text: "rm -rf" }]],
    ["gives nothing", () => undefined],
  ])("leaves code as it is when the highlighter %s", async (_what, highlight) => {
    const view = render(<Markdown text={"```ts\nlet a;\n```"} plugins={{ highlight }} />);
    await Promise.resolve();
    expect(view.container.querySelector("code")?.innerHTML).toBe("let a;");
  });

  it("draws the host's syntax in place, but not in code", () => {
    const formula: MarkdownSyntax = {
      name: "formula",
      level: "inline",
      find: (text) => text.indexOf("$"),
      read: (text) => {
        const found = /^\$([^$\n]+)\$/.exec(text);
        return found ? { length: found[0].length, content: found[1] ?? "" } : undefined;
      },
      component: ({ content }) => <var>{content}</var>,
    };
    const { container } = grow("It is **$a_1$** and `$b$`, for $5.", { syntax: [formula] });
    expect([...container.querySelectorAll("var")].map((element) => element.textContent)).toEqual(["a_1"]);
    expect(container.querySelector(".sv-md-code")).toHaveTextContent("$b$");
    expect(container).toHaveTextContent("for $5.");
  });
});

describe("createChunkReader", () => {
  it("cuts at lines, loses nothing, and keeps the pieces that are full", () => {
    const line = "const value = compute(1, 2, 3);\n";
    const read = createChunkReader();
    let code = "";
    let last: readonly string[] = [];
    for (let count = 0; count < 400; count += 1) {
      code += line;
      const chunks = read(code);
      expect(chunks.join("")).toBe(code);
      expect(chunks.slice(0, last.length - 1)).toEqual(last.slice(0, -1));
      last = chunks;
    }
    expect(last.length).toBeGreaterThan(5);
    expect(read("other")).toEqual(["other"]);
  });
});
