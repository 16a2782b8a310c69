/** Who is asking, and whether they may: everything the proxy decides before it looks at a route's own business. */
import { callHook } from "../gate/host-fault.js";
import { DoorRefusal } from "../gate/refusal.js";
import { conversationSessionId } from "../../wire/protocol/conversation-session.js";
import type { Actor } from "../../wire/protocol/decisions.js";
import { isRecord } from "../../wire/protocol/read-fields.js";
import type { Session } from "../../wire/protocol/session.js";
import { ProxyRefusal } from "./proxy-error.js";
import type { ProxyContext, ProxyResolution, SessionProxyOptions } from "./proxy-options.js";
import type { ProxyUpstream } from "./upstream.js";

/** @throws {ProxyRefusal} (500) with code `resolve_invalid`. */
export function checkResolution(value: unknown): ProxyResolution {
  if (!isRecord(value)) throw invalid("it returned no object. Return {tenant, user} or a Response.");
  const { tenant, workspaceId, user, conversation, actor, role } = value;
  const texts = { tenant, workspaceId, user, conversation };
  for (const [name, text] of Object.entries(texts)) {
    if (isAbsent(text)) continue;
    if (typeof text !== "string" || text.trim() === "") throw invalid(`its ${name} is empty or no string.`);
  }
  if (isAbsent(tenant) === isAbsent(workspaceId)) throw invalid("it must return a tenant, or else a workspaceId.");
  if (!isAbsent(actor) && !(isRecord(actor) && typeof actor["id"] === "string" && actor["id"] !== "")) {
    throw invalid("its actor has no id.");
  }
  if (!isAbsent(role) && role !== "admin" && role !== "member") throw invalid('its role is not "admin" or "member".');
  const given = Object.entries({ ...texts, actor, role }).filter(([, field]) => !isAbsent(field));
  return Object.fromEntries(given) as unknown as ProxyResolution;
}

/** @throws {ProxyRefusal} (403) with code `role_required`. */
export function assertAdmin({ role }: ProxyResolution): void {
  if (role === "admin") return;
  throw new ProxyRefusal(403, "role_required", "Only an admin of this workspace can do this.");
}

/** @throws {ProxyRefusal} (404) with code `session_not_found`, the same for a session that never was. */
export async function assertSession(
  session: Session,
  context: ProxyContext,
  { source }: ProxyUpstream,
  options: SessionProxyOptions,
): Promise<void> {
  if (!(await isAllowedSession(session, context, source, options))) throw sessionNotFound();
}

export async function isAllowedSession(
  session: Session,
  context: ProxyContext,
  source: string,
  { authorizeSession }: SessionProxyOptions,
): Promise<boolean> {
  if (authorizeSession) return callHook("authorizeSession", () => authorizeSession(session, context));
  return isOwnSession(session, context, source);
}

/** The answer to a person whom `resolve` gave no user for. */
export function userRequired(): DoorRefusal {
  const advice =
    "`resolve` of the session proxy returned no `user`, so every request is answered 401. Return {tenant, user}.";
  return new DoorRefusal(401, "Sign in first.", { code: "user_required", advice });
}

export function sessionNotFound(): ProxyRefusal {
  return new ProxyRefusal(404, "session_not_found", "This doesn't exist or was removed.");
}

/** The author of a write, for the service. */
export function actorOf(source: string, { user, resolution }: ProxyContext): Actor {
  const { actor } = resolution;
  if (!actor) return { source, id: user };
  return { source, id: actor.id, ...(actor.name !== undefined && { name: actor.name }) };
}

export async function isOwnSession(session: Session, context: ProxyContext, source: string): Promise<boolean> {
  const { endUser } = session;
  if (endUser) return endUser.source === source && endUser.id === context.user;
  const { conversation, role } = context.resolution;
  if (role === "admin" && isRunOfWorkspace(session)) return true;
  if (conversation === undefined) return false;
  const { workspaceId } = context;
  // Or one that was started on behalf of it.
  const id = await conversationSessionId({ workspaceId, source, conversation });
  return session.id === id || session.rootSessionId === id;
}

/** Whether a scheduled task or an automation of the workspace started it: the service names them as who created it. */
function isRunOfWorkspace({ endUser, createdBy }: Session): boolean {
  if (endUser || createdBy?.kind !== "service") return false;
  return /^(?:scheduled_task|automation):/.test(createdBy.subjectId);
}

function isAbsent(value: unknown): boolean {
  return value === undefined || value === null;
}

function invalid(fault: string): ProxyRefusal {
  return new ProxyRefusal(500, "resolve_invalid", `The host's \`resolve\` hook is at fault: ${fault}`);
}
