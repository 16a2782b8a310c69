import { fileURLToPath } from "node:url";
import { storybookTest } from "@storybook/addon-vitest/vitest-plugin";
import { playwright } from "@vitest/browser-playwright";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";
import { foundEarly } from "./.storybook/found-early.js";
import { ProjectSequencer } from "./test/support/project-sequencer.js";

const chromium = () => ({
  enabled: true,
  headless: true,
  provider: playwright({
    launchOptions: {
      executablePath: process.env["CHROMIUM_PATH"] ?? "/usr/bin/chromium",
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
};

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

const node = {
  environment: "node",
  include: ["test/**/*.test.ts", "service/test/**/*.test.ts"],
  exclude: [
    "test/{browser,deploy,package,store,hooks,components,journeys,faults,pages,simulation}/**",
    "service/test/{store,postgres}/**",
    "**/node_modules/**",
  ],
  setupFiles: ["test/setup-draws.ts"],
  testTimeout: patience,
  hookTimeout: patience,
  expect: expectation,
};

/**
 * Tests of rooms whose files share the modules of a process, which takes a third less time: each restores what it replaces.
 * One measures the memory of its process and has its own.
 */
const shared =
  "test/{api,chat,conversation,foundation,identity,markdown,server,session,testing,timeline,wire}/**/!(long-session).test.ts";

// `npm test` runs the project "node" as two; whoever names files of "node" runs each in a process of its own.
const sharesProcesses = process.argv.includes("node-shared");

// Storybook's plugin starts Storybook itself, whichever project runs; so it is there only when it is asked for.
const wantsStories = process.argv.includes("stories");
const wantsFrames = process.argv.includes("frames");

export default defineConfig({
  test: {
    // Vitest itself leaves one core unused.
    maxWorkers: 2,
    sequence: { sequencer: ProjectSequencer },
    projects: [
      { resolve, ssr, test: { ...node, name: "node" } },
      ...(sharesProcesses
        ? [
            { resolve, ssr, test: { ...node, name: "node-shared", include: [shared], isolate: false } },
            { resolve, ssr, test: { ...node, name: "node-apart", exclude: [...node.exclude, shared] } },
          ]
        : []),
      { plugins: [react()], resolve, ssr, test: { name: "dom", ...dom } },
      {
        plugins: [react()],
        resolve: { ...resolve, ...onReact18 },
        ssr,
        test: {
          name: "dom-react-18",
          ...dom,
          include: reactDecides,
          server: {
            deps: { inline: [/@testing-library\/react/, /zustand/, /@tanstack\/react-query/] },
          },
        },
      },
      {
        resolve,
        ssr,
        test: {
          name: "store",
          environment: "node",
          include: ["service/test/store/**/*.test.ts"],
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
          name: "simulation",
          environment: "node",
          include: ["test/simulation/**/*.test.ts"],
          // Each worker imports the whole project once.
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
          globalSetup: ["service/test/postgres/global-setup.ts"],
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
      {
        resolve,
        ssr,
        test: {
          name: "journeys",
          environment: "node",
          include: ["test/journeys/**/*.test.ts"],
          globalSetup: ["test/journeys/global-setup.ts"],
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
          testTimeout: patience,
          expect: expectation,
          hookTimeout: patience,
        },
      },
      {
        resolve,
        ssr,
        test: {
          name: "package",
          environment: "node",
          include: ["test/package/**/*.test.ts"],
          testTimeout: patience,
          expect: expectation,
          hookTimeout: patience,
        },
      },
      ...(wantsStories
        ? [
            {
              plugins: [storybookTest({ configDir: fileURLToPath(new URL(".storybook", import.meta.url)) })],
              resolve,
              test: { name: "stories", browser: chromium() },
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
