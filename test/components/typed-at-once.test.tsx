/// <reference types="vite/types/importMeta.d.ts" />
import { createRoot } from "react-dom/client";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { storyElements, type StoryModule } from "../support/story-elements.js";

/**
 * React gives up after 50 updates in a row that each cause another one. A busy browser delivers this many letters before
 * anything else runs.
 */
const letters = 60;

const files = import.meta.glob("../../stories/{components,hooks,composition}/*.stories.tsx");
/** Long histories, which have the same fields. */
const long = /Scrolling|Long|ScrolledUp/;
/** Stories that repeat another in other surroundings, which has the same fields. */
const repeats = /(?:Dark|Phone|RightToLeft)$/;
/** A form's fields are alike. */
const mostInOne = 3;
const textFields = "textarea, input:not([type]), input[type=text], input[type=search], input[type=url]";

/** Types as a person does whose page has no time in between: React hears of each letter, and nothing else runs. */
function typeAtOnce(field: HTMLInputElement | HTMLTextAreaElement): void {
  const prototype = Object.getPrototypeOf(field) as object;
  const setValue = Object.getOwnPropertyDescriptor(prototype, "value")?.set?.bind(field);
  field.focus();
  for (let count = 1; count <= letters; count += 1) {
    setValue?.("a".repeat(count));
    field.dispatchEvent(new InputEvent("input", { bubbles: true }));
  }
}

const acting = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean };
const thrown: string[] = [];
const listen = (event: ErrorEvent) => {
  event.preventDefault();
  thrown.push(event.message);
};
beforeEach(() => {
  acting.IS_REACT_ACT_ENVIRONMENT = false;
  addEventListener("error", listen);
  vi.spyOn(console, "error").mockImplementation(() => {});
});
afterEach(() => {
  removeEventListener("error", listen);
  vi.restoreAllMocks();
  acting.IS_REACT_ACT_ENVIRONMENT = true;
  thrown.length = 0;
  sessionStorage.clear();
});

/** React does its work in such tasks of Node; a story may render a second time once it has its data. */
async function reactsTurn(): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) await new Promise(setImmediate);
}

/** Fields that were typed in. */
let typed = 0;

it.each(Object.keys(files))("takes letters in a row, in every field: %s", async (path) => {
  const stories = storyElements([(await files[path]?.()) as StoryModule]);
  for (const { name, element } of stories.filter(({ name }) => !long.test(name) && !repeats.test(name))) {
    const place = document.createElement("div");
    document.body.append(place);
    const root = createRoot(place, { onCaughtError: () => {} });
    root.render(element);
    await reactsTurn();
    const fields = [...place.querySelectorAll<HTMLInputElement>(textFields)];
    for (const field of fields.filter(({ readOnly, disabled }) => !readOnly && !disabled).slice(0, mostInOne)) {
      typeAtOnce(field);
      expect.soft(thrown, name).toEqual([]);
      thrown.length = 0;
      typed += 1;
    }
    root.unmount();
    // It does the rest while there still is a page.
    await reactsTurn();
    place.remove();
  }
});

it("has fields in its stories", () => {
  expect(typed).toBeGreaterThan(100);
});
