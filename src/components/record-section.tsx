import { forwardRef, useRef, type ReactNode, type Ref } from "react";
import { joinClasses } from "./class-names.js";
import { Icon, type IconName } from "./icons.js";
import { ListNotice, LoadFailure } from "./list-notice.js";
import { LoadingRows } from "./loading-rows.js";
import { Root, type RootProps } from "./root.js";
import { useKeptFocus } from "./use-kept-focus.js";
import { RecordHeadingLevel, type HeadingLevel } from "./record-heading.js";

/** The words that every list of records has. */
export interface RecordWords {
  readonly label: string;
  readonly loading: string;
  readonly emptyTitle: string;
  readonly emptyText: string;
  readonly loadFailed: (reason: string, isShown?: boolean, isMore?: boolean) => string;
  readonly retry: string;
  readonly dismiss: string;
}

/** Props of the root element of a list whose records have headings. */
export interface RecordListRootProps extends RootProps {
  /** Level of the records' headings. @default 3 */
  readonly headingLevel?: Exclude<HeadingLevel, 6> | undefined;
}

interface RecordSectionProps extends RecordListRootProps {
  readonly words: RecordWords;
  /** Shown above the words of an empty list. */
  readonly icon: IconName;
  readonly isLoading: boolean | undefined;
  /** Whether there is no record, and nothing else to show in their place. */
  readonly isEmpty: boolean;
  /** Whether records are shown. */
  readonly hasRecords: boolean;
  /** Why the list could not be read. */
  readonly error: Error | null | undefined;
  /** Why the last change failed, in words. */
  readonly refusal: string | null | undefined;
  readonly onRetry: (() => void) | undefined;
  /** Reads the next page. @default the list has none */
  readonly onLoadMore?: (() => void) | undefined;
  readonly onDismiss: (() => void) | undefined;
  /** Spoken by screen readers when it changes. */
  readonly spoken: string;
  /** Buttons and forms above the rows. @default nothing */
  readonly head?: ReactNode;
  /** Further lines of an empty list. @default nothing */
  readonly hint?: ReactNode;
  /** The rows, and what follows them. */
  readonly children: ReactNode;
}

/** A list of records: its notices and head, then its rows or the reason that there are none. */
export const RecordSection = forwardRef<HTMLElement, RecordSectionProps>(function RecordSection(props, ref) {
  const { words, icon, isLoading, isEmpty, hasRecords, error, refusal, onRetry, onDismiss, ...more } = props;
  const { onLoadMore, ...rest } = more;
  const { spoken, head, hint, headingLevel = 3, className, children, ...dom } = rest;
  const none = useRef<HTMLParagraphElement>(null);
  // The last record took its buttons with it.
  const section = useKeptFocus(ref, () => none.current?.focus());
  return (
    <Root
      aria-label={words.label}
      {...dom}
      as="section"
      ref={section}
      className={joinClasses("sv-records", className)}
      aria-busy={isLoading || undefined}
    >
      <output className="sv-visually-hidden">{spoken}</output>
      {error && (
        <LoadFailure
          {...{ error, onRetry, onLoadMore }}
          failed={words.loadFailed}
          isShown={hasRecords}
          retry={words.retry}
        />
      )}
      {refusal && <ListNotice text={refusal} action={words.dismiss} onPress={onDismiss} />}
      <RecordHeadingLevel.Provider value={headingLevel}>
        {head}
        {isLoading && (
          <LoadingRows className="sv-records-loading" label={words.loading}>
            <ShapeCard />
            <ShapeCard />
          </LoadingRows>
        )}
        {isEmpty && !isLoading && !error && (
          <NoRecords titleRef={none} icon={icon} title={words.emptyTitle} text={words.emptyText}>
            {hint}
          </NoRecords>
        )}
        {children}
      </RecordHeadingLevel.Provider>
    </Root>
  );
});

/** The place of a record: its edge, a name and two lines. */
function ShapeCard(): ReactNode {
  return (
    <span className="sv-shape-lines" data-card="">
      <span className="sv-shape" data-short="" />
      <span className="sv-shape" />
      <span className="sv-shape" data-short="" />
    </span>
  );
}

interface NoRecordsProps {
  /** The title, which can then have the focus. @default it cannot */
  readonly titleRef?: Ref<HTMLParagraphElement> | undefined;
  readonly icon: IconName;
  readonly title: string;
  readonly text?: string;
  readonly children?: ReactNode;
}

/** Shown in place of rows. */
export function NoRecords({ titleRef, icon, title, text, children }: NoRecordsProps): ReactNode {
  return (
    <div className="sv-records-none">
      <Icon name={icon} />
      <p className="sv-record-name" ref={titleRef} tabIndex={titleRef ? -1 : undefined}>
        {title}
      </p>
      {text !== undefined && <p className="sv-part">{text}</p>}
      {children}
    </div>
  );
}
