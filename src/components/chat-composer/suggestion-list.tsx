import { useRef, type ReactNode } from "react";
import { useStrings } from "../../hooks/use-strings.js";
import { useBrowserLayoutEffect } from "../../hooks/use-browser-layout-effect.js";
import { Contained } from "../contained.js";
import { listenAround, windowOf } from "../mount.js";
import { placeSuggestions, showMenu } from "../place-menu.js";
import { optionId, type OpenSuggestions, type Suggestion, type SuggestionSet } from "./use-suggestions.js";

/** Suggestions at the caret. The focus stays in the field, which names the active one. */
export function SuggestionList({ open }: { readonly open: OpenSuggestions }): ReactNode {
  const strings = useStrings().composer;
  const { listId, set, items, active, choose } = open;
  const list = useRef<HTMLDivElement>(null);
  useTopLayer(list);
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a select would take the focus out of the field
    <div ref={list} id={listId} className="sv-suggestions" role="listbox" aria-label={set.label ?? strings.suggestions}>
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

/** Shows the list over everything: the scroll container of a conversation would clip it. */
function useTopLayer(ref: { readonly current: HTMLElement | null }): void {
  useBrowserLayoutEffect(() => {
    if (ref.current) showMenu(ref.current);
  }, [ref]);
  useBrowserLayoutEffect(() => {
    const list = ref.current;
    const box = list?.parentElement;
    if (!list || !box) return;
    const place = () => placeSuggestions(box, list);
    place();
    const view = windowOf(list);
    const stopScrolls = listenAround(list, ["scroll"], place, true);
    view.addEventListener("resize", place);
    return () => {
      stopScrolls();
      view.removeEventListener("resize", place);
    };
  });
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
