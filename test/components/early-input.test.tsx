/// <reference types="vite/types/importMeta.d.ts" />
import { act } from "@testing-library/react";
import { hydrateRoot } from "react-dom/client";
import { renderToString } from "react-dom/server";
import type { ReactElement } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { storyElements, type StoryModule } from "../support/story-elements.js";

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const files = import.meta.glob("../../stories/{components,hooks,composition}/*.stories.tsx");
/** Long histories, and stories that repeat another in other surroundings: they have the same fields. */
const repeats = /Scrolling|Long|ScrolledUp|(?:Dark|Phone|RightToLeft)$/;
const typed: Readonly<Record<string, string>> = {
  number: "7",
  url: "https://a.test",
  date: "2026-05-12",
  time: "10:30",
};

beforeEach(() => {
  vi.spyOn(console, "error").mockImplementation(() => {});
});
afterEach(() => {
  document.body.innerHTML = "";
  sessionStorage.clear();
  vi.restoreAllMocks();
});

/** Undefined for a story of a part that throws. */
function htmlOf(element: ReactElement): string | undefined {
  try {
    return renderToString(element);
  } catch {
    return undefined;
  }
}

const isTick = (field: Field) => field.type === "radio" || field.type === "checkbox";

/** The kit's fields that a person can use before the script runs: it opens dialogs and forms of settings. */
function fieldsIn(place: Element): readonly Field[] {
  const all = [...place.querySelectorAll<Field>(":is(input, textarea, select)[class^=sv-]")];
  return all.filter(
    (field) =>
      !field.disabled &&
      !("readOnly" in field && field.readOnly) &&
      field.type !== "file" &&
      // React itself resets a textarea that was drawn with a text.
      !(field.localName === "textarea" && field.textContent !== "") &&
      field.closest("dialog, .sv-form, [aria-disabled=true]") === null,
  );
}

/** Uses a field as a person does: another text, choice or tick than before. */
function fill(field: Field, text: string): void {
  if (isTick(field)) field.click();
  else if (field instanceof HTMLSelectElement) field.selectedIndex = field.selectedIndex === 0 ? field.length - 1 : 0;
  else {
    const value = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field) as object, "value");
    value?.set?.call(field, typed[field.type] ?? text);
  }
}

const stateOf = (field: Field) => (isTick(field) ? (field as HTMLInputElement).checked : field.value);

/** The state of a field as React draws it next. Undefined for a field that keeps its own. */
function drawnBy(field: Field): unknown {
  const key = Object.keys(field).find((name) => name.startsWith("__reactProps$"));
  const props = (
    field as unknown as Readonly<Record<string, { readonly checked?: boolean; readonly value?: unknown }>>
  )[key ?? ""];
  return isTick(field) ? props?.checked : props?.value;
}

/** Whether React draws what is typed now, so that the story is not fixed to the values of its arguments. */
function follows(field: Field): boolean {
  const before = stateOf(field);
  act(() => {
    fill(field, "Later words");
    const type = field instanceof HTMLSelectElement ? "change" : "input";
    if (!isTick(field)) field.dispatchEvent(new Event(type, { bubbles: true }));
  });
  return field.isConnected && drawnBy(field) !== before;
}

/** Fields that were used. */
let used = 0;

it.each(Object.keys(files))("keeps what was typed into a server's page before its script ran: %s", async (path) => {
  const stories = storyElements([(await files[path]?.()) as StoryModule]);
  for (const { name, element } of stories.filter(({ name }) => !repeats.test(name))) {
    const place = document.createElement("div");
    place.innerHTML = htmlOf(element) ?? "";
    const fields = fieldsIn(place);
    if (fields.length === 0) continue;
    document.body.append(place);
    for (const field of fields) fill(field, "Early words");
    const early = new Map(fields.map((field) => [field, stateOf(field)]));
    const root = await act(async () => hydrateRoot(place, element, { onRecoverableError: () => {} }));
    const kept = fields.filter((field) => field.isConnected);
    const lost = kept.filter((field) => drawnBy(field) !== undefined && drawnBy(field) !== early.get(field));
    const described = lost.filter(follows).map((field) => field.outerHTML.slice(0, 200));
    expect.soft(described, name).toEqual([]);
    used += kept.length;
    act(() => root.unmount());
    place.remove();
    // A draft of another story.
    sessionStorage.clear();
  }
});

it("uses the fields of the stories", () => {
  expect(used).toBeGreaterThan(100);
});
