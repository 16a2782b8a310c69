import { renderHook } from "@testing-library/react";
import { expect, it } from "vitest";
import { useSpokenWrites } from "../../src/components/use-spoken-writes.js";

type Pending = ReadonlyMap<string, "pause">;

it("says each accepted write, also the same words again, and no refused one", () => {
  const done = (action: string, target: string) => `${action} ${target}`;
  const none: Pending = new Map();
  const pausing: Pending = new Map([["a", "pause"]]);
  const spoken: string[] = [];
  const { rerender } = renderHook(
    ({ pending, refused }: { pending: Pending; refused: { readonly target: string } | null }) => {
      const [text] = useSpokenWrites({ pending, refused, done });
      if (text !== spoken.at(-1)) spoken.push(text);
    },
    { initialProps: { pending: none, refused: null as { readonly target: string } | null } },
  );
  const write = (refused: { readonly target: string } | null) => {
    rerender({ pending: pausing, refused: null });
    rerender({ pending: new Map(), refused });
  };
  write(null);
  write(null);
  write({ target: "a" });
  expect(spoken).toEqual(["", "pause a", "pause a\u00a0", ""]);
});
