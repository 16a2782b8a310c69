import type { ReactNode } from "react";

/** A name of at most this many characters has room in every tile. */
const shortName = 10;

/** A longer one is cut also on several lines. */
const longName = 32;

const ending = /(?<=.)\.[\p{L}\p{N}]{1,8}$/u;

/** The name of a file. Where it is cut, its extension stays in sight. */
export function FileName({ name }: { readonly name: string }): ReactNode {
  const [end = ""] = name.length > shortName ? (ending.exec(name) ?? []) : [];
  if (end === "") return <bdi className="sv-part">{name}</bdi>;
  return (
    <bdi className="sv-attachment-whole" data-long={name.length > longName ? "" : undefined}>
      {/* In one piece for screen readers, which would read two boxes with a space between them. */}
      <span className="sv-visually-hidden">{name}</span>
      <span className="sv-attachment-stem" aria-hidden="true">
        {name.slice(0, -end.length)}
      </span>
      <span className="sv-part" aria-hidden="true">
        {end}
      </span>
    </bdi>
  );
}
