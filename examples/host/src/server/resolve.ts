import { policyOf } from "./policies.js";
import type { Product } from "./product.js";
import { isOwnPage, type SignedIn } from "./sign-in.js";
import { isAdmin } from "./users.js";

/** Who a request is from, and what their conversations begin with: the two functions that the kit asks this product. */
export const refuse = (status: number, code: string, message: string) =>
  Response.json({ error: { code, message } }, { status });

/** Resolves the person for the kit: the host's own verifier decides, and writes must come from the host's own page. */
function resolve(request: Request, signedIn: SignedIn | undefined) {
  if (!signedIn) return refuse(401, "unauthenticated", "Sign in first.");
  if (request.method !== "GET" && !isOwnPage(request, signedIn)) {
    return refuse(403, "csrf_refused", "This write did not come from the product's own page. Reload it and try again.");
  }
  const { tenant, id, name } = signedIn.user;
  return { tenant, user: id, actor: { id, name } };
}

/** The conversation that a whole tenant shares. It belongs to no user, so the host must name it. */
const teamConversation = "team";

/** A conversation begins with its policy and the product's skills and tools; later messages pass on what opens the tools now. */
export function resolveChat(request: Request, signedIn: SignedIn | undefined, product: Product) {
  const who = resolve(request, signedIn);
  if (who instanceof Response) return who;
  const begins = product.creation(who.tenant);
  const conversation = request.headers.get("x-service-conversation");
  if (conversation !== teamConversation) return { ...who, ...begins, ...policyOf(conversation) };
  return { tenant: who.tenant, actor: who.actor, conversation: teamConversation, ...begins };
}

/** Resolves the person's sessions, and the team's. */
export function resolveProxy(request: Request, signedIn: SignedIn | undefined) {
  const who = resolve(request, signedIn);
  if (who instanceof Response) return who;
  return { ...who, role: isAdmin(who.user) ? ("admin" as const) : ("member" as const), conversation: teamConversation };
}
