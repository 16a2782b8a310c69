/** Which route a request's path means, and what a host can change where it means none. */
import type { SessionProxyOptions } from "./proxy-options.js";
import { matchRoute } from "./route-table.js";

const safeSegment = /^[A-Za-z0-9][A-Za-z0-9_-]{0,127}$/;

/** The decoded parts of the path after `/v1/`; undefined when the path is none of ours. */
export function segmentsOf(path: string, basePath: string | undefined): readonly string[] | undefined {
  const mount = basePath === undefined ? path.lastIndexOf("/v1/") : basePath.replace(/\/+$/, "").length;
  const prefix = basePath === undefined ? path.slice(0, Math.max(mount, 0)) : basePath.replace(/\/+$/, "");
  if (mount < 0 || !path.startsWith(`${prefix}/v1/`)) return undefined;
  try {
    const segments = path
      .slice(mount + "/v1/".length)
      .split("/")
      .map(decodeURIComponent);
    return segments.every((segment) => safeSegment.test(segment)) ? segments : undefined;
  } catch {
    return undefined;
  }
}

/** The host's remedy for a request without a route; undefined where its options are not the reason. */
export function adviceOnRoute({ url, method }: Request, options: SessionProxyOptions): string | undefined {
  const { pathname } = new URL(url);
  const { basePath } = options;
  const [mount = ""] = pathname.split("/v1/", 1);
  // A caller chooses the path; what no host would mount at is not repeated.
  const shown = /^[\w./-]{1,80}$/.test(mount) ? mount : "another path";
  if (basePath !== undefined && !pathname.startsWith(`${basePath.replace(/\/+$/, "")}/`)) {
    return `Requests come in below ${shown}, and \`basePath\` is ${basePath}. Set \`basePath\` to the path where the proxy is mounted, and \`baseUrl\` of the ServiceProvider to the path that browsers use for it.`;
  }
  if (pathname.includes("/v1/v1/")) {
    return `A page asks for paths below ${shown}/v1/v1. Remove /v1 from the end of \`baseUrl\` of its ServiceProvider.`;
  }
  const segments = segmentsOf(pathname, basePath);
  const route = segments && matchRoute(method, segments)?.route;
  const name = route?.enabled && optionOf(route.enabled);
  // A route that was switched off on purpose needs no advice.
  if (name === undefined || options[name] !== undefined) return undefined;
  return `A page asks for ${method} ${route?.path}, which is off. Set the option \`${name}\` of createSessionProxy to allow it.`;
}

/** The option that decides whether a route is on: the one that its function reads. */
function optionOf(enabled: (options: SessionProxyOptions) => boolean): keyof SessionProxyOptions | undefined {
  let name: string | undefined;
  enabled(new Proxy({} as SessionProxyOptions, { get: (_options, read) => void (name = String(read)) }));
  return name as keyof SessionProxyOptions | undefined;
}
