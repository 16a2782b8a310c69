import { useCallback, useState } from "react";
import type { ComposerState } from "../../hooks/use-composer.js";

/** Whether files came where none can be attached, and what notes that. It is over with the next change of the text. */
export function useRefusedFiles({ value, attachments }: ComposerState): readonly [boolean, () => void] {
  const [refusedAt, setRefusedAt] = useState<string | null>(null);
  // Until the server has said what it takes, nobody knows.
  const isUnknown = attachments !== undefined && attachments.limits.maxSizeBytes === null;
  const refuse = useCallback(() => {
    if (!isUnknown) setRefusedAt(value);
  }, [isUnknown, value]);
  return [refusedAt === value && !attachments?.isEnabled, refuse];
}
