import { expect, it, describe } from "vitest";
import type { AgentMayReach } from "../../src/app.js";
import { harness, type Harness } from "../harness.js";
import { callingAgent, callTools } from "../tool-calls.js";

/**
 * `protocol.md` §12.1 for agents: every scope and label with every other, in every place, with and without a host's
 * function.
 */

const scopes = ["session", "user", "workspace"] as const;
const people = {
  "ana of app": ["app", "ana"],
  "ben of app": ["app", "ben"],
  "ana of shop": ["shop", "ana"],
  nobody: null,
} as const;
type Scope = (typeof scopes)[number];
type Person = keyof typeof people;

interface Placed {
  readonly path: string;
  readonly id: string;
  readonly scope: Scope;
  readonly person: Person;
}

/** Relation of the labels of two sessions. */
function labels(a: Person, b: Person): "same user" | "other user" | "other source" | "no label" {
  if (a === "nobody" || b === "nobody") return "no label";
  if (a === b) return "same user";
  return a.endsWith("of shop") === b.endsWith("of shop") ? "other user" : "other source";
}

/** Whether an agent reaches a session that it did not start, from the words of the specification. */
const outside: Readonly<Record<`${Scope} to ${Scope}`, Readonly<Record<ReturnType<typeof labels>, boolean>>>> = {
  "session to session": { "same user": false, "other user": false, "other source": false, "no label": false },
  "session to user": { "same user": false, "other user": false, "other source": false, "no label": false },
  "session to workspace": { "same user": false, "other user": false, "other source": false, "no label": false },
  "user to session": { "same user": false, "other user": false, "other source": false, "no label": false },
  "user to user": { "same user": true, "other user": false, "other source": false, "no label": false },
  "user to workspace": { "same user": true, "other user": false, "other source": false, "no label": false },
  "workspace to session": { "same user": false, "other user": false, "other source": false, "no label": false },
  "workspace to user": { "same user": true, "other user": false, "other source": false, "no label": false },
  "workspace to workspace": { "same user": true, "other user": true, "other source": true, "no label": true },
};

/** Which scopes a child may have. */
const children: Readonly<Record<Scope, readonly Scope[]>> = {
  session: ["session"],
  user: ["session", "user"],
  workspace: ["session", "user", "workspace"],
};

interface Pair {
  readonly from: Placed;
  readonly to: Placed;
  readonly place: "same tree" | "child" | "other tree";
}

const kinds = scopes.flatMap((scope) =>
  (Object.keys(people) as Person[])
    .filter((person) => scope !== "user" || person !== "nobody")
    .map((person) => ({ scope, person })),
);

async function make(service: Harness, { scope, person }: (typeof kinds)[number], parent?: Placed) {
  const label = people[person];
  const made = await service.call("POST", `${service.workspace}/sessions`, {
    initialMessage: "hello",
    agentAccess: scope,
    ...(label && { endUser: { source: label[0], id: label[1] } }),
    ...(parent && { parentSessionId: parent.id }),
  });
  if (made.status !== 202) return { status: made.status };
  const id = String(made.body["id"]);
  return { status: 202, placed: { path: `${service.workspace}/sessions/${id}`, id, scope, person } };
}

async function placed(...given: Parameters<typeof make>): Promise<Placed> {
  const { placed: session } = await make(...given);
  if (session === undefined) throw new Error("The session was refused.");
  return session;
}

async function allOf(service: Harness, parent?: Placed): Promise<Placed[]> {
  const all: Placed[] = [];
  for (const kind of kinds) all.push(await placed(service, kind, parent));
  return all;
}

const pairsOf = (froms: readonly Placed[], tos: readonly Placed[], place: Pair["place"]): Pair[] =>
  froms.flatMap((from) => tos.map((to) => ({ from, to, place })));

async function everyPair(service: Harness): Promise<Pair[]> {
  const family = await placed(service, { scope: "workspace", person: "nobody" });
  const [roots, others] = [await allOf(service), await allOf(service)];
  const [siblings, more] = [await allOf(service, family), await allOf(service, family)];
  const pairs = [...pairsOf(roots, others, "other tree"), ...pairsOf(siblings, more, "same tree")];
  for (const parent of roots) {
    for (const kind of kinds) {
      const { status, placed: child } = await make(service, kind, parent);
      const isOwn = parent.person === "nobody" || parent.person === kind.person;
      // A child without a label has its parent's, so "nobody" below a person is that person.
      const isAllowed = children[parent.scope].includes(kind.scope) && (isOwn || kind.person === "nobody");
      expect([parent.scope, parent.person, kind, status]).toEqual([
        parent.scope,
        parent.person,
        kind,
        isAllowed ? 202 : 403,
      ]);
      if (child === undefined) continue;
      const session = { ...child, person: kind.person === "nobody" ? parent.person : kind.person };
      pairs.push({ from: parent, to: session, place: "child" }, { from: session, to: parent, place: "same tree" });
      const below = await placed(service, session, session);
      pairs.push({ from: parent, to: below, place: "child" });
    }
  }
  return pairs;
}

function expected({ from, to, place }: Pair): boolean {
  return place === "child" || outside[`${from.scope} to ${to.scope}`][labels(from.person, to.person)];
}

const words = ({ from, to, place }: Pair, reached: boolean) =>
  `${from.scope}, ${from.person} → ${to.scope}, ${to.person}, ${place}: ${reached ? "reached" : "not reached"}`;

/** Everything that the tool lists, page after page. */
async function listed(service: Harness, from: Placed): Promise<string[]> {
  const found: string[] = [];
  for (;;) {
    const [page] = await callTools(service, from.path, [
      { name: "sessions_list", arguments: { limit: 50, ...(found.length > 0 && { before: found.at(-1) }) } },
    ]);
    found.push(...(page?.output.sessions ?? []).map(({ sessionId }) => sessionId));
    if (page?.output.hasMore !== true) return found;
  }
}

/** Which pairs an agent finds to be reached: by each tool for itself. */
async function found(service: Harness, pairs: readonly Pair[]) {
  const answers = { list: [] as string[], read: [] as string[], send: [] as string[] };
  for (const path of new Set(pairs.map(({ from }) => from.path))) {
    const own = pairs.filter(({ from }) => from.path === path);
    const list = new Set(await listed(service, own[0]!.from));
    const call = (name: string, pair: Pair) => ({ name, arguments: { sessionId: pair.to.id, message: "hello" } });
    const read = await callTools(
      service,
      path,
      own.map((pair) => call("session_read", pair)),
    );
    for (let at = 0; at < own.length; at += 8) {
      const some = own.slice(at, at + 8);
      const sent = await callTools(
        service,
        path,
        some.map((pair) => call("session_send_message", pair)),
      );
      answers.send.push(...some.map((pair, n) => words(pair, sent[n]?.failed === false)));
    }
    answers.list.push(...own.map((pair) => words(pair, list.has(pair.to.id))));
    answers.read.push(...own.map((pair, n) => words(pair, read[n]?.failed === false)));
    const unlisted = new Set(own.filter((pair) => !expected(pair)).map(({ to }) => to.id));
    expect([...list].filter((id) => unlisted.has(id) || id === own[0]!.from.id)).toEqual([]);
  }
  return answers;
}

const restrictions: readonly (readonly [string, AgentMayReach | undefined, (pair: Pair) => boolean])[] = [
  ["no restriction", undefined, expected],
  ["a restriction that lets everything pass, and so widens nothing", () => true, expected],
  ["a restriction that refuses everything", () => false, () => false],
  [
    "a restriction that refuses some",
    (from, to) => from.endUser?.id !== "ana" || to.agentAccess === "user",
    (pair) => expected(pair) && (!pair.from.person.startsWith("ana") || pair.to.scope === "user"),
  ],
];

describe("agents reach what both sides permit, and their own child tree", () => {
  it.each(restrictions)(
    "with %s",
    async (_, agentMayReach, whether) => {
      const service = await harness({ agent: callingAgent, agentMayReach });
      const pairs = await everyPair(service);
      const seen = new Set(
        pairs.map(({ from, to, place }) => `${from.scope} ${to.scope} ${labels(from.person, to.person)} ${place}`),
      );
      // 9 pairs of scopes and 4 labels outside, but for "user to user", which has a label always; and what a child can be.
      expect([...seen].filter((kind) => !kind.endsWith("child"))).toHaveLength(2 * 35);
      const right = pairs.map((pair) => words(pair, whether(pair))).toSorted();
      const answers = await found(service, pairs);
      expect(answers.list.toSorted()).toEqual(right);
      expect(answers.read.toSorted()).toEqual(right);
      expect(answers.send.toSorted()).toEqual(right);
      expect(service.faults).toEqual([]);
      await service.app.close();
    },
    60_000,
  );

  it("with a host that throws or returns a promise: access is refused", async () => {
    const thrown = new Error("down");
    const hosts: AgentMayReach[] = [
      () => {
        throw thrown;
      },
      (() => Promise.resolve(true)) as unknown as AgentMayReach,
    ];
    for (const agentMayReach of hosts) {
      const service = await harness({ agent: callingAgent, agentMayReach });
      const [a, b] = [await placed(service, kinds.at(-1)!), await placed(service, kinds.at(-1)!)];
      const [list, read] = await callTools(service, a.path, [
        { name: "sessions_list" },
        { name: "session_read", arguments: { sessionId: b.id } },
      ]);
      expect([list?.output, read?.output.code]).toEqual([{ sessions: [], hasMore: false }, "not_found"]);
      expect(service.faults.every((fault) => fault === thrown)).toBe(true);
    }
  });

  it("by a label that is there: the scope of a user needs one", async () => {
    const service = await harness({ agent: callingAgent });
    expect(await make(service, { scope: "user", person: "nobody" })).toEqual({ status: 422 });
  });

  it("never another workspace, and never themselves", async () => {
    const service = await harness({ agent: callingAgent });
    const here = await placed(service, { scope: "workspace", person: "ana of app" });
    const ensured = await service.call("PUT", "/v1/workspaces/external", {
      externalSource: "app",
      externalId: "other",
      name: "other",
    });
    const made = await service.call("POST", `/v1/workspaces/${String(ensured.body["workspace"]?.["id"])}/sessions`, {
      initialMessage: "a secret",
      endUser: { source: "app", id: "ana" },
    });
    const ids = [String(made.body["id"]), here.id, "11111111-2222-4333-8444-555555555555"];
    const told = await callTools(
      service,
      here.path,
      ids.flatMap((sessionId) => [
        { name: "session_read", arguments: { sessionId } },
        { name: "session_send_message", arguments: { sessionId, message: "hello" } },
        { name: "sessions_list", arguments: { before: sessionId } },
      ]),
    );
    // The same text as for a missing session.
    const refusals = told.map(({ output }, n) => JSON.stringify(output).replace(ids[Math.floor(n / 3)]!, "<id>"));
    expect(new Set(refusals).size).toBe(1);
    expect(told.every(({ failed, output }) => failed && output.code === "not_found")).toBe(true);
    expect((await callTools(service, here.path, [{ name: "sessions_list" }]))[0]?.output.sessions).toEqual([]);
  });
});
