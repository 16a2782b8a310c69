import { render } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { Markdown } from "../../../src/components/markdown/markdown.js";

const html = (text: string) => {
  const { container } = render(<Markdown text={text} />);
  for (const element of container.querySelectorAll("*")) element.removeAttribute("class");
  return container.querySelector("p")?.parentElement?.innerHTML.replaceAll(' dir="auto"', "");
};

describe("footnotes", () => {
  it("are marks in the text and lines with the same marks", () => {
    expect(html("Lisbon[^1] or Porto[^b].\n\n[^1]: Prices of May.\n[^b]: By train.")).toBe(
      "<p>Lisbon<sup>1</sup> or Porto<sup>b</sup>.</p><p><sup>1</sup> Prices of May.\n<br><sup>b</sup> By train.</p>",
    );
  });

  it("keep a note that is an address alone", () => {
    expect(html("Term[^1]\n\n[^1]: https://example.com/a")).toContain("https://example.com/a");
  });

  it("leave a colon after a mark within a sentence", () => {
    expect(html("See note[^1]: it is short.")).toBe("<p>See note<sup>1</sup>: it is short.</p>");
  });
});
