/**
 * The app's interface to integrations: reading sources and calling tools. Only for Node, so the app takes it as an
 * option.
 */
import type { IntegrationCredential, IntegrationDefinition, IntegrationSource } from "@service/sdk/protocol";
import type { ToolCall, ToolContext, ToolOutcome } from "../tools/tool.js";
import type { HostCredentialContext } from "./host-integration.js";
import type { IntegrationRecord, KeptSource } from "./integration-record.js";
import type { PlannedTool, Surface } from "./surface.js";

export interface ReadSource {
  readonly surface: Surface;
  readonly contentSha256: string;
  readonly revisionId: string;
  readonly source: KeptSource;
}

export interface Integrations {
  /** Those that the host registered. */
  readonly definitions: readonly IntegrationDefinition[];
  /**
   * Reads a source as it is now.
   *
   * @param context of whom it is read; the host's function of a definition gets it where a sign-in is needed
   * @throws {ServiceApiError} 422 for one that cannot be read, 404 for a definition that is not there.
   */
  read(
    source: IntegrationSource,
    credential: IntegrationCredential | null,
    signal: AbortSignal,
    context: HostCredentialContext,
  ): Promise<ReadSource>;
  /** Calls one tool. A failure is a failed outcome. */
  call(installed: CallableIntegration, tool: PlannedTool, call: ToolCall, context: ToolContext): Promise<ToolOutcome>;
}

export interface CallableIntegration {
  readonly record: IntegrationRecord;
  /** Decrypted for this call. */
  readonly credential: IntegrationCredential | null;
}
