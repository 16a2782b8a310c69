/** Packages that vite prepares at once, so that none is found late and makes the page load anew in the middle of a test. */
export const foundEarly: readonly string[] = [
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
];
