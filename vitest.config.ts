import { fileURLToPath } from "node:url";
import { storybookTest } from "@storybook/addon-vitest/vitest-plugin";
import { playwright } from "@vitest/browser-playwright";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";
import { foundEarly } from "./.storybook/found-early.js";
import { browserPath } from "./test/support/browser-path.js";
import { ProjectSequencer } from "./test/support/project-sequencer.js";

// The workers and the programs that they start inherit it.
const quickDatabase = fileURLToPath(new URL("test/support/quick-database.cjs", import.meta.url));
const nodeOptions = process.env["NODE_OPTIONS"] ?? "";
if (!nodeOptions.includes(quickDatabase))
  process.env["NODE_OPTIONS"] = `${nodeOptions} --require ${JSON.stringify(quickDatabase)}`.trim();

const chromium = () => ({
  enabled: true,
  headless: true,
  provider: playwright({
    launchOptions: {
      executablePath: browserPath(),
      args: [
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    },
  }),
  instances: [{ browser: "chromium" as const }],
  screenshotFailures: false,
});

/** How long a test or its set-up may take (ms): what hangs is told of, and a busy machine fails nothing. */
const patience = 240_000;

/** How long `expect.poll` looks: a busy machine takes longer than the second that is usual. */
const expectation = { poll: { timeout: 30_000 } };

const conditions = ["service-source"];
const resolve = { conditions: [...conditions, "module", "browser", "development|production", "default"] };
const ssr = { resolve: { conditions: [...conditions, "node", "default"], externalConditions: conditions } };

/** The same suite on the oldest React that the kit promises: whatever imports React is made to import that one. */
const react18 = fileURLToPath(new URL("test/react-18/node_modules", import.meta.url));
const onReact18 = {
  plugins: [react()],
  resolve: {
    ...resolve,
    alias: [
      // Its main file is CommonJS, whose imports no alias reaches.
      {
        find: /^@testing-library\/react$/,
        replacement: fileURLToPath(
          new URL("node_modules/@testing-library/react/dist/@testing-library/react.esm.js", import.meta.url),
        ),
      },
      { find: /^react(\/.*)?$/, replacement: `${react18}/react$1` },
      { find: /^react-dom(\/.*)?$/, replacement: `${react18}/react-dom$1` },
    ],
  },
  ssr,
};
const inlined = { deps: { inline: [/@testing-library\/react/, /zustand/, /@tanstack\/react-query/] } };

/**
 * Tests whose result React itself decides: effects, subscriptions, refs, focus, hydration, thrown errors, and the mounting
 * of every story (`quiet-render`). The other tests are of words, keys and values, which a version of React does not change.
 */
const reactDecides = [
  "test/hooks/**/*.test.tsx",
  ...[
    "chat-conversation",
    "composer-focus",
    "composer-view",
    "contained",
    "conversation-props",
    "decisions/mod-enter",
    "early-input",
    "early-words",
    "gradual-text",
    "handed-functions",
    "identity-change",
    "markdown/growing",
    "menu",
    "quiet-render",
    "roving-focus",
    "server-render",
    "timeline-view",
    "waiting-renderer",
  ].map((name) => `test/components/${name}.test.tsx`),
];
const dom = {
  environment: "jsdom",
  testTimeout: patience,
  hookTimeout: patience,
  expect: expectation,
  include: ["test/{hooks,components}/**/*.test.{ts,tsx}", "test/first-hour/*.test.tsx"],
  setupFiles: ["test/setup-dom.ts", "test/setup-draws.ts"],
};

/**
 * The files of "dom" that cannot share a page: one loads the package twice, and two watch every timer and request of
 * their page.
 */
const watchers = ["test/hooks/assert-no-leak.test.tsx", "test/hooks/identity-model.test.tsx"];
const domApart = ["test/first-hour/two-copies.test.tsx", ...watchers];

/** The other files share the modules and the page of a process, which takes half the time. */
const sharedDom = {
  ...dom,
  exclude: [...domApart, "**/node_modules/**"],
  isolate: false,
  setupFiles: ["test/setup-shared.ts", ...dom.setupFiles],
};

/** Provides the folder of the databases that tests copy. */
const databaseTemplates = "service/test/store/templates-setup.ts";

const node = {
  environment: "node",
  include: ["test/**/*.test.ts", "service/test/**/*.test.ts"],
  exclude: [
    "test/{browser,deploy,package,store,hooks,components,journeys,faults,pages,simulation,webkit}/**",
    "service/test/{store,postgres}/**",
    "**/node_modules/**",
  ],
  globalSetup: [databaseTemplates],
  setupFiles: ["test/setup-draws.ts"],
  testTimeout: patience,
  hookTimeout: patience,
  expect: expectation,
};

/**
 * The files of "node" that cannot share a process: one measures the memory of its own, one replaces a module for what it
 * imports, and one uses an adapter as it is published, which replaces `Request` and `Response`.
 */
const nodeApart = [
  "test/session/long-session.test.ts",
  "service/test/model/newer-sdk.test.ts",
  "test/servers/hono.test.ts",
];

/** The other files share the modules of a process, which takes a third less time: each restores what it replaces. */
const sharedNode = {
  ...node,
  exclude: [...node.exclude, ...nodeApart],
  isolate: false,
  setupFiles: ["test/setup-shared.ts", ...node.setupFiles],
};

// `npm test` runs the project "node" as two; whoever names files of "node" runs each in a process of its own.
const sharesProcesses = process.argv.includes("node-shared");
const sharesPages = process.argv.includes("dom-shared");

// Storybook's plugin starts Storybook itself, whichever project runs; so it is there only when it is asked for.
const wantsStories = process.argv.includes("stories");
const wantsFrames = process.argv.includes("frames");

export default defineConfig({
  test: {
    // Vitest itself leaves one core unused.
    maxWorkers: 2,
    sequence: { sequencer: ProjectSequencer },
    // Files run in this order of their projects: those with many short files are last, so that no worker waits for a long one.
    projects: [
      {
        resolve,
        ssr,
        test: {
          name: "store",
          environment: "node",
          include: ["service/test/store/**/*.test.ts"],
          globalSetup: [databaseTemplates],
          // As in "node-shared": the files load the database and the service once.
          isolate: false,
          setupFiles: ["test/setup-shared.ts", "test/setup-draws.ts"],
          testTimeout: patience,
          expect: expectation,
          hookTimeout: patience,
        },
      },
      {
        resolve,
        ssr,
        test: {
          name: "simulation",
          environment: "node",
          include: ["test/simulation/**/*.test.ts"],
          globalSetup: ["test/simulation/bundle-setup.mjs"],
          // A run leaves many short-lived objects behind.
          // Both cores have a file, so threads that collect garbage beside it only compete with the other one.
          execArgv: ["--max-semi-space-size=64", "--single-threaded-gc"],
          isolate: false,
          testTimeout: patience,
          hookTimeout: patience,
        },
      },
      {
        resolve,
        ssr,
        test: {
          name: "postgres",
          environment: "node",
          include: ["service/test/postgres/**/*.test.ts"],
          globalSetup: ["service/test/postgres/global-setup.ts", databaseTemplates],
          setupFiles: ["test/setup-draws.ts"],
          testTimeout: patience,
          expect: expectation,
          hookTimeout: patience,
        },
      },
      {
        resolve,
        ssr,
        test: {
          name: "deploy",
          environment: "node",
          include: ["test/deploy/**/*.test.ts"],
          testTimeout: patience,
          hookTimeout: patience,
          expect: expectation,
        },
      },
      { ...onReact18, test: { ...sharedDom, name: "dom-react-18", include: reactDecides, server: inlined } },
      { ...onReact18, test: { ...dom, name: "dom-react-18-apart", include: watchers, server: inlined } },
      { plugins: [react()], resolve, ssr, test: { name: "dom", ...dom } },
      ...(sharesPages
        ? [
            { plugins: [react()], resolve, ssr, test: { ...sharedDom, name: "dom-shared" } },
            { plugins: [react()], resolve, ssr, test: { ...dom, name: "dom-apart", include: domApart } },
          ]
        : []),
      { resolve, ssr, test: { ...node, name: "node" } },
      ...(sharesProcesses
        ? [
            { resolve, ssr, test: { ...node, name: "node-apart", include: nodeApart } },
            { resolve, ssr, test: { ...sharedNode, name: "node-shared" } },
          ]
        : []),
      {
        resolve,
        ssr,
        test: {
          name: "package",
          environment: "node",
          include: ["test/package/**/*.test.ts"],
          globalSetup: ["test/package/global-setup.ts"],
          testTimeout: patience,
          expect: expectation,
          hookTimeout: patience,
        },
      },
      {
        resolve,
        ssr,
        test: {
          name: "journeys",
          environment: "node",
          include: ["test/journeys/**/*.test.ts"],
          globalSetup: ["test/journeys/global-setup.ts"],
          // As in "node-shared"; the files share a browser, too.
          isolate: false,
          setupFiles: ["test/setup-shared.ts"],
          testTimeout: patience,
          expect: expectation,
          hookTimeout: patience,
        },
      },
      {
        resolve,
        ssr,
        test: {
          name: "faults",
          environment: "node",
          include: ["test/faults/**/*.test.ts"],
          globalSetup: ["test/faults/global-setup.ts"],
          testTimeout: patience,
          expect: expectation,
          hookTimeout: patience,
        },
      },
      {
        resolve,
        ssr,
        test: {
          name: "pages",
          environment: "node",
          include: ["test/pages/**/*.test.ts"],
          // As in "node-shared"; the files share a browser, too.
          isolate: false,
          setupFiles: ["test/setup-shared.ts"],
          testTimeout: patience,
          expect: expectation,
          hookTimeout: patience,
        },
      },
      {
        resolve,
        ssr,
        test: {
          // Not in `npm test`: see CONTRIBUTING.md.
          name: "webkit",
          environment: "node",
          include: ["test/webkit/**/*.test.ts"],
          testTimeout: patience,
          hookTimeout: patience,
        },
      },
      ...(wantsStories
        ? [
            {
              plugins: [storybookTest({ configDir: fileURLToPath(new URL(".storybook", import.meta.url)) })],
              resolve,
              // A page evaluates the kit and Storybook once for all its files (`stories/once-per-file.ts`). Vitest would open
              // one page on two cores.
              test: { name: "stories", isolate: false, maxWorkers: 2, testTimeout: patience, browser: chromium() },
            },
          ]
        : []),
      ...(wantsFrames
        ? [
            {
              plugins: [react()],
              resolve,
              optimizeDeps: { include: [...foundEarly, "storybook/test", "@storybook/react-vite"] },
              test: {
                name: "frames",
                include: ["test/frames/**/*.test.tsx"],
                testTimeout: patience,
                browser: chromium(),
              },
            },
          ]
        : []),
    ],
  },
});
