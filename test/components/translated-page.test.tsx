/// <reference types="vite/types/importMeta.d.ts" />
import { act } from "@testing-library/react";
import type { ReactElement } from "react";
import { createRoot } from "react-dom/client";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Markdown } from "../../src/components/markdown/markdown.js";
import { storyElements, type StoryModule } from "../support/story-elements.js";
import { translatePage, wordsBesideOthers } from "../support/translate-page.js";

/** Long histories, which draw the same components more often. */
const long = /Scrolling|Long|ScrolledUp/;

const files = import.meta.glob("../../stories/{components,composition}/*.stories.tsx");

async function storiesOf(path: string) {
  const module = (await files[path]?.()) as StoryModule;
  return storyElements([module]).filter(({ name }) => !long.test(name));
}

beforeEach(() => {
  // Ages and durations must be equal on both pages.
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
  vi.spyOn(console, "error").mockImplementation(() => {});
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  sessionStorage.clear();
});

/** A page that draws one element after the other in the same place. */
function openPage() {
  const place = document.createElement("div");
  document.body.append(place);
  const thrown: string[] = [];
  const note = (error: unknown) => thrown.push(String(error));
  const root = createRoot(place, { onUncaughtError: note, onCaughtError: note });
  // React 18 throws here what React 19 gives to `onUncaughtError`.
  const noting = async (change: () => void) => {
    try {
      await act(async () => change());
    } catch (error) {
      note(error);
    }
  };
  return {
    place,
    /** Draws it, and returns the error. */
    async draw(element: ReactElement): Promise<readonly string[]> {
      thrown.length = 0;
      await noting(() => root.render(element));
      return [...thrown];
    },
    async close(): Promise<void> {
      await noting(() => root.unmount());
      place.remove();
    },
  };
}

/** Draws these one after the other on two pages, of which one is translated after each; returns where they differ. */
async function compare(steps: readonly (readonly [name: string, element: ReactElement])[]): Promise<readonly string[]> {
  const found: string[] = [];
  let [plain, translated] = [openPage(), openPage()];
  for (const [name, element] of steps) {
    const expected = await plain.draw(element);
    const thrown = (await translated.draw(element)).filter((error) => !expected.includes(error));
    found.push(...thrown.map((error) => `${name}: ${error}`));
    if (!(await areEqual(plain.place, translated.place))) {
      found.push(`${name}: ${difference(plain.place.textContent, translated.place.textContent)}`);
      // The next step is not to fail for this one.
      await plain.close();
      await translated.close();
      [plain, translated] = [openPage(), openPage()];
      await plain.draw(element);
      await translated.draw(element);
    }
    translatePage(translated.place);
  }
  await plain.close();
  await translated.close();
  return found;
}

/** Whether both show the same words. Loaded content may reach one of them earlier. */
async function areEqual(plain: Element, translated: Element): Promise<boolean> {
  const areSame = () => translated.textContent === plain.textContent;
  if (areSame()) return true;
  const areSameNow = async () => {
    await act(async () => undefined);
    return areSame();
  };
  return vi.waitUntil(areSameNow, { timeout: 10_000 }).catch(() => false);
}

function difference(meant: string, shown: string): string {
  let at = 0;
  while (at < meant.length && meant[at] === shown[at]) at += 1;
  const about = (text: string) => JSON.stringify(text.slice(Math.max(0, at - 30), at + 30));
  return `${about(shown)} in place of ${about(meant)}`;
}

describe("a page that the browser translates", () => {
  it.each(Object.keys(files))("shows each next state without a failure or a lost word: %s", async (path) => {
    const stories = await storiesOf(path);
    const steps = stories.map(({ name, element }) => [name, element] as const);
    // Back again, as the other direction removes what this one inserts.
    expect(await compare([...steps, ...steps.toReversed().slice(1)])).toEqual([]);
  });

  it.each(Object.keys(files))("has no words of the kit beside other children of their element: %s", async (path) => {
    const found = new Set<string>();
    for (const { element } of await storiesOf(path)) {
      const page = openPage();
      await page.draw(element);
      for (const words of wordsBesideOthers(page.place)) found.add(words);
      await page.close();
    }
    expect([...found]).toEqual([]);
  });

  it("shows a whole answer that was translated while it grew, and then lets it be translated", async () => {
    const text =
      "# Orders\n\nThe **first** order, see [the list][a], has `4711` and\n\n- one\n- two\n\n[a]: https://x.example";
    const steps = Array.from(text, (_, index) => {
      const part = text.slice(0, index + 1);
      return [part, <Markdown key="answer" text={part} streaming />] as const;
    });
    const whole = <Markdown key="answer" text={text} />;
    expect(await compare([...steps, ["whole", whole]])).toEqual([]);
    const page = openPage();
    await page.draw(whole);
    translatePage(page.place);
    expect(page.place.querySelector("p font")).not.toBeNull();
    expect(page.place.querySelector("code font")).toBeNull();
    await page.close();
  });

  it("shows another text in place of a translated one", async () => {
    const draw = (text: string) => [text, <Markdown key="answer" text={text} />] as const;
    expect(await compare(["One **two** three.", "Four five.", "- a\n- b", "[a] b **c**"].map(draw))).toEqual([]);
  });
});
