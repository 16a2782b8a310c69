import type { ReactNode } from "react";
import { visibleText } from "../../foundation/visible-text.js";
import { useMemoryStrings } from "../../hooks/use-memory-strings.js";
import type { PersonMemory } from "../../hooks/use-memory.js";
import { useLocale } from "../../hooks/use-strings.js";
import { formatAgo } from "../../strings/format-ago.js";
import { Removal } from "../removal.js";

interface MemoryRowProps {
  readonly memory: PersonMemory["memories"][number];
  /** Null until the reader's clock is known. */
  readonly now: number | null;
  readonly isPending: boolean;
  readonly onDelete: (() => void) | undefined;
}

/** One memory of a list. */
export function MemoryRow({ memory, now, isPending, onDelete }: MemoryRowProps): ReactNode {
  const strings = useMemoryStrings();
  const { locale } = useLocale();
  const text = visibleText(memory.text);
  return (
    <li className="sv-record sv-memory" data-memory={memory.id} aria-busy={isPending || undefined}>
      <p className="sv-memory-text" dir="auto">
        {text}
      </p>
      {now !== null && (
        <p className="sv-record-fact">{strings.saved(formatAgo(new Date(memory.updatedAt), new Date(now), locale))}</p>
      )}
      {onDelete && (
        <Removal
          isIcon
          label={strings.delete}
          accessibleLabel={strings.deleteNamed(text)}
          isPending={isPending}
          question={strings.deleteQuestion}
          confirm={strings.deleteConfirm}
          keep={strings.keep}
          onRemove={onDelete}
        />
      )}
    </li>
  );
}
