/** `POST W/integrations/install`: reads the source again and stores it only when it equals the preview. */
import { ServiceApiError, type IntegrationCredential } from "@service/sdk/protocol";
import { readBody } from "../http/request-body.js";
import { schemeFor } from "../integrations/credential.js";
import { install } from "../integrations/install.js";
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

/** @throws {ServiceApiError} 409 for a source that is not as it was previewed, 422 for a choice that does not fit. */
export async function installed(call: WorkspaceCall): Promise<{ record: IntegrationRecord; isNew: boolean }> {
  const { world, workspace } = call;
  const { store } = world;
  const body = await readBody(call.request, installBody);
  const credential = body.credential ?? null;
  const read = await integrationsOf(call).read(body.source, credential, call.request.signal);
  assertPreviewed(read, body);
  const { surface, contentSha256, source } = read;
  const tools = chosen(surface.tools, body.allowedTools);
  if (credential !== null && schemeFor(surface.auth, credential) === null) {
    throw invalid('"credential.schemeId" names no way to authenticate of this source. Take one of its preview.');
  }
  const owned = await store.listIntegrations(workspace.id, [body.endUser]);
  const instanceKey = body.instanceKey ?? instanceKeyOf(surface.title);
  const known = owned.find((record) => record.instanceKey === instanceKey) ?? null;
  const id = known?.id ?? world.newId();
  const sealedCredential = credential === null ? undefined : await sealCredential(world, id, credential);
  const now = isoNow(world.clock);
  const wished = {
    id,
    workspaceId: workspace.id,
    endUser: body.endUser,
    instanceKey,
    displayName: body.displayName ?? surface.title,
    source,
    baseUrl: surface.baseUrl,
    contentSha256,
    auth: surface.auth,
    tools,
    createdAt: now,
    updatedAt: now,
  };
  assertBounded(wished);
  const installation = {
    wished,
    sealedCredential,
    expectedVersion: body.expectedInstanceVersion,
    isSameCredential: await isSameCredential(call, known, credential),
    seenVersion: known?.version ?? null,
  };
  const record = await store.changeIntegration(wished, (now, count) => install(now, count, installation));
  return { record, isNew: known === null };
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
