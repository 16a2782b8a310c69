/// <reference types="vite/types/importMeta.d.ts" />
import { renderToString } from "react-dom/server";
import { afterEach, describe, expect, it } from "vitest";
import type { StoryModule } from "../support/story-elements.js";
import { watchWorld, type WorldWatch } from "../support/watch-world.js";

let watch: WorldWatch | undefined;
/** The markup of every story. */
const drawn: string[] = [];
afterEach(() => watch?.stop());

describe("rendering on a server", () => {
  it("reads no clock and no random number, in every story and in every module that is loaded for it", async () => {
    watch = watchWorld(() => true);
    const { storyElements } = await import("../support/story-elements.js");
    const files = import.meta.glob("../../stories/{components,hooks,composition}/*.stories.tsx");
    const modules = (await Promise.all(Object.values(files).map((load) => load()))) as StoryModule[];
    for (const { element } of storyElements(modules)) {
      try {
        drawn.push(renderToString(element));
      } catch {
        // Stories of parts that throw.
      }
    }
    expect(drawn.join("").length).toBeGreaterThan(1_000_000);
    expect([...watch.reads]).toEqual([]);
  });

  it("draws no form that a browser submits before its script runs, or fills with an earlier person's words", () => {
    const forms = drawn.flatMap((html) => html.match(/<form\b[^>]*>/g) ?? []);
    expect(forms.length).toBeGreaterThan(100);
    const isQuiet = (form: string) => form.includes(' method="dialog"') && form.includes(' autoComplete="off"');
    expect(forms.filter((form) => !isQuiet(form))).toEqual([]);
  });
});
