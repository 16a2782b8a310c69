import { createContext, forwardRef, useContext, type HTMLAttributes, type ReactNode } from "react";

/** Level of the headings of a list's records, set by the list. */
export const RecordHeadingLevel = createContext<HeadingLevel>(3);

export type HeadingLevel = 2 | 3 | 4 | 5 | 6;

/** The name of a record, or the title of a form or part of it. */
export const RecordHeading = forwardRef<HTMLHeadingElement, HTMLAttributes<HTMLHeadingElement>>(function RecordHeading(
  { className = "sv-record-name", ...dom },
  ref,
) {
  const Element = `h${useContext(RecordHeadingLevel)}` as "h3";
  return <Element {...dom} ref={ref} className={className} />;
});

/** The content of a record. Its headings are one level below the record's own. */
export function WithinRecord({ children }: { readonly children: ReactNode }): ReactNode {
  const level = useContext(RecordHeadingLevel) + 1;
  return <RecordHeadingLevel.Provider value={level as HeadingLevel}>{children}</RecordHeadingLevel.Provider>;
}
