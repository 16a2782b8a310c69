import { render, screen } from "@testing-library/react";
import { useEffect } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ServiceProvider } from "../../src/hooks/service-provider.js";
import { useConnection, type Connection } from "../../src/hooks/use-connection.js";
import { useSessionEvents, type SessionEvents } from "../../src/hooks/use-session-events.js";
import { useTimeline } from "../../src/hooks/use-timeline.js";
import { ana, chatWorld, type ChatWorld } from "../chat/chat-world.js";
import { converse } from "./conversation.js";
import { holder } from "./holder.js";

let world: ChatWorld;
beforeEach(async () => {
  world = await chatWorld();
});
afterEach(() => world.close());

it("returns a session's events, timeline and connection, over one connection", async () => {
  const sessionId = await converse(world, "/say Hello");
  const events = holder<SessionEvents>();
  const connection = holder<Connection>();
  const renders = vi.fn();
  function Events() {
    const session = useSessionEvents(sessionId);
    const { items, groups } = useTimeline(session.events);
    useEffect(() => events.hold(session));
    return <p>{`${items.filter(({ kind }) => kind === "agent-message").length} answers, ${groups.length} groups`}</p>;
  }
  function Line() {
    const line = useConnection(sessionId);
    useEffect(() => renders());
    useEffect(() => connection.hold(line));
    return <h1>{line.state}</h1>;
  }
  render(
    <ServiceProvider identity={ana} fetch={world.fetch}>
      <Events />
      <Line />
    </ServiceProvider>,
  );
  await screen.findByText("live");
  await screen.findByText("1 answers, 3 groups");
  const { events: list, lastSequence, hasOlder, hasNewer } = events.held();
  expect(list.at(-1)?.sequence).toBe(lastSequence);
  expect(list.map(({ sequence }) => sequence)).toEqual(
    [...list].map(({ sequence }) => sequence).toSorted((a, b) => a - b),
  );
  expect({ hasOlder, hasNewer }).toEqual({ hasOlder: false, hasNewer: false });
  expect(connection.held()).toMatchObject({ state: "live", nextAttemptAt: null });
  const before = renders.mock.calls.length;
  connection.held().retry();
  expect(renders).toHaveBeenCalledTimes(before);
});
