/** The session proxy that a host mounts, so that browsers reach their sessions without the key. */
export { createSessionProxy } from "../proxy/create-session-proxy.js";
export type { SessionProxy } from "../proxy/create-session-proxy.js";
export { createLimiter } from "../door/limiter.js";
export type * from "../door/limiter.js";
export type * from "../door/request-event.js";
export type { CreateSessionInput, ProxyContext, ProxyResolution, SessionProxyOptions } from "../proxy/proxy-options.js";
export type { ProxyUpstream } from "../proxy/upstream.js";
