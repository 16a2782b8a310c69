import { DocsContainer, type DocsContainerProps } from "@storybook/addon-docs/blocks";
import { useEffect, useState, type PropsWithChildren, type ReactNode } from "react";
import { GLOBALS_UPDATED, SET_GLOBALS } from "storybook/internal/core-events";
import { addons } from "storybook/preview-api";
import { brandFor } from "./brand.js";
import "./docs.css";
import { scrollForReaderAlone } from "./scroll-for-reader.js";

interface Told {
  readonly globals: Readonly<Record<string, unknown>>;
}

/** Docs pages in the toolbar's theme. */
export function KitDocs({ context, children }: PropsWithChildren<DocsContainerProps>): ReactNode {
  const channel = addons.getChannel();
  const [globals, setGlobals] = useState(() => globalsOf(context));
  useEffect(() => {
    const follow = (told: Told) => setGlobals(told.globals);
    channel.on(GLOBALS_UPDATED, follow);
    return () => channel.off(GLOBALS_UPDATED, follow);
  }, [channel]);
  useEffect(scrollForReaderAlone, []);
  const theme = brandFor(globals);
  return (
    <DocsContainer context={context} theme={theme}>
      {/* What Storybook gives no color, such as a caption, would be black in each theme. */}
      <style>{`.sbdocs-wrapper { color: ${theme.textColor} }`}</style>
      {children}
    </DocsContainer>
  );
}

/** From the page's own stories, as the channel forgets what was set before; a page without stories asks the channel. */
function globalsOf(context: DocsContainerProps["context"]): Told["globals"] | undefined {
  const [story] = context.componentStories();
  if (story) return context.getStoryContext(story)["globals"];
  const channel = addons.getChannel();
  const last = (channel.last(GLOBALS_UPDATED) ?? channel.last(SET_GLOBALS)) as readonly [Told] | undefined;
  return last?.[0].globals;
}
