import type { KeptRecord } from "../store/data.js";
import type { Kind } from "../store/belongings.js";

type Fields = Readonly<Record<string, unknown>>;

const withoutHeaders = (template: unknown) => ({ ...(template as Fields), sealedHeaders: null });

/** Removes secrets that allow to act as a record's owner. Null leaves the record out. */
const redactions: { readonly [K in Kind]?: (record: Fields) => Fields | null } = {
  apiKeys: () => null,
  workspaceKeys: () => null,
  deviceCodes: () => null,
  sessions: (record) => ({ ...record, mcpServers: [] }),
  // Unique in a store, and the hash of no credential.
  machines: (record) => ({ ...record, hash: `removed:${String(record["id"])}` }),
  integrations: (record) => ({ ...record, sealedCredential: null }),
  automationSources: (record) => ({ ...record, secrets: [] }),
  automationTriggers: (record) => ({ ...record, template: withoutHeaders(record["template"]) }),
  automationRuns: (record) => {
    const plan = record["plan"] as Fields | null;
    return { ...record, plan: plan && { ...plan, template: withoutHeaders(plan["template"]) } };
  },
};

/** The record as an archive for people has it. Null for one that is nothing but a secret. */
export function withoutSecrets({ kind, record }: KeptRecord): KeptRecord | null {
  const redact = redactions[kind];
  if (redact === undefined) return { kind, record };
  const redacted = redact(record as Fields);
  return redacted && { kind, record: redacted };
}
