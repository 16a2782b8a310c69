import { dayOf, type Order } from "./desk-data.js";

/** A parcel's way so far, the newest scan last. */
export function Tracking({ order: { scans, stage } }: { readonly order: Order }) {
  return (
    <ol className="tracking" aria-label="Tracking" data-stage={stage}>
      {scans.map(({ day, place }, index) => (
        <li key={day + place} aria-current={index === scans.length - 1 ? "step" : undefined}>
          <time dateTime={day}>{dayOf(day)}</time>
          <span>{place}</span>
        </li>
      ))}
    </ol>
  );
}
