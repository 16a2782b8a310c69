import { useCallback, useState } from "react";
import type { ComposerState } from "../../hooks/use-composer.js";

/**
 * Whether files were dropped or pasted where none can be attached, and a function that records it. Reset by the next
 * change of the text.
 */
export function useRefusedFiles({ value, attachments }: ComposerState): readonly [boolean, () => void] {
  const [refusedAt, setRefusedAt] = useState<string | null>(null);
  // Else the same text, such as none after a message was sent, would refuse again.
  if (refusedAt !== null && refusedAt !== value) setRefusedAt(null);
  // Unknown until the server has reported its limits.
  const isUnknown = attachments !== undefined && attachments.limits.maxSizeBytes === null;
  const refuse = useCallback(() => {
    if (!isUnknown) setRefusedAt(value);
  }, [isUnknown, value]);
  return [refusedAt === value && !attachments?.isEnabled, refuse];
}
