import { defineMain } from "@storybook/react-vite/node";
import { mergeConfig } from "vite";

export default defineMain({
  framework: "@storybook/react-vite",
  stories: ["../stories/**/*.mdx", "../stories/**/*.stories.tsx"],
  addons: ["@storybook/addon-docs", "@storybook/addon-a11y", "@storybook/addon-vitest"],
  core: { disableTelemetry: true, disableWhatsNewNotifications: true },
  typescript: { reactDocgen: "react-docgen", check: false },
  viteFinal: (config) =>
    mergeConfig(config, {
      // The kit's own source, so that nothing need be built first.
      resolve: { conditions: ["service-source", "module", "browser", "development|production", "default"] },
      // Named here, so that none is found late and makes the page load anew in the middle of a test.
      optimizeDeps: {
        include: [
          "react",
          "react-dom",
          "react-dom/client",
          "react/jsx-runtime",
          "react/jsx-dev-runtime",
          "@tanstack/react-query",
          "axe-core",
          "eventsource-parser",
          "hono",
          "marked",
          "valibot",
          "zustand/react",
          "zustand/react/shallow",
          "zustand/vanilla",
        ],
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
