import { forwardRef } from "react";
import { useIdentityKey } from "../../hooks/use-identity.js";
import { useStrings } from "../../hooks/use-strings.js";
import { joinClasses } from "../class-names.js";
import { Root } from "../root.js";
import { EmptyState } from "../states/states.js";

/** Shown while signed out; empty until the sign-in state is known. */
export const SignedOut = forwardRef<HTMLElement, { readonly className?: string | undefined }>(function SignedOut(
  { className },
  ref,
) {
  const strings = useStrings().states;
  const classes = joinClasses("sv-conversation sv-signed-out", className);
  if (useIdentityKey() === "unknown") return <Root ref={ref} className={classes} aria-busy />;
  return <EmptyState ref={ref} className={classes} title={strings.signedOutTitle} text={strings.signedOutText} />;
});
