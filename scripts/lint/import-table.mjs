/**
 * Who may import whom. One row a room: the rooms it may import, the rooms it may import as types only, and the packages
 * from outside. A room that is not in a row's lists is out of reach, also as a type and also through an entry file.
 * ARCHITECTURE.md names this table; the lint is built from it, so the page and the rule cannot part.
 */
export const rooms = {
  "src/foundation": { may: [], outside: [] },
  "src/strings": { may: [], outside: [] },
  "src/protocol": { may: ["foundation"], outside: ["valibot"] },
  "src/identity": { may: ["foundation"], outside: [] },
  "src/door": { may: ["foundation", "protocol"], outside: [] },
  "src/sse": { may: ["foundation"], outside: ["eventsource-parser"] },
  "src/timeline": { may: ["foundation", "protocol"], outside: [] },
  "src/decisions": { may: ["foundation", "protocol"], outside: [] },
  "src/outbox": { may: ["foundation"], types: ["identity"], outside: [] },
  "src/attachments": { may: ["foundation"], types: ["protocol"], outside: ["zustand"] },
  "src/drafts": { may: ["foundation"], types: ["identity", "view", "attachments"], outside: [] },
  // Types only, so everything it may import it may import as types.
  "src/view": { may: [], types: ["foundation", "protocol", "timeline", "decisions", "outbox"], outside: [] },
  "src/session": {
    may: ["foundation", "identity", "protocol", "sse", "timeline", "decisions", "outbox"],
    types: ["view"],
    outside: ["zustand", "valibot"],
  },
  "src/chat/client": {
    may: ["foundation", "identity", "protocol", "sse", "timeline", "decisions", "outbox"],
    types: ["view"],
    outside: ["zustand"],
  },
  "src/chat/handler": { may: ["foundation", "door", "protocol", "sse", "timeline", "session"], outside: ["valibot"] },
  "src/proxy": { may: ["foundation", "door", "protocol", "sse", "session"], outside: ["valibot"] },
  "src/doctor": { may: ["foundation", "protocol", "sse", "chat/handler"], outside: [] },
  "src/node": {
    may: ["foundation", "protocol", "sse", "chat/handler", "proxy", "session", "doctor"],
    outside: ["node:"],
  },
  "src/hooks": {
    may: [
      "foundation",
      "identity",
      "strings",
      "timeline",
      "decisions",
      "drafts",
      "session",
      "chat/client",
      "attachments",
    ],
    types: ["protocol", "view"],
    outside: ["react", "zustand", "@tanstack/react-query"],
  },
  "src/markdown": { may: [], outside: [] },
  "src/components": {
    may: ["foundation", "strings", "timeline", "hooks", "markdown"],
    types: ["protocol", "attachments"],
    outside: ["react", "react-dom"],
  },
  "src/testing": {
    may: [
      "foundation",
      "identity",
      "strings",
      "protocol",
      "sse",
      "timeline",
      "decisions",
      "session",
      "chat/client",
      "chat/handler",
      "proxy",
    ],
    outside: [],
  },
  // Entries only gather names; no room may import one.
  "src/entries": { may: "all", outside: [] },
  "src/index.ts": { may: ["hooks", "components", "strings", "foundation", "timeline"], types: "all", outside: [] },
  "service/src": {
    may: [],
    outside: [
      "@service/sdk/protocol",
      "hono",
      "@hono/node-server",
      "kysely",
      "@electric-sql/pglite",
      "pg",
      "@modelcontextprotocol/sdk",
      "fs-native-extensions",
      "temporal-polyfill",
      "valibot",
      "@apidevtools/json-schema-ref-parser",
      "js-yaml",
      "graphql",
      "node:",
    ],
  },
  // A host gives it to the service as its agent, so the service itself may not import it.
  "service/src/model": { may: ["service/src"], outside: ["@service/sdk/protocol", "ai", "valibot"] },
};

/** What may never be reached from a place, however many files lie between. */
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
    to: "src/chat/handler/",
    why: "server code must not reach a browser",
  },
  { from: ["src/index.ts", "src/entries/hooks.ts"], to: "src/proxy/", why: "server code must not reach a browser" },
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
