import { defineMain } from "@storybook/react-vite/node";
import { mergeConfig } from "vite";
import { foundEarly } from "./found-early.js";

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
