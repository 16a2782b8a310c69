/**
 * Reads the declarations of the built packages with API Extractor, and writes two things from them: `etc/api/*.api.md`, one
 * report of every exported name with its type, and `docs/api/*.md`, the same names with their docstrings for readers.
 * `npm run api` writes the files after a build; a test compares them with `apiFiles()`.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { CompilerState, Extractor, ExtractorConfig, ExtractorLogLevel } from "@microsoft/api-extractor";
import { apiIndex, apiPage } from "./api-page.mjs";
import { readTypes } from "./api-types.mjs";
import { root } from "./prepare.mjs";

/**
 * Entries with names of their own. `@service/react/hooks` repeats names of `@service/react`; `/chat`, `/session`,
 * `/proxy` and `/protocol` repeat names of `@service/sdk`. A test asserts both.
 */
const packages = [
  {
    name: "@service/react",
    folder: ".",
    entries: {
      index: "dist/types/index.d.ts",
      testing: "dist/types/entries/testing.d.ts",
      "strings-de": "dist/types/entries/strings-de.d.ts",
    },
  },
  {
    name: "@service/sdk",
    folder: "sdk",
    entries: {
      index: "dist/types/entries/session.d.ts",
      chat: "dist/types/entries/chat.d.ts",
      proxy: "dist/types/entries/proxy.d.ts",
      node: "dist/types/entries/node.d.ts",
      protocol: "dist/types/entries/protocol.d.ts",
    },
  },
  {
    name: "@service/embedded",
    folder: "service",
    entries: {
      index: "dist/types/index.d.ts",
      app: "dist/types/app.d.ts",
      model: "dist/types/model/model-agent.d.ts",
      nats: "dist/types/nats/nats-hints.d.ts",
    },
  },
];

const compilerOptions = {
  target: "es2022",
  module: "nodenext",
  moduleResolution: "nodenext",
  lib: ["es2023", "dom", "dom.iterable", "esnext.disposable"],
  jsx: "react-jsx",
  strict: true,
  types: ["node"],
  skipLibCheck: true,
};

/** Settings of messages. Undocumented names are marked in the report; a test counts them. */
const messages = {
  compilerMessageReporting: { default: { logLevel: "error" } },
  extractorMessageReporting: { default: { logLevel: "none" }, "ae-forgotten-export": { logLevel: "warning" } },
  tsdocMessageReporting: { default: { logLevel: "none" } },
};

/** Report and model of each entry, and the types that its signatures name without exporting them. */
export function readApi() {
  const temporary = mkdtempSync(join(tmpdir(), "api-"));
  try {
    return packages.flatMap((one) => readPackage(one, temporary));
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}

function readPackage({ name, folder, entries }, temporary) {
  const projectFolder = join(root, folder);
  const files = Object.values(entries).map((file) => join(projectFolder, file));
  let compilerState;
  return Object.entries(entries).map(([entry, file]) => {
    const base = `${name.slice("@service/".length)}.${entry}`;
    const config = ExtractorConfig.prepare({
      configObject: {
        projectFolder,
        mainEntryPointFilePath: join(projectFolder, file),
        compiler: { overrideTsconfig: { compilerOptions, files } },
        apiReport: {
          enabled: true,
          reportFileName: `${base}.api.md`,
          reportFolder: temporary,
          reportTempFolder: join(temporary, "again"),
        },
        docModel: { enabled: true, apiJsonFilePath: join(temporary, `${base}.api.json`) },
        dtsRollup: { enabled: false },
        tsdocMetadata: { enabled: false },
        newlineKind: "lf",
        messages,
      },
      configObjectFullPath: undefined,
      packageJsonFullPath: join(projectFolder, "package.json"),
    });
    compilerState ??= CompilerState.create(config, { additionalEntryPoints: files });
    const faults = [];
    const unexported = new Set();
    Extractor.invoke(config, {
      localBuild: true,
      compilerState,
      messageCallback(message) {
        if (message.logLevel === ExtractorLogLevel.Error) faults.push(message.formatMessageWithLocation(root));
        // API Extractor numbers a name that occurs twice: `Decision_2`.
        const [, symbol = ""] = /^The symbol "(\w+?)(?:_\d+)?" needs to be exported/.exec(message.text) ?? [];
        if (symbol !== "") unexported.add(symbol);
        message.handled = true;
      },
    });
    if (faults.length > 0) throw new Error(`The declarations of ${base} cannot be read:\n${faults.join("\n")}`);
    return {
      entry: entry === "index" ? name : `${name}/${entry.replace("strings-", "strings/")}`,
      base,
      unexported: [...unexported].toSorted((a, b) => (a < b ? -1 : 1)),
      report: readFileSync(join(temporary, `${base}.api.md`), "utf8"),
      model: JSON.parse(readFileSync(join(temporary, `${base}.api.json`), "utf8")),
      types: readTypes(compilerState.program, join(projectFolder, file)),
    };
  });
}

/** Path → text of every generated file. */
export function apiFiles(entries = readApi()) {
  return {
    ...Object.fromEntries(entries.map(({ base, report }) => [`etc/api/${base}.api.md`, report])),
    ...Object.fromEntries(entries.map((entry) => [`docs/api/${entry.base}.md`, apiPage(entry, entries)])),
    "docs/api/README.md": apiIndex(entries),
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const [path, text] of Object.entries(apiFiles())) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
}
