import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

export default defineConfig({
  plugins: [react()],
  build: {
    outDir: "dist/client",
    emptyOutDir: true,
    // A data: URL would break the page's content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1000,
    rolldownOptions: {
      onLog(level, log, next) {
        // Bundles of the kit begin with "use client", which means nothing here.
        if (log.code !== "MODULE_LEVEL_DIRECTIVE") next(level, log);
      },
    },
  },
});
