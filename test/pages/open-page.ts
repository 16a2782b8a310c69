import { join } from "node:path";
import { build } from "esbuild";
import type { Browser, Page } from "playwright";
import { afterEach, expect } from "vitest";
import { sharedBrowser, watchForErrors } from "../journeys/support/browser.js";

const folder = import.meta.dirname;
const built = new Map<string, Promise<Bundled>>();

interface Bundled {
  readonly script: string;
  readonly style: string;
}

type Mode = "development" | "production";

/** Bundles a page of this folder from the sources, once. */
export function bundle(name: string, mode: Mode = "production"): Promise<Bundled> {
  const key = `${name} ${mode}`;
  const known = built.get(key) ?? make(name, mode);
  built.set(key, known);
  return known;
}

async function make(name: string, mode: Mode): Promise<Bundled> {
  const bundled = async (entry: string) => {
    const { outputFiles } = await build({
      entryPoints: [join(folder, entry)],
      bundle: true,
      write: false,
      minify: true,
      format: "iife",
      conditions: ["service-source"],
      define: { "process.env.NODE_ENV": JSON.stringify(mode) },
      jsx: "automatic",
      target: "es2022",
      outdir: "out",
      logLevel: "error",
    });
    return outputFiles[0]?.text ?? "";
  };
  const [script, style] = await Promise.all([bundled(`${name}.tsx`), bundled("../../src/styles/index.css")]);
  return { script, style };
}

export interface PageOptions {
  /** Whether the page has what browsers keep from plain http, such as random ids. @default false */
  readonly isSecure?: boolean;
  readonly width?: number;
  readonly height?: number;
  readonly hasTouch?: boolean;
  readonly reducedMotion?: "reduce" | "no-preference";
  readonly forcedColors?: "active" | "none";
}

/** The returned function opens pages of this folder, which are closed with their test and must have had no error. */
export function pagesInChromium() {
  let opened: { readonly page: Page; readonly errors: readonly string[] }[] = [];
  afterEach(async () => {
    const ended = opened;
    opened = [];
    for (const { page } of ended) await page.context().close();
    expect(ended.flatMap(({ errors }) => errors)).toEqual([]);
  });
  return async function open(name: string, options?: PageOptions): Promise<Page> {
    const page = await openPage(await sharedBrowser(), name, options);
    opened.push({ page, errors: watchForErrors(page) });
    return page;
  };
}

/** Opens a page of this folder in a context of its own; nothing is fetched over a network. */
export async function openPage(browser: Browser, name: string, options: PageOptions = {}): Promise<Page> {
  const { script, style } = await bundle(name);
  const { width = 900, height = 700, isSecure = false, ...media } = options;
  const context = await browser.newContext({ viewport: { width, height }, ...media });
  const page = await context.newPage();
  const files: Record<string, { body: string; contentType: string }> = {
    "/": {
      contentType: "text/html",
      body: `<!doctype html><html lang="en"><meta charset="utf-8"><title>page</title><link rel="stylesheet" href="/style.css">
<style>html,body{height:100%;margin:0}#root{height:100%}</style><div id="root"></div><script src="/script.js"></script></html>`,
    },
    "/style.css": { contentType: "text/css", body: style },
    "/script.js": { contentType: "text/javascript", body: script },
  };
  await page.route("**/*", (route) => {
    const file = files[new URL(route.request().url()).pathname];
    return file ? route.fulfill(file) : route.fulfill({ status: 404, body: "" });
  });
  await page.goto(isSecure ? "http://localhost/" : "http://page.test/");
  return page;
}
