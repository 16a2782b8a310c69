import { useId, useMemo, useState, type ReactNode } from "react";
import { visibleText } from "../../foundation/visible-text.js";
import { useFileAddress } from "../../hooks/file-address.js";
import { useStrings } from "../../hooks/use-strings.js";
import type { FileView } from "../../timeline/file-view.js";
import { MessageFile } from "../attachments/message-attachments.js";
import { Cut, preview, ShowAll } from "../long-text.js";
import { ScrollBox } from "../scroll-box.js";
import { WholeWords } from "../whole-words.js";
import { DiffLines } from "./diff-lines.js";
import { fieldLabels } from "./field-labels.js";
import {
  isFlat,
  readValue,
  type FieldValue,
  type ReadableFields,
  type ReadableValue,
  type ReadAs,
} from "./readable-value.js";
import { sayField } from "./say-field.js";
import { ToolImage } from "./tool-image.js";

/** Text beyond this many lines or characters is shown only after a press. */
const shownFirst = { lines: 40, length: 4000 };
/** Less of it in a field, so that the fields after it stay near. */
const shownInField = { lines: 12, length: 600 };

export interface ValueViewProps {
  readonly value: unknown;
  /** The name of the box that scrolls, when it does. */
  readonly label: string;
  /** Text for an empty value. */
  readonly empty: string;
  /** The kind of the value, where the caller has it. */
  readonly as?: ReadAs | undefined;
}

/** A tool's argument or output, as readable as possible. */
export function ValueView({ value, label, empty, as }: ValueViewProps): ReactNode {
  const read = useMemo(() => readValue(value, as), [value, as]);
  const isArguments = as === "arguments";
  return <Readable read={read} label={label} empty={empty} isTop={isArguments} isExact={isArguments} />;
}

interface ReadableProps {
  readonly read: ReadableValue;
  readonly label: string;
  readonly empty: string;
  /** The id of the field's name, for a value in a field. */
  readonly field?: string | undefined;
  /** Whether its fields are the arguments of a call that a person approves. */
  readonly isTop?: boolean | undefined;
  /** Whether it is a part of such arguments: values that differ read differently. */
  readonly isExact: boolean;
}

function Readable({ read, label, empty, field, isTop = false, isExact }: ReadableProps): ReactNode {
  switch (read.kind) {
    case "empty":
      return <Empty of={read.of} words={empty} />;
    case "fields":
      return <FieldList fields={read.fields} isTop={isTop} isExact={isExact} />;
    case "list":
      return (
        <ol className="sv-value-list">
          {read.items.map((item, index) => (
            <li key={index} className="sv-part">
              <Readable read={item} label={label} empty={empty} field={field} isExact={isExact} />
            </li>
          ))}
        </ol>
      );
    case "table":
      return <Table columns={read.columns} rows={read.rows} isExact={isExact} />;
    case "image":
      return <ToolImage image={read.image} />;
    case "file":
      return <ToolFile file={read.file} />;
    case "parts":
      return (
        <div className="sv-value-parts">
          {read.parts.map((part, index) => (
            <Readable key={index} read={part} label={label} empty={empty} field={field} isExact={isExact} />
          ))}
        </div>
      );
    case "text":
    case "code":
    case "json":
    case "terminal":
    case "diff":
      return <LongText read={read} label={label} field={field} />;
  }
}

function Empty(props: { readonly of: "text" | "list" | "object" | undefined; readonly words: string }): ReactNode {
  const { empty } = useStrings().tool;
  return <p className="sv-value-empty">{props.of === undefined ? props.words : empty[props.of]}</p>;
}

export function ToolFile({ file }: { readonly file: FileView }): ReactNode {
  const addressOf = useFileAddress();
  return <MessageFile file={file} address={addressOf?.(file.fileId) ?? null} />;
}

export function FieldList(props: {
  readonly fields: ReadableFields;
  /** Whether they are the arguments of a call that a person approves. */
  readonly isTop: boolean;
  /** @default `isTop` */
  readonly isExact?: boolean;
}): ReactNode {
  const { isTop, isExact = isTop } = props;
  const strings = useStrings().tool;
  const id = useId();
  const labels = useMemo(() => fieldLabels(props.fields.map(([name]) => name)), [props.fields]);
  return (
    <dl className="sv-value-fields">
      {props.fields.map(([name, value], index) => (
        <div key={name} className="sv-value-field">
          <dt className="sv-part" id={`${id}-${index}`}>
            {labels[index]}
          </dt>
          {/* Fields in fields follow the page, as does the line that joins them. */}
          <dd className="sv-part" dir={isFlat(value) ? "auto" : undefined}>
            {/* Marks where the value of an argument begins. */}
            {isTop && <span className="sv-argument-start" aria-hidden="true" />}
            {isFlat(value) ? (
              <span className="sv-part">{sayField(value, strings, isExact)}</span>
            ) : (
              <Readable
                read={value}
                label={labels[index] ?? name}
                empty={strings.nothing}
                field={`${id}-${index}`}
                isExact={isExact}
              />
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

interface TableProps extends Pick<Extract<ReadableValue, { kind: "table" }>, "columns" | "rows"> {
  readonly isExact: boolean;
}

function Table({ columns, rows, isExact }: TableProps): ReactNode {
  const strings = useStrings().tool;
  const labels = useMemo(() => fieldLabels(columns), [columns]);
  const areNumbers = useMemo(
    () => columns.map((_, column) => isNumbers(rows.map((row) => row[column]))),
    [columns, rows],
  );
  const numbers = (column: number) => (areNumbers[column] === true ? "" : undefined);
  return (
    <ScrollBox className="sv-value-table" label={strings.table}>
      <table className="sv-part">
        <thead className="sv-part">
          <tr className="sv-part">
            {columns.map((name, column) => (
              <th key={name} className="sv-part" scope="col" data-number={numbers(column)}>
                {labels[column]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="sv-part">
          {rows.map((row, index) => (
            <tr key={index} className="sv-part">
              {row.map((cell, column) => (
                <td key={column} className="sv-part" data-number={numbers(column)}>
                  {/* The cell keeps the direction of the table, by which its column is aligned. */}
                  <bdi className="sv-part">{sayField(cell, strings, isExact)}</bdi>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}

/** Whether a column has only numbers; cells without a value do not count. */
function isNumbers(cells: readonly (FieldValue | undefined)[]): boolean {
  const given = cells.filter((cell) => cell !== null && cell !== undefined && cell !== "");
  return given.length > 0 && given.every((cell) => typeof cell === "number");
}

type Long = Extract<ReadableValue, { readonly text: string }>;

/** The text itself as an element's only child: a browser's translation replaces a text beside others. */
function writtenOf(kind: Long["kind"], text: string): ReactNode {
  if (kind === "diff") return <DiffLines text={text} />;
  return kind === "code" ? <WholeWords text={text} /> : text;
}

function LongText(props: {
  readonly read: Long;
  readonly label: string;
  readonly field: string | undefined;
}): ReactNode {
  const { read, label, field } = props;
  const strings = useStrings().tool;
  const [whole, setWhole] = useState(false);
  const beginning = useMemo(
    () => preview(read.text, field === undefined ? shownFirst : shownInField),
    [read.text, field],
  );
  const part = whole ? read.text : beginning;
  const shown = useMemo(() => visibleText(part), [part]);
  const written = writtenOf(read.kind, shown);
  const dir = read.kind === "text" ? "auto" : "ltr";
  const names = { text: label, code: label, json: label, terminal: strings.terminal, diff: strings.changes };
  return (
    <>
      <ScrollBox className="sv-value-text" dir={dir} label={names[read.kind]}>
        <pre
          className="sv-part"
          dir={dir}
          translate={read.kind === "text" ? undefined : "no"}
          data-code={read.kind === "text" ? undefined : read.kind}
        >
          {part === read.text ? (
            written
          ) : (
            <>
              <span className="sv-part">{written}</span>
              <Cut after={part} />
            </>
          )}
        </pre>
      </ScrollBox>
      {beginning.length < read.text.length && (
        <ShowAll isOpen={whole} onToggle={() => setWhole(!whole)} describedBy={field} />
      )}
      {read.kind === "terminal" && read.exitCode !== undefined && (
        <p className="sv-value-exit" data-failed={read.exitCode === 0 ? undefined : ""}>
          {strings.exitCode(read.exitCode)}
        </p>
      )}
    </>
  );
}
