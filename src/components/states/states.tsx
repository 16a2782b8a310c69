import { forwardRef, type ReactNode } from "react";
import { useErrorText, useReasonBesideRetry, useStrings } from "../../hooks/use-strings.js";
import { joinClasses } from "../class-names.js";
import { Icon } from "../icons.js";
import { Root, type RootProps } from "../root.js";

/** Props of `EmptyState`. */
export interface EmptyStateProps extends RootProps<"title"> {
  /** The greeting. @default the catalogue's */
  readonly title?: ReactNode;
  /** The invitation. @default the catalogue's words */
  readonly text?: ReactNode;
  /** Content below the text, such as suggestions or links. @default none */
  readonly children?: ReactNode;
}

/** A conversation before its first message. */
export const EmptyState = forwardRef<HTMLElement, EmptyStateProps>(function EmptyState(
  { title, text, children, className, ...dom },
  ref,
) {
  const strings = useStrings().timeline;
  return (
    <Root {...dom} ref={ref} className={joinClasses("sv-empty", className)}>
      <h2 className="sv-empty-title">{title ?? strings.emptyTitle}</h2>
      <p className="sv-empty-text">{text ?? strings.emptyText}</p>
      {children}
    </Root>
  );
});

/** Props of `LoadingState`. */
export interface LoadingStateProps extends RootProps {
  /** Text for screen readers. @default the catalogue's words */
  readonly label?: string | undefined;
}

/** A loading conversation: shapes in place of messages. */
export const LoadingState = forwardRef<HTMLElement, LoadingStateProps>(function LoadingState(
  { label, className, ...dom },
  ref,
) {
  const strings = useStrings().timeline;
  return (
    <Root {...dom} ref={ref} className={joinClasses("sv-loading", className)} aria-busy="true">
      <p className="sv-visually-hidden">{label ?? strings.loading}</p>
      <span className="sv-shape" data-role="user" />
      <span className="sv-shape-lines">
        <span className="sv-shape" data-role="assistant" />
        <span className="sv-shape" data-role="assistant" />
        <span className="sv-shape" data-role="assistant" data-short="" />
      </span>
    </Root>
  );
});

/** Props of `ErrorState`. */
export interface ErrorStateProps extends RootProps<"title"> {
  /** The error. Its message is shown. */
  readonly error: Error;
  /** Its title. @default the catalogue's "Something went wrong" */
  readonly title?: ReactNode;
  /** Called when the user clicks "Try again". @default no button */
  readonly onRetry?: (() => void) | undefined;
  /** Called when the user dismisses the error. @default no button */
  readonly onDismiss?: (() => void) | undefined;
}

/** An inline error, with buttons to retry and dismiss. */
export const ErrorState = forwardRef<HTMLElement, ErrorStateProps>(function ErrorState(
  { error, title, onRetry, onDismiss, className, ...dom },
  ref,
) {
  const { states: strings, errors } = useStrings();
  const text = useErrorText()(error);
  const besideRetry = useReasonBesideRetry();
  // The sentence for an unknown error has the words of the title.
  const heading = title ?? (text === errors.wentWrong ? null : strings.errorTitle);
  return (
    <Root {...dom} ref={ref} className={joinClasses("sv-error", className)}>
      <Icon name="alert" />
      <div className="sv-error-words">
        {heading !== null && <p className="sv-error-title">{heading}</p>}
        <p className="sv-error-text" dir="auto">
          {onRetry ? besideRetry(error) : text}
        </p>
      </div>
      {onRetry && (
        <button type="button" className="sv-button" onClick={onRetry}>
          {strings.retry}
        </button>
      )}
      {onDismiss && (
        <button type="button" className="sv-icon-button" aria-label={strings.dismiss} onClick={onDismiss}>
          <Icon name="close" />
        </button>
      )}
    </Root>
  );
});
