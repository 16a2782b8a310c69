import type { Answer } from "./answers.js";
import type { Body } from "./bodies.js";
import type { MessageDelivery, SessionProxyOptions } from "./proxy-options.js";

/** Files' own kinds of routes. */
export type FileSpecial = "begin-upload" | "upload" | "complete-upload" | "file" | "file-url" | "file-content";

/** How a route treats records that belong to a person or to the workspace (`owned.ts`). */
export type OwnedRoute =
  /** Lists them; `items` names the array in the answer. */
  | { readonly act: "list"; readonly items: string }
  /** Removes all of one owner: the person's, or the workspace's when an admin asks for `owner=workspace`. */
  | { readonly act: "clear" }
  /** Reads what the service has about the signed-in person, an admin included. */
  | { readonly act: "self" }
  /** Makes one for the person, or for the workspace when an admin sends `owner: "workspace"`. */
  | { readonly act: "create" }
  /** Needs the record at the path `record`, under `/v1/`; `answers` reads that record. */
  | { readonly act: "record"; readonly record: string; readonly answers: Answer };

export interface ProxyRoute {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Under `/v1/`; a part that begins with a colon matches any id. */
  readonly path: string;
  /** The query parameters that pass. */
  readonly query?: readonly string[];
  /** The body that is passed on. A write without it has none, or has a row of its own kind. */
  readonly body?: (body: Body, options: SessionProxyOptions) => Body;
  /** Schema of the service's response: a success that does not match is malformed (502). */
  readonly answers: Answer;
  /** Routes that do more than pass on. */
  readonly special?: "create" | "list" | "stream" | "config" | "workspace" | "lineage" | FileSpecial;
  readonly owned?: OwnedRoute;
  /** The field of the body that names a session, which the person must be able to open. */
  readonly namesSession?: string;
  /** A write without a limit for the person: it stops work, or saves a draft. */
  readonly uncounted?: boolean;
  /** Whether a write counts, by its body: the limiter decides once the body is read. */
  readonly counts?: (body: Body) => boolean;
  /** Answers 200 `null` where the service answers 404 for "none": browsers log every 404 as an error. */
  readonly orNull?: boolean;
  /** Its body is forwarded as a stream; the host's hooks get the request without it. */
  readonly streams?: boolean;
  /** Its body is a message, which the host may complete; returns its kind of delivery. */
  readonly delivers?: (body: Body) => MessageDelivery | null;
  /** @throws {ProxyRefusal} when the query asks for what a browser may not have. */
  readonly check?: (query: URLSearchParams) => void;
  /** Needs a session of the person's own, or an admin; 403 `role_required` for others who may open it. */
  readonly ownSession?: boolean;
  /** The person's required role in this workspace; 403 `role_required` for others. @default none */
  readonly role?: "admin";
  /** Whether the host allows it at all. @default yes */
  readonly enabled?: (options: SessionProxyOptions) => boolean;
}
