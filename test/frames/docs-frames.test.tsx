/// <reference types="vite/types/importMeta.d.ts" />
import { composeStories, setProjectAnnotations } from "@storybook/react-vite";
import { type ComponentType } from "react";
import { createRoot } from "react-dom/client";
import { afterEach, describe, expect, it } from "vitest";
import preview from "../../.storybook/preview.js";

/**
 * Each component's docs page draws its stories without their play functions. So a story has its state from arguments,
 * loaders and its world alone, and no two stories of a page look alike.
 */
setProjectAnnotations([preview.composed as never]);

type Composed = ComponentType & {
  load(): Promise<void>;
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly tags: readonly string[];
};

const files = import.meta.glob<Record<string, unknown>>("../../stories/**/*.stories.tsx");
const leave: (() => void)[] = [];
afterEach(() => {
  for (const each of leave.splice(0)) each();
  document.body.replaceChildren();
});

/** The attributes that name an element or its data, and show no state. */
const isName = /^data-(sv-item|turn|group|session|key|memory|machine|source|call)$/;

/** The visible state of a frame: its text, its fields, its controls' names and the states that change its look. */
function lookOf(frame: HTMLElement): string {
  const states = [...frame.querySelectorAll<HTMLElement>("*")].flatMap((element) => {
    const own = element
      .getAttributeNames()
      .filter((name) => /^(data-|aria-(label|busy|disabled|expanded|current))|^disabled$/.test(name));
    const shown = own.filter((name) => !isName.test(name)).map((name) => `${name}=${element.getAttribute(name)}`);
    const value = element instanceof HTMLInputElement ? `${element.value}${element.checked}` : "";
    const text = element instanceof HTMLTextAreaElement ? element.value : value;
    const link = element instanceof HTMLAnchorElement ? "link" : "";
    return [text, link, ...shown].filter(Boolean);
  });
  // How long something has run differs between two frames of one state.
  const text = frame.innerText.trim().replace(/\d+(\.\d+)? s\b/g, "a moment");
  return [text, ...states].join("\n");
}

const isBlank = (frame: HTMLElement) =>
  frame.innerText.trim() === "" && !frame.querySelector("svg, img, input, textarea, button");

/** Another theme, direction or width of a state that another story shows. */
const isVariant = (name: string) => /Dark$|RightToLeft$|Phone$/.test(name);

describe("the docs page of", () => {
  it.each(Object.entries(files))("%s shows each state without a play function", async (_path, open) => {
    const module = await open();
    const all = Object.entries(composeStories(module as never) as Record<string, Composed>);
    const listed = all.filter(([, { tags }]) => tags.includes("autodocs"));
    // A page that is written by hand shows the stories that it names.
    const stories = listed.length > 0 ? listed : all;
    const frames: { readonly name: string; readonly frame: HTMLElement }[] = [];
    for (const [name, Story] of stories) {
      const docs = Story.parameters["docs"] as { readonly story?: { readonly inline?: boolean } } | undefined;
      // A frame of its own runs its play function.
      if (docs?.story?.inline === false) continue;
      await Story.load();
      const frame = document.body.appendChild(document.createElement("div"));
      frame.className = "sb-story";
      const root = createRoot(frame);
      root.render(<Story />);
      leave.push(() => root.unmount());
      frames.push({ name, frame });
    }
    const faults = () => {
      const blank = frames.filter(({ frame }) => isBlank(frame)).map(({ name }) => `${name} is blank`);
      const shown = new Map<string, string>();
      const alike = frames
        .filter(({ name }) => !isVariant(name))
        .flatMap(({ name, frame }) => {
          const look = lookOf(frame);
          const other = shown.get(look);
          shown.set(look, name);
          return other === undefined ? [] : [`${name} looks like ${other}`];
        });
      const covering = frames
        .filter(({ frame }) => frame.querySelector("dialog:modal"))
        .map(({ name }) => `${name} covers the page`);
      return [...blank, ...alike, ...covering];
    };
    await expect.poll(faults, { timeout: 15_000 }).toEqual([]);
  });
});
