/** `POST W/integrations/install`: reads the source again and stores it only when it equals the preview. */
import { ServiceApiError, type IntegrationCredential } from "@service/sdk/protocol";
import { readBody } from "../http/request-body.js";
import { schemeFor } from "../integrations/credential.js";
import { install, type Installation } from "../integrations/install.js";
import { instanceKeyOf } from "../integrations/instance-key.js";
import type { IntegrationRecord } from "../integrations/integration-record.js";
import type { Integrations, ReadSource } from "../integrations/integrations.js";
import { openCredential, sealCredential } from "../integrations/kept-credential.js";
import { limits, type PlannedTool } from "../integrations/surface.js";
import { conflict, invalid } from "../sessions/api-failure.js";
import { canonicalJson } from "../sessions/canonical-json.js";
import { isoNow } from "../world.js";
import { installBody } from "./integration-bodies.js";
import type { WorkspaceCall } from "./route.js";

export interface Installed {
  readonly record: IntegrationRecord;
  readonly isNew: boolean;
}

/** @throws {ServiceApiError} 409 for a source that is not as it was previewed, 422 for a choice that does not fit. */
export async function installed(call: WorkspaceCall): Promise<Installed> {
  const { workspace } = call;
  const body = await readBody(call.request, installBody);
  const credential = body.credential ?? null;
  const context = { workspaceId: workspace.id, endUser: body.endUser };
  const read = await integrationsOf(call).read(body.source, credential, call.request.signal, context);
  assertPreviewed(read, body);
  const { surface, contentSha256, source } = read;
  const tools = chosen(surface.tools, body.allowedTools);
  if (credential !== null && schemeFor(surface.auth, credential) === null) {
    throw invalid('"credential.schemeId" names no way to authenticate of this source. Take one of its preview.');
  }
  const wished: Wished = {
    workspaceId: workspace.id,
    endUser: body.endUser,
    instanceKey: body.instanceKey ?? instanceKeyOf(surface.title),
    displayName: body.displayName ?? surface.title,
    source,
    baseUrl: surface.baseUrl,
    contentSha256,
    auth: surface.auth,
    tools,
  };
  for (;;) {
    const done = await installOnce(call, wished, { credential, expectedVersion: body.expectedInstanceVersion });
    if (done !== null) return done;
  }
}

type Wished = Omit<Installation["wished"], "id" | "createdAt" | "updatedAt">;

/** Null where another request changed the integration meanwhile: the present record decides. */
async function installOnce(
  call: WorkspaceCall,
  wish: Wished,
  given: { readonly credential: IntegrationCredential | null; readonly expectedVersion: number | undefined },
): Promise<Installed | null> {
  const { world } = call;
  const { credential, expectedVersion } = given;
  const owned = await world.store.listIntegrations(wish.workspaceId, [wish.endUser]);
  const known = owned.find(({ instanceKey }) => instanceKey === wish.instanceKey) ?? null;
  const id = known?.id ?? world.newId();
  const now = isoNow(world.clock);
  const wished = { ...wish, id, createdAt: now, updatedAt: now };
  assertBounded(wished);
  const installation = {
    wished,
    sealedCredential: credential === null ? undefined : await sealCredential(world, id, credential),
    expectedVersion,
    isSameCredential: await isSameCredential(call, known, credential),
    seenVersion: known?.version ?? null,
  };
  const record = await world.store.changeIntegration(wished, (there, count) => install(there, count, installation));
  return record && { record, isNew: known === null };
}

function assertPreviewed(
  { revisionId, contentSha256 }: ReadSource,
  expected: { readonly expectedRevisionId: string; readonly expectedContentSha256: string },
): void {
  if (revisionId === expected.expectedRevisionId && contentSha256 === expected.expectedContentSha256) return;
  throw conflict(
    "The source has changed since it was previewed, so nothing was installed. Preview it again.",
    "INTEGRATION_CHANGED",
    { current: { revisionId, contentSha256 } },
  );
}

function chosen(tools: readonly PlannedTool[], allowed: readonly string[] | undefined): readonly PlannedTool[] {
  const unknown = allowed?.find((id) => !tools.some((tool) => tool.id === id));
  if (unknown !== undefined) throw invalid('"allowedTools" names a tool that the source does not have.');
  const kept = allowed === undefined ? tools : tools.filter(({ id }) => allowed.includes(id));
  if (kept.length > 0 && kept.length <= limits.installedTools) return kept;
  throw invalid(
    `"allowedTools" must choose 1 to ${limits.installedTools} tools; ${kept.length} are chosen of ${tools.length}.`,
  );
}

/** The most that one integration takes in the store (characters of JSON). */
const mostRecord = 1_048_576;

function assertBounded(record: object): void {
  if (JSON.stringify(record).length <= mostRecord) return;
  throw invalid("The chosen tools describe more than the service keeps. Choose fewer of them.");
}

async function isSameCredential(
  { world }: WorkspaceCall,
  known: IntegrationRecord | null,
  given: IntegrationCredential | null,
): Promise<boolean> {
  if (given === null) return true;
  if (known === null || known.sealedCredential === null) return false;
  // One that cannot be read is replaced.
  const kept = await openCredential(world, known).catch(() => null);
  return canonicalJson(kept) === canonicalJson(given);
}

/** @throws {ServiceApiError} 503 where the service has none. */
export function integrationsOf({ world }: WorkspaceCall): Integrations {
  if (world.integrations !== null) return world.integrations;
  throw new ServiceApiError("This service has no integrations.", { status: 503, code: "integrations_disabled" });
}
