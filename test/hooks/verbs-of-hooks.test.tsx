import { renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { beforeEach, describe, expect, it } from "vitest";
import * as kit from "../../src/index.js";
import { ServiceProvider } from "../../src/hooks/service-provider.js";
import type { Identity } from "../../src/identity/identity.js";

/** Each request that would have reached the network. */
let sent: string[];
beforeEach(() => {
  sent = [];
});

const network: typeof fetch = async (input, init) => {
  sent.push(`${init?.method ?? "GET"} ${input as string}`);
  return Response.json({}, { status: 200 });
};

type Verbs = Readonly<Record<string, readonly unknown[]>>;
type Use = (...args: readonly never[]) => unknown;
const use = (hook: unknown, ...args: readonly unknown[]) =>
  (hook as (...given: readonly unknown[]) => unknown)(...args);

const ask = { name: "Daily", prompt: "Look.", schedule: { kind: "manual" } };
const source = { kind: "mcp", url: "https://desk.example/mcp" };

/** Each hook that has requests of its own to make, and the arguments of each of its verbs. */
const hooks: readonly (readonly [name: string, read: () => unknown, verbs: Verbs])[] = [
  ["useCreateSession", () => use(kit.useCreateSession), { createSession: ["Hello"] }],
  ["useSessions", () => use(kit.useSessions), { rename: ["s_1", "Parcel"], archive: ["s_1", true], remove: ["s_1"] }],
  [
    "useQueue",
    () => use(kit.useQueue, "s_1"),
    { move: ["turn_1", null], edit: ["turn_1"], sendNow: ["turn_1"], remove: ["turn_1"] },
  ],
  ["useGoal", () => use(kit.useGoal, "s_1"), { edit: [{ text: "Ship" }], pause: [], resume: [], clear: [] }],
  ["useMemory", () => use(kit.useMemory), { remove: ["m_1"], removeAll: [] }],
  [
    "useMachines",
    () => use(kit.useMachines),
    { lookUp: ["ABCD-EFGH"], approve: ["ABCD-EFGH", {}], deny: ["ABCD-EFGH"], revoke: ["e_1"] },
  ],
  ["useApiKeys", () => use(kit.useApiKeys), { create: [{ name: "CI" }], revoke: ["k_1"] }],
  [
    "useIntegrations",
    () => use(kit.useIntegrations),
    {
      preview: [{ source }],
      install: [{ source, allowedTools: [] }],
      previewRemoval: [{ id: "i_1" }],
      remove: [{ id: "i_1" }],
    },
  ],
  [
    "useScheduledTasks",
    () => use(kit.useScheduledTasks),
    {
      create: [ask],
      update: [{ id: "t_1" }, ask],
      pause: [{ id: "t_1" }],
      resume: [{ id: "t_1" }],
      trigger: [{ id: "t_1" }],
      remove: [{ id: "t_1" }],
      runs: ["t_1"],
      preview: [{ kind: "manual" }],
    },
  ],
  [
    "useAutomations",
    () => use(kit.useAutomations),
    {
      createSource: [{ name: "Shop" }],
      updateSource: [{ id: "a_1" }, {}],
      removeSource: [{ id: "a_1" }],
      createTrigger: [{ name: "Orders" }],
      updateTrigger: [{ id: "a_2" }, {}],
      removeTrigger: [{ id: "a_2" }],
      sendEvent: [{ id: "a_1" }, {}],
    },
  ],
];

/** They request nothing themselves. */
const local = new Set(["refresh", "clearRefused", "clearError", "loadMore"]);

function held(read: () => unknown, identity: Identity | null | undefined): Readonly<Record<string, unknown>> {
  const wrapper = ({ children }: { readonly children: ReactNode }) => (
    <ServiceProvider identity={identity} fetch={network}>
      {children}
    </ServiceProvider>
  );
  return renderHook(read, { wrapper }).result.current as Readonly<Record<string, unknown>>;
}

describe.each([
  ["null: nobody is signed in", null],
  ["undefined: the host still looks who is", undefined],
] as const)("with an identity of %s", (_, identity) => {
  it.each(hooks)("%s sends nothing", async (_name, read, verbs) => {
    const value = held(read, identity);
    const outcomes: Record<string, unknown> = {};
    for (const [verb, args] of Object.entries(verbs)) {
      outcomes[verb] = await (async () => (value[verb] as Use)(...(args as readonly never[])))().then(
        () => "accepted",
        (error: { readonly code?: unknown }) => error.code ?? error,
      );
    }
    expect(outcomes).toEqual(Object.fromEntries(Object.keys(verbs).map((verb) => [verb, "signed_out"])));
    expect(sent).toEqual([]);
  });
});

describe("the list of verbs", () => {
  it.each(hooks)("of %s is complete", (_name, read, verbs) => {
    const value = held(read, null);
    const found = Object.keys(value).filter((key) => typeof value[key] === "function" && !local.has(key));
    expect(found.toSorted()).toEqual(Object.keys(verbs).toSorted());
  });
});

describe("a session that is not enabled", () => {
  it.each([
    ["useQueue", () => use(kit.useQueue, "s_1", { enabled: false })],
    ["useGoal", () => use(kit.useGoal, "s_1", { enabled: false })],
  ])("%s sends nothing", async (name, read) => {
    const value = held(read, { tenant: "acme", user: "ana" });
    const verbs = hooks.find((hook) => hook[0] === name)?.[2] ?? {};
    for (const [verb, args] of Object.entries(verbs)) {
      await expect((value[verb] as (...given: readonly unknown[]) => Promise<void>)(...args)).rejects.toMatchObject({
        code: "session_disabled",
      });
    }
    expect(sent).toEqual([]);
  });
});

describe("while the host looks who is signed in", () => {
  it.each([
    ["useChat", () => use(kit.useChat, { conversation: "c_1" }), "isRestoring"],
    ["useSession", () => use(kit.useSession, { conversation: "c_1" }), "isRestoring"],
    ["useSessionById", () => use(kit.useSessionById, "s_1"), "isRestoring"],
    ["useSessions", () => use(kit.useSessions), "isLoading"],
    ["useGoal", () => use(kit.useGoal, "s_1"), "isLoading"],
    ["useModels", () => use(kit.useModels), "isLoading"],
    ["useMemory", () => use(kit.useMemory), "isLoading"],
  ])("%s is at work, not empty", (_name, read, flag) => {
    expect(held(read, undefined)).toMatchObject({ [flag]: true });
  });

  it("a chat of a person who is signed out is at rest", () => {
    expect(held(() => use(kit.useChat, { conversation: "c_1" }), null)).toMatchObject({ isRestoring: false });
  });
});

describe("a hook on the page of a person", () => {
  const person = { tenant: "acme", user: "ana" };

  it("has no id and nothing to pause before a session is known", () => {
    const composer = held(() => use(kit.useComposerById, undefined), person);
    expect(composer).toMatchObject({ canPause: false, session: { sessionId: null, created: false } });
  });

  it.each(hooks)("%s keeps its functions", (_name, read) => {
    const wrapper = ({ children }: { readonly children: ReactNode }) => (
      <ServiceProvider identity={person} fetch={network}>
        {children}
      </ServiceProvider>
    );
    const { result, rerender } = renderHook(read, { wrapper });
    const functions = () => Object.entries(result.current as object).filter(([, value]) => typeof value === "function");
    const before = functions();
    rerender();
    expect(functions()).toEqual(before);
    expect(functions().every(([key, value]) => Object.is(value, new Map(before).get(key)))).toBe(true);
  });
});
