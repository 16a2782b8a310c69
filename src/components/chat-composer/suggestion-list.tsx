import type { ReactNode } from "react";
import { useStrings } from "../../hooks/use-strings.js";
import { Contained } from "../contained.js";
import { optionId, type OpenSuggestions, type Suggestion, type SuggestionSet } from "./use-suggestions.js";

/** Suggestions at the caret. The focus stays in the field, which names the active one. */
export function SuggestionList({ open }: { readonly open: OpenSuggestions }): ReactNode {
  const strings = useStrings().composer;
  const { listId, set, items, active, choose } = open;
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a select would take the focus out of the field
    <div id={listId} className="sv-suggestions" role="listbox" aria-label={set.label ?? strings.suggestions}>
      {items.map((item, index) => (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- its keys are pressed in the field
        <div
          key={item.id}
          id={optionId(listId, index)}
          className="sv-suggestion"
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an option must be in a select
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          ref={index === active ? showActive : undefined}
          // The press would take the focus out of the field.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => choose(item)}
        >
          {set.renderItem ? (
            <Contained resetKey={item} fallback={<bdi className="sv-suggestion-label">{item.label}</bdi>}>
              <HostItem item={item} render={set.renderItem} />
            </Contained>
          ) : (
            <>
              <bdi className="sv-suggestion-label">{item.label}</bdi>
              {item.description && <bdi className="sv-suggestion-description">{item.description}</bdi>}
            </>
          )}
        </div>
      ))}
    </div>
  );
}

/** Calls the host's function inside an error boundary. */
function HostItem(props: {
  readonly item: Suggestion;
  readonly render: NonNullable<SuggestionSet["renderItem"]>;
}): ReactNode {
  return props.render(props.item);
}

function showActive(option: HTMLElement | null): void {
  const list = option?.parentElement;
  if (!option || !list) return;
  const above = option.offsetTop - list.scrollTop;
  if (above < 0) list.scrollTop = option.offsetTop;
  else if (above + option.offsetHeight > list.clientHeight)
    list.scrollTop = option.offsetTop + option.offsetHeight - list.clientHeight;
}
