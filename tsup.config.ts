import { defineConfig } from "tsup";

// tree-shaking by rollup would remove "use client"; esbuild's own keeps it. The declarations are tsc's.
const common = {
  format: ["esm" as const],
  target: "es2022",
  splitting: true,
  sourcemap: true,
  clean: true,
  treeshake: false,
  dts: false,
  silent: true,
};

export default defineConfig([
  {
    ...common,
    name: "react",
    platform: "neutral",
    // One file a module: a host's bundler leaves out whole modules that nothing imports, and of a joined chunk it keeps
    // whatever is made on loading, such as every schema.
    bundle: false,
    entry: ["src/**/*.{ts,tsx}", "!src/server/node/**", "!src/server/doctor/**", "!src/entries/node.ts"],
    outDir: "dist",
  },
  {
    ...common,
    name: "sdk",
    platform: "node",
    entry: {
      index: "src/entries/session.ts",
      chat: "src/entries/chat.ts",
      proxy: "src/entries/proxy.ts",
      protocol: "src/entries/protocol.ts",
      node: "src/entries/node.ts",
      cli: "src/server/node/cli.ts",
    },
    outDir: "sdk/dist",
    external: ["eventsource-parser", "valibot", "zustand"],
  },
  {
    ...common,
    name: "embedded",
    platform: "node",
    entry: {
      index: "service/src/index.ts",
      app: "service/src/app.ts",
      model: "service/src/model/model-agent.ts",
      nats: "service/src/nats/nats-hints.ts",
      cli: "service/src/cli.ts",
      // Started as a thread, by its name.
      "pglite-worker": "service/src/store/pglite-worker.js",
    },
    outDir: "service/dist",
    external: [
      /^@service\/sdk/,
      /^@modelcontextprotocol\//,
      "@electric-sql/pglite",
      "cross-spawn",
      "fs-native-extensions",
      "pg",
      "prom-client",
      "pino",
      "@opentelemetry/api",
      "kysely",
      "hono",
      "@hono/node-server",
      "valibot",
      "ai",
      "@nats-io/transport-node",
    ],
  },
  {
    ...common,
    name: "host",
    platform: "node",
    entry: {
      server: "examples/host/src/server/main.ts",
      "service.config": "examples/host/src/server/service.config.ts",
    },
    outDir: "examples/host/dist",
    clean: false,
    external: [/^@service\//, /^@modelcontextprotocol\//, "hono", "@hono/node-server"],
  },
]);
