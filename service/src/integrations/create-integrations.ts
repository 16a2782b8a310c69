/** Reads sources and calls tools in a Node process; implements the interface of `integrations.ts`. */
import { ServiceApiError, type IntegrationCredential, type IntegrationSource } from "@service/sdk/protocol";
import { notFound } from "../sessions/api-failure.js";
import type { OutboundOptions } from "./outbound.js";
import { callIntegration } from "./call-integration.js";
import { contentHash, revisionOf } from "./content-hash.js";
import {
  checkDefinitions,
  wireDefinition,
  type HostCredential,
  type HostCredentialContext,
  type HostIntegration,
} from "./host-integration.js";
import type { KeptSource } from "./integration-record.js";
import type { Integrations, ReadSource } from "./integrations.js";
import { readSource } from "./read-source.js";
import { approvalOf, type Surface } from "./surface.js";
import { sourceAway, unfitSource } from "./unfit.js";

export interface IntegrationsOptions extends OutboundOptions {
  /** @default none */
  readonly definitions?: readonly HostIntegration[] | undefined;
  /** Whether calls may go into private networks, for every source. @default false */
  readonly privateNetworks?: boolean | undefined;
  /** Called when a host's function returned no credential. @default nothing */
  readonly onError?: ((error: unknown) => void) | undefined;
}

/** @throws {ServiceError} `integration_definition_invalid`. */
export function createIntegrations(options: IntegrationsOptions): Integrations {
  const { definitions = [], privateNetworks = false, onError = () => undefined } = options;
  checkDefinitions(definitions);
  const theirs = { privateNetworks, loopback: false };
  // The host's own definitions may use this machine.
  const hosts = { privateNetworks, loopback: true };
  const find = (id: string | undefined) => definitions.find((one) => one.id === id);

  async function readDefinition(id: string, credential: IntegrationCredential | null, of: Reading) {
    const definition = find(id);
    if (definition === undefined) throw notFound("There is no such integration to install.");
    const { credential: given } = definition;
    const read = (own: IntegrationCredential | null) =>
      readSource(definition.source, own ?? credential, { ...options, rules: hosts, signal: of.signal });
    const { surface } = await read(typeof given === "object" ? ofReading(given) : null).catch(
      async (error: unknown) => {
        if (typeof given !== "function" || !needsSignIn(error)) throw error;
        return read(ofReading(await hostCredential(definition.name, () => given(of.context))));
      },
    );
    return { surface: ofHost(surface, definition), source: { kind: "definition", definitionId: id } as const };
  }

  async function hostCredential(name: string, give: () => HostCredential | Promise<HostCredential>) {
    try {
      return await give();
    } catch (error) {
      onError(error);
      throw sourceAway(`${name} has no credential at the moment. Try again later.`, "integration_unavailable");
    }
  }

  return {
    definitions: definitions.map(wireDefinition),

    async read(source: IntegrationSource, credential, signal, context): Promise<ReadSource> {
      const read: { surface: Surface; source: KeptSource } =
        source.kind === "definition"
          ? await readDefinition(source.definitionId, credential, { signal, context })
          : await readSource(source, credential, { ...options, rules: theirs, signal });
      const contentSha256 = contentHash(read.surface);
      return { ...read, contentSha256, revisionId: revisionOf(contentSha256) };
    },

    call({ record, credential }, tool, call, context) {
      const { definitionId } = record.source;
      const definition = find(definitionId);
      const rules = definition === undefined ? theirs : hosts;
      return callIntegration({ record, credential, tool, definition, rules, options, onError }, call, context);
    },
  };
}

interface Reading {
  readonly signal: AbortSignal;
  readonly context: HostCredentialContext;
}

const needsSignIn = (error: unknown) => error instanceof ServiceApiError && error.code === "integration_auth_needed";

/** The host's credential, as it is given to read a source. */
function ofReading(credential: HostCredential): IntegrationCredential | null {
  if (credential.kind === "apiKey") return null;
  const { kind, value } = credential;
  return kind === "basic"
    ? { schemeId: "password", value, username: credential.username }
    : { schemeId: "token", value };
}

/** As the host narrows and names it. */
function ofHost(surface: Surface, { name, operations, writes, credential }: HostIntegration): Surface {
  const tools = surface.tools
    .filter(({ operationKey }) => operations?.includes(operationKey) ?? true)
    .map((tool) => ({ ...tool, approvalMode: approvalOf(tool.safety, writes) }));
  if (tools.length === 0) throw unfitSource("This integration offers no operation.");
  const auth = credential === undefined ? surface.auth : { required: false, providedByHost: true, schemes: [] };
  return { ...surface, title: name, tools, auth };
}
