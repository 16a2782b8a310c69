/// <reference types="vite/types/importMeta.d.ts" />
import { renderToString } from "react-dom/server";
import { afterEach, describe, expect, it } from "vitest";
import type { StoryModule } from "../support/story-elements.js";
import { watchWorld, type WorldWatch } from "../support/watch-world.js";

let watch: WorldWatch | undefined;
afterEach(() => watch?.stop());

describe("rendering on a server", () => {
  it("reads no clock and no random number, in every story and in every module that is loaded for it", async () => {
    watch = watchWorld(() => true);
    const { storyElements } = await import("../support/story-elements.js");
    const files = import.meta.glob("../../stories/{components,hooks,composition}/*.stories.tsx");
    const modules = (await Promise.all(Object.values(files).map((load) => load()))) as StoryModule[];
    let drawn = 0;
    for (const { element } of storyElements(modules)) {
      try {
        drawn += renderToString(element).length;
      } catch {
        // Stories of parts that throw.
      }
    }
    expect(drawn).toBeGreaterThan(1_000_000);
    expect([...watch.reads]).toEqual([]);
  });
});
