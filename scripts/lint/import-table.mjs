// budget: one table, to be read in one place
const protocol = "@service/sdk/protocol";
const inService = (...names) => names.map((name) => `service/src/${name}`);
/** Rooms of the service that keep records of their own. */
const families = ["files", "memory", "members", "schedules", "automations", "integrations", "machines"];

/** The service's rooms, from the lowest to the highest. */
const serviceRooms = {
  "service/src/clock.ts": { may: [], outside: [] },
  "service/src/hex.ts": { may: [], outside: [] },
  "service/src/closing.ts": { may: [], outside: [] },
  "service/src/version.ts": { may: [], outside: [] },
  "service/src/unless-aborted.ts": { may: [], outside: [] },
  "service/src/pause.ts": { may: [], types: inService("clock.ts"), outside: [] },
  "service/src/hints.ts": { may: [], types: inService("clock.ts"), outside: [] },
  "service/src/settings": { may: [], outside: [protocol, "valibot"] },
  "service/src/secrets": { may: inService("hex.ts"), outside: [protocol] },
  "service/src/skills": { may: [], outside: ["valibot"] },
  "service/src/store": {
    may: inService("clock.ts"),
    types: inService("mcp", ...families),
    outside: [protocol, "kysely", "pg", "node:"],
  },
  // Each store is put together from the tables of all families.
  ...Object.fromEntries(
    ["memory-store.ts", "sql-codecs.ts", "sql-store.ts", "sql-pglite.ts", "sql-postgres.ts"].map((name) => [
      `service/src/store/${name}`,
      {
        may: inService("store", "store/sql-codecs.ts", "store/sql-store.ts", "clock.ts", ...families),
        outside: [protocol, "kysely", "pg", "@electric-sql/pglite", "node:"],
      },
    ]),
  ),
  "service/src/usage": { may: [], types: inService("store", "settings"), outside: [protocol] },
  "service/src/feed.ts": { may: inService("hints.ts", "store"), types: inService("clock.ts"), outside: [protocol] },
  "service/src/tail": { may: inService("store"), types: inService("clock.ts"), outside: [protocol] },
  "service/src/instant.ts": { may: inService("sessions"), outside: ["temporal-polyfill", "valibot"] },
  "service/src/sessions": { may: [], types: inService("store", "agent"), outside: [protocol] },
  "service/src/agent": {
    may: inService("sessions"),
    types: inService("clock.ts", "files", "tools"),
    outside: [protocol, "valibot"],
  },
  "service/src/policy": { may: inService("sessions"), types: inService("store"), outside: [protocol] },
  "service/src/memory": { may: inService("store", "sessions"), outside: [protocol, "kysely"] },
  "service/src/members": { may: inService("store", "sessions"), outside: [protocol, "kysely"] },
  "service/src/schedules": {
    may: inService("instant.ts", "store", "sessions"),
    outside: [protocol, "kysely", "temporal-polyfill", "valibot"],
  },
  "service/src/files": {
    may: inService("store", "sessions", "hex.ts", "world.ts"),
    types: inService("clock.ts"),
    outside: [protocol, "kysely", "node:"],
  },
  // Owners of the service's data: erasing, export and retention.
  "service/src/data": {
    may: inService("store", "sessions", "files", "schedules", "world.ts"),
    types: inService("clock.ts", "engine", "settings"),
    outside: [protocol],
  },
  "service/src/tools": {
    may: inService("sessions", "memory", "schedules"),
    types: inService("store", "policy"),
    outside: [protocol, "valibot"],
  },
  "service/src/mcp": {
    may: inService("sessions", "tools", "pause.ts", "unless-aborted.ts", "version.ts"),
    types: inService("clock.ts", "store"),
    outside: [protocol, "@modelcontextprotocol/sdk", "valibot", "node:"],
  },
  "service/src/machines": {
    may: inService("store", "sessions", "tools", "feed.ts", "hints.ts", "world.ts"),
    types: inService("clock.ts"),
    outside: [protocol, "kysely", "valibot"],
  },
  "service/src/integrations": {
    may: inService("store", "sessions", "secrets", "mcp", "tools", "version.ts"),
    types: inService("clock.ts"),
    outside: [
      protocol,
      "kysely",
      "valibot",
      "@modelcontextprotocol/sdk",
      "@apidevtools/json-schema-ref-parser",
      "js-yaml",
      "graphql",
      "node:",
    ],
  },
  "service/src/automations": {
    may: inService("instant.ts", "store", "sessions", "secrets", "mcp", "files"),
    types: inService("clock.ts"),
    outside: [protocol, "kysely"],
  },
  "service/src/operate": {
    may: inService("store"),
    types: inService("clock.ts"),
    outside: [protocol, "prom-client", "pino", "@opentelemetry/api"],
  },
  "service/src/engine": {
    may: inService("sessions", "agent", "tools", "schedules", "automations", "unless-aborted.ts"),
    types: inService("clock.ts", "store", "files", "secrets", "operate"),
    outside: [protocol],
  },
  "service/src/http": {
    may: inService("store", "sessions", "settings", "hex.ts", "world.ts"),
    types: inService("clock.ts", "tail"),
    outside: [protocol, "valibot"],
  },
  "service/src/routes": {
    may: inService(
      "instant.ts",
      "store",
      "sessions",
      "skills",
      "mcp",
      "http",
      "world.ts",
      "feed.ts",
      "version.ts",
      "data",
      "files",
      "memory",
      "members",
      "machines",
      "integrations",
      "automations",
      "schedules",
      "usage",
    ),
    types: inService("clock.ts", "agent", "tail", "operate"),
    outside: [protocol, "valibot", "hono"],
  },
  // An agent like a host's own: the service uses it through the agent interface only.
  "service/src/scripted": {
    may: inService("agent", "sessions", "pause.ts"),
    types: inService("tools"),
    outside: [protocol],
  },
};

/**
 * Who may import whom. One row a room: the rooms it may import, the rooms it may import as types only, and the packages
 * from outside. A room that is not in a row's lists is out of reach, also as a type and also through an entry file.
 * ARCHITECTURE.md names this table; the lint is built from it, so the page and the rule cannot part.
 */
export const rooms = {
  "src/foundation": { may: [], outside: [] },
  "src/strings": { may: [], outside: [] },
  "src/wire/protocol": { may: ["foundation"], outside: ["valibot"] },
  "src/identity": { may: ["foundation"], outside: [] },
  "src/server/gate": { may: ["foundation", "wire/protocol"], outside: [] },
  // The one HTTP client, for chat, session and backend.
  "src/wire/http": { may: ["foundation", "identity", "wire/protocol"], outside: [] },
  "src/wire/sse": { may: ["foundation"], outside: ["eventsource-parser"] },
  "src/timeline": { may: ["foundation", "wire/protocol"], outside: [] },
  "src/conversation/decisions": { may: ["foundation", "wire/protocol"], outside: [] },
  "src/conversation/outbox": { may: ["foundation"], types: ["identity"], outside: [] },
  "src/conversation/attachments": { may: ["foundation"], types: ["wire/protocol"], outside: ["zustand"] },
  "src/conversation/drafts": {
    may: ["foundation", "conversation", "conversation/decisions"],
    types: ["identity", "conversation/view", "conversation/attachments"],
    outside: [],
  },
  // Types only, so everything it may import it may import as types.
  "src/conversation/view": {
    may: [],
    types: ["foundation", "wire/protocol", "timeline", "conversation/decisions", "conversation/outbox"],
    outside: [],
  },
  "src/conversation": {
    may: ["foundation", "wire/protocol", "wire/sse", "conversation/decisions", "conversation/outbox"],
    types: ["identity", "conversation/view"],
    outside: ["zustand"],
  },
  // The client of the service's HTTP API, for backends and for the page's own sessions.
  "src/api": { may: ["foundation", "wire/protocol", "wire/http", "wire/sse"], outside: [] },
  "src/session": {
    may: [
      "foundation",
      "api",
      "wire/protocol",
      "wire/http",
      "wire/sse",
      "timeline",
      "conversation/decisions",
      "conversation",
    ],
    types: ["identity", "conversation/view", "conversation/outbox"],
    outside: ["zustand"],
  },
  "src/chat": {
    may: ["foundation", "wire/protocol", "wire/http", "wire/sse", "timeline", "conversation/decisions", "conversation"],
    types: ["identity", "conversation/view", "conversation/outbox"],
    outside: [],
  },
  "src/server/handler": {
    may: ["foundation", "server/gate", "wire/protocol", "wire/http", "wire/sse", "timeline", "api"],
    outside: [],
  },
  "src/server/proxy": {
    may: ["foundation", "server/gate", "wire/protocol", "wire/http", "wire/sse", "api"],
    outside: ["valibot"],
  },
  "src/server/doctor": { may: ["foundation", "wire/protocol", "wire/sse", "server/handler"], outside: [] },
  "src/server/node": {
    may: ["foundation", "wire/protocol", "wire/sse", "api", "server/doctor"],
    outside: ["node:"],
  },
  "src/hooks": {
    may: [
      "foundation",
      "identity",
      "strings",
      "timeline",
      "conversation/drafts",
      "wire/http",
      "api",
      "session",
      "chat",
      "conversation/attachments",
      "conversation/decisions",
      "conversation/outbox",
    ],
    types: ["wire/protocol", "conversation/view"],
    outside: ["react", "zustand", "@tanstack/react-query"],
  },
  "src/markdown": { may: [], outside: [] },
  "src/components": {
    may: ["foundation", "strings", "timeline", "hooks", "markdown"],
    types: ["wire/protocol"],
    outside: ["react", "react-dom"],
  },
  "src/testing": { may: ["foundation"], types: ["wire/protocol"], outside: [] },
  // Entries only gather names; no room may import one.
  "src/entries": { may: "all", outside: [] },
  "src/index.ts": { may: ["hooks", "components", "strings", "foundation", "timeline"], types: "all", outside: [] },
  ...serviceRooms,
  // Parts of the running service that a request may use. Its only values are times.
  "service/src/world.ts": { may: [], types: Object.keys(serviceRooms), outside: [protocol] },
  // The files of the folder itself put the rooms together.
  "service/src": {
    may: [...Object.keys(serviceRooms), "service/src/world.ts"],
    outside: [protocol, "@hono/node-server", "cross-spawn", "fs-native-extensions", "node:"],
  },
  // A host gives it to the service as its agent, so the service itself may not import it.
  "service/src/model": {
    may: inService("agent", "engine", "sessions", "tools", "pause.ts"),
    outside: [protocol, "ai", "valibot"],
  },
  // A host gives it to the store.
  "service/src/nats": { may: inService("clock.ts"), types: inService("store"), outside: ["@nats-io/transport-node"] },
};

/** Files that a place must never reach, however indirectly. */
export const outOfReach = [
  {
    from: ["src/components/session-conversation/", "src/components/message-timeline/", "src/components/chat-composer/"],
    to: "src/chat/",
    why: "these components speak to the session through the proxy and never load the chat protocol",
  },
  { from: ["src/hooks/use-chat.ts"], to: "@tanstack/react-query", why: "a chat alone must not ship a query library" },
  { from: ["src/hooks/use-chat.ts"], to: "src/markdown/", why: "a hook must not ship a markdown parser" },
  {
    from: ["src/index.ts", "src/entries/hooks.ts"],
    to: "src/server/handler/",
    why: "server code must not reach a browser",
  },
  {
    from: ["src/index.ts", "src/entries/hooks.ts"],
    to: "src/server/proxy/",
    why: "server code must not reach a browser",
  },
  { from: ["service/src/app.ts"], to: "node:", why: "the app runs inside a browser page too" },
  {
    from: ["service/src/app.ts"],
    to: "pg",
    why: "the app runs inside a browser page too; service/src/index.ts passes its store in",
  },
  {
    from: ["service/src/app.ts"],
    to: "fs-native-extensions",
    why: "a page cannot load it; service/src/index.ts opens the data folder",
  },
  {
    from: ["service/src/app.ts"],
    to: "prom-client",
    why: "a page measures nothing; service/src/index.ts passes its metrics in",
  },
  {
    from: ["service/src/app.ts"],
    to: "pino",
    why: "a page writes no log; the command passes one in",
  },
  {
    from: ["service/src/app.ts"],
    to: "@modelcontextprotocol/sdk",
    why: "a page must not ship it; service/src/index.ts passes its tools in",
  },
  ...["@apidevtools/json-schema-ref-parser", "js-yaml", "graphql"].map((to) => ({
    from: ["service/src/app.ts"],
    to,
    why: "a page must not ship it; service/src/index.ts passes what reads sources in",
  })),
  {
    from: ["service/src/app.ts", "service/src/index.ts", "service/src/cli.ts"],
    to: "ai",
    why: "a host without a model does not install it",
  },
  {
    from: ["service/src/app.ts", "service/src/index.ts", "service/src/cli.ts"],
    to: "@nats-io/transport-node",
    why: "a host without NATS does not install it",
  },
  { from: ["service/src/model/"], to: "node:", why: "a model answers in a page, too" },
  {
    from: [
      "src/entries/session.ts",
      "src/entries/chat.ts",
      "src/entries/proxy.ts",
      "src/entries/node.ts",
      "src/entries/protocol.ts",
    ],
    to: "react",
    why: "the SDK serves hosts without React",
  },
];
