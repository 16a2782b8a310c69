/**
 * Records that belong to a person or to the workspace, through the proxy (`protocol.md` §9.0).
 *
 * A person reaches their own. The workspace's need `role: "admin"` of the host's `resolve`. Everything else is answered
 * like a record that does not exist, after the same single read.
 */
import { isNotFound } from "../../wire/protocol/api-error.js";
import type { OwnerChoice, OwnerChoices } from "../../wire/protocol/owner-choice.js";
import type { EndUser } from "../../wire/protocol/session.js";
import { actorOf, assertAdmin } from "./authorize.js";
import type { Body } from "./bodies.js";
import type { Passage } from "./passage.js";
import type { ProxyContext } from "./proxy-options.js";
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
    case "clear":
      return passBack(passage, await send(passage, { query: ownersQuery(passage, listedOwner(passage) ?? "user") }));
    case "self":
      return passSelf(passage);
    case "create":
      return passBack(passage, await send(passage, { body: { ...body, endUser: ownerOf(passage) } }));
    case "record":
      await assertRecord(passage, owned);
      return passBack(passage, await send(passage, { query: ownersQuery(passage), body }));
    default:
      return owned satisfies never;
  }
}

/** Only an answer that names the person passes: a service that ignores the query answers about the workspace. */
async function passSelf(passage: Passage): Promise<Response> {
  const answered = await send(passage, { query: ownersQuery(passage, "user") });
  const { endUser } = answered.value as OwnedRecord;
  if (endUser && mayReach(passage, { endUser })) return passBack(passage, answered);
  throw new ProxyRefusal(404, "not_found", "This doesn't exist or was removed.");
}

async function passList(passage: Passage, items: string): Promise<Response> {
  const owner = listedOwner(passage);
  const answered = await send(passage, { query: ownersQuery(passage, owner) });
  const value = answered.value as Readonly<Record<string, readonly OwnedRecord[]>>;
  const isAsked = ({ endUser }: OwnedRecord) => owner === null || (owner === "workspace") === !endUser;
  // A service that ignores the query lists other people's records too.
  const own = (value[items] ?? []).filter((record) => mayReach(passage, record) && isAsked(record));
  return passChanged(passage, answered, { ...value, [items]: own, owners: ownerChoices(passage) });
}

/** The requested owner; null for all that the person may reach. */
function listedOwner({ request, context }: Passage): OwnerChoice | null {
  const owner = new URL(request.url).searchParams.get("owner");
  return owner === null ? null : checkedOwner(owner, context);
}

function ownerChoices({ context }: Passage): OwnerChoices {
  return context.resolution.role === "admin" ? ["user", "workspace"] : ["user"];
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

/** Null is the workspace. */
function ownerOf({ body, service, context }: Passage): EndUser | null {
  const owner = checkedOwner((body as Body)["owner"] ?? "user", context);
  return owner === "user" ? { source: service.source, id: context.user } : null;
}

/** @throws {ProxyRefusal} 403 `role_required`, 400 for an unknown owner. */
function checkedOwner(owner: unknown, { resolution }: ProxyContext): OwnerChoice {
  if (owner === "user") return owner;
  if (owner !== "workspace") throw new ProxyRefusal(400, "invalid_owner", '`owner` must be "user" or "workspace".');
  assertAdmin(resolution);
  return owner;
}

function ownersQuery(
  { service, context }: Passage,
  owner: OwnerChoice | null = null,
): Readonly<Record<string, string>> {
  const own = { endUserSource: service.source, endUserId: context.user };
  if (context.resolution.role !== "admin" || owner === "user") return own;
  return owner === "workspace" ? { withWorkspace: "true" } : { ...own, withWorkspace: "true" };
}

function mayReach({ service, context }: Passage, { endUser }: OwnedRecord): boolean {
  if (!endUser) return context.resolution.role === "admin";
  return endUser.source === service.source && endUser.id === context.user;
}
