import type { StoryContext } from "@storybook/react-vite";
import { isValidElement } from "react";

const most = 20_000;

/**
 * Storybook serialises a rendered story with its props for its page. If a prop references many objects, such as the
 * story itself, the page does not appear.
 */
export function checkWrittenDown(story: Pick<StoryContext, "originalStoryFn" | "args">): void {
  const rendered = renderedBy(story as StoryContext);
  if (countValues(rendered, new Set(), most) <= 0) {
    throw new Error(
      `This story renders elements whose props have more than ${most} values. Pass only the values they need.`,
    );
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

/** Subtracts the number of values in `value` from `left`; a value counts each time it is reached. */
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
