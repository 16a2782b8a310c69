const parameter = /:\w+|\{\w+\}/g;

/** A path with its parameters' names removed: `/v1/workspaces/{}/files`. */
export const routePath = (path: string): string => path.replaceAll(parameter, "{}");

/** `a/{b,c}` as `a/b` and `a/c`. */
function spelledOut(path: string): readonly string[] {
  const [, before = path, choices] = /^(.*)\{([a-z,-]+,[a-z,-]+)\}$/.exec(path) ?? [];
  return choices === undefined ? [path] : choices.split(",").map((choice) => before + choice);
}

/** The beginnings of a path, longest first: `/a/b`, `/a`. */
function beginnings(path: string): readonly string[] {
  const parts = path.split("/");
  return parts.map((_, index) => parts.slice(0, parts.length - index).join("/"));
}

/**
 * The operations in the first column of a page's table, as `GET /v1/access/me`. `…` stands for the longest beginning of
 * the last path that makes one of `paths`; without a method, a path has the methods of the path before it.
 */
export function documentedRoutes(page: string, paths: ReadonlySet<string>): readonly string[] {
  let last = "";
  let methods: readonly string[] = [];
  const whole = (path: string): string => {
    if (!path.startsWith("…")) return path;
    const end = path.slice(1);
    return (
      beginnings(last)
        .map((begin) => begin + end)
        .find((known) => paths.has(known)) ?? path
    );
  };
  return page.split("\n").flatMap((line) => {
    const [cell = ""] = /^\| (?:`[^`]+`(?: · )?)+/.exec(line) ?? [];
    return [...cell.matchAll(/`(?:([A-Z, ]+) )?([/…][^`]*)`/g)].flatMap(([, names, path = ""]) => {
      methods = names?.split(", ") ?? methods;
      return spelledOut(path).flatMap((one) => {
        last = whole(routePath(one));
        return methods.map((method) => `${method} ${last}`);
      });
    });
  });
}
