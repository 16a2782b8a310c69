import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, it } from "vitest";
import { componentDocs } from "../../stories/docs/component-docs.js";
import { loadingComponent } from "../../stories/docs/loading-component.js";

const root = join(import.meta.dirname, "../..");
const sources = readdirSync(join(root, "src/components"), { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".tsx"))
  .map((name) => join(root, "src/components", name));

interface Docgen {
  readonly builtinResolvers: { readonly FindExportedDefinitionsResolver: new () => object };
  readonly parse: (
    source: string,
    config: object,
  ) => readonly { readonly displayName?: string; readonly props?: object }[];
}

it("has the own props of each component whose stories draw its view", async () => {
  // Storybook's own reader of props.
  const storybook = createRequire(createRequire(import.meta.url).resolve("@storybook/react-vite"));
  const { parse, builtinResolvers } = (await import(pathToFileURL(storybook.resolve("react-docgen")).href)) as Docgen;
  const resolver = new builtinResolvers.FindExportedDefinitionsResolver();
  const texts = sources.map((filename) => ({ filename, source: readFileSync(filename, "utf8") }));
  const all = texts.map(({ source }) => source).join("");
  const propsOf = (name: string) => {
    const text = texts.find(({ source }) => source.includes(`export const ${name} = `));
    const read = parse(text?.source ?? "", { filename: text?.filename, resolver, babelOptions: { babelrc: false } });
    return Object.keys(read.find(({ displayName }) => displayName === name)?.props ?? {});
  };
  const nameOf = (page: string) => (loadingComponent(page) as { render: { name: string } }).render.name;
  const pages = Object.keys(componentDocs).filter((page) => all.includes(`export const ${page}View = `));
  expect(pages.length).toBeGreaterThan(5);
  expect(pages.filter((page) => propsOf(nameOf(page)).length === 0)).toEqual([]);
});
