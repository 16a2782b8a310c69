import { join } from "node:path";
import { build } from "esbuild";
import type { Browser } from "playwright";
import { afterAll, beforeAll, expect, it } from "vitest";
import { launch } from "../journeys/support/browser.js";
import { bundleSheets } from "./sheets.js";

const page = `
  import { EmptyState } from "@service/react";
  import { createElement } from "react";
  import { createRoot } from "react-dom/client";
  for (const place of document.querySelectorAll("main")) createRoot(place).render(createElement(EmptyState));
`;

let browser: Browser;
let sheets: Awaited<ReturnType<typeof bundleSheets>>;
beforeAll(async () => {
  [browser, sheets] = await Promise.all([launch(), bundleSheets()]);
});
afterAll(() => browser?.close());

async function bundle(mode: "development" | "production"): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: page, resolveDir: join(import.meta.dirname, "../.."), loader: "ts" },
    bundle: true,
    write: false,
    format: "iife",
    conditions: ["service-source"],
    define: { "process.env.NODE_ENV": JSON.stringify(mode) },
    jsx: "automatic",
    logLevel: "error",
  });
  return outputFiles[0]?.text ?? "";
}

/** Warnings of a page with two roots of the kit and this sheet after a minute. */
async function warningsWith(
  css: string,
  mode: "development" | "production" = "development",
): Promise<readonly string[]> {
  const context = await browser.newContext();
  const opened = await context.newPage();
  await opened.clock.install();
  const warnings: string[] = [];
  opened.on("console", (message) => void (message.type() === "warning" && warnings.push(message.text())));
  await opened.setContent(`<!doctype html><title>page</title><style>${css}</style><main></main><main></main>`);
  await opened.addScriptTag({ content: await bundle(mode) });
  await opened.locator(".sv-root").nth(1).waitFor();
  await opened.clock.runFor(60_000);
  await context.close();
  return warnings;
}

it("warns once, in development, when the page has no sheet of the kit", async () => {
  expect(await warningsWith("")).toEqual([expect.stringContaining('import "@service/react/styles.css"')]);
});

it("warns of nothing in production, with either sheet, and with a host's own look", async () => {
  expect(await warningsWith("", "production")).toEqual([]);
  expect(await warningsWith(sheets["styles.css"])).toEqual([]);
  expect(await warningsWith(sheets["styles.layer.css"])).toEqual([]);
  expect(await warningsWith(".sv-root { --sv-sheet: own; }")).toEqual([]);
});
