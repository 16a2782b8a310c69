/**
 * Builds the packages and the example host: JavaScript by tsup, style sheets by esbuild, declarations by tsc, the
 * host's page by vite. Stops at the first failure and names it.
 */
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(fileURLToPath(import.meta.url), "../..");

const steps = [
  ["JavaScript", "tsup"],
  [
    "styles.css",
    "esbuild",
    "src/styles/index.css",
    "--bundle",
    "--minify",
    "--outfile=dist/styles.css",
    "--log-level=warning",
  ],
  [
    "styles.layer.css",
    "esbuild",
    "src/styles/layered.css",
    "--bundle",
    "--minify-syntax",
    "--outfile=dist/styles.layer.css",
    "--log-level=warning",
  ],
  ["tokens.css", "esbuild", "src/styles/tokens.css", "--bundle", "--outfile=dist/tokens.css", "--log-level=warning"],
  ["declarations of @service/react", "tsc", "-p", "tsconfig.build.json"],
  ["declarations of @service/sdk", "tsc", "-p", "sdk/tsconfig.build.json"],
  ["declarations of @service/embedded", "tsc", "-p", "service/tsconfig.build.json"],
  ["the example host's page", "vite", "build", "examples/host", "--logLevel", "warn"],
];

// TypeScript 6 and newer report an import of a style sheet without declarations.
function declareSheets() {
  for (const sheet of ["styles", "styles.layer", "tokens"]) {
    writeFileSync(join(root, `dist/${sheet}.css.d.ts`), "export {};\n");
  }
}

for (const [name, command, ...args] of steps) {
  const { status, error } = spawnSync(
    command === "node" ? process.execPath : join(root, "node_modules/.bin", command),
    args,
    {
      cwd: root,
      stdio: ["ignore", "inherit", "inherit"],
    },
  );
  if (status !== 0) {
    console.error(`The build stopped at ${name}: ${error?.message ?? `${command} ended with ${status}`}.`);
    process.exit(1);
  }
}
declareSheets();
