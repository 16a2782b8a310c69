import type { ReactNode } from "react";
import type { Sessions } from "../../hooks/use-sessions.js";
import { useErrorText, useStrings } from "../../hooks/use-strings.js";
import { ListNotice } from "../list-notice.js";
import { LoadingRows } from "../loading-rows.js";

interface SessionListNoticesProps {
  readonly error: Error | null;
  readonly refused: Sessions["refused"];
  readonly isLoading: boolean;
  readonly isEmpty: boolean;
  readonly search: string;
  readonly archived: boolean;
  readonly onRetry: (() => void) | undefined;
  readonly onDismiss: (() => void) | undefined;
}

/** Shown in place of rows, or above them after a failure. */
export function SessionListNotices(props: SessionListNoticesProps): ReactNode {
  const { error, refused, isLoading, isEmpty, search, archived, onRetry, onDismiss } = props;
  const strings = useStrings().sessions;
  const errorText = useErrorText();
  return (
    <>
      {error && <ListNotice text={strings.loadFailed(errorText(error))} action={strings.retry} onPress={onRetry} />}
      {refused && (
        <ListNotice
          text={strings.failed(refused.action, errorText(refused.error))}
          action={strings.dismiss}
          onPress={onDismiss}
        />
      )}
      {isLoading && (
        <LoadingRows className="sv-sessions-loading" label={strings.loading}>
          <span className="sv-shape" />
          <span className="sv-shape" />
          <span className="sv-shape" />
        </LoadingRows>
      )}
      {isEmpty && <Nothing search={search} archived={archived} />}
    </>
  );
}

function Nothing({ search, archived }: { readonly search: string; readonly archived: boolean }): ReactNode {
  const strings = useStrings().sessions;
  if (search.trim() !== "") return <p className="sv-sessions-none">{strings.noMatch(search.trim())}</p>;
  if (archived) return <p className="sv-sessions-none">{strings.emptyArchived}</p>;
  return (
    <div className="sv-sessions-none">
      <p className="sv-sessions-none-title">{strings.emptyTitle}</p>
      <p className="sv-part">{strings.emptyText}</p>
    </div>
  );
}
