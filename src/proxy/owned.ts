/**
 * Records that belong to a person or to the workspace, through the proxy (`protocol.md` §9.0).
 *
 * A person reaches their own. The workspace's need `role: "admin"` of the host's `resolve`. Everything else is answered
 * like a record that does not exist, after the same single read.
 */
import { isNotFound } from "../protocol/api-error.js";
import type { EndUser } from "../protocol/session.js";
import { actorOf, assertAdmin } from "./authorize.js";
import type { Body } from "./bodies.js";
import type { Passage } from "./passage.js";
import { ProxyRefusal } from "./proxy-error.js";
import type { OwnedRoute } from "./proxy-route.js";
import { passBack, passChanged, pathOf, readAnswer, send } from "./send-on.js";

/** As far as the proxy reads a record. One without the field belongs to the workspace. */
interface OwnedRecord {
  readonly endUser?: EndUser | null | undefined;
}

export async function passOwned(passage: Passage, owned: OwnedRoute): Promise<Response> {
  const { route, options } = passage;
  const body = route.body?.(passage.body, options);
  const sessionId = route.namesSession === undefined ? undefined : body?.[route.namesSession];
  if (typeof sessionId === "string") await passage.openSession(sessionId);
  switch (owned.act) {
    case "list":
      return passList(passage, owned.items);
    case "create":
      return passBack(passage, await send(passage, { body: { ...body, endUser: ownerOf(passage) } }));
    case "record":
      await assertRecord(passage, owned);
      return passBack(passage, await send(passage, { query: ownersQuery(passage), body }));
    default:
      return owned satisfies never;
  }
}

async function passList(passage: Passage, items: string): Promise<Response> {
  const answered = await send(passage, { query: ownersQuery(passage) });
  const value = answered.value as Readonly<Record<string, readonly OwnedRecord[]>>;
  // A service that ignores the query lists other people's records too.
  const own = (value[items] ?? []).filter((record) => mayReach(passage, record));
  return passChanged(passage, answered, { ...value, [items]: own });
}

/** @throws {ProxyRefusal} 404 for a record that does not exist or that this person may not reach. */
async function assertRecord(passage: Passage, { record, answers }: OwnedRoute & { act: "record" }): Promise<void> {
  const { service, request, context } = passage;
  const path = `${pathOf(passage, record)}?${new URLSearchParams(ownersQuery(passage)).toString()}`;
  const asked = { method: "GET", path };
  const { signal } = request;
  try {
    const answer = await service.forward({ ...asked, signal, actor: actorOf(service.source, context) });
    if (mayReach(passage, (await readAnswer(answer, asked, answers)).value as OwnedRecord)) return;
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
  throw new ProxyRefusal(404, "not_found", "This doesn't exist or was removed.");
}

/** Null is the workspace. @throws {ProxyRefusal} 403 `role_required`, 400 for an unknown owner. */
function ownerOf({ body, service, context }: Passage): EndUser | null {
  const owner = (body as Body)["owner"] ?? "user";
  if (owner === "user") return { source: service.source, id: context.user };
  if (owner !== "workspace") throw new ProxyRefusal(400, "invalid_owner", '`owner` must be "user" or "workspace".');
  assertAdmin(context.resolution);
  return null;
}

function ownersQuery({ service, context }: Passage): Readonly<Record<string, string>> {
  const own = { endUserSource: service.source, endUserId: context.user };
  return context.resolution.role === "admin" ? { ...own, withWorkspace: "true" } : own;
}

function mayReach({ service, context }: Passage, { endUser }: OwnedRecord): boolean {
  if (!endUser) return context.resolution.role === "admin";
  return endUser.source === service.source && endUser.id === context.user;
}
