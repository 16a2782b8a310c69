import { render } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { ApprovalCard } from "../../../src/components/decisions/approval-card.js";
import { ServiceProvider } from "../../../src/hooks/service-provider.js";
import { german } from "../../../src/entries/strings-de.js";

/** The arguments in the card as they read, each element with its tag: an entry of a list has its number. */
function reads(value: unknown, strings?: typeof german): string {
  const approval = { kind: "approval", id: "a", turnId: "t", name: "save", state: { name: "pending" } } as const;
  const ignore = vi.fn<() => void>();
  const { container, unmount } = render(
    <ServiceProvider identity={{ tenant: "acme", user: "ana" }} {...(strings && { strings })}>
      <ApprovalCard approval={{ ...approval, arguments: { value } }} onApprove={ignore} onReject={ignore} />
    </ServiceProvider>,
  );
  const shown = [...container.querySelectorAll("dd li, dd p, dd pre, dd span, dd bdi, dd th, dd dt")]
    .map((element) => `${element.tagName} ${element.textContent.trim()}`)
    .join("\n");
  unmount();
  return shown;
}

const texts = [null, "", " ", "none", "“none”", "““none””", "empty text", "empty list", "no fields", "yes", "no", "ja"];
const others = ["keine Angabe", "leerer Text", "„leerer Text“", "leere Liste", "keine Felder", true, false, 0, -1];
const lists = [[], {}, [""], [null], [[]], [{}], ["", ""], [null, null], [{}, {}], ["none"], ["empty text"]];
const objects = [null, "", "none", [], {}, "empty text", "leerer Text"].map((a) => ({ a }));
const rows = [[{ a: 1 }, {}], [{ a: 1 }, { a: null }], [{ a: 1 }, { a: "" }], ...objects.map((row) => [row])];
const values: readonly unknown[] = [...texts, ...others, ...lists, ...objects, ...rows];

describe("arguments that differ", () => {
  it.each([
    ["English", undefined],
    ["German", german],
  ])("read differently in %s", (_name, strings) => {
    const shown = values.map((value) => [reads(value, strings), JSON.stringify(value)] as const);
    const same = shown.filter(([text, value]) => shown.some((other) => other[0] === text && other[1] !== value));
    expect(same).toEqual([]);
  });

  it("name what is empty, and put a text in quotes that is one of these words", () => {
    const shown = ["", null, [], {}, "none", "yes", "nothing"].map((value) => reads(value).split("\n").at(-1));
    const named = ["SPAN empty text", "SPAN none", "P empty list", "P no fields", "SPAN “none”", "SPAN “yes”"];
    expect(shown).toEqual([...named, "SPAN nothing"]);
  });
});
