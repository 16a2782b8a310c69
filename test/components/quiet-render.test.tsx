/// <reference types="vite/types/importMeta.d.ts" />
import { act } from "@testing-library/react";
import { createRoot } from "react-dom/client";
import { afterEach, describe, expect, it, vi } from "vitest";
import { storyElements, type StoryModule } from "../support/story-elements.js";
import { watchWorld, type WorldWatch } from "../support/watch-world.js";

/** Long histories, which draw the same components more often. */
const long = /Scrolling|Long|MovedUp/;

async function loadStories() {
  const files = import.meta.glob("../../stories/{components,hooks,composition}/*.stories.tsx");
  const modules = (await Promise.all(Object.values(files).map((load) => load()))) as StoryModule[];
  return storyElements(modules).filter(({ name }) => !long.test(name));
}

/** Frames of React while it renders a component, initialises its state or reads the snapshot of a store. */
const rendering = /renderWithHooks|constructClassInstance|finishClassComponent|checkIfSnapshotChanged/;

/** Logs that are no fault of a component: the kit's own, and React's about tests. */
const expected = /^\[service\]|^The above error occurred|not wrapped in act|act call was not awaited/;

let watch: WorldWatch | undefined;
afterEach(() => {
  watch?.stop();
  watch = undefined;
  sessionStorage.clear();
});

describe("rendering in a browser", () => {
  it("reads no clock, no random number and no storage, throws nothing and gets no warning of React, in every story", async () => {
    const log = vi.spyOn(console, "error").mockImplementation(() => {});
    const thrown: string[] = [];
    const stories = await loadStories();
    expect(stories.length).toBeGreaterThan(280);
    watch = watchWorld((stack) => rendering.test(stack));
    for (const { name, element } of stories) {
      const place = document.createElement("div");
      document.body.append(place);
      const root = createRoot(place, {
        onUncaughtError: (error) => thrown.push(`${name}: ${String(error)}`),
        onCaughtError: () => {},
      });
      // React 18 throws here what React 19 gives to `onUncaughtError`.
      try {
        await act(async () => root.render(element));
      } catch (error) {
        thrown.push(`${name}: ${String(error)}`);
      }
      await act(async () => root.unmount());
      place.remove();
    }
    expect([...watch.reads]).toEqual([]);
    expect(thrown).toEqual([]);
    const texts = new Set(log.mock.calls.map(([text]) => String(text)).filter((text) => !expected.test(text)));
    expect([...texts]).toEqual([]);
  });
});
