import type { McpCredentialUpdate } from "@service/sdk/protocol";
import type { Decided, SessionState } from "../store/store.js";
import { withCredentials } from "./mcp-server.js";

/**
 * A decision about a session that brings fresh headers for its servers with it, in the same change: what the decision
 * lets an agent do is done with them. One that changes nothing, as a repeat, leaves them as they are.
 */
export function refreshing<T>(
  updates: readonly McpCredentialUpdate[],
  decide: (state: SessionState) => Decided<T>,
): (state: SessionState) => Decided<T> {
  return (state) => {
    const { change, result } = decide(state);
    const { mcpServers } = state.session;
    const fresh = withCredentials(mcpServers, updates);
    if (change === null || fresh === mcpServers) return { change, result };
    return { change: { ...change, session: { ...change.session, mcpServers: fresh } }, result };
  };
}
