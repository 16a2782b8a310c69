/** The session proxy that a host mounts, so that browsers reach their sessions without the key. */
export { createSessionProxy } from "../server/proxy/create-session-proxy.js";
export type { SessionProxy } from "../server/proxy/create-session-proxy.js";
export { createLimiter } from "../server/gate/limiter.js";
export type * from "../server/gate/limiter.js";
export type * from "../server/gate/request-event.js";
export type {
  CreateSessionInput,
  ProxyContext,
  ProxyResolution,
  SessionProxyOptions,
} from "../server/proxy/proxy-options.js";
export type { ProxyUpstream } from "../server/proxy/upstream.js";
