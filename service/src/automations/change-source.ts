/** Creates, changes and disables sources, and replaces their secrets. */
import type { AutomationSource } from "@service/sdk/protocol";
import { conflict, invalid, limitExceeded } from "../sessions/api-failure.js";
import type { Cause } from "../sessions/session-draft.js";
import { withoutMissing } from "../sessions/without-missing.js";
import type { Store } from "../store/store.js";
import type { SealedSecret, SourceRecord } from "./automation-record.js";
import { newestIf, sealSecret, validSecrets } from "./secrets-of.js";
import type { SecretsWorld } from "../secrets/required-secrets.js";
import { webhookSenders } from "./webhook-senders.js";

type World = SecretsWorld & { readonly store: Store };

/** Sources that one owner may have at once. */
const mostSources = 50;

type NewSource = Pick<
  SourceRecord,
  "organizationId" | "workspaceId" | "endUser" | "name" | "adapterId" | "configuration"
>;

/** @throws {ServiceApiError} 503 without a key for secrets, 422 for a secret of another form, 429 over the limit. */
export async function createSource(
  world: World,
  { webhookSecret, ...facts }: NewSource & { readonly webhookSecret: string },
  { now, newId }: Cause,
): Promise<SourceRecord> {
  assertForm(facts, webhookSecret);
  const id = newId();
  const sealed = await sealSecret(world, id, webhookSecret);
  const record: SourceRecord = {
    ...facts,
    id,
    endpointId: newId(),
    status: "active",
    secrets: [{ sealed, validUntil: null }],
    lastRefusal: null,
    revision: 1,
    createdAt: now,
    updatedAt: now,
  };
  await world.store.createSource(record, (count) => {
    if (count >= mostSources) throw limitExceeded(`There are ${mostSources} sources already. Remove one first.`);
  });
  return record;
}

/** Fields left out stay. */
export interface SourcePatch {
  readonly name?: string | undefined;
  readonly status?: "active" | "paused" | undefined;
  readonly configuration?: SourceRecord["configuration"] | undefined;
  readonly webhookSecret?: string | undefined;
  /** Seconds for which the previous secret is still accepted. */
  readonly previousSecretSeconds: number;
  readonly expectedRevision?: number | undefined;
}

/** @throws {ServiceApiError} as `createSource`, and 409 if the source has another revision or is disabled. */
export async function patchSource(
  world: World,
  source: SourceRecord,
  { webhookSecret, previousSecretSeconds, expectedRevision, ...fields }: SourcePatch,
  { now }: Cause,
): Promise<SourceRecord> {
  if (webhookSecret !== undefined) assertForm(source, webhookSecret);
  const sealed = webhookSecret === undefined ? null : await sealSecret(world, source.id, webhookSecret);
  const repeated = webhookSecret === undefined ? null : await newestIf(world, source, webhookSecret);
  const overlapEnd = new Date(Date.parse(now) + previousSecretSeconds * 1_000).toISOString();
  const changed = await world.store.changeSource(source.id, (known) => {
    assertRevision(known, expectedRevision);
    if (known.status === "disabled") throw conflict("The source is disabled. Make a new one.", "source_disabled");
    const secrets = sealed === null ? known.secrets : rotated(known.secrets, { sealed, repeated }, now, overlapEnd);
    return { ...known, ...withoutMissing(fields), secrets, revision: known.revision + 1, updatedAt: now };
  });
  return changed ?? source;
}

/** Disables the source for good and deletes its secrets. */
export async function disableSource(store: Store, sourceId: string, { now }: Cause): Promise<void> {
  await store.changeSource(sourceId, (known) =>
    known.status === "disabled"
      ? null
      : { ...known, status: "disabled", secrets: [], revision: known.revision + 1, updatedAt: now },
  );
}

/** Minimum interval between stored refusals (ms): any client with the address can cause a refusal. */
const refusalsEveryMs = 10_000;

/** Stores the code of the last refusal, for the owner of the source. */
export async function noteRefusal(store: Store, source: SourceRecord, code: string, now: string): Promise<void> {
  const isRecent = ({ lastRefusal }: SourceRecord) =>
    lastRefusal != null && Date.parse(now) - Date.parse(lastRefusal.at) < refusalsEveryMs;
  if (isRecent(source)) return;
  await store.changeSource(source.id, (known) =>
    known.status === "disabled" || isRecent(known) ? null : { ...known, lastRefusal: { code, at: now } },
  );
}

/** @throws {ServiceApiError} 409 `revision_changed` with the present revision. */
export function assertRevision({ revision }: { readonly revision: number }, expected: number | undefined): void {
  if (expected === undefined || expected === revision) return;
  throw conflict("This was changed since it was read. Read it again.", "revision_changed", { current: { revision } });
}

export function wireSource(source: SourceRecord, now: string): AutomationSource {
  const { secrets, organizationId: _, ...told } = source;
  const valid = validSecrets(secrets, now);
  return {
    ...told,
    lastRefusal: told.lastRefusal ?? null,
    webhookPath: `/v1/webhooks/automations/${source.endpointId}`,
    hasWebhookSecret: valid.length > 0,
    previousSecretUntil: valid.find(({ validUntil }) => validUntil !== null)?.validUntil ?? null,
  };
}

/**
 * Returns the new secret and, until `until`, the previous one. A repeated change, as after a lost response, keeps the
 * newest secret; older secrets then end at `until` at the latest.
 */
function rotated(
  known: readonly SealedSecret[],
  { sealed, repeated }: { readonly sealed: string; readonly repeated: string | null },
  now: string,
  until: string,
): readonly SealedSecret[] {
  const [newest, ...older] = known;
  const isRepeat = newest !== undefined && newest.sealed === repeated;
  const before = isRepeat ? older : known.slice(0, 1);
  const ending = before.map(({ sealed: one, validUntil }) => ({
    sealed: one,
    validUntil: validUntil === null || validUntil > until ? until : validUntil,
  }));
  return validSecrets([isRepeat ? newest : { sealed, validUntil: null }, ...ending], now);
}

function assertForm({ adapterId }: Pick<SourceRecord, "adapterId">, secret: string): void {
  const sender = webhookSenders[adapterId];
  if (sender.takes(secret)) return;
  throw invalid(`"webhookSecret" must be ${sender.secretForm}.`, 422, { field: "webhookSecret" });
}
