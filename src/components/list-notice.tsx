import type { ReactNode } from "react";
import { isOfNextPage } from "../hooks/use-observed-pages.js";
import { useErrorText, useReasonBesideRetry } from "../hooks/use-strings.js";
import { Icon, type IconName } from "./icons.js";

interface ListNoticeProps {
  readonly text: string;
  /** @default "alert" */
  readonly icon?: IconName;
  /** Label of the button; drawn with `onPress` alone. */
  readonly action?: string;
  readonly onPress?: (() => void) | undefined;
}

/** Why a list is not whole, with a way to retry or dismiss it. */
export function ListNotice({ text, icon = "alert", action, onPress }: ListNoticeProps): ReactNode {
  return (
    <p className="sv-list-notice" role="alert">
      <Icon name={icon} />
      <span className="sv-part" dir="auto">
        {text}
      </span>
      {onPress && (
        <button type="button" className="sv-link-button" onClick={onPress}>
          {action}
        </button>
      )}
    </p>
  );
}

interface LoadFailureProps {
  readonly error: Error;
  readonly failed: (reason: string, isShown: boolean, isMore: boolean) => string;
  /** Whether what was loaded before is shown below. */
  readonly isShown: boolean;
  /** Label of the button; drawn where there is something to retry. */
  readonly retry: string;
  readonly onRetry: (() => void) | undefined;
  /** Reads the next page. @default the list has none */
  readonly onLoadMore?: (() => void) | undefined;
}

/** Why a list could not be read. Beside its button, the reason does not ask to try again. */
export function LoadFailure({ error, failed, isShown, retry, onRetry, onLoadMore }: LoadFailureProps): ReactNode {
  const errorText = useErrorText();
  const besideRetry = useReasonBesideRetry();
  const isMore = isOfNextPage(error);
  const onPress = (isMore && onLoadMore) || onRetry;
  const reason = (onPress ? besideRetry : errorText)(error);
  return <ListNotice text={failed(reason, isShown, isMore)} action={retry} onPress={onPress} />;
}
