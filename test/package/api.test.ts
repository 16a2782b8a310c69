import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { namesOf, parseDoc } from "../../scripts/api-page.mjs";
import { apiFiles, readApi, type ApiMember } from "../../scripts/api.mjs";
import { bin, root, run } from "./support.js";

const entries = readApi();
const files = apiFiles(entries);
const everyName = entries.flatMap(({ entry, model }) =>
  namesOf(model).map(([name, members]) => ({ entry, name, members })),
);

describe("the API report and the pages of docs/api", () => {
  it.each(Object.keys(files))("match the declarations (`npm run build && npm run api` writes them): %s", (path) => {
    expect(readFileSync(join(root, path), "utf8")).toBe(files[path]);
  });

  it("have no file of an entry that was removed", () => {
    const present = ["etc/api", "docs/api"].flatMap((folder) =>
      readdirSync(join(root, folder)).map((name) => `${folder}/${name}`),
    );
    expect(present.filter((path) => !(path in files))).toEqual([]);
  });
});

/** Bases of exported types, which no host names: their members are in the types that extend them. */
const bases = [
  "AnyToolPart",
  "ApiKeyActions",
  "AutomationActions",
  "Badged",
  "GoalActions",
  "Input",
  "IntegrationActions",
  "Listed",
  "MachineActions",
  "MemoryActions",
  "Output",
  "OwnProps",
  "OwnSession",
  "QueueActions",
  "RecordListRootProps",
  "SecretMessages",
  "SessionListActions",
  "SetComposerProp",
  "TaskActions",
  "TaskListRootProps",
  "Titled",
  "systemUpdateMember",
];
/** Content of a first page, which a host passes on as it is. */
const passedOn = ["ChatHistory"];

describe("types in signatures", () => {
  it("of @service/react are exported", () => {
    const index = entries.find(({ base }) => base === "react.index");
    expect(index?.unexported).toEqual([...bases, ...passedOn].toSorted());
  });
});

/** Names of the platform, React and the libraries whose types a host gets from there. */
const platform = new Set(
  [
    "Array AsyncGenerator AsyncIterable Awaited Capitalize Date Error Exclude Extract Iterable Map NonNullable Omit Parameters Partial",
    "Pick Promise ReadonlyArray ReadonlyMap ReadonlySet Readonly Record Required ReturnType Set Symbol Uint8Array",
    "AbortSignal Blob CacheStorage File FormData HTMLButtonElement HTMLElement Headers HeadersInit Notification",
    "NotificationOptions NotificationPermission ReadableStream Request RequestCache RequestInfo RequestInit Response",
    "ScrollBehavior URL",
    "ButtonHTMLAttributes ComponentType ForwardRefExoticComponent HTMLAttributes ReactNode RefAttributes",
    "ColumnType IncomingMessage ServerResponse LanguageModel NodeConnectionOptions",
  ].flatMap((names) => names.split(" ")),
);

/** Types that the signatures of a page name, and that neither a heading nor a link of it has. */
function lostNames(page: string): string[] {
  const led = [...page.matchAll(/^##+ (\w+)$|^- (\w+): \[/gm)].map(([, heading, link]) => heading ?? link);
  const named = page.split(/^(?=##+ )/m).flatMap((section) => {
    const code = [...section.matchAll(/^```ts\n([^]*?)^```$|^- `([^`]*)`/gm)]
      .map(([, block, row]) => block ?? row ?? "")
      .map((text) => text.replace(/\w*…$/, "").replaceAll(/\/\*\*[^]*?\*\/|"[^"\n]*"|(?<!React)\.[A-Z]\w*/g, ""))
      .join("\n");
    const parameters = [...code.matchAll(/(?:[<,]\s*|\binfer |\[)([A-Z]\w*)(?= extends | in |[,>=}]| =)/g)];
    const own = new Set(parameters.map(([, name]) => name));
    const names = [...code.matchAll(/(?<![\w.$])[A-Z]\w*[a-z]\w*(?![\w?]*:)/g)].map(([name]) => name);
    return names.filter((name) => !own.has(name));
  });
  return [...new Set(named)].filter((name) => !led.includes(name) && !platform.has(name)).toSorted();
}

const pages = Object.entries(files).filter(([path]) => /^docs\/api\/\w+\./.test(path));

describe("types that a page of docs/api names", () => {
  it.each(pages)("are on the page, or a link leads to them: %s", (_, page) => {
    expect(lostNames(page)).toEqual([]);
  });

  it("are members of the type that inherits them, where the base is not exported", () => {
    const [, queue] = /^## Queue$([^]*?)^## /m.exec(files["docs/api/react.index.md"] ?? "") ?? [];
    expect(queue?.match(/(?<=^- `)\w+/gm)).toEqual(expect.arrayContaining(["edit", "move", "remove", "sendNow"]));
  });
});

describe("the methods of `ServiceClient` in docs/api", () => {
  const [, client = ""] = /^## ServiceClient$([^]*?)^## /m.exec(files["docs/api/sdk.index.md"] ?? "") ?? [];

  it("are shown with the arguments that a caller passes", () => {
    const methods = client.match(/^- `\w+\(.*$/gm) ?? [];
    expect(methods.length).toBeGreaterThan(100);
    expect(methods.filter((line) => /\(connection\b|import\(/.test(line))).toEqual([]);
    expect(client).toMatch(/^- `accessMe\(options\?: CallOptions\): Promise<AccessMe>`/m);
  });
});

/** A function whose absence is its default. */
const isCallback = (text: string) => /=>/.test(text);

/** Members of the options and props of the public functions and components. */
function optionsOf(name: string, [first]: readonly ApiMember[]): readonly ApiMember[] {
  return /(Options|Props|Settings|Policy)$/.test(name) && first?.kind === "Interface" ? (first.members ?? []) : [];
}

describe("docstrings", () => {
  it("give every public name a summary", () => {
    const bare = everyName.filter(({ members }) => !members.some(({ docComment }) => parseDoc(docComment ?? "").text));
    expect(bare.map(({ entry, name }) => `${entry}: ${name}`)).toEqual([]);
  });

  it("describe every option, and its default where it may be left out", () => {
    const faults = everyName.flatMap(({ name, members }) =>
      optionsOf(name, members).flatMap((member) => {
        const { docComment = "", isOptional = false, excerptTokens } = member;
        const text = excerptTokens.map((token) => token.text).join("");
        const hasDefault = !isOptional || isCallback(text) || docComment.includes("@default");
        return docComment !== "" && hasDefault ? [] : [`${name}.${member.name}`];
      }),
    );
    expect(faults).toEqual([]);
  });
});

/** Declarations for the examples. */
const prelude = `
  const sessionId: string, sourceId: string, search: string, baseUrl: string, apiKey: string, organizationId: string;
  const sessions: readonly import("@service/react").SessionRow[];
  const session: ReturnType<typeof import("@service/react").useSession>;
  const service: import("@service/sdk/chat").Service;
  const handler: import("@service/sdk/chat").ChatHandler;
  const headers: Record<string, string>;
  const events: readonly import("@service/sdk").SessionEvent[];
  const model: import("ai").LanguageModel;
  const OrderCard: import("react").ComponentType<import("@service/react").ToolRendererProps>;
  const App: import("react").ComponentType<{ fetch: typeof globalThis.fetch }>;
  const app: { use(path: string, handler: unknown): void };
  function render(node: import("react").ReactNode): void;
  function print(text: string): void;
  function open(path: string): void;
  function verify(request: Request): Promise<{ tenant: string; id: string } | null>;
`;

/** The names that most hosts meet first. */
const main = [
  "ServiceProvider",
  "ChatConversation",
  "SessionConversation",
  "MessageTimeline",
  "ChatComposer",
  "DecisionList",
  "SessionList",
  "useChat",
  "useSession",
  "useSessionById",
  "useComposer",
  "useApprovals",
  "useQuestions",
  "useSessions",
  "useAttention",
  "createChatHandler",
  "Service",
  "createSessionProxy",
  "createLimiter",
  "toNodeHandler",
  "verifyChatEndpoint",
  "ServiceClient",
  "streamSessionEvents",
  "buildTimeline",
  "createEmbeddedService",
  "createModelAgent",
];

describe("examples in docstrings", () => {
  const examples = everyName.flatMap(({ entry, name, members }) =>
    members.flatMap(({ docComment = "" }) => parseDoc(docComment).examples.map((code) => ({ entry, name, code }))),
  );

  it("exist for the main names", () => {
    expect(main.filter((name) => !examples.some((example) => example.name === name))).toEqual([]);
  });

  it("compile", () => {
    // Not in `dist`, which other tests copy at the same time.
    const folder = mkdtempSync(join(tmpdir(), "examples-"));
    try {
      symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
      writeFileSync(join(folder, "prelude.d.ts"), `export {};\ndeclare global {${prelude}}\n`);
      examples.forEach(({ entry, name, code }, at) => {
        writeFileSync(join(folder, `${at}-${name}.tsx`), moduleOf(entry, code));
      });
      const compilerOptions = {
        target: "es2023",
        lib: ["es2023", "dom", "dom.iterable"],
        module: "esnext",
        moduleResolution: "bundler",
        jsx: "react-jsx",
        strict: true,
        noEmit: true,
        types: ["node"],
        skipLibCheck: true,
      };
      writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["."] }));
      expect(run(bin("tsc"), ["-p", folder], root)).toBe("");
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  /** Imports the names that the code uses: of its own entry first, then of the others. */
  function moduleOf(entry: string, code: string): string {
    const words = new Set(code.match(/\b[A-Za-z_]\w+\b/g));
    const others = [...everyName].toSorted((a, b) => Number(b.entry === entry) - Number(a.entry === entry));
    const from = new Map<string, string>([
      ["useMemo", "react"],
      ["createServer", "node:http"],
    ]);
    const declared = new Set(
      [...code.matchAll(/\bconst (\w+)|\bconst \{([^}]*)\}/g)].flatMap(([, one = "", many = ""]) => [
        one,
        ...many.split(/\W+/),
      ]),
    );
    for (const { name, entry: place, members } of others) {
      if (!from.has(name) && members.some(({ kind }) => kind !== "Interface" && kind !== "TypeAlias"))
        from.set(name, place);
    }
    const imports = [...from].filter(([name]) => words.has(name) && !declared.has(name));
    const lines = imports.map(([name, place]) => `import { ${name} } from "${place}";`);
    return `${lines.join("\n")}\nexport async function Example() {\n${code}\n}\n`;
  }
});
