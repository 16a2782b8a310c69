/**
 * The session API as methods: the service itself with an organization key, or a host's proxy without one.
 *
 * Every call throws a `ServiceApiError` on failure, and `arguments_invalid` without an argument that it needs. It retries
 * only with `retries`; a repeated write needs the same `clientEventId`. To follow a session live, use
 * `streamSessionEvents` or the session controller. A browser bundle imports the functions of `routes/` instead, so that
 * it contains only those it uses.
 */
import * as access from "./routes/access.js";
import * as automations from "./routes/automations.js";
import * as draft from "./routes/draft.js";
import * as each from "./routes/each.js";
import * as events from "./routes/events.js";
import * as files from "./routes/files.js";
import * as goal from "./routes/goal.js";
import * as humanInput from "./routes/human-input.js";
import * as integrations from "./routes/integrations.js";
import * as lineage from "./routes/lineage.js";
import * as machines from "./routes/machines.js";
import * as members from "./routes/members.js";
import * as models from "./routes/models.js";
import * as organization from "./routes/organization.js";
import * as peopleData from "./routes/people-data.js";
import * as queue from "./routes/queue.js";
import * as schedules from "./routes/schedules.js";
import * as sessions from "./routes/sessions.js";
import * as usage from "./routes/usage.js";
import * as workspaceKeys from "./routes/workspace-keys.js";
import { retrying } from "./retrying.js";
import { givenArguments, type Route } from "./given-arguments.js";
import { connectService, type ServiceConnection, type ServiceConnectionOptions } from "./service-connection.js";

/** Each is a method of the client. */
const routes = {
  ...access,
  ...organization,
  ...workspaceKeys,
  ...members,
  ...models,
  ...machines,
  ...sessions,
  ...events,
  ...queue,
  ...draft,
  ...goal,
  ...files,
  ...schedules,
  ...integrations,
  ...humanInput,
  ...lineage,
  ...automations,
  ...peopleData,
  ...usage,
  ...each,
};

type Routes = typeof routes;
type Bound<Call> = Call extends (connection: ServiceConnection, ...rest: infer Rest) => infer Answer
  ? (...rest: Rest) => Answer
  : never;
type BoundRoutes = { readonly [Name in keyof Routes]: Bound<Routes[Name]> };

export type { CallOptions, Keyed, ServiceConnection, SessionRef } from "./service-connection.js";

/** Options of `ServiceClient`. */
export interface ServiceClientOptions extends ServiceConnectionOptions {
  /**
   * How often a call is tried again when that may help, under the same idempotency key, waiting as long as the service
   * asks (up to two minutes) or a growing while. `Infinity` is until it succeeds or its `signal` is aborted. A `POST`
   * without a key is never sent twice. @default 0
   */
  readonly retries?: number | undefined;
}

/**
 * Client of the session API: one method for each route.
 *
 * @example
 * const client = new ServiceClient({ baseUrl: "/api/service" });
 * const { id } = await client.createSession({ initialMessage: "Hello" });
 */
export class ServiceClient extends (boundBase() as new (
  connection: ServiceConnection,
) => ServiceConnection & BoundRoutes) {
  /**
   * @throws {ServiceError} with code `base_url_invalid`.
   * @throws {TypeError} for `retries` below 0 and a `timeoutMs` that is not above 0.
   */
  constructor(options: ServiceClientOptions) {
    // A caller without types may give nothing.
    const given = (options as ServiceClientOptions | null | undefined) ?? ({} as ServiceClientOptions);
    const retries = given.retries ?? 0;
    if (!(retries >= 0)) throw new TypeError(`\`retries\` is a number from 0: ${String(retries)} is none.`);
    super(retrying(connectService(given), retries));
  }
}

/** Base class of a client: one method for each route, bound to the connection that the instance is. */
function boundBase(): unknown {
  function Base(this: object, connection: ServiceConnection): void {
    Object.assign(this, connection);
  }
  for (const [name, route] of Object.entries(routes)) {
    const call = givenArguments(name, route as Route);
    Object.defineProperty(Base.prototype, name, {
      value(this: ServiceConnection, ...rest: readonly unknown[]): unknown {
        return call(this, ...rest);
      },
      writable: true,
      configurable: true,
    });
  }
  return Base;
}
