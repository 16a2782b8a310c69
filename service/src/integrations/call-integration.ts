/** One call of a tool: the arguments into their places, the credential last, the answer bounded and without secrets. */
import type { IntegrationCredential } from "@service/sdk/protocol";
import { callKey, callTool } from "../mcp/call-tool.js";
import { isRecord } from "../sessions/is-record.js";
import { refusedCall, type ToolCall, type ToolContext, type ToolOutcome } from "../tools/tool.js";
import type { AddressRules } from "./callable-url.js";
import {
  authenticationOf,
  needsCredential,
  noAuthentication,
  schemeFor,
  withoutSecrets,
  type Authentication,
} from "./credential.js";
import { fillGraphql, fillRequest, type FilledRequest } from "./fill-request.js";
import { checkCredential, type HostIntegration } from "./host-integration.js";
import type { IntegrationRecord } from "./integration-record.js";
import { OutboundFault, sendOut, type OutboundOptions } from "./outbound.js";
import { outcomeOfAnswer } from "./read-answer.js";
import { mcpServerFor } from "./read-mcp.js";
import type { PlannedTool, ToolCallPlan } from "./surface.js";

export interface CalledTool {
  readonly record: IntegrationRecord;
  readonly credential: IntegrationCredential | null;
  readonly tool: PlannedTool;
  /** The host's, where the integration is of one. */
  readonly definition: HostIntegration | undefined;
  readonly rules: AddressRules;
  readonly options: OutboundOptions;
  readonly onError: (error: unknown) => void;
}

export async function callIntegration(called: CalledTool, call: ToolCall, context: ToolContext): Promise<ToolOutcome> {
  const { record, definition } = called;
  const { plan } = called.tool;
  if (record.source.kind === "definition" && definition === undefined) {
    return refusedCall(`${record.displayName} is no longer offered here.`, "integration_removed");
  }
  const found = await authenticationFor(called, context).catch((error: unknown) => {
    called.onError(error);
    return undefined;
  });
  if (found === undefined) {
    return refusedCall(
      `${record.displayName} has no credential at the moment. Try again later.`,
      "integration_unavailable",
    );
  }
  if (found === null) {
    return {
      ...refusedCall(`${record.displayName} needs a credential.`, authNeeded),
      events: [authEvent(called, null)],
    };
  }
  return plan.kind === "mcp"
    ? callMcp(called, plan.tool, found, call, context)
    : callHttp(called, plan, found, call, context);
}

async function callHttp(
  called: CalledTool,
  plan: Exclude<ToolCallPlan, { kind: "mcp" }>,
  authentication: Authentication,
  call: ToolCall,
  context: ToolContext,
): Promise<ToolOutcome> {
  const { tool, record, definition, rules, options } = called;
  const baseUrl = baseUrlOf(record, definition);
  const filled =
    plan.kind === "graphql" ? fillGraphql(plan, baseUrl, call.arguments) : fillRequest(plan, baseUrl, call.arguments);
  if (typeof filled === "string") return refusedCall(filled, "arguments_invalid");
  const sent = plan.kind === "http" && !plan.authenticated ? noAuthentication : authentication;
  try {
    const answer = await sendOut(withKey(filled, tool, call, context), sent, rules, {
      ...options,
      signal: context.signal,
    });
    const outcome = outcomeOfAnswer(answer, authentication, plan.kind);
    const isAuthNeeded = isRecord(outcome.output) && outcome.output["code"] === authNeeded;
    return isAuthNeeded ? { ...outcome, events: [authEvent(called, sent)] } : outcome;
  } catch (error) {
    if (!(error instanceof OutboundFault)) throw error;
    return refusedCall(`${record.displayName}: ${error.message}`, error.code);
  }
}

async function callMcp(
  { record, rules, options }: CalledTool,
  tool: string,
  authentication: Authentication,
  call: ToolCall,
  context: ToolContext,
): Promise<ToolOutcome> {
  const { instanceKey: id, displayName: name, baseUrl: url } = record;
  const server = mcpServerFor({ id, name, url }, authentication);
  const named = { ...call, arguments: call.arguments ?? {} };
  const outcome = await callTool(server, { ...options, ...rules }, tool, named, context);
  return { ...outcome, output: withoutSecrets(authentication, outcome.output) };
}

/** Adds the call's idempotency key, by which an API recognises a request that arrives twice. */
function withKey(request: FilledRequest, tool: PlannedTool, call: ToolCall, { session }: ToolContext): FilledRequest {
  if (tool.safety === "read") return request;
  return { ...request, headers: { ...request.headers, "idempotency-key": callKey(session, call.id) } };
}

/** Null where a credential is needed and there is none. */
async function authenticationFor(
  { record, credential, definition, tool }: CalledTool,
  { session }: ToolContext,
): Promise<Authentication | null> {
  if (definition?.credential !== undefined) {
    const { credential: given } = definition;
    const { workspaceId, endUser } = session;
    const host = typeof given === "function" ? await given({ workspaceId, endUser }) : given;
    return authenticationOf(checkCredential(definition.id, host), host);
  }
  const scheme = credential === null ? null : schemeFor(record.auth, credential);
  if (credential !== null && scheme !== null) return authenticationOf(scheme, credential);
  return needsCredential(record.auth, tool) ? null : noAuthentication;
}

/** The host's base URL where it gives one, so that its credential is sent nowhere else. */
function baseUrlOf({ baseUrl }: IntegrationRecord, definition: HostIntegration | undefined): string {
  const given = definition?.source.kind === "openapi" ? definition.source.baseUrl : undefined;
  return given?.replace(/\/+$/, "") ?? baseUrl;
}

const authNeeded = "integration_auth_needed";

/** @param sent what the refused call carried; null where it was not made. */
function authEvent({ record, tool }: CalledTool, sent: Authentication | null) {
  const reason = sent === null || sent === noAuthentication ? "missing_connection" : "expired";
  const providerDomain = new URL(record.baseUrl).hostname;
  return {
    type: "tool.auth_needed",
    payload: { serverId: record.instanceKey, toolName: tool.name, providerDomain, reason },
  };
}
