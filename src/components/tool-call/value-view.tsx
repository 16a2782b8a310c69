import { useState, type ReactNode } from "react";
import { useStrings } from "../../hooks/use-strings.js";
import { ScrollBox } from "../scroll-box.js";
import { readValue, type FieldValue } from "./readable-value.js";

/** More than this is shown only when asked for (characters). */
const previewLength = 4000;

/** A value that came from or went to a tool, as readable as it can be made. */
export function ValueView(props: {
  readonly value: unknown;
  readonly label: string;
  readonly empty: string;
}): ReactNode {
  const strings = useStrings().tool;
  const read = readValue(props.value);
  if (read.kind === "empty") return <p className="sv-value-empty">{props.empty}</p>;
  if (read.kind !== "fields") return <LongText text={read.text} label={props.label} code={read.kind === "json"} />;
  return (
    <dl className="sv-value-fields">
      {read.fields.map(([name, value]) => (
        <div key={name} className="sv-value-field">
          <dt>{name}</dt>
          <dd dir="auto">{sayField(value, strings)}</dd>
        </div>
      ))}
    </dl>
  );
}

function sayField(value: FieldValue, words: { yes: string; no: string; nothing: string }): string {
  if (value === null || value === "") return words.nothing;
  if (typeof value === "boolean") return value ? words.yes : words.no;
  return String(value);
}

function LongText(props: { readonly text: string; readonly label: string; readonly code: boolean }): ReactNode {
  const strings = useStrings().tool;
  const [whole, setWhole] = useState(false);
  const isLong = !whole && props.text.length > previewLength;
  return (
    <>
      <ScrollBox className="sv-value-text" label={props.label}>
        <pre dir={props.code ? "ltr" : "auto"} data-code={props.code ? "" : undefined}>
          {isLong ? `${props.text.slice(0, previewLength)}…` : props.text}
        </pre>
      </ScrollBox>
      {isLong && (
        <button type="button" className="sv-link-button" onClick={() => setWhole(true)}>
          {strings.showAll}
        </button>
      )}
    </>
  );
}
