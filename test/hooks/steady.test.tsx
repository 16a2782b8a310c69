import { act, render, screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { expect, it } from "vitest";
import { createStore } from "zustand/vanilla";
import { Row } from "../../src/components/message-timeline/row.js";
import { GrowthContext, useSteady } from "../../src/hooks/use-quiet.js";
import { eventLog } from "../../src/testing/events.js";
import { scriptTurns } from "../../src/testing/scripted-turn.js";
import { itemsOf } from "../../src/timeline/groups.js";
import { createTimelineFold } from "../../src/timeline/timeline-fold.js";

interface Fiber {
  readonly type: { readonly name?: string } | string | null;
  readonly alternate: Fiber | null;
  readonly child: Fiber | null;
  readonly sibling: Fiber | null;
  readonly flags: number;
}

/** React's flag of a component that did work in the last commit. */
const performedWork = 1;

/** Names of the components that rendered in the last commit, as React's own tools find them. */
function renderedIn(container: HTMLElement): readonly string[] {
  const [, entry] = Object.entries(container).find(([key]) => key.startsWith("__reactContainer")) ?? [];
  const names: string[] = [];
  const walk = (fiber: Fiber): void => {
    const isNew = fiber.alternate === null;
    if (typeof fiber.type === "function" && (isNew || (fiber.flags & performedWork) !== 0)) names.push(fiber.type.name);
    // The children of a fiber that did not work are the same objects as before.
    if (!isNew && fiber.child === fiber.alternate?.child) return;
    for (let child = fiber.child; child; child = child.sibling) walk(child);
  };
  walk((entry as { readonly stateNode: { readonly current: Fiber } }).stateNode.current);
  return names;
}

it("renders the text of a growing row and nothing around it, and all of it with its end", () => {
  const log = eventLog();
  const script = scriptTurns(log);
  const fold = createTimelineFold();
  const store = createStore(() => fold.getGroups());
  let read = 0;
  const write = (add: () => void) =>
    act(() => {
      add();
      fold.push(log.events.slice(read));
      read = log.events.length;
      store.setState(fold.getGroups());
    });
  const drawn: number[] = [];
  function Rows(): ReactNode {
    const { settled, live } = useSteady(store);
    drawn.push(live.length);
    return [...settled, ...live].flatMap(itemsOf).map((item) => <Row key={item.id} item={item} />);
  }
  const { container } = render(
    <GrowthContext.Provider value={store}>
      <Rows />
    </GrowthContext.Provider>,
  );
  const turnId = script.send("Hi");
  write(() => script.start(turnId));
  for (const piece of ["one", " two"]) write(() => script.stream(turnId, piece));
  const before = drawn.length;
  for (let n = 0; n < 50; n += 1) write(() => script.stream(turnId, ` word${n}`));
  expect(screen.getByText(/^one two word0 .* word49$/)).toBeVisible();
  expect(drawn).toHaveLength(before);
  expect(renderedIn(container)).toEqual(["GrowingText"]);
  write(() => script.complete(turnId));
  expect(drawn.length).toBeGreaterThan(before);
  expect(screen.getByText(/^one two word0 .* word49$/).closest("article")).not.toHaveAttribute("aria-busy");
});
