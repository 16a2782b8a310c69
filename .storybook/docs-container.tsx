import { DocsContainer, type DocsContainerProps } from "@storybook/addon-docs/blocks";
import { useEffect, useState, type PropsWithChildren, type ReactNode } from "react";
import { GLOBALS_UPDATED } from "storybook/internal/core-events";
import { addons } from "storybook/preview-api";
import { brandFor } from "./brand.js";
import "./docs.css";

interface Told {
  readonly globals: Readonly<Record<string, unknown>>;
}

/** Docs pages in the toolbar's theme. */
export function KitDocs({ context, children }: PropsWithChildren<DocsContainerProps>): ReactNode {
  const channel = addons.getChannel();
  // The page's own: the channel forgets what was set before this page was opened.
  const [globals, setGlobals] = useState(context.getStoryContext(context.storyById())["globals"]);
  useEffect(() => {
    const follow = (told: Told) => setGlobals(told["globals"]);
    channel.on(GLOBALS_UPDATED, follow);
    return () => channel.off(GLOBALS_UPDATED, follow);
  }, [channel]);
  return (
    <DocsContainer context={context} theme={brandFor(globals)}>
      {children}
    </DocsContainer>
  );
}
