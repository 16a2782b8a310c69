/**
 * Hints for developers: which server answered a request of the page, and what to change. Built from addresses,
 * statuses and codes only; people read the error's `message` instead.
 */
import { describeError } from "../../foundation/describe-error.js";
import { hintOnce } from "../../foundation/development.js";
import { header } from "./headers.js";

/** A request of the page to one of the host's handlers. */
export interface PageRequest {
  readonly door: "chat" | "proxy";
  readonly method: string;
  /** As requested: a path of the page's origin, or an address. */
  readonly url: string;
  /** Whether the handler has answered another request of this page. */
  readonly hasAnswered: boolean;
  /** Names of the headers that the host's `headers` gave to the connection's last request. @default none */
  readonly given?: (() => readonly string[]) | undefined;
}

const doors = {
  chat: {
    name: "chat handler",
    option: "`api`",
    routes:
      'app.use("/api/chat", …) in Express, app.all("/api/chat/*", …) in Hono, app/api/chat/[[...path]]/route.ts in Next.js',
  },
  proxy: {
    name: "session proxy",
    option: "`baseUrl` of the ServiceProvider",
    routes:
      'app.use("/api/service", …) in Express, app.all("/api/service/*", …) in Hono, app/api/service/[...path]/route.ts in Next.js',
  },
} as const;

/** Whether one of the handlers made this answer, and not a server before it. */
export function isFromHandler({ headers }: Pick<Response, "headers">): boolean {
  return headers.has(header.correlationId);
}

/** Codes of refusals that an option or the mount of the host causes. */
const hostsCodes = ["mutation_denied", "user_required", "route_not_allowed", "conversation_required"];

/**
 * The hint on an answer that is no success, or cannot be read. In development it is written to the console; undefined
 * elsewhere, and where the caller alone is at fault.
 *
 * @param code of the error, where the body names one.
 */
export function hintOnAnswer(request: PageRequest, response: Response, code: string | undefined): string | undefined {
  return texts()?.answer(request, response, code);
}

/** The hint on a request that got no answer. */
export function hintOnSilence(request: PageRequest): string | undefined {
  return texts()?.silence(request);
}

/** The hint on a function of the host's that could not make a request's headers. */
export function hintOnHeaders(cause: unknown): string | undefined {
  return texts()?.headers(cause);
}

/** Bundlers replace the words `process.env.NODE_ENV`, written just so, and drop the texts from a page in production. */
declare const process: { readonly env: { readonly NODE_ENV?: string } };

function texts() {
  try {
    if (process.env.NODE_ENV === "development") return { answer: onAnswer, silence: onSilence, headers: onHeaders };
  } catch {
    // Without a bundler there is no sign of development.
  }
  return undefined;
}

function onHeaders(cause: unknown): string {
  const hint = `The option \`headers\` threw ${describeError(cause)}, so nothing was sent.`;
  hintOnce(hint);
  return hint;
}

function onAnswer(request: PageRequest, response: Response, code: string | undefined): string | undefined {
  const hint = explained(request, response, code);
  const { door, hasAnswered } = request;
  if (hint !== undefined) hintOnce(hint, `${door} ${hasAnswered} ${response.status} ${code}`);
  return hint;
}

function explained(request: PageRequest, response: Response, code: string | undefined): string | undefined {
  const what = `${request.method} ${shownUrl(request.url)} was answered ${response.status}`;
  if (response.status === 401 && code !== "user_required") {
    return `${what}, so the page shows nobody as signed in. \`resolve\`, or something before it, did not accept the request.${onSignIn(request)}`;
  }
  if (isFromHandler(response) || code !== undefined) return onRefusal(request, response, what, code ?? "");
  return onStranger(request, response, what);
}

/** The handler itself refused, or failed. */
function onRefusal(
  { door }: PageRequest,
  { status, headers }: Response,
  what: string,
  code: string,
): string | undefined {
  if (status < 500 && !hostsCodes.includes(code)) return undefined;
  const names = [code, headers.get(header.correlationId)].filter(Boolean);
  const answered = code === "" ? what : `${what} ${code}`;
  return `${answered} by the ${doors[door].name}. The backend's log says why: look for ${names.join(" or ")}.`;
}

/** Something else answered: a server before the handler, or one without it. */
function onStranger({ door, method, url, hasAnswered }: PageRequest, response: Response, what: string): string {
  const { name, option, routes } = doors[door];
  const { status } = response;
  if (response.redirected && status < 400) {
    return `${method} ${shownUrl(url)} was redirected to ${shownUrl(response.url)}, which is not the ${name}. Let your sign-in answer 401 for this path instead of redirecting.`;
  }
  if (status === 405) {
    return `${what}: the ${name} is mounted for another method only. Mount it for all methods: ${routes}.`;
  }
  const kind = kindOf(response);
  if (status >= 500) {
    return `${what} with ${kind}, and not by the ${name}. A server before it answered, such as Vite's proxy: check that the backend runs, and where that server forwards to.`;
  }
  if (hasAnswered) {
    return `${what} with ${kind}, although the ${name} answers other paths. Mount it for all paths below its own: ${routes}.`;
  }
  return `${what} with ${kind}, so the ${name} is not there. Set ${option} to the path where it is mounted, or let the page's server forward this path to the backend (in Vite: server.proxy).`;
}

function onSilence({ door, method, url }: PageRequest): string {
  const { name } = doors[door];
  const other = otherOrigin(url);
  const isMixed = other !== undefined && pageOf()?.protocol === "https:" && other.startsWith("http:");
  const hint = isMixed
    ? `${method} ${shownUrl(url)} was blocked: a page on https may not ask an address on http. Mount the ${name} on the page's own origin, ${pageOf()?.origin}.`
    : other === undefined
      ? `${method} ${shownUrl(url)} got no answer. Check that the page's server runs.`
      : `${method} ${shownUrl(url)} got no answer that the browser lets the page read: nothing listens there, or CORS forbids it, as the page is at ${pageOf()?.origin}. Mount the ${name} on the page's own origin, or list that of the page in its option \`origins\`.`;
  // A browser without a network reaches no server, whatever is set up.
  const { navigator } = globalThis as { readonly navigator?: { readonly onLine?: boolean } };
  if (navigator?.onLine !== false) hintOnce(hint, `${door} silence ${other}`);
  return hint;
}

/** What to look at: the headers of the host, and the cookie, unless a token stands for it. */
function onSignIn({ url, given = () => [] }: PageRequest): string {
  const names = given();
  if (names.length === 0) return onCookies(url);
  const sent = ` It had ${names.map((name) => `\`${name}\``).join(", ")} from the option \`headers\`, also after a call with \`refresh: true\` if that is a function. Check that \`resolve\` reads it and that its value is valid.`;
  return names.includes("authorization") ? sent : sent + onCookies(url);
}

/** Why a browser may have sent no cookie. */
function onCookies(url: string): string {
  const page = pageOf();
  const other = otherOrigin(url);
  if (other !== undefined) {
    return ` The page is at ${page?.origin}: a browser sends no cookie to ${other}, unless the provider's \`fetch\` passes \`credentials: "include"\`. Mount the handler on the page's own origin, or pass such a \`fetch\`.`;
  }
  if (page?.protocol === "http:") {
    return " If your sign-in sets a cookie: on http, browsers drop those with the attribute Secure.";
  }
  return "";
}

function kindOf({ headers }: Response): string {
  const [type = ""] = (headers.get("content-type") ?? "").split(";");
  if (/html/i.test(type)) return "a web page";
  return /^[\w.+-]{1,40}\/[\w.+-]{1,60}$/.test(type) ? type : "no content type";
}

/** The address without its query, which may be private. */
function shownUrl(url: string): string {
  const base = pageOf()?.href;
  if (!URL.canParse(url, base)) return url.split("?", 1)[0] ?? "";
  const { origin, pathname } = new URL(url, base);
  return origin + pathname;
}

function otherOrigin(url: string): string | undefined {
  const page = pageOf();
  if (!page || !URL.canParse(url, page.href)) return undefined;
  const { origin } = new URL(url, page.href);
  return origin === page.origin ? undefined : origin;
}

function pageOf(): Pick<Location, "href" | "origin" | "protocol"> | undefined {
  return (globalThis as { readonly location?: Location }).location;
}
