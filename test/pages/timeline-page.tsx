import type { ReactNode } from "react";
import { createRoot } from "react-dom/client";
import { flushSync } from "react-dom";
import { TimelineView, type TimelineViewProps } from "@service/react";
import { agent, messages, user } from "./mixed-messages.js";

/** A page with one timeline only, whose content a test sets. */
interface TimelinePage {
  /** Shows this many messages of mixed height. */
  open(count: number, props?: Partial<TimelineViewProps>): void;
  /** Puts earlier messages before the first. */
  prepend(count: number): void;
  /** Adds messages after the last. */
  append(count: number): void;
  /** A person asks a question, and a turn begins. */
  ask(text: string): void;
  /** The newest answer grows by this. */
  grow(text: string): void;
  set(props: Partial<TimelineViewProps>): void;
  close(): void;
  readonly calls: string[];
}

declare global {
  interface Window {
    timeline: TimelinePage;
  }
}

let first = 0;
let items = messages(0, 0);
let growing = "";
let asked: ReturnType<typeof user>[] = [];
let props: Partial<TimelineViewProps> = {};
const calls: string[] = [];
let root: ReturnType<typeof createRoot> | null = null;
const redraw = () => flushSync(() => root?.render(<Page />));

function Page(): ReactNode {
  const answer = growing === "" ? [] : [agent("growing", growing, true)];
  const live = [...asked, ...answer].map((item) => ({ kind: "item" as const, item }));
  return (
    <TimelineView
      timeline={{ settled: groupsOf(items), live }}
      isRunning={live.length > 0}
      onLoadOlder={() => void calls.push("older")}
      onLoadNewer={() => void calls.push("newer")}
      onJumpToLatest={() => void calls.push("latest")}
      onAskAgain={() => void calls.push("again")}
      {...props}
    />
  );
}

const singles = new WeakMap<object, { kind: "item"; item: ReturnType<typeof user> }>();
const lists = new WeakMap<object, ReturnType<typeof single>[]>();

function single(item: ReturnType<typeof user>) {
  const known = singles.get(item) ?? { kind: "item" as const, item };
  singles.set(item, known);
  return known;
}

/** Settled groups as a hook hands them out: the same while nothing settles. */
function groupsOf(list: typeof items) {
  const known = lists.get(list) ?? list.map(single);
  lists.set(list, known);
  return known;
}

window.timeline = {
  calls,
  open(count, given = {}) {
    first = 100_000;
    items = messages(first, count);
    growing = "";
    asked = [];
    props = given;
    root = createRoot(document.getElementById("root")!);
    redraw();
  },
  prepend(count) {
    first -= count;
    items = [...messages(first, count), ...items];
    redraw();
  },
  append(count) {
    items = [...items, ...messages(first + items.length, count)];
    redraw();
  },
  ask(text) {
    asked = [user("asked", text)];
    redraw();
  },
  grow(text) {
    growing += text;
    redraw();
  },
  set(given) {
    props = { ...props, ...given };
    redraw();
  },
  close() {
    root?.unmount();
    root = null;
  },
};
