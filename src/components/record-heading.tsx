import { createContext, forwardRef, useContext, type HTMLAttributes } from "react";

/** Level of the headings of a list's records, set by the list. */
export const RecordHeadingLevel = createContext<HeadingLevel>(3);

export type HeadingLevel = 2 | 3 | 4 | 5;

interface RecordHeadingProps extends HTMLAttributes<HTMLHeadingElement> {
  /** A heading within a record, one level below the record's own. @default false */
  readonly isNested?: boolean | undefined;
}

/** The name of a record, or the title of a form or part of it. */
export const RecordHeading = forwardRef<HTMLHeadingElement, RecordHeadingProps>(function RecordHeading(props, ref) {
  const { isNested = false, className = "sv-record-name", ...dom } = props;
  const level = useContext(RecordHeadingLevel) + (isNested ? 1 : 0);
  const Element = `h${level}` as "h3";
  return <Element {...dom} ref={ref} className={className} />;
});
