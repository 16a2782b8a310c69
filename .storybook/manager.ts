import { GLOBALS_UPDATED, SET_GLOBALS } from "storybook/internal/core-events";
import { addons } from "storybook/manager-api";
import { brand, brandFor, systemTheme } from "./brand.js";

addons.setConfig({
  theme: brand[systemTheme()],
  sidebar: { showRoots: true },
});

// The frame around the stories follows the toolbar's theme.
addons.register("kit/brand", (api) => {
  const follow = ({ globals }: { readonly globals: Readonly<Record<string, unknown>> }) =>
    api.setOptions({ theme: brandFor(globals) });
  api.on(SET_GLOBALS, follow);
  api.on(GLOBALS_UPDATED, follow);
});
