import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { compile } from "tailwindcss";

const { resolve } = createRequire(import.meta.url);
const folderOf = (name: string) => dirname(resolve(`${name}/package.json`));
const read = (name: string, file: string) => readFileSync(join(folderOf(name), file), "utf8");

/** Tailwind 4 as its own compiler writes it, with these utilities. */
export async function tailwind(utilities: readonly string[] = []): Promise<string> {
  const folder = folderOf("tailwindcss");
  const compiler = await compile('@import "tailwindcss";', {
    loadStylesheet: async (id, base) => {
      const path = join(folder, id === "tailwindcss" ? "index.css" : id.replace(/^tailwindcss\//, ""));
      return { path, base, content: readFileSync(path, "utf8") };
    },
  });
  return compiler.build([...utilities]);
}

/** The worst rules of a host's sheet that uses only elements and `*`. */
const hostile = `
*, *::before, *::after { box-sizing: content-box; margin: 3px; padding: 2px; border: 1px dotted red; letter-spacing: 3px;
  line-height: 3; text-transform: uppercase; background: none; vertical-align: top; float: none; }
button { all: unset; transition: all 2s; }
input, textarea, select { all: initial; }
a { all: unset; color: inherit; }
ol, ul, menu { list-style: none; margin: 0 0 9px; padding: 0; }
li { display: flex; margin: 1em; }
p, blockquote, dl, dd, pre, figure, h1, h2, h3, h4, h5, h6 { margin: 1.5em 0; font: 300 22px/2 serif; text-indent: 2em; }
div, section, form { position: relative; min-width: 3px; overflow: visible; }
span, em, strong, b, bdi, del, ins, time, label { display: inline-block; font-weight: 100; white-space: pre; }
svg, img, video, canvas { display: block; max-width: 100%; width: 100%; height: auto; fill: currentColor; stroke: none; }
table, thead, tbody, tr, th, td { display: block; border-spacing: 9px; border-collapse: separate; text-align: right; }
code, pre { font-family: serif; font-size: 2em; background: yellow; white-space: normal; }
fieldset, legend, hr, progress { border: 5px solid; padding: 1em; width: 50%; height: 5px; }
::placeholder { color: red; opacity: 0.2; }
::marker { color: red; }
:focus-visible { outline: 0; }
`;

/** Resets as hosts have them; each is tried before the kit's sheet and after it, which makes seven with Tailwind's two. */
export async function readResets(): Promise<Readonly<Record<string, string>>> {
  return {
    "Next.js": read("create-next-app", "dist/templates/app/ts/app/globals.css"),
    "Tailwind 4": await tailwind(),
    normalize: read("normalize.css", "normalize.css"),
    Meyer: read("reset-css", "reset.css"),
    "Bootstrap reboot": read("bootstrap", "dist/css/bootstrap-reboot.css"),
    hostile,
  };
}
