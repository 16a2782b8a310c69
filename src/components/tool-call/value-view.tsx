import { useMemo, useState, type ReactNode } from "react";
import { visibleText } from "../../foundation/visible-text.js";
import { useFileAddress } from "../../hooks/file-address.js";
import { useStrings } from "../../hooks/use-strings.js";
import type { Messages } from "../../strings/messages.js";
import type { FileView } from "../../timeline/file-view.js";
import { MessageFile } from "../attachments/message-attachments.js";
import { ScrollBox } from "../scroll-box.js";
import { DiffLines } from "./diff-lines.js";
import { isFlat, readValue, type FieldValue, type ReadableValue } from "./readable-value.js";
import { ToolImage } from "./tool-image.js";

/** More than this is shown only when asked for. */
const previewLength = 4000;
const previewLines = 40;

export interface ValueViewProps {
  readonly value: unknown;
  /** The name of the box that scrolls, when it does. */
  readonly label: string;
  /** Said where there is nothing. */
  readonly empty: string;
  /** What the value is, where that is known and it does not show. */
  readonly as?: "terminal" | undefined;
}

/** A value that came from or went to a tool, as readable as it can be made. */
export function ValueView({ value, label, empty, as }: ValueViewProps): ReactNode {
  const read = useMemo(() => readValue(value, as), [value, as]);
  return <Readable read={read} label={label} empty={empty} />;
}

interface ReadableProps {
  readonly read: ReadableValue;
  readonly label: string;
  readonly empty: string;
}

function Readable({ read, label, empty }: ReadableProps): ReactNode {
  switch (read.kind) {
    case "empty":
      return <p className="sv-value-empty">{empty}</p>;
    case "fields":
      return <FieldList fields={read.fields} />;
    case "table":
      return <Table columns={read.columns} rows={read.rows} />;
    case "image":
      return <ToolImage image={read.image} />;
    case "file":
      return <ToolFile file={read.file} />;
    case "parts":
      return (
        <div className="sv-value-parts">
          {read.parts.map((part, index) => (
            <Readable key={index} read={part} label={label} empty={empty} />
          ))}
        </div>
      );
    case "text":
    case "json":
    case "terminal":
    case "diff":
      return <LongText read={read} label={label} />;
  }
}

function ToolFile({ file }: { readonly file: FileView }): ReactNode {
  const addressOf = useFileAddress();
  return <MessageFile file={file} address={addressOf?.(file.fileId) ?? null} />;
}

function FieldList(props: { readonly fields: Extract<ReadableValue, { kind: "fields" }>["fields"] }): ReactNode {
  const strings = useStrings().tool;
  return (
    <dl className="sv-value-fields">
      {props.fields.map(([name, value]) => (
        <div key={name} className="sv-value-field">
          <dt className="sv-part">{visibleText(name)}</dt>
          <dd className="sv-part" dir="auto">
            {isFlat(value) ? (
              sayField(value, strings)
            ) : (
              <Readable read={value} label={visibleText(name)} empty={strings.nothing} />
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Table(props: Pick<Extract<ReadableValue, { kind: "table" }>, "columns" | "rows">): ReactNode {
  const strings = useStrings().tool;
  return (
    <ScrollBox className="sv-value-table" label={strings.table}>
      <table className="sv-part">
        <thead className="sv-part">
          <tr className="sv-part">
            {props.columns.map((column) => (
              <th key={column} className="sv-part" scope="col">
                {visibleText(column)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="sv-part">
          {props.rows.map((row, index) => (
            <tr key={index} className="sv-part">
              {row.map((cell, column) => (
                <td key={column} className="sv-part" dir="auto" data-number={typeof cell === "number" ? "" : undefined}>
                  {sayField(cell, strings)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}

function sayField(value: FieldValue, words: Pick<Messages["tool"], "yes" | "no" | "nothing">): string {
  if (value === null || value === "") return words.nothing;
  if (typeof value === "boolean") return value ? words.yes : words.no;
  return visibleText(String(value));
}

type Long = Extract<ReadableValue, { readonly text: string }>;

function LongText({ read, label }: { readonly read: Long; readonly label: string }): ReactNode {
  const strings = useStrings().tool;
  const [whole, setWhole] = useState(false);
  const part = whole ? read.text : preview(read.text);
  const shown = useMemo(() => visibleText(part), [part]);
  const names = { text: label, json: label, terminal: strings.terminal, diff: strings.changes };
  return (
    <>
      <ScrollBox className="sv-value-text" label={names[read.kind]}>
        <pre
          className="sv-part"
          dir={read.kind === "text" ? "auto" : "ltr"}
          data-code={read.kind === "text" ? undefined : read.kind}
        >
          {read.kind === "diff" ? <DiffLines text={shown} /> : shown}
        </pre>
      </ScrollBox>
      {part.length < read.text.length && (
        <button type="button" className="sv-link-button" onClick={() => setWhole(true)}>
          {strings.showAll}
        </button>
      )}
      {read.kind === "terminal" && read.exitCode !== undefined && (
        <p className="sv-value-exit" data-failed={read.exitCode === 0 ? undefined : ""}>
          {strings.exitCode(read.exitCode)}
        </p>
      )}
    </>
  );
}

/** The beginning of a long text, up to the end of a line where there is one. */
function preview(text: string): string {
  let end = 0;
  for (let line = 0; line < previewLines; line += 1) {
    const next = text.indexOf("\n", end);
    if (next < 0) return text.slice(0, previewLength);
    if (next > previewLength) return text.slice(0, end || previewLength);
    end = next + 1;
  }
  return text.slice(0, end);
}
