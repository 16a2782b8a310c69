/// <reference types="vite/types/importMeta.d.ts" />
import { act } from "@testing-library/react";
import { createRoot } from "react-dom/client";
import { afterEach, describe, expect, it, vi } from "vitest";
import { storyElements, type StoryModule } from "../support/story-elements.js";
import { watchWorld, type WorldWatch } from "../support/watch-world.js";

/** Long histories, which draw the same components more often. */
const long = /Scrolling|Long|ScrolledUp/;

const files = import.meta.glob("../../stories/{components,hooks,composition}/*.stories.tsx");
const paths = Object.keys(files);

async function storiesOf(path: string) {
  const module = (await files[path]?.()) as StoryModule;
  return storyElements([module]).filter(({ name }) => !long.test(name));
}

/** Frames of React while it renders a component, initialises its state or reads the snapshot of a store. */
const rendering = /renderWithHooks|constructClassInstance|finishClassComponent|checkIfSnapshotChanged/;

/** Logs that are no fault of a component: the kit's own, and React's about tests. */
const expected = /^\[service\]|^The above error occurred|not wrapped in act|act call was not awaited/;

let watch: WorldWatch | undefined;
afterEach(() => {
  vi.restoreAllMocks();
  watch?.stop();
  watch = undefined;
  sessionStorage.clear();
});

/** Stories that were rendered. */
let rendered = 0;

// A test for each file, so that none takes long on a busy machine.
describe("rendering in a browser", () => {
  it.each(paths)(
    "reads no clock, random number or storage, throws nothing and gets no warning of React: %s",
    async (path) => {
      const log = vi.spyOn(console, "error").mockImplementation(() => {});
      const thrown: string[] = [];
      const stories = await storiesOf(path);
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
        rendered += 1;
      }
      expect([...watch.reads]).toEqual([]);
      expect(thrown).toEqual([]);
      const texts = new Set(log.mock.calls.map(([text]) => String(text)).filter((text) => !expected.test(text)));
      expect([...texts]).toEqual([]);
    },
  );

  it("covers all stories", () => {
    expect(rendered).toBeGreaterThan(280);
  });
});
