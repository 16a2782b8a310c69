import { GoalBannerView, ServiceProvider, type Decision } from "@service/react";
import { useState, type ComponentType, type ReactNode } from "react";
import { createPortal, flushSync } from "react-dom";
import { createRoot, type Root } from "react-dom/client";
import { useStore } from "zustand";
import { createStore } from "zustand/vanilla";
import { ConversationFrame } from "../../src/components/conversation/conversation-frame.js";
import { approval, questions, user, agent } from "../../stories/fixtures.js";

/** The places in which a host can mount the kit. The React code is in the outer window for each. */
export type Mount =
  | "document"
  | "shadow root"
  | "closed shadow root"
  | "iframe"
  | "shadow root in an iframe"
  | "window";

/** One part of the kit, mounted in one of the places, between two fields of the host. */
interface MountsPage {
  show(part: keyof typeof parts, mount: Mount): Promise<void>;
  /** Changes the session as another window does. */
  happen(change: Change): void;
  /** Focuses the element of this accessible name, inside the mount or on the page around it. */
  focus(name: string): void;
  /** The name of the element with the focus; "nothing" where no element has it. */
  focused(): string;
  /** Whether an element of this selector is shown inside the mount. */
  has(selector: string): boolean;
  /** Selects the text of an element inside the mount and copies it. @returns the copied text and HTML */
  copy(selector: string): readonly [text: string, html: string];
  /** Middle of an element inside the mount, in the window of the page (CSS pixels). */
  middleOf(name: string): { readonly x: number; readonly y: number };
}

type Change = "settle the first decision" | "end the turn" | "empty the queue";

declare global {
  interface Window {
    mounts: MountsPage;
  }
}

const done = async () => undefined;
const rows = [user("How far is the offsite?"), agent("Read [the plan](https://plan.test/). It is ready.")];

const initial = {
  status: "streaming",
  sessionStatus: "running",
  settled: rows.map((item) => ({ kind: "item", item })),
  live: [] as readonly object[],
  pending: [] as readonly Decision[],
  queue: ["One", "Two"].map((text) => ({ turnId: text, text })),
  connection: "live",
  sessionId: "s",
  workspaceId: "w",
  created: true,
  isRestoring: false,
  isRunning: true,
  isAccepted: true,
  isPaused: false,
  error: null,
  sendMessage: done,
  steer: done,
  stop: async () => change({ isRunning: false, status: "ready" }),
  pause: async () => change({ isRunning: false, status: "ready" }),
  removeQueued: async (turnId: string) => change({ queue: withoutPrompt(turnId) }),
  respond: async (decided: string) => change({ pending: store.getState().pending.filter(({ id }) => id !== decided) }),
  retry: done,
  discard: () => undefined,
  clearError: () => undefined,
};
const store = createStore(() => initial);
const withoutPrompt = (turnId: string) => store.getState().queue.filter((prompt) => prompt.turnId !== turnId);

/** A verb's result arrives in a later task. */
function change(next: Partial<typeof initial>): Promise<undefined> {
  return new Promise((resolve) =>
    setTimeout(() => {
      flushSync(() => store.setState(next));
      resolve(undefined);
    }),
  );
}

function Conversation({ height = "34rem" }): ReactNode {
  const session = useStore(store);
  return (
    <ServiceProvider identity={{ tenant: "acme", user: "ana" }}>
      <ConversationFrame style={{ height }} store={store as never} session={session as never} keptAs={undefined} />
    </ServiceProvider>
  );
}

const many = Object.fromEntries(Array.from({ length: 14 }, (_, n) => [`field_${n}`, `value ${n}`]));

function Decisions(): ReactNode {
  useState(() =>
    store.setState({
      queue: [],
      pending: [
        { ...approval, id: "a0", name: "book_room", arguments: { rooms: 2 } },
        { ...approval, id: "a1", name: "send_mail", arguments: { to: "Ana" } },
        questions,
      ],
    }),
  );
  return <Conversation />;
}

function LongApproval({ height = "20rem" }): ReactNode {
  useState(() =>
    store.setState({ queue: [], pending: [{ ...approval, id: "a0", name: "book_room", arguments: many }] }),
  );
  return <Conversation height={height} />;
}

/** In a frame that shows all of it, and is higher than the window. */
const TallApproval = () => <LongApproval height="70rem" />;

const settled = (decision: Decision) =>
  ({ ...decision, state: { name: "settled", outcome: "approve", here: false } }) as Decision;

function Goal(): ReactNode {
  const [isThere, setThere] = useState(true);
  const [status, setStatus] = useState("active");
  const shown = { text: "Find it", status, successCriteria: null, evidence: null, pausedReason: null };
  return (
    <GoalBannerView
      goal={isThere ? shown : null}
      onPause={async () => setStatus("paused")}
      onResume={async () => setStatus("active")}
      onClear={async () => setThere(false)}
      onCleared={() => window.mounts.focus("Inside")}
    />
  );
}

const parts = { Conversation, Decisions, LongApproval, TallApproval, Goal };

const container = () => document.querySelector("#root") as HTMLElement;

function Page({ part }: { readonly part: keyof typeof parts }): ReactNode {
  const Part: ComponentType = parts[part];
  return (
    <>
      <input aria-label="Before" />
      <Part />
      <input aria-label="Inside" />
    </>
  );
}

/** The tree that the kit is mounted in. */
let tree: Document | ShadowRoot = document;

function shadowIn(parent: HTMLElement, mode: ShadowRootMode): ShadowRoot {
  const host = parent.ownerDocument.createElement("div");
  parent.append(host);
  return host.attachShadow({ mode });
}

function frameIn(parent: HTMLElement, height: string): HTMLElement {
  const frame = document.createElement("iframe");
  frame.title = "Frame";
  frame.style.cssText = `inline-size: 800px; block-size: ${height}; border: 0`;
  parent.append(frame);
  return frame.contentDocument!.body;
}

function makeTree(mount: Mount, height: string): Document | ShadowRoot {
  if (mount === "document") return document;
  if (mount === "shadow root") return shadowIn(container(), "open");
  if (mount === "closed shadow root") return shadowIn(container(), "closed");
  if (mount === "window") return window.open("about:blank", "", "width=900,height=700")!.document;
  const body = frameIn(container(), height);
  return mount === "iframe" ? body.ownerDocument : shadowIn(body, "open");
}

async function addSheet(to: Document | ShadowRoot): Promise<void> {
  const sheet = document.createElement("style");
  sheet.textContent = await (await fetch("/style.css")).text();
  ("head" in to ? to.head : to).append(sheet);
}

function nameOf(element: Element): string {
  const label = (element as HTMLInputElement).labels?.[0];
  return element.getAttribute("aria-label") ?? (label ?? element).textContent?.trim() ?? "";
}

function within(name: string): HTMLElement {
  const controls = "button, input, textarea, a, [tabindex]";
  for (const each of new Set([tree, document])) {
    const found = [...each.querySelectorAll<HTMLElement>(controls)].find((element) => nameOf(element) === name);
    if (found) return found;
  }
  throw new Error(`No control has the name ${name}.`);
}

/** The focused element, through frames and shadow roots. */
function deepFocus(scope: Document | ShadowRoot): Element | null {
  const element = scope.activeElement;
  const frame = element?.localName === "iframe" ? (element as HTMLIFrameElement).contentDocument : null;
  if (frame) return deepFocus(frame);
  return element && "host" in tree && tree.host === element ? deepFocus(tree) : element;
}

let root: Root | undefined;

window.mounts = {
  async show(part, mount) {
    store.setState(initial, true);
    const outside = document.createElement("input");
    outside.setAttribute("aria-label", "Outside");
    document.body.prepend(outside);
    tree = makeTree(mount, part === "TallApproval" ? "80rem" : "600px");
    if (tree !== document) await addSheet(tree);
    const target = document.createElement("div");
    const inner = tree === document ? container() : "body" in tree ? tree.body : tree;
    inner.append(target);
    // A root of its own in a shadow root of the page; a portal of the outer root in other documents.
    const isOwn = mount === "document" || mount.endsWith("shadow root");
    root = createRoot(isOwn ? target : document.createElement("div"));
    flushSync(() => root?.render(isOwn ? <Page part={part} /> : createPortal(<Page part={part} />, target)));
  },
  happen(name) {
    const [first, ...others] = store.getState().pending;
    const changes = {
      "settle the first decision": { pending: first ? [settled(first), ...others] : [] },
      "end the turn": { isRunning: false, status: "ready" },
      "empty the queue": { queue: [] },
    };
    flushSync(() => store.setState(changes[name]));
  },
  focus: (name) => within(name).focus(),
  focused() {
    // A window of its own keeps its focus beside that of the page.
    const isApart = "defaultView" in tree && tree.defaultView?.frameElement === null;
    const element = deepFocus(isApart ? tree : document);
    return element === null || element.localName === "body" ? "nothing" : nameOf(element);
  },
  has: (selector) => tree.querySelector(selector) !== null,
  copy(selector) {
    const element = tree.querySelector(selector)!;
    const page = element.ownerDocument;
    const selection = "getSelection" in tree ? tree.getSelection() : page.getSelection();
    selection?.selectAllChildren(element);
    let copied: readonly [string, string] = ["", ""];
    const hear = ({ clipboardData }: ClipboardEvent) => {
      copied = [clipboardData?.getData("text/plain") ?? "", clipboardData?.getData("text/html") ?? ""];
    };
    page.addEventListener("copy", hear);
    page.execCommand("copy");
    page.removeEventListener("copy", hear);
    return copied;
  },
  middleOf(name) {
    const element = within(name);
    let { left, top, width, height } = element.getBoundingClientRect();
    const frame = element.ownerDocument.defaultView?.frameElement?.getBoundingClientRect();
    if (frame) [left, top] = [left + frame.left, top + frame.top];
    return { x: left + width / 2, y: top + height / 2 };
  },
};
