import { describe, expect, it } from "vitest";
import { identityHeader } from "../../src/identity/identity-guard.js";
import { createIdentityScope } from "../../src/identity/identity-scope.js";
import { identityKey } from "../../src/identity/identity.js";
import type { BrowserStorage } from "../../src/identity/scoped-storage.js";
import { header } from "../../src/wire/protocol/headers.js";

const ana = { tenant: "acme", user: "ana" };
const ben = { tenant: "acme", user: "ben" };

function memoryStorage(): BrowserStorage & { readonly keys: () => string[] } {
  const entries = new Map<string, string>();
  return {
    getItem: (key) => entries.get(key) ?? null,
    setItem: (key, value) => void entries.set(key, value),
    removeItem: (key) => void entries.delete(key),
    key: (index) => [...entries.keys()][index] ?? null,
    get length() {
      return entries.size;
    },
    keys: () => [...entries.keys()],
  };
}

function disposable() {
  const value = { isOver: false, dispose: () => void (value.isOver = true) };
  return value;
}

describe("identityKey", () => {
  it("differs for every two identities, however their parts are cut", () => {
    const keys = [
      null,
      ana,
      ben,
      { tenant: "acme", user: "ana", token: "x" },
      { tenant: "acme,ana", user: "" },
      { tenant: "", user: "acme,ana" },
      { tenant: 'acme","', user: "ana" },
    ].map(identityKey);
    expect(new Set(keys).size).toBe(keys.length);
    expect(identityKey({ ...ana })).toBe(identityKey(ana));
  });
});

describe("an identity scope", () => {
  it("shares one value for a key, and ends it with itself", () => {
    const scope = createIdentityScope(ana);
    const first = scope.share("a", disposable);
    expect(scope.share("a", disposable)).toBe(first);
    scope.dispose();
    expect(first.isOver).toBe(true);
    expect(scope.signal.aborted).toBe(true);
  });

  it("leaves nothing of a text that was matched last in the engine", () => {
    const scope = createIdentityScope(ana);
    expect(/a draft/.test("a draft of Ana's")).toBe(true);
    scope.dispose();
    expect((RegExp as unknown as { readonly input: string }).input).toBe("");
  });

  it("disposes at once of a value created after its end", () => {
    const scope = createIdentityScope(ana);
    scope.dispose();
    expect(scope.share("a", disposable).isOver).toBe(true);
  });

  it("retains mounted, soon-to-mount and recently used values", () => {
    const scope = createIdentityScope(ana, { keep: 1 });
    const keys = ["used", "new", "b", "c"];
    const values = new Map(keys.map((key) => [key, scope.share(key, disposable)]));
    const retain = (key: string) => scope.retain(key, values.get(key) ?? disposable());
    retain("used");
    for (const key of ["b", "c"]) retain(key)();
    expect(keys.map((key) => scope.share(key, disposable) === values.get(key))).toEqual([true, true, false, true]);
  });

  it("returns a forgotten value to a component that uses it again, and disposes of it at its end", () => {
    const scope = createIdentityScope(ana, { keep: 0 });
    const value = scope.share("a", disposable);
    scope.retain("a", value)();
    scope.retain("a", value);
    expect(scope.share("a", disposable)).toBe(value);
    scope.dispose();
    expect(value.isOver).toBe(true);
  });

  it("disposes of forgotten values too, as a component may still use one", () => {
    const scope = createIdentityScope(ana, { keep: 0 });
    const value = scope.share("a", disposable);
    scope.retain("a", value)();
    expect(scope.share("a", disposable)).not.toBe(value);
    expect(value.isOver).toBe(false);
    scope.dispose();
    expect(value.isOver).toBe(true);
  });

  it("keeps each identity's storage apart, and writes no more once it ended", () => {
    const storage = memoryStorage();
    storage.setItem("host", "untouched");
    const [of, other] = [ana, ben].map((who) => createIdentityScope(who, { storage: () => storage }));
    of?.storage.set("draft", "mine");
    other?.storage.set("draft", "theirs");
    expect([of?.storage.get("draft"), other?.storage.get("draft")]).toEqual(["mine", "theirs"]);
    of?.dispose();
    expect(other?.storage.get("draft")).toBe("theirs");
    of?.storage.set("late", "mine");
    expect(storage.keys()).toHaveLength(3);
    other?.activate();
    expect(storage.keys()).toHaveLength(2);
  });

  it("leaves unsent data to the same person's next scope, which may have another token", () => {
    const storage = memoryStorage();
    const open = (token: string) => createIdentityScope({ ...ana, token }, { storage: () => storage });
    const before = open("one");
    before.activate();
    before.storage.set("outbox", "unsent");
    before.dispose();
    const after = open("two");
    after.activate();
    expect(after.storage.get("outbox")).toBe("unsent");
  });

  it("lets its values write their last changes before it ends", () => {
    const storage = memoryStorage();
    const scope = createIdentityScope(ana, { storage: () => storage });
    const value = (key: string) => ({ settle: () => scope.storage.set(key, "last words"), dispose() {} });
    const lent = value("lent");
    scope.lend("lent", () => lent);
    scope.share("shared", () => value("shared"));
    scope.dispose();
    const next = createIdentityScope({ ...ana, token: "another" }, { storage: () => storage });
    expect([next.storage.get("lent"), next.storage.get("shared")]).toEqual(["last words", "last words"]);
  });

  it("purges another person's data when it is shown, and keeps its own and the host's", () => {
    const storage = memoryStorage();
    storage.setItem("host", "untouched");
    const open = (who: typeof ana | null) => createIdentityScope(who, { storage: () => storage });
    open(ben).storage.set("draft", "theirs");
    open(ana).storage.set("draft", "mine");
    const scope = open({ ...ana });
    scope.activate();
    expect(scope.storage.get("draft")).toBe("mine");
    expect(storage.keys()).toHaveLength(2);
    open(null).activate();
    expect(storage.keys()).toEqual(["host"]);
  });

  it("forgets nothing until it is known who is there", () => {
    const storage = memoryStorage();
    const open = (who: typeof ana | null | undefined) => createIdentityScope(who, { storage: () => storage });
    open(ana).storage.set("draft", "mine");
    const asking = open(undefined);
    asking.activate();
    expect(asking.identity).toBeNull();
    expect(open(ana).storage.get("draft")).toBe("mine");
    expect(asking.key).not.toBe(open(null).key);
    open(null).activate();
    expect(storage.keys()).toEqual([]);
  });

  it("does without a storage that is missing or throws", () => {
    const broken = () => {
      throw new Error("forbidden");
    };
    for (const storage of [() => undefined, broken]) {
      const scope = createIdentityScope(ana, { storage });
      scope.storage.set("a", "b");
      expect(scope.storage.get("a")).toBeNull();
      scope.dispose();
    }
  });
});

describe("a guarded fetch", () => {
  const answers = (...tokens: (string | null)[]) => {
    const asked: (string | null)[] = [];
    const fetch: typeof globalThis.fetch = (_input, init) => {
      asked.push(new Headers(init?.headers).get(identityHeader));
      const token = tokens[asked.length - 1] ?? null;
      return Promise.resolve(new Response("{}", token === null ? {} : { headers: { [identityHeader]: token } }));
    };
    return { asked, fetch };
  };

  it("speaks the header that the protocol names", () => {
    expect(identityHeader).toBe(header.identity);
  });

  it("remembers the identity of each mount and sends it with the next request", async () => {
    const scope = createIdentityScope(ana);
    const { asked, fetch } = answers("A", "B", "A", "B");
    const one = scope.guardFetch("/one", () => fetch);
    const two = scope.guardFetch("/two", () => fetch);
    for (const ask of [one, two, one, two]) await ask("http://host.test/");
    // The first request to a mount has what another mount answered, so that its backend can compare.
    expect(asked).toEqual([null, "A", "A", "B"]);
  });

  describe("and another mount that has answered already", () => {
    /** A page that is ana's for the first mount, and a host whose cookie may be another person's by now. */
    async function open(person: { is: string }, services: Readonly<Record<string, string>> = {}) {
      let changes = 0;
      const lines: string[] = [];
      const scope = createIdentityScope(ana, { onIdentityChange: () => (changes += 1) });
      const fetchOf = (mount: string) => {
        const fetch: typeof globalThis.fetch = async (_input, init) => {
          const answered = `${services[mount] ?? ""}${person.is}`;
          const expected = new Headers(init?.headers).get(identityHeader) ?? answered;
          const isRefused = init?.method === "POST" && expected !== answered;
          lines.push(`${mount} ${init?.method ?? "GET"} ${isRefused ? "refused" : "done"}`);
          return new Response("private", { status: isRefused ? 409 : 200, headers: { [identityHeader]: answered } });
        };
        return scope.guardFetch(mount, () => fetch);
      };
      const one = fetchOf("/one");
      let isLost = false;
      const ask = async () => {
        if (isLost) throw new TypeError("No network.");
        await one("/one/identity");
      };
      scope.addDoor("/one", { ask, isFollowing: () => false });
      await one("/one");
      return { two: fetchOf("/two"), lines, changes: () => changes, lose: (is: boolean) => (isLost = is) };
    }

    it.each(["GET", "POST"])("discards the first answer to another person, and writes nothing (%s)", async (method) => {
      const person = { is: "ana" };
      const { two, lines, changes } = await open(person);
      person.is = "ben";
      await expect(two("/two", { method })).rejects.toMatchObject({ code: "identity_changed" });
      expect(lines.filter((line) => line === "/two POST done")).toEqual([]);
      expect([changes(), lines.at(-1)]).toEqual([1, "/one GET done"]);
    });

    it.each(["GET", "POST"])(
      "takes the first answer of another service, once the person is the same (%s)",
      async (method) => {
        const { two, lines, changes } = await open({ is: "ana" }, { "/two": "other-" });
        expect((await two("/two", { method })).status).toBe(200);
        expect((await two("/two", { method })).status).toBe(200);
        expect(changes()).toBe(0);
        expect(lines.filter((line) => line === `/two ${method} done`)).toHaveLength(2);
        expect(lines.filter((line) => line.startsWith("/one"))).toHaveLength(2);
      },
    );

    it("takes no first answer while the host cannot be asked, and the next one afterwards", async () => {
      const { two, changes, lose } = await open({ is: "ana" }, { "/two": "other-" });
      lose(true);
      await expect(two("/two")).rejects.toBeInstanceOf(TypeError);
      lose(false);
      expect((await two("/two")).status).toBe(200);
      expect(changes()).toBe(0);
    });
  });

  it("discards an answer to another person, reports it once, and makes no further request", async () => {
    let changes = 0;
    const scope = createIdentityScope(ana, { onIdentityChange: () => (changes += 1) });
    const { asked, fetch } = answers("A", "B", "A");
    const guarded = scope.guardFetch("/api", () => fetch);
    await guarded("http://host.test/");
    await expect(guarded("http://host.test/")).rejects.toMatchObject({ code: "identity_changed", retryable: false });
    await expect(guarded("http://host.test/")).rejects.toMatchObject({ code: "identity_changed" });
    expect([changes, asked.length]).toEqual([1, 2]);
  });

  it("compares the first answer with the page's identity token", async () => {
    const { asked, fetch } = answers("B");
    const scope = createIdentityScope({ ...ana, token: "A" });
    await expect(scope.guardFetch("/api", () => fetch)("http://host.test/")).rejects.toMatchObject({
      code: "identity_changed",
    });
    expect(asked).toEqual(["A"]);
  });

  it("treats a truncated header as a broken connection, not as a change of identity", async () => {
    let changes = 0;
    const scope = createIdentityScope(ana, { onIdentityChange: () => (changes += 1) });
    const [whole, cut] = ["0123456789abcdef".repeat(4), "0123456789ab"];
    const { asked, fetch } = answers(cut, whole, cut, whole);
    const guarded = scope.guardFetch("/api", () => fetch);
    await expect(guarded("http://host.test/")).rejects.toBeInstanceOf(TypeError);
    await guarded("http://host.test/");
    await expect(guarded("http://host.test/")).rejects.toBeInstanceOf(TypeError);
    await guarded("http://host.test/");
    expect(asked).toEqual([null, null, whole, whole]);
    expect(changes).toBe(0);
  });

  it("works with hosts that send no identity", async () => {
    const { fetch } = answers(null, null);
    const guarded = createIdentityScope(ana).guardFetch("/api", () => fetch);
    expect((await guarded("http://host.test/")).ok).toBe(true);
    expect((await guarded("http://host.test/")).ok).toBe(true);
  });

  it("aborts with its scope, and discards a later answer", async () => {
    const scope = createIdentityScope(ana);
    let answer: (response: Response) => void = () => {};
    const guarded = scope.guardFetch("/api", () => () => new Promise((resolve) => (answer = resolve)));
    const asked = guarded("http://host.test/");
    scope.dispose();
    answer(new Response("private"));
    await expect(asked).rejects.toMatchObject({ code: "aborted" });
    await expect(guarded("http://host.test/")).rejects.toMatchObject({ code: "aborted" });
  });
});
