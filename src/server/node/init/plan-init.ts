/** Decides which files `init` writes and the person's next steps, from facts about the folder only. */
import * as templates from "./templates.js";

export const kinds = ["express", "hono", "next", "node"] as const;

/** The server that the handler is mounted in. */
export type Kind = (typeof kinds)[number];

/** Facts that `init` inspects. */
export interface ProjectFacts {
  /** Names in `dependencies` and `devDependencies` of `package.json`. */
  readonly packages: readonly string[];
  /** Whether the Next.js routes are in `src/app` instead of `app`. */
  readonly hasSourceApp: boolean;
  /** A file that imports the server's package, such as `server.js`; undefined without one. */
  readonly server: string | undefined;
}

export interface PlannedFile {
  /** Relative to the folder, with `/` between its parts. */
  readonly path: string;
  readonly text: string;
  /** Purpose of the file, in a few words. */
  readonly purpose: string;
  /** The manual step if the file exists, because it stays unchanged. */
  readonly otherwise: string;
}

export interface InitPlan {
  readonly files: readonly PlannedFile[];
  /** Paths that git must ignore. `init` adds the missing ones to an existing `.gitignore`. */
  readonly ignored: readonly string[];
  /** Commands and edits in the order in which a person does them. */
  readonly next: readonly string[];
}

/** The kind that the installed packages suggest. */
export function guessKind(packages: readonly string[]): Kind {
  return (["next", "hono", "express"] as const).find((name) => packages.includes(name)) ?? "node";
}

export function planInit(kind: Kind, facts: ProjectFacts): InitPlan {
  return kind === "next" ? planNext(facts) : planServer(kind, facts);
}

const asIs = "compare it with the same file in the README of @service/sdk";

const backend = (folder: string): PlannedFile[] => [
  { path: `${folder}chat.ts`, text: templates.chat, purpose: "the chat handler", otherwise: asIs },
  {
    path: `${folder}your-sign-in.ts`,
    text: templates.signIn,
    purpose: "stands in for your sign-in: everybody is Ana",
    otherwise: "let it export whoIs(request), which returns { tenant, user } or null",
  },
];

const support = (path: string, text: string): PlannedFile => ({
  path,
  text,
  purpose: "the conversation",
  otherwise: "render <ServiceProvider> with <ChatConversation> in a component of yours",
});

/** `types`: the packages that only an editor or `tsc` needs. */
const servers = {
  express: {
    text: templates.expressServer,
    mount:
      'add, before express.json(): import { toNodeHandler } from "@service/sdk/node"; import { chat } from "./chat"; app.use("/api/chat", toNodeHandler(chat))',
    packages: ["express"],
    types: ["@types/express", "@types/node"],
  },
  hono: {
    text: templates.honoServer,
    mount: 'add: import { chat } from "./chat"; app.all("/api/chat/*", (context) => chat(context.req.raw))',
    packages: ["hono", "@hono/node-server"],
    types: ["@types/node"],
  },
  node: {
    text: templates.nodeServer,
    mount:
      'add: import { toNodeHandler } from "@service/sdk/node"; import { chat } from "./chat"; pass requests below /api/chat to toNodeHandler(chat)',
    packages: [],
    types: ["@types/node"],
  },
} as const;

/** Starts the service, and beside it a command that reads the service's address and key from its environment. */
const beside = (command: string) => `npx service-embedded --data .service -- ${command}`;

const firstQuestion = `curl -N localhost:3001/api/chat -H "content-type: application/json" -H "x-service-conversation: test" -d '{"message":"/say It works."}'`;

function planServer(kind: Exclude<Kind, "next">, { packages, server }: ProjectFacts): InitPlan {
  const { text, mount, packages: needed, types } = servers[kind];
  const hasPage = packages.includes("react");
  const page: PlannedFile[] = [
    support("src/support.tsx", templates.support),
    {
      path: "vite.config.ts",
      text: templates.viteConfig,
      purpose: "forwards /api to the backend",
      otherwise: 'add to its defineConfig: server: { proxy: { "/api": "http://127.0.0.1:3001" } }',
    },
  ];
  const path = server ?? "server.ts";
  return {
    files: [
      ...backend(""),
      { path, text, purpose: "the backend, on port 3001", otherwise: mount },
      ...(hasPage ? page : []),
    ],
    ignored: [".env", ".service", "node_modules"],
    next: [
      ...(hasPage ? ['Render <Support tenant="acme" user="ana" /> from ./support in src/main.tsx.'] : []),
      ...install(
        [...(hasPage ? ["@service/react"] : []), "@service/sdk", ...needed],
        ["@service/embedded", "tsx", ...types],
        packages,
      ),
      `${beside(`npx tsx ${path}`)}   # the service and the backend; keep running`,
      `${hasPage ? "npm run dev" : firstQuestion}   # in another terminal`,
    ],
  };
}

function planNext({ packages, hasSourceApp }: ProjectFacts): InitPlan {
  const folder = hasSourceApp ? "src/" : "";
  return {
    files: [
      ...backend(folder),
      support(`${folder}support.tsx`, templates.nextSupport),
      {
        path: `${folder}app/api/chat/[[...path]]/route.ts`,
        text: templates.nextRoute,
        purpose: "mounts the handler",
        otherwise: asIs,
      },
      {
        path: `${folder}app/support/page.tsx`,
        text: templates.nextPage,
        purpose: "the page /support",
        otherwise: 'render <Support tenant="acme" user="ana" /> in a page of yours',
      },
    ],
    ignored: [".env.local", ".service", "node_modules"],
    next: [
      ...install(["@service/react", "@service/sdk"], ["@service/embedded"], packages),
      `${beside("npm run dev")}   # the service and your app; keep running`,
      "Open http://localhost:3000/support.",
    ],
  };
}

/** Commands that install missing packages. */
function install(needed: readonly string[], forDevelopment: readonly string[], present: readonly string[]): string[] {
  const missing = (names: readonly string[]) => names.filter((name) => !present.includes(name));
  const [use, develop] = [missing(needed), missing(forDevelopment)];
  return [
    ...(use.length > 0 ? [`npm install ${use.join(" ")}`] : []),
    ...(develop.length > 0 ? [`npm install -D ${develop.join(" ")}`] : []),
  ];
}
