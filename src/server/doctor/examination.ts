/** Context of all checks: address, headers and conversation. */
import type { Settings } from "./settings.js";
import type { Ask, Site } from "./site.js";
import type { Asked } from "./explain.js";
import type { CheckName } from "./finding.js";

export interface Examination {
  readonly settings: Settings;
  readonly site: Site;
  /** Where the chat is mounted, without a slash at its end. */
  readonly url: string;
  /** A fresh one, for this examination alone. */
  readonly conversation: string;
}

/** A request below the chat's mount, and how to speak of it. */
export function route(
  { url, settings }: Examination,
  check: CheckName,
  ask: Omit<Ask, "url"> & { readonly path?: string },
): { readonly ask: Ask; readonly asked: Asked } {
  const { path = "", ...rest } = ask;
  const whole = { ...rest, url: url + path };
  const what = `${rest.method ?? "GET"} ${whole.url}`;
  const signsIn = rest.as === "other" || (rest.as !== "nobody" && settings.signsIn);
  return { ask: whole, asked: { check, what, url: whole.url, signsIn, mount: mountAdvice(url) } };
}

function mountAdvice(url: string): string {
  const { pathname } = new URL(url);
  if (pathname === "/") return `Give the address where the chat is mounted, such as ${url}/api/chat.`;
  return `Mount the one handler at ${pathname} and everything below it, for GET and POST: Express app.use("${pathname}", toNodeHandler(chat)), Hono app.all("${pathname}/*", …).`;
}
