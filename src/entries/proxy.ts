/** The session proxy that a host mounts, so that browsers reach their sessions without the key. */
export { createSessionProxy } from "../proxy/create-session-proxy.js";
export type {
  ProxyContext,
  ProxyResolution,
  ProxyUpstream,
  SessionProxy,
  SessionProxyOptions,
} from "../proxy/create-session-proxy.js";
