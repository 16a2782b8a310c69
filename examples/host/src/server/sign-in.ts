import { randomBytes, timingSafeEqual } from "node:crypto";
import type { User } from "./users.js";

/**
 * The host's own sign-in: an opaque random id in an HttpOnly cookie, and a second secret that the page must send back
 * with every write, so that another site cannot write in a signed-in person's name.
 */
export interface SignedIn {
  readonly user: User;
  readonly csrfToken: string;
}

/** Twelve hours (ms): a working day. Afterwards people sign in again. */
export const lifetimeMs = 43_200_000;

export interface SignIns {
  /** Signs a user in; returns the sign-in and its `Set-Cookie`. */
  open(user: User): { readonly signedIn: SignedIn; readonly cookie: string };
  /** Forgets the sign-in that a request brings, and gives the `Set-Cookie` that takes it from the browser. */
  close(request: Request): string;
  /** The sign-in of a request, by its cookie alone. */
  whoIs(request: Request): SignedIn | undefined;
  /** How many are kept. */
  readonly count: number;
}

const csrfHeader = "x-csrf-token";

const newSecret = () => randomBytes(24).toString("base64url");

/** Kept in this process. A real host keeps them in a database, and behind https adds `Secure` to the cookie. */
export function createSignIns(now: () => number = Date.now): SignIns {
  // All last equally long, so the first one expires first.
  const kept = new Map<string, SignedIn & { readonly expiresAt: number }>();

  function forgetOld(): void {
    for (const [id, { expiresAt }] of kept) {
      if (expiresAt > now()) return;
      kept.delete(id);
    }
  }

  return {
    open(user) {
      forgetOld();
      const id = newSecret();
      const signedIn = { user, csrfToken: newSecret() };
      kept.set(id, { ...signedIn, expiresAt: now() + lifetimeMs });
      return { signedIn, cookie: cookieOf(id, lifetimeMs / 1_000) };
    },
    close(request) {
      kept.delete(idOf(request));
      return cookieOf("", 0);
    },
    whoIs(request) {
      forgetOld();
      const found = kept.get(idOf(request));
      return found && { user: found.user, csrfToken: found.csrfToken };
    },
    get count() {
      return kept.size;
    },
  };
}

const cookieOf = (id: string, seconds: number) =>
  `host_session=${id}; Max-Age=${seconds}; Path=/; HttpOnly; SameSite=Lax`;

function idOf(request: Request): string {
  return /(?:^|; )host_session=([^;]+)/.exec(request.headers.get("cookie") ?? "")?.[1] ?? "";
}

/** Whether a request that writes was made by this product's own page. */
export function isOwnPage(request: Request, signedIn: SignedIn): boolean {
  const given = Buffer.from(request.headers.get(csrfHeader) ?? "");
  const expected = Buffer.from(signedIn.csrfToken);
  return given.length === expected.length && timingSafeEqual(given, expected);
}
