import {
  english,
  englishApiKeys,
  englishMemory,
  englishAutomations,
  englishIntegrations,
  englishMachines,
  englishSchedules,
  type Messages,
} from "@service/react";
import { useSyncExternalStore } from "react";
import { flushSync } from "react-dom";
/* oxlint-disable import/default -- vite gives a file's text */
import composerFixtures from "./composer-fixtures.ts?raw";
import fixtures from "./fixtures.ts?raw";
import rowFixtures from "./row-fixtures.ts?raw";
/* oxlint-enable import/default */
import { wordsOfTheWire } from "./wire.js";

/**
 * When stories run as tests, each is rendered once more in a made-up language, in the state after its play function:
 * every string of the catalogue is marked and longer than in English, and the page is mirrored. A word without the
 * mark must be data: from the story's arguments, its source, its parameter `data`, or the wire. A host's elements
 * inside the kit may be under `data-host`.
 */
const [open, close] = ["⟦", "⟧"];

/** The kit's own strings, of every area. */
export const wholeEnglish = {
  ...english,
  schedules: englishSchedules,
  automations: englishAutomations,
  integrations: englishIntegrations,
  machines: englishMachines,
  apiKeys: englishApiKeys,
  memory: englishMemory,
};

/** A catalogue in which every word is between brackets, and a third longer. */
const pseudo: Messages = Object.fromEntries(
  Object.entries(wholeEnglish).map(([area, words]) => [
    area,
    Object.fromEntries(Object.entries(words as object).map(([name, entry]) => [name, mark(entry)])),
  ]),
) as unknown as Messages;

function mark(entry: unknown): unknown {
  if (typeof entry === "string") return `${open}${entry}${"~".repeat(Math.ceil(entry.length / 3))}${close}`;
  if (typeof entry === "function")
    return (...values: unknown[]) => mark((entry as (...given: unknown[]) => unknown)(...values));
  if (typeof entry !== "object" || entry === null) return entry;
  return Object.fromEntries(Object.entries(entry).map(([name, inner]) => [name, mark(inner)]));
}

let isOn = false;
const listeners = new Set<() => void>();

/** The made-up language while a story is looked at in it. */
export function usePseudoMessages(): Messages | undefined {
  const on = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => isOn,
  );
  return on ? pseudo : undefined;
}

function turn(on: boolean): void {
  flushSync(() => {
    isOn = on;
    for (const listener of listeners) listener();
  });
}

interface StoryUnderTest {
  readonly canvasElement: HTMLElement;
  readonly args: unknown;
  readonly parameters: Readonly<Record<string, unknown>>;
}

/** Fails for a visible or spoken word that no catalogue has, and where longer words do not fit. */
export function checkPseudoMessages({ canvasElement, args, parameters }: StoryUnderTest): void {
  const stage = canvasElement.querySelector<HTMLElement>(".stage");
  if (!stage || !("__vitest_browser__" in globalThis) || parameters["pseudo"] === false) return;
  const direction = stage.dir;
  stage.dir = "rtl";
  turn(true);
  const told = [args, parameters["docs"], parameters["data"]].flatMap((value) => textsIn(value));
  const data = plain([...told, ...files, ...wordsOfTheWire()].join("\n"));
  // The platform joins lists of data, and a text of several lines may have several sources.
  const isData = (word: string) => word.split(/, |\n/).every((piece) => data.includes(plain(piece)));
  const foreign = wordsIn(stage).filter((word) => !word.includes(open) && !isData(word));
  const wide = [...stage.querySelectorAll<HTMLElement>(".sv-root")].filter(
    (root) => root.scrollWidth > root.clientWidth + 1,
  );
  turn(false);
  stage.dir = direction;
  if (foreign.length > 0) throw new Error(`Words that are in no catalogue: ${JSON.stringify([...new Set(foreign)])}`);
  if (wide.length > 0) throw new Error(`Longer words do not fit: ${wide.map(({ className }) => className).join(", ")}`);
}

/** Every text and spoken attribute of the kit's elements that has a letter in it. */
function wordsIn(stage: HTMLElement): readonly string[] {
  const words: string[] = [];
  for (const root of stage.querySelectorAll<HTMLElement>(".sv-root")) {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const { parentElement, textContent } = walker.currentNode;
      // Times are the platform's words, and earlier announcements are in the previous language.
      if (parentElement?.closest("time, output.sv-visually-hidden, [aria-live], [data-host]")) continue;
      words.push(sentenceWith(parentElement) ?? textContent ?? "");
    }
    for (const element of [root, ...root.querySelectorAll("*:not([data-host], [data-host] *)")]) {
      for (const name of spoken) words.push(element.getAttribute(name) ?? "");
    }
  }
  return words.map((word) => word.trim()).filter((word) => /\p{L}/u.test(word));
}

/** The one sentence of the catalogue whose words and data are elements of their own. */
function sentenceWith(part: Element | null): string | undefined {
  const sentence = part?.parentElement?.textContent ?? "";
  const isOne = sentence.startsWith(open) && sentence.endsWith(close) && sentence.lastIndexOf(open) === 0;
  return isOne ? sentence : undefined;
}

const spoken = [
  "aria-label",
  "aria-description",
  "aria-roledescription",
  "aria-valuetext",
  "title",
  "placeholder",
  "alt",
];

/** Words as they are compared: without the marks that markdown and code put between them, and in one case. */
function plain(text: string): string {
  return text
    .replace(terminalCodes, " ")
    .replace(/([a-z\d])([A-Z])/g, "$1 $2")
    .replaceAll("\\n", " ")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim()
    .toLowerCase();
}

// oxlint-disable-next-line no-control-regex -- what a terminal colours with begins with one
const terminalCodes = /\u001b\[[\d;]*m/g;

/** Data that many stories share. */
const files = [fixtures, rowFixtures, composerFixtures];

/** Every string inside a value, with the names of its fields: data is shown with both. */
function textsIn(value: unknown, seen = new Set<unknown>()): readonly string[] {
  if (typeof value === "string" || typeof value === "number") return [String(value)];
  if (typeof value !== "object" || value === null || seen.has(value)) return [];
  seen.add(value);
  if (value instanceof Error) return [value.message];
  return Object.entries(value).flatMap(([name, entry]) => [name, ...textsIn(entry, seen)]);
}
