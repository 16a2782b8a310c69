import type { ReactNode } from "react";
import type { Sessions } from "../../hooks/use-sessions.js";
import { useErrorText, useStrings } from "../../hooks/use-strings.js";
import { Icon, type IconName } from "../icons.js";
import { ListNotice, LoadFailure } from "../list-notice.js";
import { LoadingRows } from "../loading-rows.js";

interface SessionListNoticesProps {
  readonly error: Error | null;
  readonly refused: Sessions["refused"];
  readonly isLoading: boolean;
  readonly isEmpty: boolean;
  readonly hasRows: boolean;
  readonly search: string;
  readonly archived: boolean;
  readonly onSearch: ((search: string) => void) | undefined;
  readonly onNew: (() => void) | undefined;
  readonly onRetry: (() => void) | undefined;
  readonly onLoadMore: (() => void) | undefined;
  readonly onDismiss: (() => void) | undefined;
}

/** Shown in place of rows, or above them after a failure. */
export function SessionListNotices(props: SessionListNoticesProps): ReactNode {
  const { error, refused, isLoading, isEmpty, hasRows, search, archived, onSearch, onNew, ...on } = props;
  const { onRetry, onLoadMore, onDismiss } = on;
  const strings = useStrings().sessions;
  const errorText = useErrorText();
  return (
    <>
      {error && (
        <LoadFailure
          error={error}
          failed={(...of) => strings.loadFailed(...of)}
          isShown={hasRows}
          retry={strings.retry}
          onRetry={onRetry}
          onLoadMore={onLoadMore}
        />
      )}
      {refused && (
        <ListNotice
          text={strings.failed(refused.action, errorText(refused.error))}
          action={strings.dismiss}
          onPress={onDismiss}
        />
      )}
      {isLoading && (
        <LoadingRows className="sv-sessions-loading" label={strings.loading}>
          <ShapeRow />
          <ShapeRow />
          <ShapeRow />
        </LoadingRows>
      )}
      {isEmpty && <Nothing {...{ search, archived, onSearch, onNew }} />}
    </>
  );
}

/** The place of a session: its title and its state. */
function ShapeRow(): ReactNode {
  return (
    <span className="sv-shape-lines">
      <span className="sv-shape" />
      <span className="sv-shape" data-short="" />
    </span>
  );
}

type NothingProps = Pick<SessionListNoticesProps, "search" | "archived" | "onSearch" | "onNew">;

/** Why there are no rows, and the way on from there. */
function Nothing({ search, archived, onSearch, onNew }: NothingProps): ReactNode {
  const strings = useStrings().sessions;
  const searched = search.trim();
  if (searched !== "") {
    return (
      <NoRows icon="search" title={strings.noMatch(searched)}>
        {onSearch && <Action label={strings.clearSearch} onPress={() => onSearch("")} />}
      </NoRows>
    );
  }
  if (archived) return <NoRows icon="archive" title={strings.emptyArchived} />;
  return (
    <NoRows icon="chat" title={strings.emptyTitle} text={strings.emptyText}>
      {onNew && <Action label={strings.create} onPress={onNew} />}
    </NoRows>
  );
}

function NoRows(props: {
  readonly icon: IconName;
  readonly title: string;
  readonly text?: string;
  readonly children?: ReactNode;
}): ReactNode {
  return (
    <div className="sv-sessions-none">
      <Icon name={props.icon} />
      <p className="sv-sessions-none-title">{props.title}</p>
      {props.text !== undefined && <p className="sv-part">{props.text}</p>}
      {props.children}
    </div>
  );
}

function Action({ label, onPress }: { readonly label: string; readonly onPress: () => void }): ReactNode {
  return (
    <button type="button" className="sv-button" onClick={onPress}>
      {label}
    </button>
  );
}
