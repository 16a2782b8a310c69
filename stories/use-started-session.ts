import { ServiceClient } from "@service/react/session";
import { useEffect, useState } from "react";
import { oncePerFile } from "./once-per-file.js";
import { openWorld, people } from "./world.js";
import { unlessGone } from "../src/session/unless-gone.js";

const started = oncePerFile(() => new Map<string, Promise<string>>());

/** The id of a session that this person starts once, by the story's name. A host's backend would have it. */
export function useStartedSession(identity: string, name: string, initialMessage: string): string | null {
  const [known, setKnown] = useState<{ readonly identity: string; readonly sessionId: string } | null>(null);
  useEffect(() => {
    let gone = false;
    void start(identity, name, initialMessage).then((id) => {
      if (!gone) setKnown({ identity, sessionId: id });
    });
    return () => {
      gone = true;
    };
  }, [identity, name, initialMessage]);
  return known !== null && known.identity === identity ? known.sessionId : null;
}

/** The same for each mount: a story that deletes its session needs another one the next time. */
export function useOwnSession(identity: string, initialMessage: string): string | null {
  const [sessionId, setSessionId] = useState<string | null>(null);
  useEffect(() => {
    let gone = false;
    void create(identity, initialMessage).then((id) => {
      if (!gone) setSessionId(id);
    });
    return () => {
      gone = true;
    };
  }, [identity, initialMessage]);
  return sessionId;
}

/** Deletes the newest session of this person, as another device does. */
export async function deleteNewestSession(identity: string): Promise<void> {
  const person = people[identity];
  if (!person) return;
  const world = await openWorld();
  const client = new ServiceClient({ baseUrl: "/api/service", fetch: world.fetchAs(person) });
  const [newest] = (await client.listSessionPage()).sessions;
  // Another drawing of the story may have deleted it.
  if (newest) await client.deleteSession({ sessionId: newest.id }).catch(unlessGone);
}

function start(identity: string, name: string, initialMessage: string): Promise<string> {
  const key = `${identity} ${name}`;
  const known = started().get(key) ?? create(identity, initialMessage);
  started().set(key, known);
  return known;
}

async function create(identity: string, initialMessage: string): Promise<string> {
  const person = people[identity];
  if (!person) return "signed-out";
  const world = await openWorld();
  const client = new ServiceClient({ baseUrl: "/api/service", fetch: world.fetchAs(person) });
  return (await client.createSession({ initialMessage })).id;
}
