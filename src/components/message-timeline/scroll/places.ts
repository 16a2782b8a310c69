/** Scroll positions of timelines on this page that a reader may return to. Ids of rows only, for a limited time. */
export interface ScrollPlace {
  readonly group: string;
  readonly offset: number;
}

const limit = 50;
const places = new Map<string, ScrollPlace>();

/** The newest line needs no stored position: it is the default. */
export function keepPlace(key: string, place: ScrollPlace | null): void {
  places.delete(key);
  if (place) places.set(key, place);
  const [oldest] = places.keys();
  if (places.size > limit && oldest !== undefined) places.delete(oldest);
}

export function placeOf(key: string | undefined): ScrollPlace | undefined {
  return key === undefined ? undefined : places.get(key);
}
