/** Bodies of the routes of members (`protocol.md` §9.7, §9.8). */
import * as v from "valibot";
import { maybe } from "./bodies.js";

/** In one workspace. */
export const workspacePermissions = [
  "workspace:read",
  "workspace:admin",
  "sessions:read",
  "sessions:write",
  "files:read",
  "files:write",
] as const;

const common = {
  expectedAuthorizationRevision: v.pipe(
    v.number("must be a whole number from 1"),
    v.integer("must be a whole number from 1"),
    v.minValue(1, "must be a whole number from 1"),
  ),
  operationId: v.pipe(v.string(), v.minLength(1), v.maxLength(200)),
  reason: maybe(v.pipe(v.string(), v.maxLength(2_000))),
};
const change = <Kind extends string>(kind: Kind) => v.object({ kind: v.literal(kind), ...common });

export const changeMemberBody = v.variant("kind", [
  v.object({ kind: v.literal("change_role"), role: v.picklist(["owner", "admin", "member"]), ...common }),
  change("suspend"),
  change("reactivate"),
  change("offboard"),
]);

const email = v.pipe(
  v.string(),
  v.trim(),
  v.toLowerCase(),
  v.minLength(1),
  v.maxLength(254),
  v.check((text) => /^[^\s@\p{C}]+@[^\s@\p{C}]+$/u.test(text), 'must be a text such as "ana@acme.example"'),
);
const role = v.picklist(["admin", "member"]);
const permissions = v.pipe(
  v.array(v.picklist(workspacePermissions)),
  v.maxLength(workspacePermissions.length),
  v.transform((given) => workspacePermissions.filter((permission) => given.includes(permission))),
);

export const addMemberBody = v.object({ email, role: v.nullish(role, "member"), permissions: maybe(permissions) });
export const changePlaceBody = v.object({ role: maybe(role), permissions: maybe(permissions) });

export function permissionsOfRole(of: "admin" | "member"): readonly string[] {
  return workspacePermissions.filter((permission) => of === "admin" || permission !== "workspace:admin");
}
