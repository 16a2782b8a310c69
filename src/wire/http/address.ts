/**
 * The address of a request: a path and a query below a base, whose own query is added to every request. The base may end
 * with a slash; its fragment is left out, as no server reads it.
 */
export function addressOf(base: string, path: string, query: object = {}): string {
  const [place = "", ...own] = base.replace(/#.*$/s, "").split("?");
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value));
  const all = [search.toString(), own.join("?")].filter(Boolean).join("&");
  return place.replace(/\/+$/, "") + path + (all === "" ? "" : `?${all}`);
}
