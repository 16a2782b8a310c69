import { forwardRef, useState, type ReactNode } from "react";
import { useMemoryStrings } from "../../hooks/use-memory-strings.js";
import type { PersonMemory } from "../../hooks/use-memory.js";
import { useErrorText } from "../../hooks/use-strings.js";
import { joinClasses } from "../class-names.js";
import { ConfirmQuestion } from "../confirm-question.js";
import { Icon } from "../icons.js";
import { ListNotice } from "../list-notice.js";
import { Root, type RootProps } from "../root.js";
import { useAsking } from "../use-asking.js";
import { useKeptFocus } from "../use-kept-focus.js";
import { useMinute } from "../use-minute.js";
import { MemoryRow } from "./memory-row.js";

type Listed = Pick<PersonMemory, "memories"> &
  Partial<Pick<PersonMemory, "isLoading" | "error" | "pending" | "refused">>;

/** Props of `MemoryPanelView`. */
export interface MemoryPanelViewProps extends RootProps, Listed {
  /** Deletes one memory, once the person confirmed it. @default not offered */
  readonly onDelete?: PersonMemory["remove"] | undefined;
  /** Deletes all memories, once the person confirmed it. @default not offered */
  readonly onDeleteAll?: PersonMemory["removeAll"] | undefined;
  /** Reads the list again. */
  readonly onRetry?: (() => void) | undefined;
  /** Dismisses the message about a failed deletion. */
  readonly onDismiss?: (() => void) | undefined;
}

/** What agents remember of a person, and how to delete it. */
export const MemoryPanelView = forwardRef<HTMLElement, MemoryPanelViewProps>(function MemoryPanelView(props, ref) {
  const { memories, isLoading = false, error, pending, refused, className, ...rest } = props;
  const { onDelete, onDeleteAll, onRetry, onDismiss, ...dom } = rest;
  const strings = useMemoryStrings();
  const errorText = useErrorText();
  const section = useKeptFocus(ref);
  const now = useMinute();
  const [done, setDone] = useState<"deleted" | "deletedAll" | null>(null);
  // A failure is shown above the list.
  const run = (removal: Promise<void>, what: "deleted" | "deletedAll") =>
    void removal.then(
      () => setDone(what),
      () => undefined,
    );
  return (
    <Root
      aria-label={strings.label}
      {...dom}
      as="section"
      ref={section}
      className={joinClasses("sv-memories", className)}
      aria-busy={isLoading || undefined}
    >
      <output className="sv-visually-hidden">{done && strings[done]}</output>
      {error && <ListNotice text={strings.loadFailed(errorText(error))} action={strings.retry} onPress={onRetry} />}
      {refused && (
        <ListNotice
          text={strings.deleteFailed(errorText(refused.error))}
          action={strings.dismiss}
          onPress={onDismiss}
        />
      )}
      {isLoading && <Loading />}
      {!isLoading && !error && memories.length === 0 && <Empty />}
      {memories.length > 0 && (
        <ul className="sv-memory-rows">
          {memories.map((memory) => (
            <MemoryRow
              key={memory.id}
              memory={memory}
              now={now}
              isPending={pending?.has(memory.id) === true || pending?.has("all") === true}
              onDelete={onDelete && (() => run(onDelete(memory.id), "deleted"))}
            />
          ))}
        </ul>
      )}
      {memories.length > 0 && onDeleteAll && (
        <DeleteAll
          count={memories.length}
          isPending={pending?.has("all") === true}
          onDeleteAll={() => run(onDeleteAll(), "deletedAll")}
        />
      )}
    </Root>
  );
});

interface DeleteAllProps {
  readonly count: number;
  readonly isPending: boolean;
  readonly onDeleteAll: () => void;
}

function DeleteAll({ count, isPending, onDeleteAll }: DeleteAllProps): ReactNode {
  const strings = useMemoryStrings();
  const { isAsking, ask, leave, button } = useAsking();
  if (isAsking) {
    return (
      <ConfirmQuestion
        className="sv-memory-question"
        question={strings.deleteAllQuestion(count)}
        confirm={strings.deleteAllConfirm}
        keep={strings.keep}
        onConfirm={onDeleteAll}
        onLeave={leave}
      />
    );
  }
  return (
    <button
      type="button"
      ref={button}
      className="sv-button sv-memory-delete"
      aria-disabled={isPending || undefined}
      onClick={isPending ? undefined : ask}
    >
      {strings.deleteAll}
    </button>
  );
}

function Loading(): ReactNode {
  return (
    <div className="sv-memories-loading">
      <p className="sv-visually-hidden">{useMemoryStrings().loading}</p>
      <span className="sv-shape" />
      <span className="sv-shape" />
    </div>
  );
}

function Empty(): ReactNode {
  const strings = useMemoryStrings();
  return (
    <div className="sv-memories-none">
      <Icon name="memory" />
      <p className="sv-memories-none-title">{strings.emptyTitle}</p>
      <p className="sv-part">{strings.emptyText}</p>
    </div>
  );
}
