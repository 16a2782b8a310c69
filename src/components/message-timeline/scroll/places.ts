/** Where readers left the timelines that they may come back to, in this page. Ids of rows only, and not for ever. */
export interface ScrollPlace {
  readonly group: string;
  readonly offset: number;
}

const limit = 50;
const places = new Map<string, ScrollPlace>();

/** The newest line is no place to come back to: it is where one comes anyway. */
export function keepPlace(key: string, place: ScrollPlace | null): void {
  places.delete(key);
  if (place) places.set(key, place);
  const [oldest] = places.keys();
  if (places.size > limit && oldest !== undefined) places.delete(oldest);
}

export function placeOf(key: string | undefined): ScrollPlace | undefined {
  return key === undefined ? undefined : places.get(key);
}
