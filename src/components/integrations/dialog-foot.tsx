import type { ReactNode } from "react";
import { Fault } from "../fault.js";
import { useFootRoom } from "../use-foot-room.js";

interface DialogFootProps {
  /** Why the last step failed, in words; null when it did not. */
  readonly failure: string | null;
  /** The buttons. */
  readonly children: ReactNode;
}

/** The end of each step of the dialog, which stays in sight: why the step failed, above its buttons. */
export function DialogFoot({ failure, children }: DialogFootProps): ReactNode {
  return (
    <div ref={useFootRoom()} className="sv-integration-foot">
      {failure !== null && <Fault role="alert">{failure}</Fault>}
      <p className="sv-record-buttons">{children}</p>
    </div>
  );
}
