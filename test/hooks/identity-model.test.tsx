import { act, cleanup, fireEvent, render, type RenderResult } from "@testing-library/react";
import { ChatConversation, ServiceProvider, useAttachments, useChat, useSessionById, type Chat } from "@service/react";
import { assertNoLeak, watchLeaks, type LeakWatch } from "@service/react/testing";
import fc from "fast-check";
import { useEffect, version } from "react";
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from "vitest";
import type { Clock } from "../../src/foundation/clock.js";
import { chatWorld, type ChatWorld, type Person } from "../chat/chat-world.js";

/**
 * Number of sequences: 300, and 50 with React 18, whose run repeats the same draws. `npm run test:soak:identity` draws
 * 20,000 in processes of 1,000, each with its seed: `TEST_SEED=<seed> npm run test:soak:identity -- 1000` repeats one.
 */
const sequences = Number(process.env["IDENTITY_SEQUENCES"] ?? (version.startsWith("18.") ? 50 : 300));

const people: readonly Person[] = [
  { tenant: "acme", user: "ana" },
  { tenant: "acme", user: "ben" },
  { tenant: "globex", user: "ana" },
];
/** A word that every text of this person carries. */
const markOf = ({ tenant, user }: Person) => `SECRET-${tenant}-${user}`;
const isSame = (one: Person | null, other: Person | null) => one?.tenant === other?.tenant && one?.user === other?.user;

/** Timers of the backend, which runs in this process too and is not watched: it may finish a request that the page gave up. */
const { setTimeout: setOnce, clearTimeout: clear } = globalThis;
const backendClock: Clock = {
  now: () => Date.now(),
  after(ms, run) {
    const timer = setOnce(run, ms);
    return () => clear(timer);
  },
};

let world: ChatWorld;
beforeAll(async () => {
  world = await chatWorld({}, { clock: backendClock });
});
afterAll(() => world.close());

/** The expected page: the host's person, and whether an endpoint has to confirm it first. */
interface Model {
  page: Person | null;
  isVeiled: boolean;
}

interface Real {
  readonly view: RenderResult;
  readonly watch: LeakWatch;
  readonly id: string;
  readonly held: { chat: Chat | null; attach: (() => void) | null };
  /** Answers that wait for their release. */
  late: (() => void)[] | null;
  isDown: boolean;
  show(person: Person | null | undefined): void;
}

const settle = () =>
  act(async () => {
    for (let turn = 0; turn < 6; turn += 1) await new Promise(setImmediate);
  });

type Hold = (chat: Chat, attach: () => void) => void;

function Probe({ conversation, hold }: { readonly conversation: string; readonly hold: Hold }) {
  const chat: Chat = useChat({ conversation });
  const session = useSessionById(chat.sessionId ?? "", { enabled: chat.sessionId !== null });
  const files = useAttachments({ sessionId: chat.sessionId ?? "", enabled: chat.sessionId !== null });
  useEffect(() => {
    hold(chat, () => files.addFiles([new File(["x"], "picture.png", { type: "image/png" })]));
  });
  return <pre>{JSON.stringify([chat, session, files])}</pre>;
}

function open(number: number): Real {
  const watch = watchLeaks();
  const network = watch.fetch(async (input, init) => {
    if (real.isDown) throw new TypeError("The network is down.");
    const answer = await world.fetch(input, init);
    const { late } = real;
    if (late) {
      await new Promise<void>((resolve, reject) => {
        late.push(resolve);
        init?.signal?.addEventListener("abort", () => reject(new DOMException("Aborted", "AbortError")), {
          once: true,
        });
      });
    }
    return answer;
  });
  // Whole components are drawn in each twentieth sequence: they take as long as the others together.
  const isWhole = number % 20 === 0;
  const page = (person: Person | null | undefined) => (
    <ServiceProvider identity={person} fetch={network}>
      <Probe conversation={real.id} hold={hold} />
      {isWhole && <ChatConversation conversation={real.id} />}
    </ServiceProvider>
  );
  let shown: Person | null = null;
  const held: Real["held"] = { chat: null, attach: null };
  const hold: Hold = (chat, attach) => Object.assign(held, { chat, attach });
  const real: Real = {
    watch,
    id: `c_${number}`,
    held,
    late: null,
    isDown: false,
    view: undefined as unknown as RenderResult,
    show(person) {
      if (person === undefined || !isSame(person, shown)) watch.change();
      shown = person ?? null;
      act(() => this.view.rerender(page(person)));
    },
  };
  return Object.assign(real, { view: render(page(null)) });
}

/** Nothing of anybody but the person on the page can be reached; nothing of that person either while it is veiled. */
async function check(model: Model, real: Real): Promise<void> {
  const others = people.filter((person) => !isSame(person, model.page));
  assertNoLeak({ secrets: others.map(markOf), watch: real.watch });
  if (model.isVeiled && model.page) expect(document.body.innerHTML).not.toContain(markOf(model.page));
}

type Command = fc.AsyncCommand<Model, Real>;

const command = (name: string, run: (model: Model, real: Real) => void | Promise<void>): Command => ({
  check: () => true,
  async run(model, real) {
    await run(model, real);
    await settle();
    await check(model, real);
  },
  toString: () => name,
});

function become(model: Model, real: Real, person: Person | null): void {
  world.person = person;
  model.page = person;
  model.isVeiled = false;
  real.show(person);
}

const text = (person: Person | null, words: string) => (person ? `/say ${markOf(person)} ${words}` : "/say nobody");
const verb = (name: string, run: (chat: Chat, model: Model, real: Real) => unknown): Command =>
  command(name, (model, real) =>
    act(() => {
      const { chat } = real.held;
      if (chat) void Promise.resolve(run(chat, model, real)).catch(() => {});
    }),
  );
const transition = (type: string) =>
  act(async () => {
    window.dispatchEvent(Object.assign(new Event(type), { persisted: true }));
    await Promise.resolve();
  });

const someone = fc.constantFrom(...people);
const commands = [
  someone.map((person) => command(`sign in ${markOf(person)}`, (model, real) => become(model, real, person))),
  fc.constant(command("sign out", (model, real) => become(model, real, null))),
  someone.map((person) =>
    command(`switch to ${markOf(person)} while the host asks`, async (model, real) => {
      model.page = null;
      real.show(undefined);
      expect(document.body.innerHTML).not.toContain("SECRET-");
      become(model, real, person);
    }),
  ),
  fc.option(someone, { nil: null }).map((person) =>
    command(`sign in elsewhere as ${person ? markOf(person) : "nobody"}`, () => {
      world.person = person;
    }),
  ),
  fc.constant(verb("send", (chat, { page }) => chat.sendMessage(text(page, "sent")))),
  fc.constant(verb("send and stop", (chat, { page }) => [chat.sendMessage(text(page, "stopped")), chat.stop()])),
  fc.constant(
    verb("ask", (chat, { page }) => chat.sendMessage(`/approve ${page ? markOf(page) : "nobody"} {"order":1}`)),
  ),
  fc.constant(
    verb("respond", (chat) => {
      const [decision] = chat.pending;
      return decision ? chat.respond(decision.id, { decision: "approve" } as never) : undefined;
    }),
  ),
  fc.constant(
    command("type a draft", (model, real) => {
      const field = real.view.container.querySelector("textarea");
      if (!field || !model.page) return;
      const { page } = model;
      fireEvent.change(field, { target: { value: `draft ${markOf(page)}` } });
    }),
  ),
  fc.constant(command("attach", (_, real) => act(() => real.held.attach?.()))),
  fc.constant(
    command("send from a second tab", async (_, real) => {
      const { person } = world;
      if (!person) return;
      const headers = { "content-type": "application/json", "x-service-conversation": real.id };
      const body = JSON.stringify({ message: text(person, "second tab") });
      const answer = await world.fetch("/api/chat", { method: "POST", headers, body });
      await answer.body?.cancel();
    }),
  ),
  fc.constant(
    command("go away and back", async (model, real) => {
      await transition("pagehide");
      if (model.page) expect(document.body.innerHTML).not.toContain(markOf(model.page));
      await transition("pageshow");
      model.isVeiled = real.isDown || real.late !== null || !isSame(world.person, model.page);
      if (model.isVeiled) return;
      await settle();
    }),
  ),
  fc.constant(
    command("hold answers back", (_, real) => {
      real.late ??= [];
    }),
  ),
  fc.constant(
    command("let answers come late", (model, real) => {
      const late = real.late ?? [];
      real.late = null;
      for (const release of late) release();
      // An answer of the door may be among them.
      model.isVeiled = model.isVeiled && !isSame(world.person, model.page);
    }),
  ),
  fc.constant(
    command("lose the network", (_, real) => {
      real.isDown = true;
    }),
  ),
  fc.constant(
    command("find the network", (model, real) => {
      real.isDown = false;
      model.isVeiled = model.isVeiled && !isSame(world.person, model.page);
      act(() => void window.dispatchEvent(new Event("online")));
    }),
  ),
];

it(`shows and keeps nothing of another identity, whatever happens (${sequences} sequences)`, async () => {
  const blobs = { createObjectURL: () => "blob:x", revokeObjectURL() {} };
  vi.stubGlobal("URL", Object.assign(class extends URL {}, blobs));
  onTestFinished(() => void vi.unstubAllGlobals());
  let number = 0;
  await fc.assert(
    fc.asyncProperty(fc.commands(commands, { maxCommands: 10, size: "max" }), async (drawn) => {
      sessionStorage.clear();
      world.person = null;
      const real = open((number += 1));
      try {
        await fc.asyncModelRun(() => ({ model: { page: null, isVeiled: false }, real }), drawn);
        become({ page: null, isVeiled: false }, real, null);
        await settle();
        assertNoLeak({ secrets: ["SECRET-"], watch: real.watch });
      } finally {
        for (const release of real.late ?? []) release();
        // Takes the container out of the document as well: thousands of empty ones would slow each later check down.
        cleanup();
        real.watch.stop();
      }
    }),
    { numRuns: sequences },
  );
  expect(document.body.childElementCount).toBe(0);
  expect(number).toBe(sequences);
});
