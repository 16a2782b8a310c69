import { randomBytes, timingSafeEqual } from "node:crypto";
import type { Context } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import type { User } from "./users.js";

/**
 * The host's own sign-in: an opaque random id in an HttpOnly cookie, and a second secret that the page must send back
 * with every write, so that another site cannot write in a signed-in person's name.
 */
export interface SignedIn {
  readonly user: User;
  readonly csrfToken: string;
}

const cookieName = "host_session";
const csrfHeader = "x-csrf-token";

const sessions = new Map<string, SignedIn>();

const newSecret = () => randomBytes(24).toString("base64url");

export function signIn(context: Context, user: User): SignedIn {
  forget(context);
  const id = newSecret();
  const signedIn = { user, csrfToken: newSecret() };
  sessions.set(id, signedIn);
  setCookie(context, cookieName, id, { httpOnly: true, sameSite: "Lax", path: "/" });
  return signedIn;
}

export function signOut(context: Context): void {
  forget(context);
  deleteCookie(context, cookieName, { path: "/" });
}

function forget(context: Context): void {
  const id = getCookie(context, cookieName);
  if (id !== undefined) sessions.delete(id);
}

/** Who a request comes from, by its cookie alone. */
export function whoIs(request: Request): SignedIn | undefined {
  const cookies = request.headers.get("cookie") ?? "";
  const id = new RegExp(`(?:^|; )${cookieName}=([^;]+)`).exec(cookies)?.[1];
  return id === undefined ? undefined : sessions.get(id);
}

/** Whether a request that writes was made by this product's own page. */
export function isOwnPage(request: Request, signedIn: SignedIn): boolean {
  const given = Buffer.from(request.headers.get(csrfHeader) ?? "");
  const expected = Buffer.from(signedIn.csrfToken);
  return given.length === expected.length && timingSafeEqual(given, expected);
}
