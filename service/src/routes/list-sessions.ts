/** The list of a workspace's sessions: whole, or by page with the pinned ones first. */
import type { SessionOrder } from "@service/sdk/protocol";
import type { SessionRecord } from "../store/records.js";
import type { SessionQuery } from "../store/store.js";
import { json } from "../http/answers.js";
import { flag, wholeNumber, word, type WorkspaceCall } from "./route.js";
import { sealedPage, type Wanted } from "./sealed-page.js";
import { sessionFilters, wantedSessions } from "./session-filters.js";
import { wireListedSession } from "./wire.js";

export const sessionOrders = ["created", "updated"] as const satisfies readonly SessionOrder[];

/** Sessions of a page, as of the list without pages. */
const size = { limit: 100, most: 500 };

/** How many pinned sessions the first page shows. */
const maxPinned = 50;

export async function listSessions(call: WorkspaceCall): Promise<Response> {
  const { world, workspace, query } = call;
  const { store } = world;
  const isPage = word(query, "view", ["page"] as const) === "page";
  const pinsOnly = flag(query, "pinsOnly");
  const order = word(query, "order", sessionOrders);
  const filters = { ...sessionFilters(query), order, workspaceId: workspace.id };
  const wired = (records: readonly SessionRecord[]) =>
    records.map((session) => wireListedSession(session, world.models));
  if (!isPage) {
    const limit = Math.min(wholeNumber(query, "limit", 1) ?? size.limit, size.most);
    return json(wired(await store.listSessions({ ...filters, limit, ...(pinsOnly && { isPinned: true }) })));
  }
  const pins = await store.listSessions({ ...filters, isPinned: true, limit: maxPinned + 1 });
  const isTruncated = pins.length > maxPinned;
  const above = pins.slice(0, maxPinned);
  const timeOf = ({ createdAt, updatedAt }: SessionRecord) => (order === "updated" ? updatedAt : createdAt);
  const { page, nextCursor } = await sealedPage(call, size, others, timeOf);
  const isFirst = !query.has("cursor");
  return json({
    // On the first page only, before the others.
    pinned: isFirst ? wired(above.toSorted(newestPinFirst)) : [],
    sessions: wired(page),
    nextCursor,
    pinnedTruncated: isFirst && isTruncated,
  });

  /** Pinned sessions that are too many to be above are among the others. */
  async function others(wanted: Wanted): Promise<readonly SessionRecord[]> {
    const some: SessionQuery = { ...filters, ...wantedSessions(wanted) };
    if (!isTruncated) return pinsOnly ? [] : store.listSessions({ ...some, isPinned: false });
    const room = { limit: wanted.limit + above.length, ...(pinsOnly && { isPinned: true }) };
    const found = await store.listSessions({ ...some, ...room });
    const ids = new Set(above.map(({ id }) => id));
    return found.filter(({ id }) => !ids.has(id)).slice(0, wanted.limit);
  }
}

function newestPinFirst(a: SessionRecord, b: SessionRecord): number {
  const [one, other] = [a.pinnedAt ?? "", b.pinnedAt ?? ""];
  return one < other ? 1 : one > other ? -1 : 0;
}
