import { useCallback, useEffect, useState, type RefObject } from "react";
import { useOptionalServiceContext } from "../../hooks/service-context.js";
import { isDrawn } from "../mount.js";

/** The live regions of one session's announcers, in the order of their arrival. */
type Regions = Set<RefObject<Element | null>>;

/** By identity, then by session. */
const regionsOf = new WeakMap<object, Map<string, Regions>>();

/**
 * Whether an announcer is the one to speak for its session: of several on the page, such as a conversation and its
 * timeline elsewhere, the first that is drawn. A hidden live region is never read.
 */
export function useIsSpeaker(sessionId: string | null | undefined, region: RefObject<Element | null>): () => boolean {
  const scope = useOptionalServiceContext()?.scope;
  const [alone] = useState<object>(() => ({}));
  const owner = scope ?? alone;
  const id = sessionId ?? "";
  useEffect(() => {
    if (id === "") return undefined;
    const regions = regionsFor(owner, id);
    regions.add(region);
    return () => {
      regions.delete(region);
      if (regions.size === 0) regionsOf.get(owner)?.delete(id);
    };
  }, [owner, id, region]);
  return useCallback(() => {
    if (id === "") return true;
    const first = [...regionsFor(owner, id)].find(({ current }) => current !== null && isDrawn(current));
    return first === undefined || first === region;
  }, [owner, id, region]);
}

function regionsFor(owner: object, id: string): Regions {
  const sessions = regionsOf.get(owner) ?? new Map<string, Regions>();
  regionsOf.set(owner, sessions);
  const regions = sessions.get(id) ?? new Set();
  sessions.set(id, regions);
  return regions;
}
