import type { StoryContext } from "@storybook/react-vite";
import { isValidElement } from "react";

const most = 20_000;

/**
 * Storybook serialises a rendered story, props and all, for its page. A prop that references a large part of the
 * world, such as the story itself, keeps the page from appearing.
 */
export function checkWrittenDown(story: Pick<StoryContext, "originalStoryFn" | "args">): void {
  const rendered = renderedBy(story as StoryContext);
  if (countValues(rendered, new Set(), most) <= 0) {
    throw new Error(`What this story renders has props of more than ${most} values. Hand them what they need alone.`);
  }
}

/**
 * Called like Storybook's own decorator for sources. A component with hooks can only be called by React, and is
 * skipped.
 */
function renderedBy(story: StoryContext): unknown {
  try {
    return story.originalStoryFn(story.args, story);
  } catch {
    return null;
  }
}

/** How many values are left of so many when all below this one were written, each as often as it is met. */
function countValues(value: unknown, above: ReadonlySet<object>, left: number): number {
  if (typeof value !== "object" || value === null || above.has(value)) return left - 1;
  const inner = Object.values(isValidElement<object>(value) ? value.props : value);
  const path = new Set([...above, value]);
  let rest = left - 1;
  for (const each of inner) {
    if (rest <= 0) return rest;
    rest = countValues(each, path, rest);
  }
  return rest;
}
