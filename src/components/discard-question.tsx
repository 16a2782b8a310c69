import type { ReactNode } from "react";
import { useStrings } from "../hooks/use-strings.js";
import { ConfirmQuestion } from "./confirm-question.js";
import type { FormGuard } from "./form-guard.js";

/** Asks before a form discards changed words, in place of its buttons. */
export function DiscardQuestion({ discard, keep }: Pick<FormGuard, "discard" | "keep">): ReactNode {
  const words = useStrings().form;
  return (
    <ConfirmQuestion
      question={words.discardQuestion}
      confirm={words.discardConfirm}
      keep={words.keep}
      onConfirm={discard}
      onLeave={keep}
    />
  );
}
