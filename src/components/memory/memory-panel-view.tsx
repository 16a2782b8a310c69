import { forwardRef } from "react";
import { useMemoryStrings } from "../../hooks/use-memory-strings.js";
import type { PersonMemory } from "../../hooks/use-memory.js";
import { useErrorText } from "../../hooks/use-strings.js";
import { joinClasses } from "../class-names.js";
import { RecordSection } from "../record-section.js";
import { Removal } from "../removal.js";
import type { RootProps } from "../root.js";
import { useMinute } from "../use-minute.js";
import { useSpoken } from "../use-spoken.js";
import { MemoryRow } from "./memory-row.js";

type Listed = Pick<PersonMemory, "memories"> &
  Partial<Pick<PersonMemory, "isLoading" | "error" | "pending" | "refused">>;

/** Props of `MemoryPanelView`. */
export interface MemoryPanelViewProps extends RootProps, Listed {
  /** Deletes one memory, after the user confirmed it. @default not offered */
  readonly onDelete?: PersonMemory["remove"] | undefined;
  /** Deletes all memories, after the user confirmed it. @default not offered */
  readonly onDeleteAll?: PersonMemory["removeAll"] | undefined;
  /** Reloads the list. */
  readonly onRetry?: (() => void) | undefined;
  /** Dismisses the message about a failed deletion. */
  readonly onDismiss?: (() => void) | undefined;
}

/** The memories that agents have of a user, with buttons to delete them. */
export const MemoryPanelView = forwardRef<HTMLElement, MemoryPanelViewProps>(function MemoryPanelView(props, ref) {
  const { memories, isLoading, error, pending, refused, className, ...rest } = props;
  const { onDelete, onDeleteAll, onRetry, onDismiss, ...dom } = rest;
  const strings = useMemoryStrings();
  const errorText = useErrorText();
  const now = useMinute();
  const [spoken, say] = useSpoken();
  // A failure is shown above the list.
  const run = (removal: Promise<void>, what: "deleted" | "deletedAll") =>
    void removal.then(
      () => say(strings[what]),
      () => undefined,
    );
  return (
    <RecordSection
      {...dom}
      words={strings}
      icon="memory"
      isLoading={isLoading}
      isEmpty={memories.length === 0}
      hasRecords={memories.length > 0}
      error={error}
      refusal={refused && strings.deleteFailed(errorText(refused.error))}
      onRetry={onRetry}
      onDismiss={onDismiss}
      spoken={spoken}
      ref={ref}
      className={joinClasses("sv-memories", className)}
    >
      {memories.length > 0 && (
        <ul className="sv-record-rows">
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
        <Removal
          label={strings.deleteAll}
          isPending={pending?.has("all") === true}
          question={strings.deleteAllQuestion(memories.length)}
          confirm={strings.deleteAllConfirm}
          keep={strings.keep}
          onRemove={() => run(onDeleteAll(), "deletedAll")}
        />
      )}
    </RecordSection>
  );
});
