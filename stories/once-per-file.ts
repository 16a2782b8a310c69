/**
 * State of the stories that lives as long as their page. When stories run as tests, all files share a page, and each file
 * begins without what the files before it made.
 */
const forgets: (() => void)[] = [];

/** A value that is made when it is first asked for. */
export function oncePerFile<Value>(make: () => Value): () => Value {
  let kept: { readonly value: Value } | undefined;
  forgets.push(() => {
    kept = undefined;
  });
  return () => (kept ??= { value: make() }).value;
}

/** Forgets each such value. */
export function beginFile(): void {
  for (const forget of forgets) forget();
}
