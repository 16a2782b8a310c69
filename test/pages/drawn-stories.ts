/// <reference types="vite/types/importMeta.d.ts" />
import { renderToStaticMarkup } from "react-dom/server";
import { storyElements, type StoryModule } from "../support/story-elements.js";

/** Stories that repeat the elements of others: another theme, direction or width, and long histories. */
const repeats = /Scrolling|Dark|RightToLeft|Phone|Long|ScrolledUp/;

export interface DrawnStories {
  /** Each story in a `section`, drawn on a server: markup that no script changes while it is measured. */
  readonly html: string;
  readonly count: number;
  /** Stories with a host's elements beside the kit's, whose boxes depend on the host's sheet. */
  readonly withHost: readonly string[];
  readonly htmlWithHost: string;
}

let known: Promise<DrawnStories> | undefined;

/** Draws them once in a process. */
export const drawStories = (): Promise<DrawnStories> => (known ??= draw());

async function draw(): Promise<DrawnStories> {
  const files = import.meta.glob("../../stories/components/*.stories.tsx");
  const modules = (await Promise.all(Object.values(files).map((load) => load()))) as StoryModule[];
  const drawn: string[] = [];
  const withHost = new Map<string, string>();
  for (const { name, element } of storyElements(modules)) {
    if (repeats.test(name)) continue;
    const html = markupOf(element);
    if (html === undefined) continue;
    const section = `<section data-story="${name}">${html}</section>`;
    if (hasHostElements(html)) withHost.set(name, section);
    else drawn.push(section);
  }
  return {
    html: drawn.join("\n"),
    count: drawn.length,
    withHost: [...withHost.keys()],
    htmlWithHost: [...withHost.values()].join("\n"),
  };
}

/** Undefined for a story of a part that throws. */
function markupOf(element: Parameters<typeof renderToStaticMarkup>[0]): string | undefined {
  try {
    return renderToStaticMarkup(element);
  } catch {
    return undefined;
  }
}

/** Whether an element has no class of the kit as its first, shapes within pictures left out. */
function hasHostElements(html: string): boolean {
  return /<(?!path|rect|\/)[a-z0-9]+(?![^>]*\sclass="sv-)[^>]*>/.test(html);
}
