import { forwardRef } from "react";
import { useStrings } from "../../hooks/use-strings.js";
import { joinClasses } from "../class-names.js";
import { EmptyState } from "../states/states.js";

/** What stands in a conversation's place while nobody is signed in. */
export const SignedOut = forwardRef<HTMLElement, { readonly className?: string | undefined }>(function SignedOut(
  { className },
  ref,
) {
  const strings = useStrings().states;
  return (
    <EmptyState
      ref={ref}
      className={joinClasses("sv-conversation sv-signed-out", className)}
      title={strings.signedOutTitle}
      text={strings.signedOutText}
    />
  );
});
