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

it("renders a growing row and nothing around it, and all of it with its end", () => {
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
  render(
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
  write(() => script.complete(turnId));
  expect(drawn.length).toBeGreaterThan(before);
  expect(screen.getByText(/^one two word0 .* word49$/).closest("article")).not.toHaveAttribute("aria-busy");
});
