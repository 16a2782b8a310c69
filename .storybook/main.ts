import { defineMain } from "@storybook/react-vite/node";
import { mergeConfig } from "vite";
import { plainTitle } from "../stories/docs/plain-title.js";
import { foundEarly } from "./found-early.js";

export default defineMain({
  framework: "@storybook/react-vite",
  stories: ["../stories/**/*.mdx", "../stories/**/*.stories.tsx"],
  addons: ["@storybook/addon-docs", "@storybook/addon-a11y", "@storybook/addon-vitest"],
  core: { disableTelemetry: true, disableWhatsNewNotifications: true },
  // The sidebar, the search and the window's title have names as sentences.
  experimental_indexers: (existing = []) =>
    existing.map((indexer) => ({
      ...indexer,
      async createIndex(file, options) {
        const entries = await indexer.createIndex(file, options);
        return entries.map((entry) => (entry.name === undefined ? entry : { ...entry, name: plainTitle(entry.name) }));
      },
    })),
  typescript: { reactDocgen: "react-docgen", check: false },
  viteFinal: (config) =>
    mergeConfig(config, {
      // The kit's own source, so that nothing need be built first.
      resolve: { conditions: ["service-source", "module", "browser", "development|production", "default"] },
      optimizeDeps: {
        include: [...foundEarly],
      },
      build: {
        chunkSizeWarningLimit: 4000,
        rolldownOptions: {
          onLog(level: string, log: { code?: string }, next: (level: string, log: unknown) => void) {
            if (log.code !== "MODULE_LEVEL_DIRECTIVE") next(level, log);
          },
        },
      },
    }),
});
