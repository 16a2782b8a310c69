import { join } from "node:path";
import { build } from "esbuild";
import type { Page } from "playwright";

const styles = join(import.meta.dirname, "../../src/styles");

async function bundle(entry: string): Promise<string> {
  const options = { bundle: true, write: false, minify: true, logLevel: "error" } as const;
  const { outputFiles } = await build({ entryPoints: [join(styles, entry)], ...options });
  return outputFiles[0]?.text ?? "";
}

export type Sheets = Readonly<Record<"styles.css" | "styles.layer.css", string>>;

/** The two sheets that are published, from their sources. */
export async function bundleSheets(): Promise<Sheets> {
  return { "styles.css": await bundle("index.css"), "styles.layer.css": await bundle("layered.css") };
}

/** Puts these sheets into the page, in this order, in place of those before. */
export const putSheets = (page: Page, texts: readonly string[]): Promise<void> =>
  page.evaluate((texts) => {
    for (const old of document.querySelectorAll("style[data-sheet]")) old.remove();
    for (const text of texts) {
      const sheet = document.createElement("style");
      sheet.dataset["sheet"] = "";
      sheet.textContent = text;
      document.head.append(sheet);
    }
  }, texts);
