import { useId, useRef, type ReactNode } from "react";
import { fieldDirection } from "../field-direction.js";
import { useStrings } from "../../hooks/use-strings.js";
import { Icon } from "../icons.js";
import { useEarlyText } from "../use-early-input.js";

interface SessionSearchProps {
  readonly search: string;
  readonly onSearch: ((search: string) => void) | undefined;
  readonly archived: boolean;
  readonly onArchived: ((archived: boolean) => void) | undefined;
  readonly onNew: (() => void) | undefined;
  /** Spoken when the list has changed. */
  readonly found: string;
}

/** The controls above a list of sessions. */
export function SessionSearch({ search, onSearch, archived, onArchived, onNew, found }: SessionSearchProps): ReactNode {
  const strings = useStrings().sessions;
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  useEarlyText(field, search, (typed) => onSearch?.(typed));
  if (!onSearch && !onArchived && !onNew) return null;
  // A picture beside no other control would be a riddle.
  const isAlone = !onSearch && !onNew;
  return (
    <div className="sv-sessions-head">
      {onSearch && (
        <div className="sv-sessions-search">
          <label className="sv-visually-hidden" htmlFor={id}>
            {strings.search}
          </label>
          <Icon name="search" />
          <input
            ref={field}
            id={id}
            type="search"
            className="sv-input"
            // An empty field has the direction of the page, like its icon.
            dir={fieldDirection(search)}
            autoComplete="off"
            placeholder={strings.searchPlaceholder}
            value={search}
            maxLength={200}
            onChange={({ target }) => onSearch(target.value)}
          />
        </div>
      )}
      {(onArchived || onNew) && (
        <div className="sv-sessions-buttons">
          {onArchived && (
            <button
              type="button"
              className={isAlone ? "sv-link-button" : "sv-icon-button"}
              aria-pressed={archived}
              aria-label={strings.archived}
              title={isAlone ? undefined : strings.archived}
              onClick={() => onArchived(!archived)}
            >
              {isAlone ? <span className="sv-part">{strings.archived}</span> : <Icon name="archive" />}
            </button>
          )}
          {onNew && (
            <button
              type="button"
              className="sv-icon-button"
              aria-label={strings.create}
              title={strings.create}
              onClick={onNew}
            >
              <Icon name="plus" />
            </button>
          )}
        </div>
      )}
      <p className="sv-visually-hidden" aria-live="polite">
        {search === "" ? "" : found}
      </p>
    </div>
  );
}
