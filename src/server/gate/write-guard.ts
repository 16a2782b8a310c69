/** Checks that both doors make alike: the host's options when a door is made, and each write before it is read. */
import { checkMilliseconds } from "../../foundation/check-milliseconds.js";
import { callHook } from "./host-fault.js";
import { assertOwnOrigin, checkOrigins, notFromHere } from "./origin.js";
import { DoorRefusal } from "./refusal.js";
import type { DoorOptions } from "./visit.js";

type Checked = DoorOptions & { readonly resolve?: unknown; readonly heartbeatMs?: unknown };

/** @throws {TypeError} for an option without which, or with which, no request could be answered. */
export function checkDoorOptions(maker: string, options: Checked): void {
  if (typeof options?.resolve !== "function") {
    throw new TypeError(
      `${maker} needs \`resolve\`: a function that verifies the request and returns {tenant, user} or a Response.`,
    );
  }
  checkOrigins(options.origins);
  const { bodyTimeoutMs, heartbeatMs, recheckMs } = options;
  checkMilliseconds(maker, { bodyTimeoutMs, heartbeatMs, recheckMs });
}

/**
 * @param copy the request again, for the host to read.
 * @throws {DoorRefusal} (403) with code `mutation_denied`.
 */
export async function assertOwnWrite(request: Request, options: DoorOptions, copy: () => Request): Promise<void> {
  assertOwnOrigin(request, options);
  const { authorizeMutation } = options;
  // A host without types may return anything; a Response, for example, is not true.
  const isMeant: unknown = authorizeMutation
    ? await callHook("authorizeMutation", () => authorizeMutation(copy()))
    : true;
  if (isMeant === true) return;
  throw new DoorRefusal(403, notFromHere, { code: "mutation_denied" });
}
