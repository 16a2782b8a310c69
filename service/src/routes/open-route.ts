import type { World } from "../world.js";
import type { RouteAbout } from "./about.js";
import type { Route } from "./route.js";

/** A request whose caller needs no organization key. */
export interface OpenCall {
  readonly world: World;
  readonly request: Request;
  readonly query: URLSearchParams;
  readonly param: (name: string) => string;
  /** Address of the connection, where the caller of `fetch` provides it. */
  readonly remoteAddress: string | null;
}

/** A route that decides by itself who may do what: by a code, a signature or a credential of its own. */
export interface OpenRoute {
  readonly method: Route["method"];
  /** Whether HEAD is answered as GET, without a body: for probes. @default false */
  readonly takesHead?: boolean;
  /** With `:name` for what varies. */
  readonly path: string;
  readonly about: RouteAbout;
  handle(call: OpenCall): Promise<Response>;
}
