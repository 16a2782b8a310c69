import type { LazyBody } from "../gate/lazy-body.js";
import type { Visit } from "../gate/visit.js";
import type { Body } from "./bodies.js";
import type { ProxyContext, SessionProxyOptions } from "./proxy-options.js";
import type { MatchedRoute } from "./route-table.js";
import type { ProxyUpstream } from "./upstream.js";

/** A request that passed every check. */
export interface Passage extends MatchedRoute {
  readonly service: ProxyUpstream;
  readonly options: SessionProxyOptions;
  readonly request: Request;
  readonly visit: Visit;
  readonly lazy: LazyBody;
  /** Headers of every response. */
  readonly headers: Headers;
  readonly context: ProxyContext;
  /** Whether `resolve` gives the same person now. */
  readonly isStill: () => Promise<boolean>;
  readonly body: Body;
  /** Refuses a session that the user may not open, as one that never was. */
  readonly openSession: (sessionId: string) => Promise<void>;
}
