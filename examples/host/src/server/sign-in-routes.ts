import type { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { refuse } from "./resolve.js";
import { isOwnPage, type SignIns } from "./sign-in.js";
import { verifyPassword } from "./users.js";

/** Signing in and out, and who is signed in. */
export function mountSignIn(app: Hono, signIns: SignIns): void {
  app.use("/auth/*", bodyLimit({ maxSize: 10_000 }), async (context, next) => {
    await next();
    context.header("Cache-Control", "no-store");
  });
  app.post("/auth/sign-in", async (context) => {
    // A form of another site cannot send JSON, and so cannot sign anybody in.
    if (!/^application\/json\b/i.test(context.req.header("content-type") ?? ""))
      return refuse(415, "unsupported_media_type", "Send JSON.");
    const body: unknown = await context.req.json().catch(() => null);
    const { user: id, password } = (body ?? {}) as { user?: unknown; password?: unknown };
    if (typeof id !== "string" || typeof password !== "string")
      return refuse(400, "sign_in_invalid", "Send {user, password}, both as text.");
    const user = verifyPassword(id, password);
    if (!user) return refuse(401, "sign_in_failed", "No such user, or the password is wrong. The password is demo.");
    signIns.close(context.req.raw);
    const { signedIn, cookie } = signIns.open(user);
    context.header("Set-Cookie", cookie);
    return context.json(signedIn);
  });
  app.post("/auth/sign-out", (context) => {
    const signedIn = signIns.whoIs(context.req.raw);
    if (signedIn && !isOwnPage(context.req.raw, signedIn))
      return refuse(403, "csrf_refused", "Reload the page and try again.");
    context.header("Set-Cookie", signIns.close(context.req.raw));
    return context.body(null, 204);
  });
  app.get("/auth/me", (context) => {
    const signedIn = signIns.whoIs(context.req.raw);
    return signedIn ? context.json(signedIn) : refuse(401, "unauthenticated", "Nobody is signed in.");
  });
}
