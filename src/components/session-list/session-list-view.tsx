import { forwardRef, useCallback } from "react";
import { useStrings } from "../../hooks/use-strings.js";
import { callHost } from "../../foundation/call-host.js";
import { joinClasses } from "../class-names.js";
import { LoadMore } from "../load-more.js";
import { Root } from "../root.js";
import { useKeptFocus } from "../use-kept-focus.js";
import { useSpoken } from "../use-spoken.js";
import { useSpokenWrites } from "../use-spoken-writes.js";
import { SessionListNotices } from "./session-list-notices.js";
import type { SessionListViewProps } from "./session-list-props.js";
import { SessionRows } from "./session-rows.js";
import { SessionSearch } from "./session-search.js";

/** A list of sessions with search, paging, rename, archive and delete. The arrow keys move between rows. */
export const SessionListView = forwardRef<HTMLElement, SessionListViewProps>(function SessionListView(given, ref) {
  const props = onlyListed(given);
  const { search = "", onSearch, archived = false, onArchived, onNew, ...listed } = props;
  const { sessions, selectedId, onOpen, hrefOf, attention, isQuiet, onRename, onArchive, onDelete, ...others } = listed;
  const { subtasksOf, ...rest } = others;
  const { pending, onLoadMore, onRetry, onDismiss, refused, clearRefused: _, isLoading, isRefreshing, ...more } = rest;
  const { hasMore, isLoadingMore, error, headingLevel, className, ...dom } = more;
  const strings = useStrings().sessions;
  const panel = useKeptFocus(ref);
  const [deleted, sayDeleted] = useSpoken();
  const onDeleted = useCallback((title: string) => sayDeleted(strings.deleted(title)), [sayDeleted, strings]);
  const [spoken] = useSpokenWrites({
    pending,
    refused,
    done: (action) => (action === "archive" ? strings[archived ? "unarchivedSpoken" : "archivedSpoken"] : ""),
  });
  const isBusy = isLoading === true || isRefreshing === true;
  const isEmpty = !isBusy && hasNone(sessions, props);
  return (
    <Root
      aria-label={strings.label}
      {...dom}
      as="section"
      ref={panel}
      className={joinClasses("sv-sessions", className)}
      aria-busy={isBusy || undefined}
    >
      <SessionSearch
        search={search}
        onSearch={isEmpty && search === "" ? undefined : onSearch}
        archived={archived}
        onArchived={onArchived}
        onNew={newAbove(onNew, isEmpty, { search, archived })}
        found={isBusy ? "" : strings.found(sessions.length, hasMore === true)}
      />
      <SessionListNotices
        error={error ?? null}
        refused={refused ?? null}
        isLoading={isLoading === true}
        isEmpty={isEmpty}
        hasRows={sessions.length > 0}
        search={search}
        archived={archived}
        onSearch={onSearch}
        onNew={onNew}
        onRetry={onRetry}
        onLoadMore={onLoadMore}
        onDismiss={onDismiss}
      />
      <output className="sv-visually-hidden">{deleted}</output>
      <output className="sv-visually-hidden">{spoken}</output>
      <SessionRows
        {...{
          sessions,
          selectedId,
          onOpen,
          hrefOf,
          attention,
          isQuiet,
          onRename,
          onArchive,
          onDelete,
          subtasksOf,
          pending,
          headingLevel,
          onDeleted,
        }}
      />
      {hasMore && onLoadMore && (
        <LoadMore
          className="sv-sessions-more"
          label={strings.loadMore}
          loadingLabel={strings.loadingMore}
          isLoading={isLoadingMore === true}
          onPress={onLoadMore}
        />
      )}
    </Root>
  );
});

/** Without the sessions that the page shows elsewhere. */
function onlyListed({ isListed, ...props }: SessionListViewProps): Omit<SessionListViewProps, "isListed"> {
  const { sessions, search = "", archived = false } = props;
  if (search.trim() !== "" || archived) return props;
  return { ...props, sessions: sessions.filter(({ sessionId }) => callHost(isListed, sessionId) !== false) };
}

/** A later page may have some. */
function hasNone(sessions: SessionListViewProps["sessions"], { error, hasMore }: SessionListViewProps): boolean {
  return sessions.length === 0 && !error && !hasMore;
}

/** The empty list itself has that button, in words. */
function newAbove(
  onNew: SessionListViewProps["onNew"],
  isEmpty: boolean,
  { search, archived }: Pick<SessionListViewProps, "search" | "archived">,
) {
  return isEmpty && search?.trim() === "" && archived === false ? undefined : onNew;
}
