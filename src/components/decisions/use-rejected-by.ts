import { visibleText } from "../../foundation/visible-text.js";
import { useOptionalIdentity } from "../../hooks/use-identity.js";
import { useStrings } from "../../hooks/use-strings.js";
import type { Denial } from "../../wire/protocol/decisions.js";

/** "Rejected by you", "Rejected by Ana", or "Rejected" where the log names no person. */
export function useRejectedBy(denial: Denial | undefined): string {
  const { decisions } = useStrings();
  const me = useOptionalIdentity()?.user;
  const actor = denial?.actor;
  const who = !actor ? null : actor.id === me ? decisions.you : actor.name ? visibleText(actor.name) : null;
  return decisions.settledReject(who, false);
}
